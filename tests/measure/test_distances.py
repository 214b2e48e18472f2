"""Gaps, ranges, contact and table edges, by hand arithmetic."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from tests.measure.tables import EAST, NORTH, SOUTH, WEST, base, disc, rank, table
from vision.measure.range import (
    attached,
    base_gap,
    command_distance,
    contact,
    edge_distance,
    front_range,
    gap,
    off_table,
    shoot_range,
)
from vision.table.reading import HandReading, Unmeasurable, Verdict

near = pytest.approx


def test_gap_face_to_face() -> None:
    """Depth 1 each: from 10.5 to 13.5."""
    assert gap(table(base("a", 10, 10), base("b", 10, 14)), "a", "b").value == near(3)


def test_gap_corner_to_corner() -> None:
    """From (11, 10.5) to (14, 13.5): 3 by 3."""
    found = gap(table(base("a", 10, 10), base("b", 15, 14)), "a", "b")
    assert found.value == near(math.sqrt(18))
    assert set(found.evidence[0].points_in) == {(11, 10.5), (14, 13.5)}


def test_gap_of_a_turned_base_is_from_its_corner() -> None:
    """A 2 in square turned by 45 degrees reaches sqrt(2) up; the other begins at 13.5."""
    turned = base("a", 10, 10, 45, 2, 2)
    assert gap(table(turned, base("b", 10, 14)), "a", "b").value == near(3.5 - math.sqrt(2))


def test_touching_and_overlapping_bases_have_no_gap() -> None:
    assert gap(table(base("a", 10, 10), base("b", 12, 10)), "a", "b").value == 0
    assert gap(table(base("a", 10, 10), base("b", 11, 10)), "a", "b").value == 0


def test_gap_of_round_bases_is_between_rims() -> None:
    """Centres 5 apart (3, 4), radii 0.5 and 1."""
    found = gap(table(disc("a", 10, 10), disc("b", 13, 14, 2)), "a", "b")
    assert found.value == near(3.5)
    assert math.dist(*found.evidence[0].points_in) == near(3.5)


def test_gap_of_units_is_between_their_nearest_bases() -> None:
    """Ranks of three, 6 wide each, side by side with centres 10 apart."""
    there = table(rank("A", 10, 10), rank("B", 20, 10))
    assert gap(there, "A", "B").value == near(4)
    assert base_gap(there, "A1", "B1").value == near(8)


def test_command_distance_is_to_the_nearest_corner() -> None:
    """Centre 12 in off, nearest corner 9: a rank of three, 6 wide, leader's rim at 1.5 in."""
    there = table(disc("L", 10, 10, 3.0), rank("A", 24.5, 10, NORTH, 3, deep_in=0.0001))
    assert command_distance(there, "L", "A").value == near(24.5 - 3 - 10 - 1.5)


def test_shoot_range_is_from_the_front_centre() -> None:
    """Front centre (10, 10.5), the target's nearest corner (13, 13.5)."""
    there = table(base("a", 10, 10), base("b", 14, 14))
    assert shoot_range(there, "a", "b").value == near(math.hypot(3, 3))


def test_shoot_range_of_a_line_is_from_the_middle_of_its_front() -> None:
    """Right end of a rank of three stands under the target: 2 to the side, 8 ahead."""
    there = table(rank("A", 10, 10), base("b", 13, 19, SOUTH))
    assert shoot_range(there, "A", "b").value == near(math.hypot(2, 8))


def test_shoot_range_from_the_pike_block_alone() -> None:
    """The same line; its left base alone is the pike block, front centre (8, 10.5)."""
    there = table(rank("A", 10, 10), base("b", 13, 19, SOUTH))
    assert shoot_range(there, "A", "b", part=frozenset({"A1"})).value == near(math.hypot(4, 8))


def test_shoot_range_of_skirmishers_is_from_the_front_of_their_rectangle() -> None:
    """Discs at 8, 10 and 13 across and 10, 11, 10 deep: the front runs along y = 11.5."""
    there = table(
        disc("s1", 8, 10, unit="S"),
        disc("s2", 10, 11, unit="S"),
        disc("s3", 13, 10, unit="S"),
        base("b", 10.5, 20, SOUTH),
    )
    assert shoot_range(there, "S", "b").value == near(19.5 - 11.5)


def test_the_front_of_two_ranks_is_that_of_the_first() -> None:
    """A second rank and an odd base behind it change nothing."""
    there = table(rank("A", 10, 10), base("x", 10, 9, unit="A"), base("b", 10, 20, SOUTH))
    assert shoot_range(there, "A", "b").value == near(9)


