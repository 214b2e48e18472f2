"""What a way covers and meets: terrain, obstacles, other units, the table's edge."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from tests.measure.tables import EAST, NORTH, SOUTH, base, box, fence, rank, table, with_errors
from vision.measure.path import (
    crosses_obstacle,
    interpenetrates,
    path_region,
    path_split,
    pursuit_path,
    retreat_path,
    straight_path,
)
from vision.table.reading import Verdict
from vision.table.snapshot import Terrain

near = pytest.approx
WOOD = box("wood", 12, 14, 20, 18)


def test_a_way_that_clips_a_wood_names_it_with_depth_and_first_touch() -> None:
    """A 2 in front from (9..11.5 after shift): swept ground from x = 9.5 to 12.5 overlaps the
    wood by 0.5; it goes 3.5 from its front (10.5) to the wood's edge (14)."""
    before = table(base("a", 11.5, 10), terrain=(WOOD,))
    after = table(base("a", 11.5, 20), terrain=(WOOD,))
    (found,) = path_region(before, after, "a")
    assert (found.name, found.depth.value, found.first_after_in) == ("wood", near(0.5), near(3.5))
    assert (found.starts, found.ends, found.over) == (False, False, ("a",))


def test_a_way_past_a_wood_does_not_touch_it() -> None:
    before = table(base("a", 10.5, 10), terrain=(WOOD,))
    assert path_region(before, table(base("a", 10.5, 20), terrain=(WOOD,)), "a") == ()


def test_a_way_that_ends_in_a_wood() -> None:
    """Its front at y = 15.5 is 1.5 inside."""
    before = table(base("a", 15, 10), terrain=(WOOD,))
    (found,) = path_region(before, table(base("a", 15, 15), terrain=(WOOD,)), "a")
    assert (found.ends, found.starts, found.depth.value) == (True, False, near(1.5))


def test_only_the_terrain_asked_about() -> None:
    before = table(base("a", 15, 10), terrain=(WOOD,))
    after = table(base("a", 15, 15), terrain=(WOOD,))
    assert path_region(before, after, "a", terrain=frozenset({"marsh"})) == ()
    assert len(path_region(before, after, "a", terrain=lambda t: t.kind == "wood")) == 1


HEDGE = fence("hedge", (0, 13), (30, 13))


@pytest.mark.parametrize(
    ("end_y", "depth", "crossed"),
    [(12.5, -0.5, False), (13.4, 0.4, True), (16.0, 3.0, True)],
)
def test_a_hedge_is_crossed_when_the_middle_of_a_base_is_beyond(
    end_y: float, depth: float, crossed: bool
) -> None:
    """From y = 10. At 12.5 its front touches the hedge at 13 and it is not across."""
    before = table(base("a", 10, 10), terrain=(HEDGE,))
    (found,) = crosses_obstacle(before, table(base("a", 10, end_y), terrain=(HEDGE,)), "a")
    assert (found.depth.value, bool(found.over)) == (near(depth), crossed)
    assert (found.starts, found.first_after_in) == (False, near(2.5))


def test_touching_the_hedge_at_the_start_is_told() -> None:
    before = table(base("a", 10, 12.5), terrain=(HEDGE,))
    (found,) = crosses_obstacle(before, table(base("a", 10, 16), terrain=(HEDGE,)), "a")
    assert (found.starts, found.ends, found.over) == (True, False, ("a",))


def test_going_round_the_end_of_a_wall_is_no_crossing() -> None:
    wall = fence("wall", (0, 13), (8, 13))
    before = table(base("a", 10, 10), terrain=(wall,))
    assert crosses_obstacle(before, table(base("a", 10, 16), terrain=(wall,)), "a") == ()


def test_friends_on_the_way_in_order() -> None:
    """A rank goes north from 10 to 24 through B (front at 13.5) and C (19.5), not D."""
    others = (base("C", 10, 20), base("B", 10.5, 14), base("D", 20, 16))
    before, after = table(rank("A", 10, 10), *others), table(rank("A", 10, 24), *others)
    found = interpenetrates(before, after, "A")
    assert [one.unit for one in found] == ["B", "C"]
    assert (found[0].first_after_in, found[1].first_after_in) == (near(3), near(9))
    assert found[0].clear.value == near(23.5 - 14.5)
    assert found[0].touching.value == near(0.1 - 3)
    assert interpenetrates(before, after, "A", others=frozenset({"C"}))[0].unit == "C"


