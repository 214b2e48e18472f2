"""A move that a rule finds fault with can be let stand: the umpire never makes the table wait."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from rules.books import RULE_SETS
from rules.kernel.engine import Done, advance, rulings_so_far
from rules.kernel.play import Check, Play, fails, lacks
from rules.kernel.prompts import Choose, Draw, Look, Prompt, Roll, Steps
from rules.kernel.protocol import Action, IllegalAction, Offer, Outcome, RuleSet
from rules.matchlocks import MATCHLOCKS
from rules.robots.robot import Robot, Scene, any_answer, filled, play
from tests.rules.matchlocks.scenes import battle
from vision.table.reading import Reading, Unmeasurable
from vision.table.snapshot import Base, Pose, Snapshot
from webui.commands.benches.rules_bench import ROBOTS


def deploying() -> Steps[Outcome]:
    """The deployment of the demo's battle."""
    demo = MATCHLOCKS.demo()
    state = MATCHLOCKS.new_game(demo.armies, demo.house)
    return MATCHLOCKS.resolve(Action("deploy", "Royalists"), state, demo.table)


def deployment(answered: list[tuple[Prompt, Any]]) -> Any:
    """What it asks after those answers."""
    return advance(deploying(), answered)


def test_faulty_deployment_is_asked_again_until_it_is_agreed_on() -> None:
    """Nobody of the portion is on the table (NMM-PREP-08): again, or let it stand."""
    answered: list[tuple[Prompt, Any]] = []
    asked = deployment(answered)
    while not isinstance(asked, Look):
        assert isinstance(asked, Roll | Choose)
        face = 1 + len(answered) % 6  # a tie would be thrown again
        raw = [face] * asked.count if isinstance(asked, Roll) else asked.options[0].key
        answered.append((asked, asked.parse(raw)))
        asked = deployment(answered)
    bare = Snapshot((72.0, 48.0))
    again = deployment([*answered, (asked, bare)])
    rule = deploying()
    agreed: Any = advance(rule, [*answered, (asked, bare.let_stand())])
    assert again.units == asked.units and again.fault is not None
    assert agreed.units != asked.units
    (stands,) = (one for one in rulings_so_far(rule) if one.agreed)
    assert "is not on the table" in stands.says


def one_at(who: str, *at: float) -> Snapshot:
    """One base of 4 x 2 in there: x, y in inches, facing in degrees."""
    return Snapshot((72.0, 48.0), (Base(who, 4.0, 2.0, Pose(*at), unit=who),))


@pytest.mark.parametrize(
    ("do", "who", "end", "rule"),
    [
        ("move", "R", (30.0, 40.0, 90.0), "NMM-MOVE-02"),
        ("wheel", "R", (30.0, 40.0, 45.0), "NMM-ACT-03"),
        ("about face", "R", (30.0, 20.0, 270.0), "NMM-ACT-05"),
        ("pivot", "RG", (30.0, 14.0, 180.0), "NMM-MOVE-11"),
        ("leader move", "L", (30.0, 40.0, 90.0), "NMM-LEAD-04"),
    ],
)
def test_what_goes_too_far_is_refused_until_it_is_agreed_on(
    do: str, who: str, end: tuple[float, float, float], rule: str
) -> None:
    """From (30, 14), facing north: 26 in where foot may go 6, no corner that stayed, 6 in off the
    spot, a gun by 90° where 45 are allowed, a leader 26 in where he may ride 10."""
    units = {"R": {"kind": "musketeers"}, "RG": {"kind": "field_gun"}}
    phase = "manoeuvre" if who == "L" else "main"
    state = battle(units, phase=phase, mover="Royalists", leaders={"L": {"side": "Royalists"}})
    seen = one_at(who, *end)

    def comes_to(*answered: tuple[Prompt, Any]) -> Any:
        start = one_at(who, 30.0, 14.0, 90.0)
        return advance(MATCHLOCKS.resolve(Action(do, who), state, start), answered)

    asked = comes_to()
    assert isinstance(asked, Look)
    with pytest.raises(IllegalAction):
        comes_to((asked, seen))
    done = comes_to((asked, seen.let_stand()))
    assert isinstance(done, Done)
    (stands,) = (one for one in done.outcome.rulings if one.agreed)
    assert stands.rules == (rule,) and len(stands.readings) == 1


BARE = Play(battle({}), Snapshot((72.0, 48.0)))


def test_what_is_waived_is_told_with_what_was_measured() -> None:
    far = Reading("gap", 18.4, 0.1)
    check = Check("{reading} away, {limit} at most", "X-1", reading=far, limit=10.0)
    (told,) = BARE.let_stand([check]).rulings
    assert told.says == f"{far} away, 10 in at most: it stands by agreement"
    assert (told.rules, told.readings, told.agreed) == (("X-1",), (far,), True)


