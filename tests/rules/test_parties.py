"""Whom an action concerns that does not name them: all of a melee, counted by hand."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rules.books import RULE_SETS
from rules.cases.case import expand_book, read_case
from rules.kernel.protocol import Action
from rules.roses import ROSES
from rules.skirmish import SKIRMISH
from tests.rules.roses.scene import field, unit

CASES = Path(__file__).parents[1] / "cases"
FIGHTS = ("melee", "fight", "charge")
PARTS = ("rules", "house", "table", "state", "actions", "readings")


@pytest.mark.parametrize(
    ("book", "chapter", "rule", "who"),
    [
        ("armatys", "melee", "PAS-MEL-01", {"A", "B"}),
        ("skirmish", "melee", "SKM-MEL-17", {"A", "W"}),
        # R9 and other blocks of the case stand elsewhere.
        ("blocks", "combat", "MAP-DICE-01", {"R1", "R2", "B1", "B2", "B3"}),
    ],
)
def test_a_melee_concerns_all_who_fight_in_it(
    book: str, chapter: str, rule: str, who: set[str]
) -> None:
    cases = expand_book(json.loads((CASES / book / f"{chapter}.json").read_text("utf-8")))
    fights = (each for each in cases if rule in (each.get("id"), *each.get("ids", ())))
    told = next(each for each in fights if each["actions"][0]["do"] in FIGHTS)
    case = read_case({name: part for name, part in told.items() if name in PARTS})
    rules = next(one for one in RULE_SETS if one.name == book)
    assert set(rules.parties(case.actions[0], case.state, case.table)) == who


def test_who_stands_apart_is_in_no_combat() -> None:
    """Roses: W's front is on A's front, at 40 cm; C stands 30 cm beside them."""
    play = field(
        (unit("A", "Retinue Bill"), 50, 40, 90),
        (unit("W", "Retinue Bill", "blue"), 50, 40, 270),
        (unit("C", "Retinue Bill"), 100, 40, 90),
    )
    assert set(ROSES.parties(Action("fight", "A"), play.state, play.table)) == {"A", "W"}


def test_an_action_that_names_its_target_names_all() -> None:
    demo = SKIRMISH.demo()
    state = SKIRMISH.new_game(demo.armies, demo.house)
    assert SKIRMISH.parties(Action("shoot", "K-M", "R-M"), state, demo.table) == ()
