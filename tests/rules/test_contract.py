"""What the rest of the program takes for granted of a rule set, over every one of them.

The toy set of the page's tests stands in line as the sixth: it is what
docs/add-a-rule-set.md describes.
"""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from msgspec.structs import replace

from rules.books import RULE_SETS
from rules.kernel.engine import advance
from rules.kernel.plain import from_plain, to_plain
from rules.kernel.protocol import Action, BadState, IllegalAction, RuleSet, Setting
from tests.rules.random_player import Stuck, declared, one_turn, play_out
from tests.webui.toy import TOY
from webui.commands.coverage import coverage_of

ALL = (*RULE_SETS, TOY)
every_set = pytest.mark.parametrize("rules", ALL, ids=[rules.name for rules in ALL])


def begun(rules: RuleSet) -> Any:
    """The demo's battle at its first moment."""
    demo = rules.demo()
    return rules.new_game(demo.armies, demo.house)


def there_and_back(rules: RuleSet, state: Any) -> Any:
    """The state through JSON text."""
    return from_plain(json.loads(json.dumps(to_plain(state))), rules.state_type)


@pytest.mark.parametrize("rules", RULE_SETS, ids=[rules.name for rules in RULE_SETS])
def test_two_armies_that_share_a_name_or_an_id_are_refused(rules: RuleSet) -> None:
    """Of two units of one id one was left out without a word, in three books."""
    demo = rules.demo()
    one, two = demo.armies
    with pytest.raises(BadState, match="the sides need two names"):
        rules.new_game((one, replace(two, side=one.side)), demo.house)
    twin = replace(two.units[-1], id=one.units[-1].id)
    with pytest.raises(BadState, match="each needs an id of its own"):
        rules.new_game((one, replace(two, units=(*two.units[:-1], twin))), demo.house)


def test_names_and_prefixes_are_unique() -> None:
    assert len({rules.name for rules in ALL}) == len({rules.prefix for rules in ALL}) == len(ALL)


@every_set
def test_ids_carry_the_prefix_and_stand_once(rules: RuleSet) -> None:
    assert len(set(rules.ids)) == len(rules.ids)
    assert all(rule.startswith(rules.prefix + "-") for rule in rules.ids)


@pytest.mark.parametrize(
    ("name", "count"),
    [
        ("matchlocks", 502),
        ("blocks", 199),
        ("armatys", 247),
        ("roses", 157),
        ("skirmish", 361),
        ("quickplay", 36),
    ],
)
def test_every_rule_of_the_index_is_implemented_and_tested(name: str, count: int) -> None:
    """The counts are those of the acceptance lists that the indexes were made from."""
    found = coverage_of(next(rules for rules in RULE_SETS if rules.name == name))
    assert len(found) == count
    assert [rule.id for rule in found if not (rule.implemented and rule.tests)] == []


@every_set
def test_switches_have_a_default_and_another_value(rules: RuleSet) -> None:
    names = [switch.name for switch in rules.switches]
    assert len(set(names)) == len(names)
    assert all(switch.values and switch.says for switch in rules.switches)


@every_set
def test_state_survives_json(rules: RuleSet) -> None:
    state = begun(rules)
    assert there_and_back(rules, state) == state


@every_set
def test_demo_armies_are_legal_and_cost_something(rules: RuleSet) -> None:
    for army in rules.demo().armies:
        assert rules.roster.check(army) == ()
        assert sum(rules.roster.points(unit) for unit in army.units) > 0


@every_set
def test_every_unit_of_the_demo_has_a_card_and_bands(rules: RuleSet) -> None:
    state = begun(rules)
    for army in rules.demo().armies:
        for unit in army.units:
            card = rules.card(state, unit.id)
            assert (card.unit, card.side) == (unit.id, army.side)
            assert all(band.radius_in > 0 for band in rules.bands(state, unit.id))


