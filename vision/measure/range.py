"""Distances: between outlines, from a front centre, from a front edge, to a table edge.

Definitions are in docs/measuring.md. Every query looks first for a hand-taken reading of
its own name, and raises ``Unmeasurable`` when a base it needs is hidden, moving or unseen.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import cast

from vision.measure.answers import Contact, Edge, EdgeDistance, Face
from vision.measure.overrides import by_hand, line, payloads, remembered, side_by_hand
from vision.measure.shapes.footprint import (
    Footprint,
    Part,
    Placed,
    closest_pair,
    closest_points,
    nearest_point,
    placed_unit,
    point_gap,
    shape,
    unit_corners,
)
from vision.measure.shapes.polygon import on_segment
from vision.measure.uncertain import is_exact, plus_minus
from vision.table.reading import Point, Reading
from vision.table.snapshot import Snapshot

CONTENDER_IN = 0.5
"""A pair of bases this much farther apart than the nearest pair does not count for the ±."""

TOUCH_IN = 0.1
"""A gap at or under this counts as contact unless a rule set says otherwise."""


def _outlines(placed: Sequence[Placed]) -> list[Footprint]:
    return [one.outline for one in placed]


def _gap(
    what: str, snapshot: Snapshot, frm: str, to: str, part: Part = None, to_part: Part = None
) -> Reading:
    typed = by_hand(snapshot, what, frm, to)
    if typed:
        return typed
    first = placed_unit(snapshot, frm, part)
    second = placed_unit(snapshot, to, to_part)
    value, i, j = closest_pair(_outlines(first), _outlines(second))
    spread = _gap_spread(first, second, value)
    evidence = line(*closest_points(first[i].outline, second[j].outline))
    return Reading(what, max(value, 0.0), spread, "in", frm, to, evidence)


def _gap_spread(first: Sequence[Placed], second: Sequence[Placed], value: float) -> float:
    if is_exact(first) and is_exact(second):
        return 0.0
    own, other = _contenders(first, second, value), _contenders(second, first, value)
    count = len(own)
    return plus_minus(lambda feet: closest_pair(feet[:count], feet[count:])[0], own + other)


def _contenders(own: Sequence[Placed], other: Sequence[Placed], value: float) -> tuple[Placed, ...]:
    """The bases that could be the nearest if every pose were a little wrong."""
    feet = _outlines(other)
    return tuple(
        one for one in own if closest_pair((one.outline,), feet)[0] <= value + CONTENDER_IN
    )


@remembered
def gap(snapshot: Snapshot, a: str, b: str, *, part: Part = None, to_part: Part = None) -> Reading:
    """Shortest distance between the outlines of two units, inches; 0 when they touch.

    *part* and *to_part* keep to some bases of each.
    """
    return _gap("gap", snapshot, a, b, part, to_part)


@remembered
def base_gap(snapshot: Snapshot, a: str, b: str) -> Reading:
    """Shortest distance between two single bases, by their payloads; inches."""
    return _gap("base_gap", snapshot, a, b, frozenset({a}), frozenset({b}))


@remembered
def command_distance(snapshot: Snapshot, leader: str, unit: str) -> Reading:
    """From the edge of the leader's base to the nearest point of the unit, inches."""
    return _gap("command_distance", snapshot, leader, unit)


@remembered
def shoot_range(
    snapshot: Snapshot,
    shooter: str,
    target: str,
    *,
    part: Part = None,
    loose: frozenset[str] | None = None,
    to_part: Part = None,
) -> Reading:
    """From the front centre of the shooter to the nearest point of the target, inches.

    *part*: the bases of the shooter whose front centre is meant (a pike block, the gun's
    own base). *loose*: the units that stand loosely; None: judged by how they stand.
    """
    typed = by_hand(snapshot, "shoot_range", shooter, target)
    if typed:
        return typed
    first, how = unit_corners(snapshot, shooter, loose, part)
    second, count = placed_unit(snapshot, target, to_part), len(first)

    def value(outlines: Sequence[Footprint]) -> float:
        x, y = shape(outlines[:count], how).fc
        return min(point_gap(foot, x, y) for foot in outlines[count:])

    everyone = first + second
    outlines = _outlines(everyone)
    start = shape(outlines[:count], how).fc
    nearest = min(outlines[count:], key=lambda foot: point_gap(foot, *start))
    spread = plus_minus(value, everyone)
    evidence = line(start, nearest_point(nearest, *start))
    far = max(point_gap(nearest, *start), 0.0)
    return Reading("shoot_range", far, spread, "in", shooter, target, evidence)


