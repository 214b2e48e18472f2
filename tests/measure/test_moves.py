"""What a unit did between two snapshots, by hand arithmetic."""

from __future__ import annotations

import math

import pytest

from tests.measure.tables import EAST, NORTH, SOUTH, base, disc, rank, table
from vision.measure.move import (
    charge_straight,
    facing_change,
    gun_pivot,
    in_forward_arc,
    move_distance,
    wheel_pivot,
)
from vision.table.reading import HandReading, Verdict
from vision.table.snapshot import Base, Snapshot

near = pytest.approx
ROOT2 = math.sqrt(2)


def wheeled(deg: float) -> tuple[Base, ...]:
    """The rank of ``start`` wheeled forward about its left front corner (7, 10.5)."""
    turned = math.radians(NORTH + deg)
    (ux, uy), (rx, ry) = (math.cos(turned), math.sin(turned)), (math.sin(turned), -math.cos(turned))
    x, y = 7 + 3 * rx - 0.5 * ux, 10.5 + 3 * ry - 0.5 * uy
    return rank("A", x, y, NORTH + deg)


def start() -> Snapshot:
    """A rank of three, 6 wide, facing north: front corners (7, 10.5) and (13, 10.5)."""
    return table(rank("A", 10, 10))


@pytest.mark.parametrize("turn", [-170.0, -45.0, 0.0, 46.0, 180.0])
def test_facing_change_is_the_angle_without_its_sign(turn: float) -> None:
    after = table(rank("A", 15, 12, NORTH + turn))
    assert facing_change(start(), after, "A").value == near(abs(turn))


def test_an_about_face_of_a_line_is_half_a_turn() -> None:
    """Its left and right bases change places as its corners do."""
    before = start()
    after = table(
        tuple(
            base(b.payload, 20 - b.pose.x_in, 10, SOUTH, unit="A") for b in before.bases if b.pose
        )
    )
    assert facing_change(before, after, "A").value == near(180)


def test_move_distance_straight_ahead() -> None:
    assert move_distance(start(), table(rank("A", 10, 16)), "A").value == near(6)


def test_move_distance_of_a_wheel_is_that_of_the_outer_corner() -> None:
    """60 degrees about one end of 6 in: the chord is 6. The front centre goes 3."""
    after = table(wheeled(60))
    assert move_distance(start(), after, "A").value == near(6)
    assert move_distance(start(), after, "A", measured="front").value == near(3)


def test_move_distance_of_a_loose_unit_is_that_of_its_middle() -> None:
    """Two discs; one moves 4, the other 0, and they stay loose."""
    before = table(disc("s1", 5, 5, unit="S"), disc("s2", 8, 5, unit="S"))
    after = table(disc("s1", 5, 9, unit="S"), disc("s2", 8, 5, unit="S"))
    assert move_distance(before, after, "S").value == near(2)


def test_move_distance_of_a_leader_by_its_centre() -> None:
    """Turned about on the spot while riding 3-4-5."""
    before, after = table(base("L", 5, 5, EAST)), table(base("L", 8, 9, NORTH))
    assert move_distance(before, after, "L", measured="centre").value == near(5)


@pytest.mark.parametrize(
    ("way", "margin"),
    [
        ((0, 6), 6 / ROOT2),
        ((3, 6), 3 / ROOT2),
        ((-6, 6), 0),
        ((2, 0), -2 / ROOT2),
        ((0, -3), -3),
    ],
)
def test_forward_arc_of_a_move_without_turning(way: tuple[float, float], margin: float) -> None:
    """How far inside the 45 degree lines from its own corners each corner ended; a side-step
    and a step back are out."""
    after = table(rank("A", 10 + way[0], 10 + way[1]))
    assert in_forward_arc(start(), after, "A").value == near(margin)


def test_a_wheel_keeps_one_front_corner_where_it_was() -> None:
    found = wheel_pivot(start(), table(wheeled(30)), "A")
    assert (found.corner, found.reading.at_least()) == ("left", Verdict.IN)
    assert found.reading.value == near(0.25)


def test_a_turn_about_the_middle_is_no_wheel() -> None:
    """30 degrees about the front centre: each corner goes 2 * 3 * sin 15 degrees."""
    x, y = 10 - 0.5 * math.cos(math.radians(120)), 10.5 - 0.5 * math.sin(math.radians(120))
    found = wheel_pivot(start(), table(rank("A", x, y, 120)), "A")
    assert found.reading.value == near(0.25 - 6 * math.sin(math.radians(15)))


def test_gun_pivot_on_the_spot_and_not() -> None:
    before = table(base("g", 10, 10, NORTH, 2, 3))
    turned = gun_pivot(before, table(base("g", 10, 10, 50, 2, 3)), "g")
    assert (turned.turn.value, turned.in_place.at_least()) == (near(40), Verdict.IN)
    rolled = gun_pivot(before, table(base("g", 10, 12, 50, 2, 3)), "g")
    assert rolled.in_place.value == near(0.25 - 2)


def test_a_straight_charge_goes_where_the_front_looked() -> None:
    """Straight ahead: 0; 1 aside on 10: atan(0.1)."""
    assert charge_straight(start(), table(rank("A", 10, 20)), "A").value == near(0)
    found = charge_straight(start(), table(rank("A", 11, 20)), "A")
    assert found.value == near(math.degrees(math.atan(0.1)))


@pytest.mark.parametrize("ask", [facing_change, move_distance, in_forward_arc, charge_straight])
def test_a_typed_move_is_taken_from_the_later_snapshot(ask: object) -> None:
    after = table(readings=(HandReading(ask.__name__, "A", "", 4.5),))
    assert ask(start(), after, "A").value == 4.5
