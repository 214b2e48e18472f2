"""What must hold on every table: rigid motion, symmetry, and shapely as a second opinion."""

from __future__ import annotations

import math
from collections.abc import Callable

import pytest
import shapely
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from shapely.geometry import LineString, MultiPoint, Point, Polygon

from tests.measure.tables import base, disc, moved, rank, table
from vision.measure.arc import gun_arc, in_arc, zone
from vision.measure.formation import spacing
from vision.measure.ground import share_on
from vision.measure.lines.lanes import friend_to_line, lane_clear
from vision.measure.lines.openings import gap_width, los_full_base
from vision.measure.lines.sight import sight
from vision.measure.move import facing_change, in_forward_arc, move_distance
from vision.measure.range import contact, front_range, gap, segment_gap, shoot_range
from vision.measure.shapes.convex import Piece, area_depth, convex_gap, meets_after, piece_of, swept
from vision.measure.shapes.footprint import Footprint, outline, separation
from vision.measure.shapes.polygon import area, clip, cuts, hull, is_inside, length_inside, line_gap
from vision.table.snapshot import Snapshot

near = pytest.approx
few = settings(max_examples=60, deadline=None)

place = st.tuples(st.floats(5, 25), st.floats(5, 25), st.floats(-180, 180))
size = st.tuples(st.floats(0.5, 6), st.floats(0.5, 3))


def foot(at: tuple[float, float, float], of: tuple[float, float], round_: bool) -> Footprint:
    """A base's outline; a round one has the first size across."""
    one = base("x", *at, *of) if not round_ else disc("x", at[0], at[1], of[0])
    return outline(one, *at)


def shape_of(one: Footprint) -> shapely.Geometry:
    """The same for shapely; a disc as 256 sides a quarter (short by 1e-5 of its radius)."""
    if one.radius_in:
        return Point(one.x_in, one.y_in).buffer(one.radius_in, quad_segs=256)
    return Polygon(one.corners_in)


@few
@given(place, size, st.booleans(), place, size, st.booleans())
def test_separation_agrees_with_shapely(
    p: tuple[float, float, float],
    p_size: tuple[float, float],
    p_round: bool,
    q: tuple[float, float, float],
    q_size: tuple[float, float],
    q_round: bool,
) -> None:
    """Outside: the distance. Inside: not positive exactly when the areas meet."""
    a, b = foot(p, p_size, p_round), foot(q, q_size, q_round)
    known = shape_of(a).distance(shape_of(b))
    # A disc of at most 3 in radius is 3e-5 short as shapely has it.
    assert max(separation(a, b), 0.0) == near(known, abs=1e-4)
    assert separation(a, b) == near(separation(b, a), abs=1e-9)
    assert max(convex_gap(piece_of([a]), piece_of([b])), 0.0) == near(known, abs=1e-4)


@few
@given(place, size, st.tuples(st.floats(-8, 8), st.floats(-8, 8)), st.floats(-90, 90))
def test_swept_ground_is_the_hull_of_both_outlines(
    p: tuple[float, float, float],
    p_size: tuple[float, float],
    way: tuple[float, float],
    turn: float,
) -> None:
    a = foot(p, p_size, False)
    b = foot((p[0] + way[0], p[1] + way[1], p[2] + turn), p_size, False)
    known = MultiPoint([*a.corners_in, *b.corners_in]).convex_hull
    assert area(swept(a, b).points_in) == near(known.area, abs=1e-6)


STAR = ((4.0, 4.0), (15.0, 9.0), (26.0, 4.0), (20.0, 15.0), (26.0, 26.0), (15.0, 20.0), (4.0, 26.0))
"""An area that is anything but convex."""