@remembered
def front_range(
    snapshot: Snapshot,
    shooter: str,
    target: str,
    *,
    part: Part = None,
    loose: frozenset[str] | None = None,
) -> Reading:
    """From the front edge of the shooter (FL to FR) to the nearest point of the target."""
    typed = by_hand(snapshot, "front_range", shooter, target)
    if typed:
        return typed
    first, how = unit_corners(snapshot, shooter, loose, part)
    second, count = placed_unit(snapshot, target), len(first)

    def value(outlines: Sequence[Footprint]) -> float:
        front = shape(outlines[:count], how)
        return min(segment_gap(front.fl, front.fr, foot)[0] for foot in outlines[count:])

    everyone = first + second
    outlines = _outlines(everyone)
    front = shape(outlines[:count], how)
    far, start, end = min(segment_gap(front.fl, front.fr, foot) for foot in outlines[count:])
    spread = plus_minus(value, everyone)
    return Reading("front_range", max(far, 0.0), spread, "in", shooter, target, line(start, end))


def segment_gap(p: Point, q: Point, foot: Footprint) -> tuple[float, Point, Point]:
    """From the segment p-q to an outline, inches, and the two nearest points.

    Negative when the segment runs into the outline, by the depth of its deepest end or, if
    it only passes through, by the reach of the outline on its nearer side.
    """
    centre = (foot.x_in, foot.y_in)
    if foot.radius_in:
        on = on_segment(p, q, centre)
        return math.dist(on, centre) - foot.radius_in, on, nearest_point(foot, *on)
    tries = [(point_gap(foot, *end), end, nearest_point(foot, *end)) for end in (p, q)]
    for corner in foot.corners_in:
        on = on_segment(p, q, corner)
        tries.append((math.dist(on, corner), on, corner))
    best = min(tries)
    depth = _crossing_depth(p, q, foot)
    if depth < 0 <= best[0]:
        on = on_segment(p, q, centre)
        return depth, on, nearest_point(foot, *on)
    return best


def _crossing_depth(p: Point, q: Point, foot: Footprint) -> float:
    """Separating-axis depth of a segment in a rectangle: negative when they overlap."""
    cx, cy = (p[0] + q[0]) / 2 - foot.x_in, (p[1] + q[1]) / 2 - foot.y_in
    hx, hy = (q[0] - p[0]) / 2, (q[1] - p[1]) / 2
    ux, uy = foot.ahead
    half_d, half_w = foot.half_depth_in, foot.half_width_in
    along = abs(cx * ux + cy * uy) - half_d - abs(hx * ux + hy * uy)
    across = abs(cy * ux - cx * uy) - half_w - abs(hy * ux - hx * uy)
    size = math.hypot(hx, hy)
    if size < 1e-12:
        return max(along, across)
    nx, ny = -hy / size, hx / size
    wide = half_d * abs(ux * nx + uy * ny) + half_w * abs(ux * ny - uy * nx)
    return max(along, across, abs(cx * nx + cy * ny) - wide)


FACES: tuple[Face, Face, Face, Face] = ("front", "right", "rear", "left")


@remembered
def contact(snapshot: Snapshot, a: str, b: str, *, tolerance_in: float = TOUCH_IN) -> Contact:
    """Do two units touch, and which side of *b* is it?

    The margin is the tolerance less the gap, inches. The side is that of b's nearest base,
    found by the edge of it that a's base lies farthest outside of. Typed in: ``contact``,
    or with its side ``contact_front`` and so on.
    """
    told = side_by_hand(snapshot, "contact", a, b, FACES)
    if told:
        bases = payloads(snapshot, a)[0], payloads(snapshot, b)[0]
        return Contact(told[0], cast("Face", told[1]), told[0], bases)
    typed = by_hand(snapshot, "contact", a, b)
    first, second = placed_unit(snapshot, a), placed_unit(snapshot, b)
    _, i, j = closest_pair(_outlines(first), _outlines(second))
    space = _gap("contact", snapshot, a, b)
    reading = typed or Reading(
        "contact", tolerance_in - space.value, space.plus_minus, "in", a, b, space.evidence
    )
    pair = (first[i], second[j])
    face, clear = _faced(pair[0].outline, pair[1].outline)
    spread = plus_minus(lambda two: _faced(two[0], two[1])[1], pair)
    edge = Reading("contact_face", clear, spread, "in", a, b)
    return Contact(reading, face, edge, (pair[0].base.payload, pair[1].base.payload))


