"""What can be set on a unit, from each book's own ledger."""

from __future__ import annotations

import json

import msgspec
import pytest

from rules.books import RULE_SETS
from rules.kernel.plain import from_plain
from rules.kernel.protocol import RuleSet
from webui.game.correcting.steppers import steppers
from webui.game.edit import edited
from webui.game.told.page.by_hand import CountStepper


def _begun(rules: RuleSet) -> object:
    demo = rules.demo()
    return rules.new_game(demo.armies, demo.house)


@pytest.mark.parametrize("rules", RULE_SETS, ids=lambda rules: str(rules.name))
def test_every_step_moves_its_own_line_and_no_other(rules: RuleSet) -> None:
    """Of every unit of the ready battle: the edit that is offered brings the line of the ledger
    to the value that it says, and leaves all other lines of that account where they were."""
    state = _begun(rules)
    plain = json.loads(msgspec.json.encode(state))
    tried = 0
    for account in rules.ledger:
        for entry in account.entries(state):
            who = account.key(entry)
            for one in steppers(rules.ledger, state, who):
                lines = {line.name: line for line in account.lines if line.fields}
                if one.what not in lines:
                    continue
                steps = [one.less, one.more] if isinstance(one, CountStepper) else one.options
                for step in [step for step in steps if step]:
                    _, after = edited(plain, step.path, step.value)
                    new_state = from_plain(after, rules.state_type)
                    new = next(e for e in account.entries(new_state) if account.key(e) == who)
                    found = {name: line.value(new_state, new) for name, line in lines.items()}
                    before = {name: line.value(state, entry) for name, line in lines.items()}
                    assert found == {**before, one.what: step.shows}
                    tried += 1
    assert tried > 20


@pytest.mark.parametrize(
    ("book", "what"),
    [
        ("matchlocks", {"figures", "disarray", "daunted"}),
        ("armatys", {"figures", "counters", "broken"}),
        ("roses", {"hits", "confused"}),
        ("skirmish", {"wounds", "dead"}),
        ("blocks", {"gone"}),
        ("quickplay", {"strength", "shaken"}),
    ],
)
def test_what_umpires_set_most_can_be_set_in_each_book(book: str, what: set[str]) -> None:
    rules = next(one for one in RULE_SETS if one.name == book)
    state = _begun(rules)
    units = [unit.id for army in rules.demo().armies for unit in army.units]
    found = {one.what for unit in units for one in steppers(rules.ledger, state, unit)}
    assert what <= found