@every_set
def test_every_base_of_the_demo_belongs_to_a_unit(rules: RuleSet) -> None:
    demo = rules.demo()
    units = {unit.id for army in demo.armies for unit in army.units}
    assert {base.unit_id for base in demo.table.bases} <= units
    assert demo.table.bases


@every_set
def test_refused_offers_say_why_and_by_which_rule(rules: RuleSet) -> None:
    demo = rules.demo()
    for offer in rules.actions(begun(rules), demo.table):
        assert offer.title
        assert offer.legal or (offer.why and offer.rules), offer


@every_set
def test_what_is_offered_reads_as_a_button(rules: RuleSet) -> None:
    titles = [offer.title for offer in rules.actions(begun(rules), rules.demo().table)]
    assert [title for title in titles if title[0] != title[0].upper()] == []


@every_set
def test_settings_exclude_each_other(rules: RuleSet) -> None:
    """Of those that stand together two or more can be told apart, and one holds at most."""
    groups: dict[tuple[str, str], list[Setting]] = {}
    for offer in rules.actions(begun(rules), rules.demo().table):
        if offer.setting is not None:
            groups.setdefault((offer.action.by, offer.setting.what), []).append(offer.setting)
    for settings in groups.values():
        assert len({one.says for one in settings}) == len(settings) > 1
        assert sum(one.chosen for one in settings) <= 1


@every_set
def test_the_battle_is_open_at_first(rules: RuleSet) -> None:
    state = begun(rules)
    assert rules.winner(state) is None
    assert rules.status(state).to_act


@every_set
def test_an_unknown_action_is_refused_in_words(rules: RuleSet) -> None:
    nonsense = Action("sing a psalm", "nobody")
    with pytest.raises(IllegalAction, match=r"\w+ \w+ \w+"):
        advance(rules.resolve(nonsense, begun(rules), rules.demo().table), ())


@every_set
def test_the_reference_sheet_has_something_to_read(rules: RuleSet) -> None:
    sections = rules.reference()
    assert sections and all(section.lines or section.rows for section in sections)


@every_set
def test_replay_asks_the_same_and_ends_the_same(rules: RuleSet) -> None:
    """An action rebuilt from its answers gives the same questions and the same outcome."""
    chance = random.Random(1643)
    state, table = begun(rules), rules.demo().table
    offers = [offer for offer in rules.actions(state, table) if offer.legal]
    played = 0
    for offer in chance.sample(offers, min(8, len(offers))):
        try:
            action = declared(offer, chance)
            outcome, answered = play_out(rules, action, state, table, chance)
        except (IllegalAction, Stuck):
            continue
        again = advance(rules.resolve(action, state, table), answered)
        assert to_plain(again.outcome) == to_plain(outcome)
        played += 1
    assert played


@every_set
def test_forty_random_actions_keep_the_promises(rules: RuleSet) -> None:
    """Nothing mutates, every state is plain, every ruling cites a rule of its book."""
    chance = random.Random(1645)
    state, table = begun(rules), rules.demo().table
    for _ in range(40):
        before = to_plain(state)
        outcome = one_turn(rules, state, table, chance)
        assert to_plain(state) == before
        if outcome is None or rules.winner(state) is not None:
            break
        assert there_and_back(rules, outcome.state) == outcome.state
        for ruling in outcome.rulings:
            assert all(rule.startswith(rules.prefix + "-") for rule in ruling.rules), ruling
        state = outcome.state


@every_set
def test_a_button_that_goes_on_says_so_first_and_names_no_side(rules: RuleSet) -> None:
    """The page says whose it is where it stands beside another of its name."""
    demo = rules.demo()
    state = rules.new_game(demo.armies, demo.house)
    going_on = [
        offer.title
        for offer in rules.actions(state, demo.table)
        if offer.action.do in rules.goes_on
    ]
    assert going_on or not rules.goes_on
    for title in going_on:
        assert title.split()[0].rstrip(":") in ("Begin", "Done", "End", "Pass", "Turn"), title