def _faced(a: Footprint, b: Footprint) -> tuple[Face, float]:
    """The side of b that a lies at, and by how many inches more than at the next side."""
    ux, uy = b.ahead
    outward = ((ux, uy), (uy, -ux), (-ux, -uy), (-uy, ux))
    halves = (b.half_depth_in, b.half_width_in, b.half_depth_in, b.half_width_in)
    cx, cy = a.x_in - b.x_in, a.y_in - b.y_in
    outside = [
        cx * nx + cy * ny - reach_along(a, nx, ny) - half
        for (nx, ny), half in zip(outward, halves, strict=True)
    ]
    order = sorted(range(4), key=lambda k: -outside[k])
    return FACES[order[0]], outside[order[0]] - outside[order[1]]


def reach_along(foot: Footprint, nx: float, ny: float) -> float:
    if foot.radius_in:
        return foot.radius_in
    ux, uy = foot.ahead
    return foot.half_depth_in * abs(ux * nx + uy * ny) + foot.half_width_in * abs(ux * ny - uy * nx)


@remembered
def attached(
    snapshot: Snapshot, leader: str, unit: str, *, tolerance_in: float = TOUCH_IN
) -> Reading:
    """Does the leader's base touch the unit?  Margin: the tolerance less the gap, inches."""
    typed = by_hand(snapshot, "attached", leader, unit)
    if typed:
        return typed
    space = _gap("attached", snapshot, leader, unit)
    margin = tolerance_in - space.value
    return Reading("attached", margin, space.plus_minus, "in", leader, unit, space.evidence)


@remembered
def edge_distance(snapshot: Snapshot, unit: str, edge: Edge) -> EdgeDistance:
    """From a table edge to the nearest and to the farthest point of a unit, inches.

    Hand-taken readings are looked for as ``edge_nearest`` and ``edge_farthest``.
    """
    near = by_hand(snapshot, "edge_nearest", unit, edge)
    far = by_hand(snapshot, "edge_farthest", unit, edge)
    if near and far:
        return EdgeDistance(near, far)
    placed = placed_unit(snapshot, unit)
    size = snapshot.size_in
    return EdgeDistance(
        near or _edge_reading("edge_nearest", placed, unit, edge, size, False),
        far or _edge_reading("edge_farthest", placed, unit, edge, size, True),
    )


def _edge_reading(
    what: str,
    placed: Sequence[Placed],
    unit: str,
    edge: Edge,
    size_in: Point,
    farthest: bool,
) -> Reading:
    def value(outlines: Sequence[Footprint]) -> float:
        return past_edge(outlines, edge, size_in, farthest)

    outlines = _outlines(placed)
    far = value(outlines)
    return Reading(what, far, plus_minus(value, placed), "in", unit, edge)


INWARD: dict[Edge, Point] = {
    "south": (0.0, 1.0),
    "north": (0.0, -1.0),
    "west": (1.0, 0.0),
    "east": (-1.0, 0.0),
}


def past_edge(outlines: Sequence[Footprint], edge: Edge, size_in: Point, farthest: bool) -> float:
    nx, ny = INWARD[edge]
    start = max(-nx, 0.0) * size_in[0] + max(-ny, 0.0) * size_in[1]
    sign = 1.0 if farthest else -1.0
    reaches = [
        start + foot.x_in * nx + foot.y_in * ny + sign * reach_along(foot, nx, ny)
        for foot in outlines
    ]
    return max(reaches) if farthest else min(reaches)


@remembered
def off_table(snapshot: Snapshot, unit: str) -> Reading:
    """Does the unit hang over the edge of the table?  Margin: by how many inches."""
    typed = by_hand(snapshot, "off_table", unit, "")
    if typed:
        return typed
    placed = placed_unit(snapshot, unit)

    def value(outlines: Sequence[Footprint]) -> float:
        return -min(past_edge(outlines, edge, snapshot.size_in, False) for edge in INWARD)

    return Reading("off_table", value(_outlines(placed)), plus_minus(value, placed), "in", unit)
