"""Whole actions walked through every answer, against fractions worked by hand."""

from __future__ import annotations

from fractions import Fraction

from rules.armatys.actions import BOOK
from rules.armatys.state import Arm, General, Gun, State, Unit
from rules.kernel.odds import first_option, walk
from rules.kernel.protocol import Action, Outcome
from vision.table.reading import HandReading
from vision.table.snapshot import Snapshot

FIRER = Unit("A", "red", "foot", (Arm("musket", 8, 8),), ranks=1)
TARGET = Unit("B", "blue", "foot", (Arm("musket", 16, 8),), ranks=2)
GUN = Unit("A", "red", "gun", (Arm("crew", 3),), gun=Gun("Saker"))
TABLE = Snapshot(
    (72.0, 48.0),
    readings=(HandReading("front_range", "A", "B", 4.0), HandReading("gap", "A", "B", 4.0)),
)


def target(outcome: Outcome) -> Unit:
    return next(unit for unit in outcome.state.units if unit.id == "B")


def fire(firer: Unit, at: Unit) -> dict[tuple[int, int], Fraction]:
    """Chances of (counters, figures left) of the target."""
    state = State(units=(firer, at), phase=6)
    found = walk(
        lambda: BOOK.resolve(Action("fire", "A", "B"), state, TABLE),
        lambda outcome: (target(outcome).counters, target(outcome).figures),
    )
    return found.chances


def test_a_volley() -> None:
    """2 dice at 5 or 6, each hit kills on 4 or more: per die 2/3 nothing, 1/6 a counter, 1/6
    a counter and a figure."""
    assert fire(FIRER, TARGET) == {
        (0, 16): Fraction(4, 9),
        (1, 16): Fraction(2, 9),
        (1, 15): Fraction(2, 9),
        (2, 16): Fraction(1, 36),
        (2, 15): Fraction(2, 36),
        (2, 14): Fraction(1, 36),
    }


def test_a_gun_at_a_wall() -> None:
    """4 or more, then a 6 kills, then 4 or more saves: 1/2 x 1/6 x 1/2 = 1/24."""
    behind = Unit("B", "blue", "foot", TARGET.arms, ranks=2, defending="wall")
    assert fire(GUN, behind) == {
        (0, 16): Fraction(1, 2),
        (1, 16): Fraction(11, 24),
        (1, 15): Fraction(1, 24),
    }


def test_a_mixed_unit() -> None:
    """1 die: 1/3 hits; at 1:2 a third are pikes (5 or more: 1/3 die), the rest muskets (1/2):
    1/3 x (1/3 x 1/3 + 2/3 x 1/2) = 4/27."""
    mixed = Unit("B", "blue", "foot", (Arm("pike", 8, 4, "Partly"), Arm("musket", 16, 8)), ranks=2)
    one = Unit("A", "red", "foot", (Arm("musket", 5, 5),), ranks=1)
    chances = fire(one, mixed)
    assert chances[1, 23] == Fraction(4, 27) and chances[0, 24] == Fraction(2, 3)


def test_a_general_at_risk() -> None:
    """1 die: hit 1/3, then a 6 and a 6 kill him: 1/108."""
    one = Unit("A", "red", "foot", (Arm("musket", 5, 5),), ranks=1)
    state = State(units=(one, TARGET), phase=6, generals=(General("K", "blue", with_unit="B"),))
    found = walk(
        lambda: BOOK.resolve(Action("fire", "A", "B"), state, TABLE),
        lambda outcome: any("is dead" in ruling.says for ruling in outcome.rulings),
    )
    assert found.chances[True] == Fraction(1, 108)


def test_a_charge_that_is_received() -> None:
    """Horse, average, charges on 2 (5/6); foot, poor, stands on 3 (4/6): it breaks in
    5/6 x 2/6 = 5/18."""
    horse = Unit("A", "red", "horse", (Arm("horse", 12),))
    poor = Unit("B", "blue", "foot", TARGET.arms, ranks=2, morale="Poor")
    state = State(units=(horse, poor))

    def stands(prompt):
        keys = [option.key for option in prompt.options]
        return ("stand",) if "stand" in keys else first_option(prompt)

    found = walk(
        lambda: BOOK.resolve(Action("charge", "A", "B"), state, TABLE),
        lambda outcome: target(outcome).broken,
        decide=stands,
    )
    assert found.chances == {True: Fraction(5, 18), False: Fraction(13, 18)}
