"""Units and terrain, by hand arithmetic."""

from __future__ import annotations

import pytest

from tests.measure.tables import NORTH, SOUTH, base, box, fence, rank, table
from vision.measure.ground import (
    cover_from,
    cover_state,
    depth_inside,
    in_terrain,
    inside_fraction,
    level_at,
    nearest_cover,
    touching_terrain,
    uphill,
)

near = pytest.approx
WOOD = box("wood", 8, 8, 20, 20, name="Gorse")


def test_terrain_under_a_unit_with_its_share() -> None:
    """Wood from x = 8: bases at x = 6..8, 8..10, 10..12 (centres 7, 9, 11)."""
    (found,) = in_terrain(table(rank("A", 9, 12), terrain=(WOOD,)), "A")
    assert (found.name, found.kind, found.share) == ("Gorse", "wood", near(2 / 3))
    assert (found.inside, found.whole) == (("A2", "A3"), ("A2", "A3"))


def test_terrain_near_by_is_left_out() -> None:
    assert in_terrain(table(base("a", 5, 12), terrain=(WOOD,)), "a") == ()


def test_depth_inside_is_from_the_centre_to_the_nearest_edge() -> None:
    """(10, 15): 2 from the west side."""
    found = depth_inside(table(base("a", 10, 15), terrain=(WOOD,)), "a")
    assert found is not None and found.value == near(2)
    assert depth_inside(table(base("a", 5, 15), terrain=(WOOD,)), "a") is None


def test_inside_fraction_is_by_bases() -> None:
    assert inside_fraction(table(rank("A", 9, 12), terrain=(WOOD,)), "A") == near(2 / 3)


WALL = fence("wall", (5, 11), (15, 11))


def test_a_unit_behind_a_wall_is_covered_from_the_front_and_not_from_the_rear() -> None:
    """Its front touches the wall at y = 11 (0.05 in off it)."""
    there = table(base("a", 10, 10.45), base("e", 10, 20, SOUTH), base("f", 10, 2), terrain=(WALL,))
    (front,), (rear,) = cover_state(there, "a", "e"), cover_state(there, "a", "f")
    assert (front.how, front.reading.value) == ("behind", near(0.05))
    assert rear.how == "touching"


def test_a_wall_that_is_not_touched_covers_nothing() -> None:
    there = table(base("a", 10, 9), base("e", 10, 20, SOUTH), terrain=(WALL,))
    assert cover_state(there, "a", "e") == ()


def test_a_unit_in_a_wood_is_inside_it() -> None:
    (found,) = cover_state(table(base("a", 11, 12), terrain=(WOOD,)), "a")
    assert (found.how, found.name, found.reading.value) == ("inside", "Gorse", near(3))


def test_a_base_with_its_middle_outside_is_not_inside() -> None:
    (found,) = cover_state(table(rank("A", 9, 12), terrain=(WOOD,)), "A")
    assert found.how == "touching"


def test_touching_terrain_within_a_tenth() -> None:
    there = table(base("a", 10, 10.45), base("b", 10, 10.2), terrain=(WALL,))
    assert [one.name for one in touching_terrain(there, "a")] == ["wall"]
    assert touching_terrain(there, "b") == ()


def test_cover_from_what_the_line_crosses_or_ends_in() -> None:
    """From (10, 2) to (10, 14): over the wall, whose nearer end is 5 aside, and 6 in of wood."""
    there = table(base("f", 10, 2), base("a", 10, 14), terrain=(WALL, WOOD))
    found = cover_from(there, "f", "a")
    assert [(one.how, one.reading.value) for one in found] == [
        ("behind", near(5)),
        ("inside", near(6)),
    ]


def test_the_wood_that_the_shooter_stands_in_is_no_cover_from_him() -> None:
    there = table(base("f", 10, 10), base("a", 10, 14), terrain=(WOOD,))
    assert cover_from(there, "f", "a") == ()


def test_nearest_cover_by_name() -> None:
    """Base up to x = 6, wood from 8; the wall's nearest end is (5, 11), 3.5 below the base."""
    found = nearest_cover(table(base("a", 5, 15), terrain=(WALL, WOOD)), "a")
    assert found is not None and (found.to, found.value) == ("Gorse", near(2))
    assert nearest_cover(table(base("a", 5, 15)), "a") is None


HILL = (
    box("hill", 0, 20, 30, 40, level=1),
    box("hill", 5, 25, 25, 35, level=2),
)


def test_uphill_by_the_levels_under_the_front_centre() -> None:
    """Front at 18.5, then at 22.5: contours at 20 and 25; the nearest is 1.5 in off the start."""
    before, after = table(base("a", 15, 18), terrain=HILL), table(base("a", 15, 22), terrain=HILL)
    found = uphill(before, after, "a")
    assert (found.start, found.end, found.reading.value) == (0, 1, near(1.5))


def test_the_highest_contour_counts() -> None:
    assert level_at(table(base("a", 15, 30, NORTH), terrain=HILL), "a").end == 2