def test_nobody_waives_what_an_action_cannot_be_carried_out_without() -> None:
    checks = [fails("it has shot", "X-1"), lacks("there is nobody to shoot at", "X-2")]
    with pytest.raises(IllegalAction, match="nobody to shoot at") as why:
        BARE.let_stand(checks)
    assert why.value.refusal.rules == ("X-2",)


@pytest.mark.parametrize(
    ("book", "charge", "told"),
    [
        # Fronts of 28 in less 8 and less their depth of 1.6: 18.4 in.
        ("quickplay", Action("charge", "R1", "B3"), "was 18.40 in away, .* reaches 6 in"),
        ("roses", Action("charge", "YC", "NC"), "were .* cm away, .* move 20 cm"),
        ("matchlocks", Action("attack", "RH1", "PH1", {"moves": 1}), "was .* in off, .* reaches 4"),
        ("armatys", Action("charge", "KH1", "PH1"), "was .* in away, .* reaches 12 in"),
    ],
)
def test_how_far_a_charge_had_to_go_is_told_as_it_was(book: str, charge: Action, told: str) -> None:
    """When the card is read they stand in contact: seen to be told as "is 18.4 in away"."""
    rules = next(one for one in RULE_SETS if one.name == book)
    demo = rules.demo()
    state = rules.new_game(demo.armies, demo.house)
    if book == "roses":
        state = msgspec.structs.replace(state, phase="command")
    rule = rules.resolve(charge, state, demo.table.let_stand())
    advance(rule, ())
    says = [one.says for one in rulings_so_far(rule) if one.agreed]
    assert any(re.search(told, one) for one in says), says


ACTIONS, EVERY, TRIES = 36, 6, 40


def refused_and_any(rules: RuleSet, now: Scene, chance: random.Random) -> Iterator[Action]:
    """One refused action for each reason, and actions that nobody would offer."""
    offers = rules.actions(now.state, now.table)
    once: dict[tuple[object, ...], Offer] = {}
    for offer in offers:
        if not offer.legal and all(offer.needs.values()):
            once.setdefault((offer.action.do, offer.rules), offer)
    yield from (filled(offer, now.source) for offer in once.values())
    who = sorted({offer.action.by for offer in offers})
    for _ in range(TRIES):
        do = chance.choice(sorted(rules.verbs))
        values = {k: v for k, v in rules.verbs[do].items() if v and chance.randrange(4)}
        more = {name: chance.choice(some) for name, some in values.items()}
        yield Action(do, chance.choice(who), chance.choice([None, *who, *who]), more)


def done_all_the_same(rules: RuleSet, robot: Robot, now: Scene, action: Action) -> None:
    """One action as people let it be done, to its end; its questions can be answered."""
    steps, table, reply = rules.resolve(action, now.state, now.table.let_stand()), now.table, None
    while True:
        try:
            asked = steps.send(reply)
        except StopIteration:
            return
        if isinstance(asked, Look):
            places = robot.tables(Scene(now.state, table, now.source), action, asked)
            table = replace(next(places, table), flags=())
            reply = asked.parse(table.let_stand())
        else:
            assert isinstance(asked, Choose) or asked.count > 0, asked.what
            assert not isinstance(asked, Draw) or len(asked.cards) >= asked.count, asked.what
            reply = asked.parse(any_answer(asked, now.source))


@pytest.mark.parametrize("rules", RULE_SETS, ids=[rules.name for rules in RULE_SETS])
def test_whatever_people_agree_to_is_carried_out_or_refused_in_a_sentence(rules: RuleSet) -> None:
    """Nothing that a book refuses makes it fall over: on tables of a battle played by chance."""
    robot, chance = ROBOTS[rules.name], random.Random(1)
    demo = rules.demo()
    now = Scene(rules.new_game(demo.armies, demo.house), demo.table, chance.randrange)
    for turn in range(ACTIONS):
        for action in refused_and_any(rules, now, chance) if turn % EVERY == 0 else ():
            try:
                done_all_the_same(rules, robot, now, action)
            except (IllegalAction, Unmeasurable) as why:
                assert str(why)
        while True:
            action = robot.pick(now)
            try:
                played = play(rules, robot, now, action)
                break
            except (IllegalAction, Unmeasurable):
                now = Scene(now.state, now.table, now.source, (*now.spent, action.by))
        state = played.outcome.state
        if rules.winner(state) is not None:
            return
        now = Scene(state, robot.lift(state, played.table), now.source)