def test_front_range_is_from_the_nearest_point_of_the_front_edge() -> None:
    """From FR (11, 10.5) to (13, 13.5)."""
    there = table(base("a", 10, 10), base("b", 14, 14))
    assert front_range(there, "a", "b").value == near(math.hypot(2, 3))


def test_front_range_of_touching_bases_is_nothing() -> None:
    assert front_range(table(base("a", 10, 10), base("b", 10, 11)), "a", "b").value == near(0)


@pytest.mark.parametrize(
    ("at", "face"),
    [((10, 11), "front"), ((12, 10), "right"), ((8, 10), "left"), ((10, 9), "rear")],
)
def test_contact_names_the_side_that_is_touched(at: tuple[float, float], face: str) -> None:
    """The target faces north; a base of the same size stands against each side in turn."""
    found = contact(table(base("a", *at), base("b", 10, 10)), "a", "b")
    assert (found.face, found.reading.at_least()) == (face, Verdict.IN)
    assert found.reading.value == near(0.1)


def test_contact_with_a_half_overlapping_front_is_still_frontal() -> None:
    found = contact(table(base("a", 11.5, 11), base("b", 10, 10)), "a", "b")
    assert found.face == "front"


def test_contact_margin_is_the_tolerance_less_the_gap() -> None:
    """A gap of 0.5 in against 0.1: out by 0.4."""
    found = contact(table(base("a", 10, 11.5), base("b", 10, 10)), "a", "b")
    assert found.reading.value == near(-0.4)
    assert found.reading.at_least() is Verdict.OUT


def test_contact_of_a_round_base_is_on_the_nearest_side() -> None:
    found = contact(table(disc("a", 11.5, 10.2), base("b", 10, 10)), "a", "b")
    assert (found.face, found.bases) == ("right", ("a", "b"))


def test_attached_within_a_tenth() -> None:
    """Gaps of 0.05 and 0.5 in."""
    there = table(disc("L", 10, 11.05), disc("M", 10, 8.5), base("b", 10, 10))
    assert attached(there, "L", "b").at_least() is Verdict.IN
    assert attached(there, "M", "b").at_least() is Verdict.OUT


def test_edge_distance_near_and_far() -> None:
    """2 by 1 facing east at (10, 10) on 72 by 48: depth across, frontage up."""
    there = table(base("a", 10, 10, EAST))
    found = edge_distance(there, "a", "west"), edge_distance(there, "a", "north")
    assert (found[0].nearest.value, found[0].farthest.value) == (near(9.5), near(10.5))
    assert (found[1].nearest.value, found[1].farthest.value) == (near(37), near(39))


def test_off_table_is_how_far_it_hangs_over() -> None:
    assert off_table(table(base("a", 71.5, 10)), "a").value == near(0.5)
    assert off_table(table(base("a", 70, 10)), "a").value == near(-1)


def test_a_hidden_base_is_not_measured_and_the_error_names_it() -> None:
    hidden = replace(base("b", 10, 14), status="hidden")
    with pytest.raises(Unmeasurable, match="b is hidden"):
        gap(table(base("a", 10, 10), hidden), "a", "b")


def test_a_moving_base_of_a_unit_stops_the_measurement() -> None:
    line = rank("A", 10, 10)
    there = table(replace(line[0], status="moving"), line[1:], base("b", 10, 20))
    with pytest.raises(Unmeasurable, match="A1 is moving"):
        shoot_range(there, "A", "b")


def test_an_unknown_name_is_unmeasurable() -> None:
    with pytest.raises(Unmeasurable, match="nobody"):
        gap(table(base("a", 10, 10)), "a", "nobody")


@pytest.mark.parametrize("ask", [gap, shoot_range, front_range, command_distance, attached])
def test_a_typed_reading_overrules_the_poses(ask: object) -> None:
    """Even those of a hidden base."""
    hidden = replace(base("b", 10, 14), status="hidden")
    typed = HandReading(ask.__name__, "a", "b", 7.25, 0.125)
    found = ask(table(base("a", 10, 10), hidden, readings=(typed,)), "a", "b")
    assert (found.value, found.plus_minus, found.by_hand) == (7.25, 0.125, True)


def test_a_typed_contact_names_its_side_without_any_pose() -> None:
    typed = HandReading("contact_rear", "a", "b", 0.1)
    found = contact(table(readings=(typed,)), "a", "b")
    assert (found.face, found.reading.by_hand) == ("rear", True)


def test_a_payload_names_one_base_of_a_unit() -> None:
    there = table(rank("A", 10, 10), base("b", 20, 10, WEST))
    assert gap(there, "A3", "b").value == near(20 - 0.5 - 13)