@few
@given(place, size)
def test_overlap_with_an_area_agrees_with_shapely(
    p: tuple[float, float, float], p_size: tuple[float, float]
) -> None:
    """The sign, the distance outside, and the share of the base's area on it.

    Areas that only touch (27.0, 26.0 turned by 180 degrees) have a depth of rounding, 1e-15 in,
    of either sign: there the two may differ in what they call it.
    """
    one, star = foot(p, p_size, False), Polygon(STAR)
    depth, known = area_depth(piece_of([one]), STAR), shape_of(one)
    assert max(-depth, 0.0) == near(known.distance(star), abs=1e-9)
    if abs(depth) > 1e-9:
        assert (depth > 0) == known.intersects(star)
    expected = known.intersection(star).area / known.area
    assert share_on(one, STAR) == near(expected, abs=1e-9)


@few
@given(place, place)
def test_lines_and_areas_agree_with_shapely(
    p: tuple[float, float, float], q: tuple[float, float, float]
) -> None:
    start, end, star = p[:2], q[:2], Polygon(STAR)
    segment = LineString([start, end])
    assert length_inside(start, end, (STAR,)) == near(segment.intersection(star).length, abs=1e-6)
    assert line_gap(start, end, STAR) == near(segment.distance(star.exterior), abs=1e-9)
    assert is_inside(STAR, start) == star.contains(Point(start))
    assert (len(cuts(start, end, STAR)) > 0) == segment.intersects(star.exterior)


@few
@given(place, size, place)
def test_segment_gap_agrees_with_shapely(
    p: tuple[float, float, float],
    p_size: tuple[float, float],
    q: tuple[float, float, float],
) -> None:
    one, start, end = foot(p, p_size, False), (15.0, 15.0), q[:2]
    known = LineString([start, end]).distance(shape_of(one))
    found, on, at = segment_gap(start, end, one)
    assert max(found, 0.0) == near(known, abs=1e-9)
    if known > 0:
        assert math.dist(on, at) == near(known, abs=1e-9)


@few
@given(place, size, place, size, st.floats(0, 2 * math.pi))
def test_after_the_way_to_first_contact_two_pieces_touch(
    p: tuple[float, float, float],
    p_size: tuple[float, float],
    q: tuple[float, float, float],
    q_size: tuple[float, float],
    angle: float,
) -> None:
    """And not before: moved on by all but a hair they are still apart."""
    a, b = foot(p, p_size, False), piece_of([foot(q, q_size, False)])
    way = (math.cos(angle), math.sin(angle))
    far = meets_after(piece_of([a]), way, b)
    if 0 < far < math.inf:
        there = foot((p[0] + way[0] * far, p[1] + way[1] * far, p[2]), p_size, False)
        assert convex_gap(piece_of([there]), b) == near(0, abs=1e-6)
        short = far * 0.99
        there = foot((p[0] + way[0] * short, p[1] + way[1] * short, p[2]), p_size, False)
        assert convex_gap(piece_of([there]), b) > 0


@few
@given(st.lists(st.tuples(st.floats(0, 9), st.floats(0, 9)), min_size=3, max_size=9))
def test_hull_agrees_with_shapely(points: list[tuple[float, float]]) -> None:
    assert area(hull(points)) == near(MultiPoint(points).convex_hull.area, abs=1e-6)


def test_clip_keeps_the_part_inside_a_line() -> None:
    """The unit square cut by x <= 0.25."""
    square = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
    assert area(clip(square, ((-1.0, 0.0, 0.25),))) == near(0.25)


def scene(
    p: tuple[float, float, float], q: tuple[float, float, float], r: tuple[float, float, float]
) -> Snapshot:
    """Two ranks and a lone base between, under or beside them."""
    return table(rank("A", *p), rank("B", *q), base("x", *r), disc("s", r[0] + 3, r[1]))


Ask = Callable[[Snapshot], float]
KEPT: dict[str, Ask] = {
    "gap": lambda t: gap(t, "A", "B").value,
    "shoot_range": lambda t: shoot_range(t, "A", "B").value,
    "front_range": lambda t: front_range(t, "A", "B").value,
    "contact": lambda t: contact(t, "A", "B").reading.value,
    "in_arc": lambda t: in_arc(t, "A", "B").reading.value,
    "gun_arc": lambda t: gun_arc(t, "A", "B").value,
    "zone": lambda t: zone(t, "A", "B").reading.value,
    "sight": lambda t: sight(t, "A", "B").reading.value,
    "los_full_base": lambda t: los_full_base(t, "x", "B").reading.value,
    "lane_clear": lambda t: lane_clear(t, "A", "B").reading.value,
    "friend_to_line": lambda t: friend_to_line(t, "A", "B", frozenset({"x"})).value,
    "gap_width": lambda t: gap_width(t, "A", "B").reading.value,
    "spacing": lambda t: spacing(t, "A").value,
}


