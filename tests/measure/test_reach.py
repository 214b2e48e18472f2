"""The ground a shifted base may cover: by hand arithmetic on a base of 4 by 2 in at (10, 10)."""

from __future__ import annotations

import math

import pytest

from vision.measure.shapes.polygon import area, is_inside
from vision.measure.shapes.reach import standing, swept
from vision.table.reading import Point
from vision.table.snapshot import Base, Pose

NORTH = Base("A", 4, 2, Pose(10, 10, 90))
"""Its front looks north: x from 8 to 12, y from 9 to 11."""


def _box(points: tuple[Point, ...]) -> tuple[float, float, float, float]:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), max(xs), min(ys), max(ys)


def test_a_base_stands_where_its_corners_are() -> None:
    assert set(standing(NORTH)) == {(8, 11), (12, 11), (12, 9), (8, 9)}


def test_a_base_that_is_not_seen_has_no_outline() -> None:
    assert standing(Base("A", 4, 2)) == ()
    assert standing(Base("A", 4, 2, Pose(10, 10, 90), status="hidden")) == ()


def test_any_way_is_the_base_grown_by_the_move() -> None:
    """6 in any way: the box grows by 6 on all sides, its corners are rounded.

    Area: 8 + perimeter 12 times 6 + a disc of radius 6; 48 sides leave 0.3 % of the disc out.
    """
    ground = swept(standing(NORTH), 6)
    assert _box(ground) == pytest.approx((2, 18, 3, 17), abs=0.01)
    assert area(ground) == pytest.approx(8 + 72 + math.pi * 36, abs=0.4)
    assert not is_inside(ground, (2.5, 16.5))


def test_an_arc_of_45_degrees_opens_to_both_sides_ahead() -> None:
    """6 in within 45° of north: nothing behind y = 9; 6 sin 45° = 4.24 in to either side."""
    ground = swept(standing(NORTH), 6, 90, 45)
    assert _box(ground) == pytest.approx((8 - 4.24, 12 + 4.24, 9, 17), abs=0.01)
    assert is_inside(ground, (4.5, 14.5)) and not is_inside(ground, (4.5, 10))


def test_a_half_circle_is_as_far_as_a_shape_opens() -> None:
    assert _box(swept(standing(NORTH), 6, 90, 90)) == pytest.approx((2, 18, 9, 17), abs=0.01)
    with pytest.raises(ValueError, match="120 degrees"):
        swept(standing(NORTH), 6, 90, 120)


def test_straight_ahead_is_a_strip() -> None:
    assert _box(swept(standing(NORTH), 6, 90, 0)) == pytest.approx((8, 12, 9, 17), abs=0.01)


def test_no_way_to_go_is_the_base_itself() -> None:
    assert swept(standing(NORTH), 0) == standing(NORTH)


def test_a_round_base_becomes_a_larger_disc() -> None:
    """Radius 0.5 and 2 in of move: 2.5."""
    round_base = Base("A", 1, 1, Pose(5, 5, 0), round=True)
    assert _box(swept(standing(round_base), 2)) == pytest.approx((2.5, 7.5, 2.5, 7.5), abs=0.02)
