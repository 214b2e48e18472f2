"""Line of sight: who sees whom, past what, and by how much."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from tests.measure.tables import NORTH, SOUTH, base, box, disc, fence, rank, table
from vision.measure.lines.openings import gap_width, los_full_base
from vision.measure.lines.sight import CLEAR_IN, sight
from vision.table.reading import HandReading, Verdict
from vision.table.snapshot import Base

near = pytest.approx


def eye() -> Base:
    """A viewer with its centre at (10, 10)."""
    return base("a", 10, 10, NORTH, 1, 1)


def goal() -> Base:
    """4 in wide, centre 10 in ahead: its near edge runs from (8, 19.5) to (12, 19.5)."""
    return base("b", 10, 20, SOUTH, 4, 1)


HALF_GOAL = math.atan2(2, 9.5)
"""Half the angle that the goal takes up: its near corners are 2 aside and 9.5 ahead."""


def test_nothing_between_is_clear() -> None:
    found = sight(table(eye(), goal()), "a", "b")
    assert (found.reading.value, found.seeing, found.seen) == (CLEAR_IN, ("a",), ("b",))


def test_a_blocker_over_the_left_half_leaves_the_right_one() -> None:
    """Its right edge is straight ahead, so half the goal's angle is free, seen 10 in off."""
    found = sight(table(eye(), goal(), base("x", 8, 15, NORTH, 4, 1)), "a", "b")
    assert found.reading.value == near(10 * HALF_GOAL)
    assert found.blockers == ("x",)


def test_a_wide_blocker_hides_all() -> None:
    """Its near edge reaches 2 aside at 4.5 ahead; the goal's corners lie that much inside."""
    found = sight(table(eye(), goal(), base("x", 10, 15, NORTH, 4, 1)), "a", "b")
    assert found.reading.value == near(-10 * (math.atan2(2, 4.5) - HALF_GOAL))
    assert (found.seeing, found.seen, found.blockers) == ((), (), ("x",))


def test_a_base_behind_the_target_hides_nothing() -> None:
    found = sight(table(eye(), goal(), base("x", 10, 22, NORTH, 9, 1)), "a", "b")
    assert found.reading.value == CLEAR_IN


def test_a_base_behind_the_viewer_hides_nothing() -> None:
    found = sight(table(eye(), goal(), base("x", 10, 8, NORTH, 9, 1)), "a", "b")
    assert found.reading.value == CLEAR_IN


def test_only_what_blocks_is_in_the_way() -> None:
    """Skirmishers, say: by unit, or by a test of the base."""
    there = table(eye(), goal(), base("x", 10, 15, NORTH, 4, 1, kind="forlorn"))
    assert sight(there, "a", "b", blocks=frozenset()).reading.value == CLEAR_IN
    assert sight(there, "a", "b", blocks=frozenset({"x"})).reading.value < 0
    assert sight(there, "a", "b", blocks=lambda b: b.kind != "forlorn").reading.value == CLEAR_IN


def test_a_formed_unit_hides_like_a_wall_though_its_bases_have_joints() -> None:
    """A joint of 0.02 in straight ahead is not looked through."""
    wall = (
        base("x1", 8.99, 15, NORTH, 2, 1, unit="X"),
        base("x2", 11.01, 15, NORTH, 2, 1, unit="X"),
    )
    found = sight(table(eye(), goal(), wall), "a", "b")
    assert found.reading.value < -1


def test_loose_bases_are_looked_between() -> None:
    """Discs of 0.5 in, 2 in apart, 5 in ahead: the middle of the goal is free."""
    loose = tuple(disc(f"x{i}", 8 + 2 * i + 1, 15, 0.5, unit="X") for i in range(2))
    found = sight(table(eye(), goal(), loose), "a", "b")
    # Each disc's inner tangent: its centre is 1 aside and 5 ahead, its radius 0.25.
    inner = math.atan2(1, 5) - math.asin(0.25 / math.hypot(1, 5))
    assert found.reading.value == near(10 * inner)


def test_models_and_targets_are_counted_one_by_one() -> None:
    """Models at x = 8, 10, 12 look through a wall that ends at x = 9 and lies just before
    them, at bases at x = 12, 10, 8: the model behind the wall sees none of them (the line
    from (8, 10) past the wall's end (9, 11) comes to x = 17.5 at the targets' front)."""
    there = table(rank("A", 10, 10), rank("B", 10, 20, SOUTH), base("x", 0, 11.5, NORTH, 18, 1))
    found = sight(there, "A", "B")
    assert (found.seeing, found.seen) == (("A2", "A3"), ("B1", "B2", "B3"))


def test_a_target_that_no_model_sees_is_not_counted() -> None:
    """A wall before the left-hand target, 0.5 in wider on both sides and 0.02 in off it: the
    line from (8, 10) to the target's far corner (11, 20.5) is at x = 10.7 behind it."""
    wall = base("x", 12, 18.99, NORTH, 3, 0.98)
    found = sight(table(rank("A", 10, 10), rank("B", 10, 20, SOUTH), wall), "A", "B")
    assert (found.seeing, found.seen) == (("A1", "A2", "A3"), ("B2", "B3"))


