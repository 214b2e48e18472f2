"""What the book orders is measured: retiring, pursuing, charging (PAS-MOR-05, PAS-PUR, PAS-REA)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import msgspec
import pytest

from rules.armatys import ARMATYS
from rules.armatys.state import Arm, Charge, State, Unit
from rules.kernel.prompts import Choose, Look
from rules.kernel.protocol import Action, IllegalAction
from tests.rules.armatys.test_at_once import foot, horse
from vision.table.snapshot import Base, Pose, Snapshot


def table(*places: tuple[str, float, float, float]) -> Snapshot:
    """Units on one base each, 4 by 1 in, as (id, x, y, facing)."""
    return Snapshot((72.0, 48.0), tuple(
        Base(name, 4.0, 1.0, Pose(x, y, facing), unit=name) for name, x, y, facing in places
    ))  # fmt: skip


def moved(seen: Snapshot, name: str, dx: float, dy: float) -> Snapshot:
    return replace(seen, bases=tuple(
        replace(b, pose=Pose(b.pose.x_in + dx, b.pose.y_in + dy, b.pose.facing_deg))
        if b.payload == name and b.pose else b for b in seen.bases
    ))  # fmt: skip


def asked_after(state: State, seen: Snapshot, action: Action, dx: float, dy: float) -> Any:
    """What is asked once the unit has been moved by so much; None when the action is over."""
    rule = ARMATYS.resolve(action, state, seen)
    prompt = rule.send(None)
    while not isinstance(prompt, Look):
        prompt = rule.send((1,))
    try:
        return rule.send(moved(seen, action.by, dx, dy))
    except StopIteration:
        return None


RETIRING = foot("A", "red", broken=True, broke=True, retire=True, counters=7)


@pytest.mark.parametrize(
    ("dx", "dy", "says"),
    [(0, 6, "away from the enemy"), (6, 0, "away from the enemy"), (0, -3, "a full move is 6 in"),
     (0, -7, "a full move is 6 in"), (0, -6, ""), (2, -5.6, "")],
)  # fmt: skip
def test_a_broken_unit_goes_a_full_move_back(dx: float, dy: float, says: str) -> None:
    """PAS-MOR-05, -10: foot facing north goes 6 south, not 6 north, 6 aside, 3 or 7."""
    seen = table(("A", 30, 20, 90), ("B", 30, 24, 270))
    state = State(units=(RETIRING, foot("B", "blue")), phase=5)
    prompt = asked_after(state, seen, Action("retire", "A"), dx, dy)
    assert (says in prompt.told) if says else prompt is None


def test_struck_in_the_rear_alone_it_goes_forward() -> None:
    """PAS-MOR-05: away from the enemy who touches it."""
    seen = table(("A", 30, 20, 90), ("B", 30, 19, 90))
    state = State(units=(RETIRING, foot("B", "blue")), phase=5)
    assert asked_after(state, seen, Action("retire", "A"), 0, 6) is None
    assert asked_after(state, seen, Action("retire", "A"), 0, -6) is not None


def _pursuit(gap: float) -> tuple[State, Snapshot]:
    rider = horse("H", "red", pursuing="B", counters=9)
    prey = foot("B", "blue", broken=True, broke=True)
    seen = table(("H", 30, 10, 90), ("B", 30, 11 + gap, 90))
    return State(units=(rider, prey), phase=5), seen


@pytest.mark.parametrize(
    ("gap", "dy", "says"),
    [(14, 12, ""), (14, 6, "into contact, or all of its 12 in"), (14, 0, "into contact"),
     (14, -12, "goes toward it"), (14, 13, "it may move 12 in"), (5, 5, ""),
     (5, 2, "into contact")],
)  # fmt: skip
def test_a_pursuer_goes_all_the_way(gap: float, dy: float, says: str) -> None:
    """PAS-PUR-01, -07: 12 in at B, counters ignored, or into contact: not half, not back."""
    state, seen = _pursuit(gap)
    prompt = asked_after(state, seen, Action("pursue", "H"), 0, dy)
    assert (says in prompt.told) if says else prompt is None


def test_whom_it_does_not_fight_it_has_caught_all_the_same() -> None:
    """PAS_CAUGHT = none: a pursuit that touches the fleeing is over, though nobody fights; it was
    to go on through them, which no place on the table allowed."""
    state, seen = _pursuit(5)
    state = msgspec.structs.replace(state, house={"PAS_CAUGHT": "none"})
    assert asked_after(state, seen, Action("pursue", "H"), 0, 5) is None


def _charge(gap: float, **target: Any) -> tuple[State, Snapshot]:
    units = (horse("H", "red", charging="B"), foot("B", "blue", **target))
    seen = table(("H", 30, 10, 90), ("B", 30, 11 + gap, 270))
    return State(units=units, phase=2, charges=(Charge("H", "B", "stand"),)), seen


@pytest.mark.parametrize(
    ("gap", "dy", "says"),
    [(8, 8, ""), (8, 6, "into contact"), (8, -3, "goes toward it"), (8, 0, "into contact")],
)
def test_a_charge_ends_in_contact(gap: float, dy: float, says: str) -> None:
    """PAS-REA-05: who has passed the test charges."""
    state, seen = _charge(gap)
    prompt = asked_after(state, seen, Action("move", "H"), 0, dy)
    assert (says in prompt.told) if says else prompt is None


def test_two_that_charge_each_other_meet_in_between() -> None:
    """PAS-REA-08: the first of them stops half way, the second goes into contact."""
    state, seen = _charge(8, charging="H", countercharge=True)
    assert asked_after(state, seen, Action("move", "H"), 0, 4) is None


def test_the_phase_does_not_end_before_the_charge_is_made() -> None:
    """PAS-SEQ-02."""
    state, seen = _charge(8)
    with pytest.raises(IllegalAction, match="must make its charge move"):
        ARMATYS.resolve(Action("done", "red"), state, seen).send(None)


def test_who_failed_to_charge_does_not_counter_charge() -> None:
    """PAS-REA-06: it does not advance this turn, so it is not offered."""
    light = Unit("B", "blue", "foot", (Arm("musket", 16, 8),), ranks=2, no_advance=True)
    state = State(units=(horse("H", "red"), light), phase=1)
    seen = table(("H", 30, 10, 90), ("B", 30, 15, 270))
    rule = ARMATYS.resolve(Action("charge", "H", "B"), state, seen)
    prompt = rule.send(None)
    prompt = rule.send((6,))
    assert isinstance(prompt, Choose)
    assert [option.key for option in prompt.options] == ["stand", "break"]
