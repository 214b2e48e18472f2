"""Arithmetic on polygons that need not be convex: terrain, swept areas.

A polygon is its corners in order, either way round, the last joined to the first.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from vision.measure.shapes.footprint import Footprint, point_gap
from vision.table.reading import HAIR, Point

HalfPlanes = Sequence[tuple[float, float, float]]
DISC_SIDES = 64


def on_segment(p: Point, q: Point, near: Point) -> Point:
    """The point of the segment p-q nearest to *near*."""
    dx, dy = q[0] - p[0], q[1] - p[1]
    size = dx * dx + dy * dy
    if size == 0:
        return p
    t = ((near[0] - p[0]) * dx + (near[1] - p[1]) * dy) / size
    t = min(max(t, 0.0), 1.0)
    return p[0] + t * dx, p[1] + t * dy


def area(corners: Sequence[Point]) -> float:
    """Square inches inside a polygon that does not cross itself (shoelace formula)."""
    twice = 0.0
    for k, (x, y) in enumerate(corners):
        px, py = corners[k - 1]
        twice += px * y - x * py
    return abs(twice) / 2


def clip(corners: Sequence[Point], lines: HalfPlanes) -> tuple[Point, ...]:
    """The part of a convex polygon inside all the lines (Sutherland and Hodgman).

    A line (nx, ny, c) keeps the points with nx*x + ny*y + c >= 0.
    """
    kept = list(corners)
    for nx, ny, c in lines:
        old, kept = kept, []
        for k, (x, y) in enumerate(old):
            px, py = old[k - 1]
            here, there = nx * x + ny * y + c, nx * px + ny * py + c
            if (here < 0) != (there < 0):
                t = there / (there - here)
                kept.append((px + (x - px) * t, py + (y - py) * t))
            if here >= 0:
                kept.append((x, y))
    return tuple(kept)


def clip_area(corners: Sequence[Point], lines: HalfPlanes) -> float:
    """Square inches of a convex polygon inside all the lines."""
    return area(clip(corners, lines))


def disc_outline(x_in: float, y_in: float, radius_in: float) -> tuple[Point, ...]:
    """A disc as a polygon; its area is 0.2 % short of the disc's."""
    turns = [2 * math.pi * k / DISC_SIDES for k in range(DISC_SIDES)]
    return tuple((x_in + radius_in * math.cos(t), y_in + radius_in * math.sin(t)) for t in turns)


def hull(points: Sequence[Point]) -> tuple[Point, ...]:
    """The convex hull, counter-clockwise (Andrew's monotone chain)."""
    ordered = sorted(set(points))
    if len(ordered) < 3:
        return tuple(ordered)
    lower, upper = _chain(ordered), _chain(ordered[::-1])
    return (*lower[:-1], *upper[:-1])


