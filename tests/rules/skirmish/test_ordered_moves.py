"""Results and melees that send men back or on: which way, not only how far (SKM-CODE, SKM-MEL)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.field.ruler import shifted
from rules.kernel.prompts import Look
from rules.skirmish.close_combat import aftermath
from rules.skirmish.moving import movement
from tests.rules.skirmish.scene import field, state

RED = {"side": "red", "kind": "Musketeers"}
WHITE = {"side": "white", "kind": "Musketeers"}


def told(rule: Any, table: Any, men: list[str], dx: float, dy: float) -> str:
    """The fault of a move by so many cm, "" when it is taken."""
    look = rule.send(None)
    while not isinstance(look, Look):
        look = rule.send((look.options[0].key,))
    try:
        again = rule.send(look.parse(shifted(table, men, dx, dy)))
    except StopIteration:
        return ""
    return "" if again.fault is None else str(again.fault)


@pytest.mark.parametrize(
    ("dx", "dy", "lawful"),
    [(0, -25, True), (10, -22.5, True), (25, 0, False), (24, -6, False), (0, 25, False)],
)
def test_who_runs_runs_away(dx: float, dy: float, lawful: bool) -> None:
    """SKM-CODE-08: foot 30 cm south of the enemy runs 25 cm from him, not along his front."""
    told_ = state({"A": {**RED, "men": ["A1"], "rolled": "RUN"}, "W": {**WHITE, "men": ["W1"]}},
                  step="others")  # fmt: skip
    play = field(told_, {"A1": (100, 100, 90), "W1": (100, 130, 270)})
    fault = told(movement.move(play, play.unit("A")), play.table, ["A1"], dx, dy)
    assert ("SKM-CODE-08" not in fault) if lawful else "goes away from W" in fault


@pytest.mark.parametrize(
    ("dx", "dy", "lawful"), [(0, -5, True), (2, -4.6, True), (5, 0, False), (-5, 0, False)]
)
def test_the_beaten_go_back_and_not_aside(dx: float, dy: float, lawful: bool) -> None:
    """SKM-MEL-20: 5 cm from whom it fought."""
    play = field(state({"A": {**RED, "men": ["A1"]}, "W": {**WHITE, "men": ["W1"]}}),
                 {"A1": (100, 100, 90), "W1": (100, 102.5, 270)})  # fmt: skip
    rule = aftermath.go_back(play, play.unit("A"), ("A", "W"))
    assert (told(rule, play.table, ["A1"], dx, dy) == "") is lawful


@pytest.mark.parametrize(
    ("dx", "dy", "lawful"), [(0, 5, True), (2, 4.6, True), (5, 0, False), (0, -5, False)]
)
def test_the_winner_follows_whom_it_beat(dx: float, dy: float, lawful: bool) -> None:
    """SKM-MEL-21: the enemy is 5 cm back; who follows goes after him."""
    play = field(state({"A": {**RED, "men": ["A1"]}, "W": {**WHITE, "men": ["W1"]}}),
                 {"A1": (100, 100, 90), "W1": (100, 107.6, 270)})  # fmt: skip
    rule = aftermath._follow(play, play.unit("A"), ("A", "W"))
    assert (told(rule, play.table, ["A1"], dx, dy) == "") is lawful