@pytest.mark.parametrize("name", KEPT)
@settings(max_examples=25, deadline=None)
@given(place, place, place, st.floats(-180, 180), st.floats(-9, 9), st.floats(-9, 9))
def test_turning_and_shifting_the_whole_table_changes_nothing(
    name: str,
    p: tuple[float, float, float],
    q: tuple[float, float, float],
    r: tuple[float, float, float],
    turn: float,
    dx: float,
    dy: float,
) -> None:
    there = scene(p, (q[0], q[1] + 20, q[2]), (r[0], r[1] + 10, r[2]))
    assume(not _any_overlap(there))
    assert KEPT[name](moved(there, turn, dx, dy)) == near(KEPT[name](there), abs=1e-6)


def _any_overlap(there: Snapshot) -> bool:
    """Bases one on another: who hides whom is then a matter of the last digit."""
    feet = [outline(b, b.pose.x_in, b.pose.y_in, b.pose.facing_deg) for b in there.bases if b.pose]
    names = [b.unit_id for b in there.bases]
    pairs = [(i, j) for i in range(len(feet)) for j in range(i) if names[i] != names[j]]
    return any(separation(feet[i], feet[j]) < 0.01 for i, j in pairs)


SAME_BOTH_WAYS: dict[str, Callable[[Snapshot, str, str], float]] = {
    "gap": lambda t, a, b: gap(t, a, b).value,
    "contact": lambda t, a, b: contact(t, a, b).reading.value,
}


@pytest.mark.parametrize("name", SAME_BOTH_WAYS)
@few
@given(place, place, place)
def test_what_is_between_two_units_is_the_same_from_either(
    name: str,
    p: tuple[float, float, float],
    q: tuple[float, float, float],
    r: tuple[float, float, float],
) -> None:
    ask, there = SAME_BOTH_WAYS[name], scene(p, q, r)
    assert ask(there, "A", "B") == near(ask(there, "B", "A"), abs=1e-9)


@few
@given(place, place, st.floats(-180, 180), st.floats(-9, 9), st.floats(-9, 9))
def test_a_move_measures_the_same_on_a_turned_table(
    p: tuple[float, float, float],
    q: tuple[float, float, float],
    turn: float,
    dx: float,
    dy: float,
) -> None:
    before, after = table(rank("A", *p)), table(rank("A", *q))
    turned = moved(before, turn, dx, dy), moved(after, turn, dx, dy)
    for ask in (facing_change, move_distance, in_forward_arc):
        known = ask(before, after, "A").value
        assert ask(*turned, "A").value == near(known, abs=1e-6)


@few
@given(place, place)
def test_the_way_there_is_as_long_as_the_way_back(
    p: tuple[float, float, float], q: tuple[float, float, float]
) -> None:
    one, two = table(rank("A", *p)), table(rank("A", *q))
    for ask in (facing_change, move_distance):
        assert ask(one, two, "A").value == near(ask(two, one, "A").value, abs=1e-9)


def test_a_piece_may_be_a_point_or_a_wall() -> None:
    """A wall 4 long seen from a point 3 off its middle and 5 off its end."""
    wall = Piece(((0.0, 0.0), (4.0, 0.0)))
    assert convex_gap(wall, Piece(((2.0, 3.0),))) == near(3)
    assert convex_gap(wall, Piece(((8.0, 3.0),))) == near(5)
    assert convex_gap(Piece(((8.0, 3.0),)), Piece(((8.0, 7.0),), 1.0)) == near(3)
