"""Convex things: their distance, their overlap, the ground they sweep, where they meet."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from vision.measure.shapes.footprint import Footprint
from vision.measure.shapes.polygon import (
    cuts,
    disc_outline,
    edges,
    hull,
    is_inside,
    on_segment,
    segment_distance,
)
from vision.table.reading import Point


class Piece(NamedTuple):
    """Corners counter-clockwise (one: a point, two: a segment), grown by a radius."""

    points_in: tuple[Point, ...]
    radius_in: float = 0.0
    name: str = ""


def piece_of(feet: Sequence[Footprint], name: str = "") -> Piece:
    """One base, or the hull of the bases of a formed unit."""
    first = feet[0]
    if len(feet) == 1 and first.radius_in:
        return Piece(((first.x_in, first.y_in),), first.radius_in, name)
    if len(feet) == 1:
        return Piece(first.corners_in[::-1], 0.0, name)
    return Piece(hull([corner for foot in feet for corner in rim(foot)]), 0.0, name)


def rim(foot: Footprint) -> tuple[Point, ...]:
    """The corners of a base; points all round a disc."""
    if foot.radius_in:
        return disc_outline(foot.x_in, foot.y_in, foot.radius_in)
    return foot.corners_in


def swept(before: Footprint, after: Footprint, name: str = "") -> Piece:
    """The ground between two places of a base: what a straight move covers."""
    if before.radius_in:
        ends = ((before.x_in, before.y_in), (after.x_in, after.y_in))
        return Piece(ends if ends[0] != ends[1] else ends[:1], before.radius_in, name)
    return Piece(hull((*before.corners_in, *after.corners_in)), 0.0, name)


def solid(piece: Piece) -> tuple[Point, ...]:
    """The corners of a piece with its radius worked in."""
    if not piece.radius_in:
        return piece.points_in
    return hull([p for x, y in piece.points_in for p in disc_outline(x, y, piece.radius_in)])


def convex_gap(a: Piece, b: Piece) -> float:
    """Between two convex pieces, inches; negative is how deep they overlap."""
    grown = a.radius_in + b.radius_in
    if len(a.points_in) == len(b.points_in) == 1:
        return math.dist(a.points_in[0], b.points_in[0]) - grown
    depth = max(
        max(_beyond(a.points_in, b.points_in), default=-math.inf),
        max(_beyond(b.points_in, a.points_in), default=-math.inf),
    )
    if depth <= 0:
        return depth - grown
    return min(_vertex_gap(a.points_in, b.points_in), _vertex_gap(b.points_in, a.points_in)) - grown


def _beyond(own: Sequence[Point], other: Sequence[Point]) -> Iterator[float]:
    """For each side of *own*: how far the nearest corner of *other* lies outside it."""
    for (px, py), (qx, qy) in _sides(own):
        size = math.hypot(qx - px, qy - py)
        if size > 1e-12:
            nx, ny = (qy - py) / size, (px - qx) / size
            yield min((x - px) * nx + (y - py) * ny for x, y in other)


def _sides(points: Sequence[Point]) -> tuple[tuple[Point, Point], ...]:
    return edges(points) if len(points) > 1 else ()


def _vertex_gap(points: Sequence[Point], other: Sequence[Point]) -> float:
    sides = _sides(other) or ((other[0], other[0]),)
    return min(math.dist(on_segment(p, q, at), at) for at in points for p, q in sides)


def nearest_points(a: Piece, b: Piece) -> tuple[Point, Point]:
    """The two points between which two pieces that do not overlap are nearest."""
    own, other = solid(a), solid(b)
    tries = [(_nearest(other, at), at, True) for at in own]
    tries += [(_nearest(own, at), at, False) for at in other]
    found, at, mine = min(tries, key=lambda one: math.dist(one[0], one[1]))
    return (at, found) if mine else (found, at)


def _nearest(corners: Sequence[Point], at: Point) -> Point:
    sides = _sides(corners) or ((corners[0], corners[0]),)
    return min((on_segment(p, q, at) for p, q in sides), key=lambda on: math.dist(on, at))


def half_planes(corners: Sequence[Point]) -> list[tuple[float, float, float]]:
    """The inner sides of a convex polygon given counter-clockwise."""
    found = []
    for (px, py), (qx, qy) in edges(corners):
        size = math.hypot(qx - px, qy - py)
        if size > 1e-12:
            nx, ny = (py - qy) / size, (qx - px) / size
            found.append((nx, ny, -(nx * px + ny * py)))
    return found


def area_depth(piece: Piece, outline_in: Sequence[Point]) -> float:
    """How deep a convex piece and an area (of any form) overlap, inches.

    The least, over the sides of the piece, of how far the overlap reaches in from it;
    negative: the distance between them.
    """
    corners = solid(piece)
    common = common_points(corners, outline_in)
    if common and len(corners) > 2:
        lines = half_planes(corners)
        return min(max(nx * x + ny * y + c for x, y in common) for nx, ny, c in lines)
    if common and len(corners) == 2:
        return _line_depth(corners[0], corners[1], common, outline_in)
    return -min(
        segment_distance(p, q, a, b)
        for p, q in _sides(corners) or ((corners[0], corners[0]),)
        for a, b in edges(outline_in)
    )


def _line_depth(
    start: Point, end: Point, common: Sequence[Point], outline_in: Sequence[Point]
) -> float:
    """How far a segment would have to be shifted, or shortened, to leave an area."""
    length = math.dist(start, end)
    ux, uy = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    spots = [
        ((x - start[0]) * ux + (y - start[1]) * uy, (y - start[1]) * ux - (x - start[0]) * uy)
        for x, y in (*common, *outline_in)
    ]
    beside = [across for along, across in spots if 0 <= along <= length]
    reach = [along for along, _ in spots[: len(common)]]
    return min(max(beside), -min(beside), max(reach), length - min(reach))


def common_points(corners: Sequence[Point], outline_in: Sequence[Point]) -> list[Point]:
    """The corners of what a convex polygon and an area of any form have in common.

    Corners of either that lie in the other, and the places where their sides cross.
    """
    lines = half_planes(corners)
    found = [(x, y) for x, y in outline_in if all(nx * x + ny * y + c >= 0 for nx, ny, c in lines)]
    found += [corner for corner in corners if is_inside(outline_in, corner)]
    for p, q in _sides(corners):
        for share in cuts(p, q, outline_in):
            found.append((p[0] + (q[0] - p[0]) * share, p[1] + (q[1] - p[1]) * share))
    return found


def meets_after(piece: Piece, way: Point, other: Piece) -> float:
    """How far a piece can go along the unit vector *way* before it touches another.

    0 when they touch already; infinite when it misses. Either a corner of one runs into a
    side of the other, or (grown pieces) their rims touch; a disc is taken as its rim.
    """
    if convex_gap(piece, other) <= 0:
        return 0.0
    own, others = solid(piece), solid(other)
    back = (-way[0], -way[1])
    return min(
        min((_ray(at, way, p, q) for at in own for p, q in _sides(others)), default=math.inf),
        min((_ray(at, back, p, q) for at in others for p, q in _sides(own)), default=math.inf),
    )


def _ray(at: Point, way: Point, p: Point, q: Point) -> float:
    """How far along a ray it cuts the segment p-q, inches; infinite when it does not."""
    ex, ey = q[0] - p[0], q[1] - p[1]
    across = way[0] * ey - way[1] * ex
    if across == 0:
        return math.inf
    dx, dy = p[0] - at[0], p[1] - at[1]
    far, share = (dx * ey - dy * ex) / across, (dx * way[1] - dy * way[0]) / across
    return far if far >= 0 and -1e-9 <= share <= 1 + 1e-9 else math.inf


def ray_entry(eye: Point, way: Point, piece: Piece) -> float:
    """How far along a ray a piece begins, inches; infinite when the ray misses it."""
    if not piece.radius_in:
        return min((_ray(eye, way, p, q) for p, q in _sides(piece.points_in)), default=math.inf)
    dx, dy = piece.points_in[0][0] - eye[0], piece.points_in[0][1] - eye[1]
    along, off = dx * way[0] + dy * way[1], dy * way[0] - dx * way[1]
    if abs(off) > piece.radius_in or along < 0:
        return math.inf
    return along - math.sqrt(piece.radius_in**2 - off**2)


def ray_exit(eye: Point, way: Point, piece: Piece) -> float:
    """How far along a ray a piece ends, inches; minus infinity when the ray misses it."""
    cuts = [_ray(eye, way, p, q) for p, q in _sides(solid(piece))]
    return max((cut for cut in cuts if cut < math.inf), default=-math.inf)
