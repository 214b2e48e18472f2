"""Lines of shot: friends near them, under them and in them."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from tests.measure.tables import NORTH, SOUTH, base, box, disc, fence, rank, table, with_errors
from vision.measure.lines.guns import gun_lane, shot_line
from vision.measure.lines.lanes import friend_to_line, friends_in_line, lane_clear, overhead
from vision.table.reading import Verdict
from vision.table.snapshot import Base

near = pytest.approx


def gun() -> Base:
    """2 by 3, front centre at (10, 11.5)."""
    return base("g", 10, 10, NORTH, 2, 3)


def target(y_in: float = 30.0) -> Base:
    """Its near edge 0.5 in before its centre."""
    return base("t", 10, y_in, SOUTH)


def test_friend_to_line_is_the_least_room_beside_the_shot() -> None:
    """The shot runs up x = 10; friends' edges at x = 13 and x = 8.5 (behind the target)."""
    there = table(gun(), target(), base("f", 14, 20), base("h", 7.5, 32))
    found = friend_to_line(there, "g", "t", frozenset({"f", "h"}))
    assert (found.value, found.to) == (near(math.hypot(1.5, 2)), "h")
    assert friend_to_line(there, "g", "t", frozenset({"f"})).value == near(3)


def test_no_friends_no_trouble() -> None:
    assert friend_to_line(table(gun(), target()), "g", "t", frozenset()).value == 99


def test_a_friend_on_the_line_leaves_no_room() -> None:
    there = table(gun(), target(), base("f", 10.5, 20))
    assert friend_to_line(there, "g", "t", frozenset({"f"})).value == 0


def test_a_hidden_friend_by_the_line_is_too_close_to_call() -> None:
    lost = replace(base("f", 14.5, 20), status="hidden")
    found = friend_to_line(table(gun(), target(), lost), "g", "t", frozenset({"f"}))
    assert found.at_least(3.0) is Verdict.CLOSE
    assert found.notes == ("f is hidden",)


def test_overhead_is_from_the_far_side_of_the_last_friend() -> None:
    """Friends' far edges at 16.5 and 20.5; the target's near edge at 46.5."""
    there = table(gun(), target(47), base("f", 10, 16), base("h", 10.2, 20), base("k", 15, 30))
    found = overhead(there, "g", "t", frozenset({"f", "h", "k"}))
    assert found.value == near(26)
    assert found.notes == ("f is under the line", "h is under the line")


def test_overhead_with_nobody_under_it_is_the_whole_line() -> None:
    assert overhead(table(gun(), target()), "g", "t", frozenset({"f"})).value == near(18)


def test_a_friend_in_the_band_between_front_and_target() -> None:
    """Front 7..13 at y = 10.5, target 9..11 at y = 19.5: half-way the band is 8..12 wide. A
    friend at y = 14.5..15.5 from x = 11 on is in it, one from x = 13 is not."""
    inside, beside = base("f", 12, 15), base("h", 14, 15)
    there = table(rank("A", 10, 10), base("t", 10, 20, SOUTH), inside, beside)
    found = friends_in_line(there, "A", "t", frozenset({"f", "h"}))
    assert [one.name for one in found.cut_by] == ["f"]
    assert found.reading.at_least() is Verdict.OUT
    assert friends_in_line(there, "A", "t", frozenset({"h"})).reading.at_least() is Verdict.IN


def test_only_the_visible_part_of_the_target_makes_the_band() -> None:
    """Without the target's right-hand base the band does not reach the friend."""
    there = table(base("a", 10, 10), rank("T", 14, 20, SOUTH), base("f", 15.5, 17, NORTH, 1, 1))
    friends = frozenset({"f"})
    assert friends_in_line(there, "a", "T", friends).cut_by
    left = frozenset({"T3"})
    assert not friends_in_line(there, "a", "T", friends, visible=left).cut_by


def test_a_lane_as_thin_as_a_line_or_as_wide_as_told() -> None:
    """The line runs up x = 10; a base's edge is at x = 10.5."""
    there = table(gun(), target(), base("x", 11.5, 20))
    assert lane_clear(there, "g", "t", width_in=0).reading.value == near(0.5)
    wide = lane_clear(there, "g", "t", width_in=2)
    assert (wide.reading.value, wide.cut_by[0].name) == (near(-0.5), "x")


def test_a_lane_from_the_whole_front_narrows_to_the_target() -> None:
    """A triangle from 9..11 at y = 11.5 to (10, 29.5): at y = 12 it still reaches to x = 10.97."""
    there = table(gun(), target(), base("x", 11.9, 12, NORTH, 2, 1))
    found = lane_clear(there, "g", "t")
    assert found.reading.at_least() is Verdict.OUT
    assert lane_clear(table(gun(), target(), base("x", 11.9, 25)), "g", "t").reading.value > 0


def test_terrain_in_a_lane() -> None:
    wood, wall = box("wood", 5, 15, 15, 17), fence("wall", (5, 20), (15, 20))
    there = table(gun(), target(), terrain=(wood, wall))
    found = lane_clear(there, "g", "t", terrain=None, width_in=0)
    assert {one.name for one in found.cut_by} == {"wood", "wall"}
    assert not lane_clear(there, "g", "t", width_in=0).cut_by


def test_everyone_in_a_guns_lane() -> None:
    """2 in wide (9..11), from the muzzle at 11.5 to 41.5: u begins at 41.4, v at 41.6; behind
    and beside it nobody counts."""
    there = table(
        gun(),
        base("t", 11.5, 30),
        base("u", 10, 41.9),
        base("v", 10, 42.1),
        base("w", 10, 7),
        base("z", 12.1, 20),
    )
    found = gun_lane(there, "g", 30)
    assert {one.name for one in found} == {"t", "u"}
    assert {one.name for one in gun_lane(there, "g", 29.8)} == {"t"}


def test_the_bases_on_a_line_of_shot_in_order() -> None:
    """Through the target (29.5 to 30.5 from y = 11.5: 18 to 19) and 2 in on: the base that
    begins at 20 is hit, the one at 22 is not; one before the target is hit first."""
    there = table(gun(), target(), base("n", 10, 15), base("m", 10, 32), base("o", 10, 34))
    found = shot_line(there, "g", "t", beyond_in=2)
    assert [(hit.payload, hit.from_in.value) for hit in found] == [
        ("n", near(3)),
        ("t", near(18)),
        ("m", near(20)),
    ]
    assert found[1].until_in == near(19)
    assert [hit.payload for hit in shot_line(there, "g", "t", length_in=80)] == ["n", "t", "m", "o"]


def test_a_disc_on_a_line_of_shot_is_hit_at_its_rim() -> None:
    """Radius 1, 0.6 aside: the chord begins 0.8 before its centre."""
    there = table(gun(), target(), disc("d", 10.6, 20, 2.0))
    hit = shot_line(there, "g", "t")[0]
    assert (hit.payload, hit.from_in.value) == ("d", near(20 - 0.8 - 11.5))


def test_the_room_beside_a_line_has_its_plus_minus() -> None:
    """Errors of 0.1 in on each base: the friend's own counts fully (the far ends of the line
    less), so the ± is more than that of the friend alone and less than of three such."""
    there = with_errors(table(gun(), target(), base("f", 14, 20)), 0.1)
    found = friend_to_line(there, "g", "t", frozenset({"f"}))
    assert 0.196 < found.plus_minus < 0.196 * math.sqrt(3)