def _chain(points: Sequence[Point]) -> list[Point]:
    kept: list[Point] = []
    for x, y in points:
        while len(kept) > 1:
            (ax, ay), (bx, by) = kept[-2], kept[-1]
            if (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0:
                break
            kept.pop()
        kept.append((x, y))
    return kept


def is_inside(corners: Sequence[Point], at: Point) -> bool:
    """Is the point inside the polygon?  (Even-odd rule.)"""
    x, y = at
    inside = False
    for k, (ax, ay) in enumerate(corners):
        bx, by = corners[k - 1]
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            inside = not inside
    return inside


def edges(corners: Sequence[Point], closed: bool = True) -> tuple[tuple[Point, Point], ...]:
    """The sides of a polygon, or the pieces of an open line."""
    pairs = zip(corners[:-1], corners[1:], strict=True)
    return (*pairs, (corners[-1], corners[0])) if closed else tuple(pairs)


def _side(p: Point, q: Point, at: Point) -> float:
    return (q[0] - p[0]) * (at[1] - p[1]) - (q[1] - p[1]) * (at[0] - p[0])


def segment_distance(p: Point, q: Point, a: Point, b: Point) -> float:
    """Between two segments, inches; 0 when they cross."""
    if _side(p, q, a) * _side(p, q, b) < 0 and _side(a, b, p) * _side(a, b, q) < 0:
        return 0.0
    return min(
        math.dist(on_segment(a, b, p), p),
        math.dist(on_segment(a, b, q), q),
        math.dist(on_segment(p, q, a), a),
        math.dist(on_segment(p, q, b), b),
    )


def outline_gap(foot: Footprint, corners: Sequence[Point], closed: bool = True) -> float:
    """From a base to an area (or an open line), inches; 0 when it stands in or across it."""
    centre = (foot.x_in, foot.y_in)
    if closed and is_inside(corners, centre):
        return 0.0
    if foot.radius_in:
        near = min(math.dist(on_segment(p, q, centre), centre) for p, q in edges(corners, closed))
        return max(near - foot.radius_in, 0.0)
    if any(point_gap(foot, *corner) <= 0 for corner in corners):
        return 0.0
    own = edges(foot.corners_in)
    return min(segment_distance(p, q, a, b) for p, q in own for a, b in edges(corners, closed))


def is_near(
    foot: Footprint, corners: Sequence[Point], limit_in: float, closed: bool = True
) -> bool:
    """Is the ``outline_gap`` of a base at most so many inches?

    Where a circle round the base and the box round the corners are plainly farther apart,
    nothing is measured.
    """
    apart = box_gap((foot.x_in, foot.y_in), foot.reach_in, corners)
    return apart <= limit_in + HAIR and outline_gap(foot, corners, closed) <= limit_in


def box_gap(centre: Point, reach_in: float, corners: Sequence[Point]) -> float:
    """No more than what lies between a circle and a polygon, inches: along the table's sides."""
    x, y = centre
    xs, ys = [corner[0] for corner in corners], [corner[1] for corner in corners]
    return max(min(xs) - x, x - max(xs), min(ys) - y, y - max(ys)) - reach_in


def line_gap(p: Point, q: Point, corners: Sequence[Point], closed: bool = True) -> float:
    """From the segment p-q to the sides of a polygon or to an open line, inches."""
    return min(segment_distance(p, q, a, b) for a, b in edges(corners, closed))


def cuts(p: Point, q: Point, corners: Sequence[Point], closed: bool = True) -> list[float]:
    """Where the segment p-q cuts the sides of a polygon or a line: shares of its length."""
    dx, dy = q[0] - p[0], q[1] - p[1]
    found = []
    for (ax, ay), (bx, by) in edges(corners, closed):
        ex, ey = bx - ax, by - ay
        across = dx * ey - dy * ex
        if across != 0:
            share = ((ax - p[0]) * ey - (ay - p[1]) * ex) / across
            on_side = ((ax - p[0]) * dy - (ay - p[1]) * dx) / across
            if 0 <= share <= 1 and 0 <= on_side < 1:
                found.append(share)
    return sorted(found)


def nearest_on(corners: Sequence[Point], at: Point, closed: bool = True) -> Point:
    """The point of a polygon's sides (or of a line) nearest to a point."""
    places = [on_segment(p, q, at) for p, q in edges(corners, closed)]
    return min(places, key=lambda place: math.dist(place, at))


def length_inside(start: Point, end: Point, areas: Sequence[Sequence[Point]]) -> float:
    """How much of a segment lies in any of the areas, inches."""
    marks = sorted({0.0, 1.0, *(cut for area_ in areas for cut in cuts(start, end, area_))})
    share = 0.0
    for low, high in zip(marks, marks[1:], strict=False):
        middle = (low + high) / 2
        at = (start[0] + (end[0] - start[0]) * middle, start[1] + (end[1] - start[1]) * middle)
        if any(is_inside(area_, at) for area_ in areas):
            share += high - low
    return share * math.dist(start, end)
