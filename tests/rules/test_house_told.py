"""Rulings and refusals name the house rules that touch them."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import Struct

from rules.books import RULE_SETS
from rules.kernel.engine import Done, advance
from rules.kernel.prompts import Steps
from rules.kernel.protocol import Action, IllegalAction, Modifier, Outcome, RuleSet, Ruling, Switch
from rules.kernel.refusal import Refusal, refusal
from rules.kernel.telling.house_told import citing, in_force, refused_under
from vision.table.snapshot import Snapshot

TABLE = Snapshot((72.0, 48.0))
SWITCHES = (
    Switch("count", ("all", "half"), "who counts", ("TOY-A-01",)),
    Switch("reach", ("far", "near"), "how far", ("TOY-A-02",)),
)


class State(Struct, frozen=True):
    house: dict[str, str] = {}


def rule(action: Action, state: State, table: Snapshot) -> Steps[Outcome]:
    yield from ()
    if action.do == "refuse":
        raise IllegalAction("it may not", "TOY-A-02")
    by_line = Ruling(
        "a line", ("TOY-B-01",), (Modifier("half", "x1/2", "TOY-A-01"),), house=("x=y",)
    )
    return Outcome(state, (Ruling("far", ("TOY-A-02",)), by_line, Ruling("else", ("TOY-C-01",))))


def outcome(**house: str) -> Outcome:
    done = advance(citing(rule, SWITCHES)(Action("do", "A"), State(house), TABLE), ())
    assert isinstance(done, Done)
    found: Outcome = done.outcome
    return found


def test_a_ruling_names_the_switch_of_a_rule_or_modifier_it_cites() -> None:
    told = outcome(count="half", reach="near")
    assert [one.house for one in told.rulings] == [("reach=near",), ("x=y", "count=half"), ()]


def test_switches_at_their_default_are_not_named() -> None:
    assert [one.house for one in outcome(count="all").rulings] == [(), ("x=y",), ()]
    assert [one.house for one in outcome().rulings] == [(), ("x=y",), ()]


def test_a_refusal_names_them_too() -> None:
    refuse = citing(rule, SWITCHES)(Action("refuse", "A"), State({"reach": "near"}), TABLE)
    with pytest.raises(IllegalAction, match=r"TOY-A-02\) \[house rule reach=near\]"):
        advance(refuse, ())


@pytest.mark.parametrize(
    "why",
    [
        refusal("nothing cited"),
        refusal("another", "TOY-B-01"),
        refusal("told already", "TOY-A-02", house=("reach=near",)),
    ],
    ids=lambda why: why.says,
)
def test_a_refusal_that_they_do_not_touch_stays_as_it_is(why: Refusal) -> None:
    assert refused_under(why, in_force(SWITCHES, {"reach": "near"})) == why


@pytest.mark.parametrize("rule_set", RULE_SETS, ids=lambda one: one.name)
def test_every_switch_lists_ids_of_its_own_book(rule_set: RuleSet) -> None:
    """Without one no ruling could name it."""
    strange: dict[str, Any] = {
        switch.name: switch.ids
        for switch in rule_set.switches
        if not set(switch.ids) & set(rule_set.ids)
    }
    assert set(strange) <= {"WOR_VICTORY"}, "the book of roses has no rule of victory"
