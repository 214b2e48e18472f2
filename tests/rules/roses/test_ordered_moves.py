"""Moves that a rule orders go the way and as far as it says (WOR-BLU, WOR-CON-07)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.field.ruler import shifted
from rules.kernel.prompts import Look
from rules.roses.movement import fallback, moves
from rules.roses.state import Play
from tests.rules.roses.scene import field, unit


def after(rule: Any, play: Play, *names: tuple[str, float, float]) -> Any:
    """What is asked once stands have been moved by so many cm; None when the move is taken."""
    look = rule.send(None)
    assert isinstance(look, Look)
    table = play.table
    for name, dx, dy in names:
        table = shifted(table, play.unit(name).stands, dx, dy)
    try:
        return rule.send(look.parse(table)).told
    except StopIteration:
        return None


@pytest.mark.parametrize(
    ("dx", "dy", "says"),
    [(0, 10, ""), (10, 0, "goes toward B"), (9.5, 3, "goes toward B"), (0, -10, "goes toward B"),
     (0, 5, "10 cm or into contact")],
)  # fmt: skip
def test_a_blunder_toward_goes_toward(dx: float, dy: float, says: str) -> None:
    """WOR-BLU-05: foot 20 cm south of B goes 10 north, not aside."""
    a, b = unit("A", "Pike"), unit("B", "Pike", "white")
    play = field((a, 60, 30, 90), (b, 60, 50, 270), phase="command")
    said = after(moves.blunder_toward(play, a), play, ("A", dx, dy))
    assert (says in said) if says else said is None


@pytest.mark.parametrize(
    ("dx", "dy", "says"),
    [(0, -10, ""), (3, -9.5, ""), (10, 0, "goes away from B"), (10, -2, "goes away from B"),
     (0, -3, "has gone")],
)  # fmt: skip
def test_a_blunder_away_goes_away(dx: float, dy: float, says: str) -> None:
    """WOR-BLU-03 with WOR_BLUNDER_23 = full_move: a full move straight off from B, 4 cm north."""
    a, b = unit("A", "Pike"), unit("B", "Pike", "white")
    play = field((a, 60, 30, 90), (b, 60, 34, 270), phase="command",
                 house={"WOR_BLUNDER_23": "full_move"})  # fmt: skip
    said = after(moves.blunder_away(play, a), play, ("A", dx, dy))
    assert (says in said) if says else said is None


@pytest.mark.parametrize(("dx", "dy", "lawful"), [(12.5, 0.0, True), (0.0, 13.0, False)])
def test_who_makes_way_does_not_charge(dx: float, dy: float, lawful: bool) -> None:
    """WOR-CON-07: V lets W through by stepping aside, not by running into the enemy ahead."""
    w, v = unit("W", "Pike"), unit("V", "Pike")
    foe = unit("E", "Pike", "white")
    play = field((w, 60, 50, 90), (v, 60, 43, 90), (foe, 60, 64, 270))
    rule = fallback._placed(play, w, (0.0, -1.0), (8.0, 8.0), ("V",), "WOR-DRV-05")
    said = after(rule, play, ("W", 0, -8), ("V", dx, dy + 8 if not lawful else dy))
    assert (said is None) if lawful else "does not charge" in said