def test_a_friend_only_brushed_is_not_passed_through() -> None:
    """Side by side at x = 11: their edges meet and do not overlap."""
    before, after = (
        table(base("a", 10, 10), base("b", 12, 14)),
        table(base("a", 10, 20), base("b", 12, 14)),
    )
    assert interpenetrates(before, after, "a") == ()


def test_a_hidden_friend_on_the_way_is_too_close_to_call() -> None:
    lost = replace(base("b", 10, 14), status="hidden")
    before, after = table(base("a", 10, 10), lost), table(base("a", 10, 20), lost)
    (found,) = interpenetrates(before, after, "a")
    assert found.depth.at_least() is Verdict.CLOSE
    assert found.depth.notes == ("b is hidden",)


def test_a_fall_back_meets_what_is_behind_and_the_edge() -> None:
    """Front north at y = 10, 1 deep: the edge is 9.5 behind, a friend 3 behind."""
    there = table(base("a", 10, 10), base("b", 10, 6))
    found = retreat_path(there, "a", 6, toward="south")
    assert found.way == (0, -1)
    assert [(p.unit, p.first_after_in) for p in found.meets] == [("b", near(3))]
    assert (found.off_table.value, found.leaves.value) == (near(6 - 9.5), near(9.5))
    assert retreat_path(there, "a", 12, toward="south").off_table.value == near(2.5)


def test_straight_back_is_where_its_own_rear_looks() -> None:
    found = retreat_path(table(base("a", 10, 10, EAST)), "a", 4)
    assert found.way == (near(-1), near(0))


def test_away_from_an_enemy_is_centre_from_centre() -> None:
    found = retreat_path(table(base("a", 13, 14), base("e", 10, 10)), "a", 5, away_from="e")
    assert found.way == (near(0.6), near(0.8))


def test_a_pursuit_stops_at_the_first_enemy() -> None:
    """Straight ahead, 28 in: enemies 5 and 12 in front of its front."""
    there = table(base("a", 10, 10), base("e", 10, 23, SOUTH), base("f", 11, 16, SOUTH))
    found = pursuit_path(there, "a", others=frozenset({"e", "f"}))
    assert [(p.unit, p.first_after_in) for p in found.meets] == [("f", near(5)), ("e", near(12))]
    assert found.leaves.value == near(48 - 10.5)


def test_terrain_on_a_straight_path_in_order() -> None:
    there = table(base("a", 15, 10), terrain=(WOOD, HEDGE))
    found = straight_path(there, "a", 10)
    assert [one.name for one in found.crosses] == ["hedge", "wood"]
    assert [one.first_after_in for one in found.crosses] == [near(2.5), near(3.5)]


def test_a_way_is_split_in_open_and_difficult() -> None:
    """Centre from (15, 10) to (15, 20) through a wood from 14 to 18, over a hedge at 13."""
    before = table(base("a", 15, 10), terrain=(WOOD, HEDGE))
    after = table(base("a", 15, 20), terrain=(WOOD, HEDGE))
    found = path_split(before, after, "a", difficult=frozenset({"wood"}))
    assert (found.clear.value, found.difficult.value) == (near(6), near(4))
    assert found.barriers == ("hedge",)


def test_overlapping_woods_are_counted_once() -> None:
    """Two woods, 14 to 18 and 16 to 19: 5 in of the way."""
    woods = (WOOD, box("wood", 12, 16, 20, 19))
    before, after = table(base("a", 15, 10), terrain=woods), table(base("a", 15, 20), terrain=woods)
    assert path_split(before, after, "a").difficult.value == near(5)


def test_a_wood_of_any_form() -> None:
    """A V that is open to the south: the way through its notch ends before the inner edge."""
    notch: Terrain = Terrain("wood", ((5, 12), (15, 22), (25, 12), (25, 30), (5, 30)))
    before = table(base("a", 15, 10, NORTH, 1, 1), terrain=(notch,))
    # At x = 14.5 and 15.5 the inner edges stand at y = 21.5; the front comes to 21.4.
    after = table(base("a", 15, 20.9, NORTH, 1, 1), terrain=(notch,))
    assert path_region(before, after, "a") == ()
    further = table(base("a", 15, 21.1, NORTH, 1, 1), terrain=(notch,))
    (found,) = path_region(before, further, "a")
    # 0.1 past the edge at each corner: along the slope that is 0.1 aside as well.
    assert found.depth.value == near(0.1, abs=0.001)


def test_the_plus_minus_of_a_way_comes_from_the_poses() -> None:
    there = with_errors(table(base("a", 10, 10)), 0.1)
    assert straight_path(there, "a", 5, toward="north").leaves.plus_minus == near(0.196)
    assert math.isfinite(straight_path(there, "a", 5).leaves.value)
