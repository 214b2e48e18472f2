"""Arcs and zones, by hand arithmetic."""

from __future__ import annotations

import math

import pytest

from tests.measure.tables import NORTH, SOUTH, base, disc, rank, table
from vision.measure.arc import fan_angle_deg, gun_arc, in_arc, zone
from vision.measure.shapes.footprint import unit_shape
from vision.table.reading import HandReading, Verdict

near = pytest.approx
ROOT2 = math.sqrt(2)


def test_the_whole_target_straight_ahead_is_in_the_arc() -> None:
    """Deepest is the middle of its far edge, (10, 15.5): from FL (9, 10.5) and from FR it is
    1 aside and 5 ahead, 6 / sqrt(2) from either ray."""
    found = in_arc(table(base("a", 10, 10), base("b", 10, 15)), "a", "b")
    assert found.reading.value == near(6 / ROOT2)
    assert (found.inside, found.whole, found.shares) == (("b",), ("b",), (1.0,))


def test_a_corner_in_the_arc_is_enough() -> None:
    """FR (11, 10.5). The near upper corner (14, 14.4): 3 right, 3.9 ahead."""
    found = in_arc(table(base("a", 10, 10), base("b", 15, 13.9)), "a", "b")
    assert found.reading.value == near(0.9 / ROOT2)
    assert found.inside == ("b",) and found.whole == ()


def test_a_target_wholly_outside_is_out_by_its_nearest_corner() -> None:
    """The near upper corner (14, 13.4): 3 right, 2.9 ahead."""
    found = in_arc(table(base("a", 10, 10), base("b", 15, 12.9)), "a", "b")
    assert found.reading.value == near(-0.1 / ROOT2)
    assert (found.inside, found.shares) == ((), (0.0,))


def test_the_share_inside_is_by_area() -> None:
    """The right ray runs through (13, 12.5) and (14, 13.5), corner to corner of a 1 in square."""
    found = in_arc(table(base("a", 10, 10), base("b", 13.5, 13, NORTH, 1, 1)), "a", "b")
    assert found.shares == (near(0.5),)


def test_a_target_behind_the_front_line_is_not_in_the_arc() -> None:
    """It ends 0.5 in behind the line y = 10.5."""
    found = in_arc(table(base("a", 10, 10), base("b", 20, 9.5)), "a", "b")
    assert found.reading.at_least() is Verdict.OUT


def test_the_arc_of_a_line_opens_from_its_ends() -> None:
    """A rank of three is 6 wide: FR (13, 10.5). A 1 in square with its left edge at x = 16 and
    its upper edge at y = 13.7 is 0.2 in too far right; a lone base is 2.2 in short of it."""
    there = table(rank("A", 10, 10), base("b", 16.5, 13.2, NORTH, 1, 1))
    assert in_arc(there, "A", "b").reading.value == near(0.2 / ROOT2)
    assert in_arc(there, "A", "b", part=frozenset({"A2"})).reading.value == near(-1.8 / ROOT2)


def test_a_round_target_reaches_into_the_arc_with_its_rim() -> None:
    """Centre 3 right and 2 ahead of FR: 1 / sqrt(2) outside, radius 1."""
    found = in_arc(table(base("a", 10, 10), disc("b", 14, 12.5, 2.0)), "a", "b")
    assert found.reading.value == near(1 - 1 / ROOT2)


def test_another_half_angle() -> None:
    """90 degrees: everything in front of the front line."""
    there = table(base("a", 10, 10), base("b", 20, 11.5))
    assert in_arc(there, "a", "b", 90.0).reading.value == near(1.5)


def test_bases_of_the_target_are_told_apart() -> None:
    """A rank of three facing south; at y = 13.5 the left ray is at x = 6: the base up to 7.9
    reaches into the arc, that up to 5.9 does not."""
    there = table(base("a", 10, 10), rank("B", 4.9, 13, SOUTH))
    found = in_arc(there, "a", "B")
    assert found.inside == ("B1",)


def test_a_typed_arc_needs_no_pose() -> None:
    found = in_arc(table(readings=(HandReading("in_arc", "a", "b", -1.0),)), "a", "b")
    assert (found.reading.value, found.inside) == (-1.0, ())


def test_gun_fan_of_a_two_by_three_base() -> None:
    """33.7 degrees each side, as the book's base of 40 by 60 mm has it."""
    gun = base("g", 10, 10, NORTH, 40, 60)
    assert fan_angle_deg(unit_shape(table(gun), "g")) == near(33.69, abs=0.005)


def test_gun_arc_is_bounded_by_the_diagonals() -> None:
    """Gun 2 by 3 at the origin's north-east, FR (11, 11.5), diagonal direction (2, 3)."""
    gun = base("g", 10, 10, NORTH, 2, 3)
    just_in = base("b", 13.5 + 0.4, 14.5, NORTH, 1, 1)
    # Upper left corner (13.4, 15): 2.4 right and 3.5 ahead; the ray is at 2.333 right there.
    found = gun_arc(table(gun, just_in), "g", "b")
    assert found.value == near(-(2.4 * 3 - 3.5 * 2) / math.sqrt(13))


def test_zones_round_a_unit() -> None:
    """The target faces north at (10, 10), 2 by 1; the attacker's front centre decides."""
    places = {
        ("front", ""): (10, 15, SOUTH),
        ("rear", ""): (10, 5, NORTH),
        ("flank", "left"): (4, 10, 0.0),
        ("flank", "right"): (16, 10, 180.0),
    }
    for expected, place in places.items():
        found = zone(table(base("a", *place), base("b", 10, 10)), "a", "b")
        assert (found.side, found.flank) == expected


def test_the_zone_border_is_the_diagonal_from_the_corner() -> None:
    """FR (11, 10.5); front centre at (14, 13.5 ± 0.1)."""
    for up, side in ((0.1, "front"), (-0.1, "flank")):
        there = table(base("a", 14, 14 + up, SOUTH), base("b", 10, 10))
        found = zone(there, "a", "b")
        assert (found.side, found.reading.value) == (side, near(0.1 / ROOT2))


def test_a_typed_zone_needs_no_pose() -> None:
    typed = HandReading("zone_left", "a", "b", 1.0)
    found = zone(table(readings=(typed,)), "a", "b")
    assert (found.side, found.flank, found.reading.by_hand) == ("flank", "left", True)
