"""Whole exchanges of fire walked through every answer, against fractions worked by hand."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from rules.blocks.actions import BOOK
from rules.blocks.state import Block, Force, State
from rules.kernel.odds import TooMany, first_option, odds, walk
from rules.kernel.prompts import Steps
from rules.kernel.protocol import Action, Outcome
from vision.table.snapshot import Base, Pose, Snapshot

EMPTY = Snapshot((36.0, 27.0))


def battle(*blocks: Block) -> State:
    return State(blocks=blocks, active="red", forces=(Force("red"), Force("blue")))


def shots(state: State, by: str, to: str, key: Callable[[Outcome], Any]) -> dict[Any, Fraction]:
    action = Action("shoot", by, more={"to": to})
    return walk(lambda: BOOK.resolve(action, state, EMPTY), key, decide=first_option).chances


def elan(outcome: Outcome) -> tuple[int, int]:
    return tuple(force.elan for force in outcome.state.forces)


def test_a_gun_at_six_squares() -> None:
    """3 against 1 needs a 6: the block falls back in 1 of 6, and lifts the shooters."""
    state = battle(
        Block("G", "red", "field gun", (5, 2)),
        Block("R", "red", "dragoons", (5, 1)),
        Block("B", "blue", "musketry foot", (5, 8)),
    )
    assert shots(state, "G", "5,8", elan) == {(10, 10): Fraction(5, 6), (11, 10): Fraction(1, 6)}


def test_two_musketry_foot_and_two_that_fire_back() -> None:
    """6 against 2: 4 or more for all four dice; each hit pushes a block. Both sides 0, 1 or 2
    hits at 1/4, 1/2, 1/4."""
    foot = [Block(f"R{n}", "red", "musketry foot", (5, 4)) for n in (1, 2)]
    foes = [Block(f"B{n}", "blue", "musketry foot", (5, 5)) for n in (1, 2)]
    state = battle(*foot, Block("R3", "red", "musketry foot", (5, 3)), *foes)
    hits = {0: Fraction(1, 4), 1: Fraction(1, 2), 2: Fraction(1, 4)}
    assert shots(state, "R1", "5,5", elan) == {
        (10 + mine, 10 + theirs): hits[mine] * hits[theirs] for mine in hits for theirs in hits
    }


def test_a_block_at_the_edge_of_its_world_is_lost() -> None:
    """1 musketry foot at 1 horse in its home row: 3 against 1 needs a 6."""
    state = battle(
        Block("R1", "red", "musketry foot", (5, 8)),
        Block("R2", "red", "musketry foot", (5, 7)),
        Block("B1", "blue", "controlled horse", (5, 9)),
    )
    lost = shots(state, "R1", "5,9", lambda outcome: outcome.state.blocks[-1].gone)
    assert lost == {True: Fraction(1, 6), False: Fraction(5, 6)}


def test_models_that_only_follow_do_not_stand_in_the_way_of_odds() -> None:
    """With every base on the table the gun's odds are the same as without."""
    state = battle(
        Block("G", "red", "field gun", (5, 2)),
        Block("R", "red", "dragoons", (5, 1)),
        Block("B", "blue", "musketry foot", (5, 8)),
    )
    places = {"G": (13.5, 4.5), "R": (13.5, 1.5), "B": (13.5, 22.5)}
    seen = Snapshot(
        (36.0, 27.0),
        tuple(Base(name, 1.57, 0.79, Pose(x, y, 90.0)) for name, (x, y) in places.items()),
    )
    action = Action("shoot", "G", more={"to": "5,8"})
    found = walk(lambda: BOOK.resolve(action, state, seen), elan, decide=first_option)
    assert found.chances == {(10, 10): Fraction(5, 6), (11, 10): Fraction(1, 6)}


def even_fight() -> Steps[Outcome]:
    """2 against 2 at 4 or more, thrown again when level."""
    state = battle(
        *(Block(f"R{n}", "red", "aggressive foot", (5, 4)) for n in (1, 2)),
        Block("R3", "red", "aggressive foot", (5, 3)),
        *(Block(f"B{n}", "blue", "musketry foot", (5, 5)) for n in (1, 2)),
    )
    action = Action("charge", "R1", more={"to": "5,5", "R2": "charge 5,5"})
    return BOOK.resolve(action, state, EMPTY)


def test_a_combat_that_may_go_on_for_ever_is_not_walked() -> None:
    with pytest.raises(TooMany):
        walk(even_fight, elan, decide=first_option)


def test_a_combat_that_may_be_thrown_again_is_sampled_within_its_error() -> None:
    """An even fight, so 1/2."""
    found = odds(
        even_fight,
        lambda outcome: outcome.state.blocks[-2].gone,
        random.Random(5).randrange,
        decide=first_option,
        times=1_000,
    )
    assert not found.exact
    # Four standard errors: one run in 16,000 would miss; the seed is fixed besides.
    assert abs(float(found.chances[True]) - 0.5) < 4 * found.error