def test_a_wood_between_hides_and_a_field_does_not() -> None:
    for kind, clear in (("wood", False), ("field", True)):
        there = table(eye(), goal(), terrain=(box(kind, 5, 14, 15, 16),))
        assert (sight(there, "a", "b").reading.value > 0) is clear


def test_a_wood_does_not_hide_who_stands_in_it() -> None:
    """How far into it one sees is the rule set's to say."""
    there = table(eye(), goal(), terrain=(box("wood", 5, 18, 15, 25),))
    assert sight(there, "a", "b").reading.value == CLEAR_IN


def test_a_wall_blocks_when_the_rule_set_says_so() -> None:
    there = table(eye(), goal(), terrain=(fence("wall", (0, 15), (20, 15), tags=("high",)),))
    assert sight(there, "a", "b").reading.value == CLEAR_IN
    assert sight(there, "a", "b", terrain=lambda t: "high" in t.tags).reading.value < 0


def test_a_hidden_base_near_the_line_makes_it_too_close_to_call() -> None:
    """And is named; the margin itself is that of the bases that are seen."""
    lost = replace(base("x", 10, 15, NORTH, 4, 1), status="hidden")
    found = sight(table(eye(), goal(), lost), "a", "b").reading
    assert (found.value, found.at_least()) == (CLEAR_IN, Verdict.CLOSE)
    assert "x is hidden" in found.notes[0]


def test_a_hidden_base_far_from_the_line_changes_nothing() -> None:
    lost = replace(base("x", 30, 15, NORTH, 4, 1), status="hidden")
    assert sight(table(eye(), goal(), lost), "a", "b").reading.at_least() is Verdict.IN


def test_what_is_surely_hidden_stays_so_whoever_moves() -> None:
    wall = base("x", 10, 15, NORTH, 4, 1)
    moving = replace(base("y", 10, 17, NORTH, 4, 1), status="moving")
    assert sight(table(eye(), goal(), wall, moving), "a", "b").reading.at_least() is Verdict.OUT


def test_typed_sight_needs_no_pose() -> None:
    found = sight(table(readings=(HandReading("sight", "a", "b", 1.0),)), "a", "b")
    assert (found.seeing, found.seen, found.reading.by_hand) == (("a",), ("b",), True)


def gate(width_in: float) -> tuple[Base, Base]:
    """Two blockers 5 in ahead with that much between them."""
    aside = width_in / 2 + 1.5
    return base("x", 10 - aside, 15, NORTH, 3, 1), base("y", 10 + aside, 15, NORTH, 3, 1)


@pytest.mark.parametrize("width_in", [1.0, 1.8])
def test_gap_width_is_between_the_two_blockers(width_in: float) -> None:
    """The opening is narrower than what would show the goal past either of them."""
    found = gap_width(table(eye(), goal(), *gate(width_in)), "a", "b")
    assert (found.reading.value, set(found.between)) == (near(width_in), {"x", "y"})


def test_a_line_hemmed_in_on_one_side_has_no_gap() -> None:
    found = gap_width(table(eye(), goal(), base("x", 8, 15, NORTH, 3.8, 1)), "a", "b")
    assert (found.reading.value, found.between) == (99, ())


def test_gap_between_a_unit_and_a_wood() -> None:
    """Unit up to x = 9, wood from x = 11."""
    there = table(
        eye(), goal(), base("x", 7, 15, NORTH, 4, 1), terrain=(box("wood", 11, 14, 20, 16),)
    )
    found = gap_width(there, "a", "b")
    assert found.reading.value == near(2)


def test_friends_beside_the_viewer_are_no_gap() -> None:
    """They stand in one line with it; the line of sight does not pass between them."""
    there = table(eye(), base("x", 8.5, 10, NORTH, 2, 1), base("y", 11.5, 10, NORTH, 2, 1), goal())
    assert gap_width(there, "a", "b").between == ()


@pytest.mark.parametrize(("shift_in", "seen"), [(-0.1, True), (0.1, False)])
def test_the_whole_base_is_in_sight_or_not(shift_in: float, seen: bool) -> None:
    """A disc of 1 in, 10 in ahead: its left tangent is asin(0.5 / 10) off. A blocker's right
    edge, from 4.5 to 5.5 ahead, is nearest to that tangent at 5.5 (0.276 in aside)."""
    edge = 10 - math.tan(math.asin(0.05)) * 5.5 + shift_in
    there = table(eye(), disc("b", 10, 20), base("x", edge - 1, 15, NORTH, 2, 1))
    found = los_full_base(there, "a", "b")
    assert (found.reading.value > 0, found.blockers == ()) == (seen, seen)


def test_what_is_near_either_figure_does_not_count() -> None:
    """An obstruction 0.5 in before the target, straight in the line."""
    there = table(eye(), disc("b", 10, 20), disc("x", 10, 18.5))
    assert los_full_base(there, "a", "b").reading.value < 0
    assert los_full_base(there, "a", "b", near_in=0.6).reading.value > 0
