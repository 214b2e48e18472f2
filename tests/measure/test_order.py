"""Units in order, two armies' lines, views of a rout, and leaving enemies behind."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.measure.tables import EAST, NORTH, SOUTH, base, box, rank, table, with_errors
from vision.measure.order import (
    bearing_away,
    front_line_gap,
    lateral_order,
    least,
    nearest,
    nearest_by_gap,
    not_behind,
    rout_view,
)
from vision.table.reading import Reading, Verdict

near = pytest.approx


def test_targets_in_arc_and_sight_nearest_first() -> None:
    """One behind the shooter and one behind a wood are not offered."""
    there = table(
        rank("A", 30, 10),
        base("far", 30, 26, SOUTH),
        base("near", 33, 18, SOUTH),
        base("behind", 30, 4, NORTH),
        base("hidden", 20, 25, SOUTH),
        terrain=(box("wood", 15, 18, 26, 22),),
    )
    found = nearest(there, "A", ("far", "behind", "near", "hidden"))
    assert [one.unit for one in found] == ["near", "far"]
    assert all(one.may is Verdict.IN for one in found)


def test_a_hidden_candidate_may_be_the_nearest() -> None:
    """It was last seen 6.5 in off; nobody can say whether it is still there."""
    lost = replace(base("lost", 30, 17.5, SOUTH), status="hidden")
    there = table(base("a", 30, 10), lost, base("far", 30, 26, SOUTH))
    found = nearest(there, "a", ("far", "lost"), look=False)
    assert [(one.unit, one.may) for one in found] == [
        ("lost", Verdict.CLOSE),
        ("far", Verdict.IN),
    ]
    assert found[0].distance.value == near(6.5)
    assert found[0].distance.notes == ("lost is hidden",)


def test_without_arc_or_sight_all_are_offered() -> None:
    there = table(base("a", 30, 10), base("b", 30, 4), base("c", 30, 12))
    found = nearest(there, "a", ("b", "c"), half_angle_deg=None, look=False)
    assert [one.unit for one in found] == ["c", "b"]


def test_nearest_by_gap_within_a_distance() -> None:
    """Gaps 2, 5 and 9."""
    there = table(base("a", 10, 10), base("b", 10, 13), base("c", 17, 10), base("d", 10, 20))
    found = nearest_by_gap(there, "a", ("d", "c", "b"), 6.0)
    assert [(one.to, one.value) for one in found] == [("b", near(2)), ("c", near(5))]


def test_left_to_right_as_each_player_looks_at_the_table() -> None:
    there = table(base("a", 10, 30), base("b", 30, 10), base("c", 20, 20))
    units = ("b", "a", "c")
    assert lateral_order(there, "south", units).units == ("a", "c", "b")
    assert lateral_order(there, "north", units).units == ("b", "c", "a")
    assert lateral_order(there, "west", units).units == ("a", "c", "b")
    assert lateral_order(there, "east", units).units == ("b", "c", "a")


def test_neighbours_too_close_to_call_are_told() -> None:
    there = with_errors(table(base("a", 10, 30), base("b", 10.1, 10), base("c", 20, 20)), 0.1)
    assert lateral_order(there, "south", ("a", "b", "c")).close == (("a", "b"),)


def test_front_lines_are_apart_by_their_foremost_bases() -> None:
    """Foremost points at y = 8.5 and y = 40.5."""
    there = table(
        base("a", 10, 8, side="red"),
        base("b", 30, 4, side="red"),
        base("c", 10, 41, side="blue"),
        base("d", 10, 45, side="blue"),
    )
    assert front_line_gap(there, "red", "blue").value == near(32)
    assert front_line_gap(there, "blue", "red").value == near(32)


def reading(value: float, plus_minus: float) -> Reading:
    return Reading("test", value, plus_minus)


@pytest.mark.parametrize(
    ("parts", "verdict"),
    [
        (((2, 0.1), (3, 0.1)), Verdict.IN),
        (((2, 0.1), (-1, 0.1)), Verdict.OUT),
        (((0.5, 0.1), (0.6, 0.8)), Verdict.CLOSE),
        (((-1, 0.1), (0.2, 0.5)), Verdict.OUT),
    ],
)
def test_all_of_several_margins(parts: tuple[tuple[float, float], ...], verdict: Verdict) -> None:
    """Yes only when every one is, no when any one is, and a doubtful one is felt."""
    assert least("all", [reading(*part) for part in parts]).at_least() is verdict


def test_a_rout_in_front_and_near_is_seen() -> None:
    """Gap 6, within 10."""
    there = table(base("a", 10, 10), base("r", 10, 17))
    assert rout_view(there, "a", "r").value == near(3)  # sight's most
    assert not_behind(there, "a", "r", within_in=10).value == near(4)


def test_a_rout_behind_is_not_seen() -> None:
    """All of it inside the 45 degree wedge behind the rear corners."""
    there = table(base("a", 10, 10), base("r", 10, 5))
    assert rout_view(there, "a", "r").at_least() is Verdict.OUT


def test_a_rout_partly_out_of_the_rear_zone_counts_from_there() -> None:
    """The router is 12 wide, 4 behind; from RR (11, 9.5) the wedge at y = 5.5 reaches to
    x = 15, so its right end from 15 to 16 is outside: at (15, 5.5), 4 aside and 4 back."""
    there = table(base("a", 10, 10), base("r", 10, 5, NORTH, 12, 1))
    found = not_behind(there, "a", "r", within_in=10)
    assert found.value == near(10 - 32**0.5)


def test_a_rout_too_far_off_or_hidden_is_not_seen() -> None:
    far = table(base("a", 10, 10), base("r", 10, 22))
    assert rout_view(far, "a", "r").value == near(-1)
    screened = table(base("a", 10, 10), base("r", 10, 17), terrain=(box("wood", 0, 12, 20, 14),))
    assert rout_view(screened, "a", "r").at_least() is Verdict.OUT


def test_away_from_every_enemy() -> None:
    """From 3 to 5 from one; the other is 1 nearer than before."""
    foes = base("e", 10, 14), base("f", 10, 2)
    before, after = table(base("a", 10, 10), *foes), table(base("a", 10, 8), *foes)
    assert bearing_away(before, after, "a", ("e",)).value == near(2)
    assert bearing_away(before, after, "a", ("e", "f")).value == near(-2)


def test_the_width_of_the_table_may_divide_the_armies() -> None:
    """Facing each other along the length: from x = 10.5 to x = 39.5."""
    there = table(base("a", 10, 8, EAST, side="red"), base("b", 40, 30, EAST, side="blue"))
    assert front_line_gap(there, "red", "blue", axis="width").value == near(29)
