"""Units and terrain: what a unit stands on, behind or near, and how high."""

from __future__ import annotations

import math
from collections.abc import Sequence

from vision.measure.answers import Climb, Cover, Ground, How
from vision.measure.move import Loose, Twice
from vision.measure.overrides import by_hand, line, remembered
from vision.measure.shapes.convex import area_depth, half_planes, piece_of, solid
from vision.measure.shapes.footprint import (
    Footprint,
    Placed,
    placed_unit,
    shape,
    unit_plan,
)
from vision.measure.shapes.polygon import (
    area,
    clip,
    is_inside,
    length_inside,
    line_gap,
    nearest_on,
    outline_gap,
)
from vision.measure.shapes.sweep import Grounds, wanted
from vision.measure.uncertain import plus_minus
from vision.table.reading import Point, Reading, Shape
from vision.table.snapshot import Snapshot, Terrain

TOUCH_IN = 0.1


def _name(piece: Terrain) -> str:
    return piece.name or piece.kind


def _feet(placed: Sequence[Placed]) -> list[Footprint]:
    return [one.outline for one in placed]


def inside_in(corners: Sequence[Point], at: Point) -> float:
    """How far a point is inside an area, inches from its edge; negative outside."""
    far = line_gap(at, at, corners)
    return far if is_inside(corners, at) else -far


@remembered
def in_terrain(
    snapshot: Snapshot, unit: str, *, terrain: Grounds = None, near_in: float = TOUCH_IN
) -> tuple[Ground, ...]:
    """The pieces of terrain that a unit stands on, or is within *near_in* of."""
    placed = placed_unit(snapshot, unit)
    pieces = [piece for piece in snapshot.terrain if wanted(piece, terrain)]
    found = [_ground(piece, unit, placed) for piece in pieces]
    return tuple(one for one in found if one.depth.value + one.depth.plus_minus >= -near_in)


def _ground(piece: Terrain, unit: str, placed: Sequence[Placed]) -> Ground:
    corners = piece.outline_in

    def depth(feet: Sequence[Footprint]) -> float:
        if piece.is_line:
            return -min(outline_gap(foot, corners, False) for foot in feet)
        return max(area_depth(piece_of([foot]), corners) for foot in feet)

    feet = _feet(placed)
    shares = [0.0 if piece.is_line else share_on(foot, corners) for foot in feet]
    whole = tuple(
        p.base.payload for p, share in zip(placed, shares, strict=True) if share > 1 - 1e-6
    )
    inside = tuple(
        one.base.payload
        for one in placed
        if not piece.is_line and is_inside(corners, (one.pose.x_in, one.pose.y_in))
    )
    sizes = [area(solid(piece_of([foot]))) for foot in feet]
    share = sum(a * b for a, b in zip(shares, sizes, strict=True)) / sum(sizes)
    evidence = (Shape("segment" if piece.is_line else "polygon", corners, "terrain"),)
    reading = Reading(
        "in_terrain", depth(feet), plus_minus(depth, placed), "in", unit, _name(piece), evidence
    )
    return Ground(_name(piece), piece.kind, reading, share, inside, whole, piece.tags, piece.level)


def share_on(foot: Footprint, corners: Sequence[Point]) -> float:
    """The part of a base's area on an area of terrain, 0 to 1."""
    own = solid(piece_of([foot]))
    return min(area(clip(corners, half_planes(own))) / area(own), 1.0)


@remembered
def depth_inside(snapshot: Snapshot, unit: str, *, terrain: Grounds = None) -> Reading | None:
    """From the centre of the base least inside to the nearest edge of the area it is in.

    Inches; None when no such area holds the centre of every base.
    """
    typed = by_hand(snapshot, "depth_inside", unit, "")
    if typed:
        return typed
    placed = placed_unit(snapshot, unit)
    for piece in snapshot.terrain:
        if piece.is_line or not wanted(piece, terrain):
            continue
        if all(is_inside(piece.outline_in, (p.pose.x_in, p.pose.y_in)) for p in placed):
            return _inside_reading("depth_inside", unit, placed, piece)
    return None


def _inside_reading(what: str, unit: str, placed: Sequence[Placed], piece: Terrain) -> Reading:
    def value(feet: Sequence[Footprint]) -> float:
        return min(inside_in(piece.outline_in, (foot.x_in, foot.y_in)) for foot in feet)

    evidence = (Shape("polygon", piece.outline_in, "terrain"),)
    spread = plus_minus(value, placed)
    return Reading(what, value(_feet(placed)), spread, "in", unit, _name(piece), evidence)


@remembered
def inside_fraction(snapshot: Snapshot, unit: str, *, terrain: Grounds = None) -> float:
    """The part of a unit's bases (by number) whose centre is on such terrain, 0 to 1."""
    placed = placed_unit(snapshot, unit)
    areas = [p for p in snapshot.terrain if not p.is_line and wanted(p, terrain)]
    inside = [
        one
        for one in placed
        if any(is_inside(p.outline_in, (one.pose.x_in, one.pose.y_in)) for p in areas)
    ]
    return len(inside) / len(placed)


@remembered
def touching_terrain(
    snapshot: Snapshot, unit: str, *, terrain: Grounds = None, tolerance_in: float = TOUCH_IN
) -> tuple[Cover, ...]:
    """The lines and edges of terrain that a unit touches, or may touch."""
    placed = placed_unit(snapshot, unit)
    found = []
    for piece in snapshot.terrain:
        if wanted(piece, terrain):
            reading = _touch(unit, placed, piece, tolerance_in)
            if reading.value + reading.plus_minus >= 0:
                found.append(Cover(_name(piece), piece.kind, "touching", reading, piece.tags))
    return tuple(found)


def _touch(unit: str, placed: Sequence[Placed], piece: Terrain, tolerance_in: float) -> Reading:
    def margin(feet: Sequence[Footprint]) -> float:
        closed = not piece.is_line
        return tolerance_in - min(outline_gap(foot, piece.outline_in, closed) for foot in feet)

    spread = plus_minus(margin, placed)
    return Reading("touching_terrain", margin(_feet(placed)), spread, "in", unit, _name(piece))


@remembered
def cover_state(
    snapshot: Snapshot,
    unit: str,
    shooter: str | None = None,
    *,
    terrain: Grounds = None,
    tolerance_in: float = TOUCH_IN,
    loose: Loose = None,
) -> tuple[Cover, ...]:
    """What may cover a unit, from the front centre of a shooter when one is named.

    A line covers when the unit touches it and the straight line from the shooter to the
    unit's nearest base crosses it; an area covers when every base's centre is inside.
    """
    placed = placed_unit(snapshot, unit)
    shot = None if shooter is None else _shot(snapshot, shooter, placed, loose)
    found = []
    for piece in snapshot.terrain:
        if not wanted(piece, terrain):
            continue
        if not piece.is_line and all(
            is_inside(piece.outline_in, (p.pose.x_in, p.pose.y_in)) for p in placed
        ):
            reading = _inside_reading("cover_state", unit, placed, piece)
            found.append(Cover(_name(piece), piece.kind, "inside", reading, piece.tags))
            continue
        reading = _touch(unit, placed, piece, tolerance_in)
        if reading.value + reading.plus_minus >= 0:
            behind = shot is not None and line_gap(*shot, piece.outline_in, not piece.is_line) == 0
            how: How = "behind" if behind else "touching"
            found.append(Cover(_name(piece), piece.kind, how, reading, piece.tags))
    return tuple(found)


def _shot(
    snapshot: Snapshot, shooter: str, target: Sequence[Placed], loose: Loose
) -> tuple[Point, Point]:
    feet = _feet(placed_unit(snapshot, shooter))
    start = shape(feet, unit_plan(snapshot, shooter, loose)).fc
    ends = [(one.pose.x_in, one.pose.y_in) for one in target]
    return start, min(ends, key=lambda end: math.dist(start, end))


@remembered
def cover_from(
    snapshot: Snapshot, shooter: str, target: str, *, terrain: Grounds = None
) -> tuple[Cover, ...]:
    """The terrain that the straight line between two nearest base centres crosses or ends in.

    ``behind``: the line crosses it; ``inside``: the target base's centre is in it. The
    reading is how far the line runs inside it or is from its end, inches.
    """
    first, second = placed_unit(snapshot, shooter), placed_unit(snapshot, target)
    pairs = [(a, b) for a in first for b in second]
    pair = min(pairs, key=lambda two: math.dist(_centre(two[0]), _centre(two[1])))
    start, end = _centre(pair[0]), _centre(pair[1])
    found = []
    for piece in snapshot.terrain:
        closed = not piece.is_line
        if not wanted(piece, terrain) or (closed and is_inside(piece.outline_in, start)):
            continue
        inside = closed and is_inside(piece.outline_in, end)
        if inside or line_gap(start, end, piece.outline_in, closed) == 0:
            reading = _cover_reading(shooter, target, pair, piece)
            how: How = "inside" if inside else "behind"
            found.append(Cover(_name(piece), piece.kind, how, reading, piece.tags))
    return tuple(found)


def _centre(one: Placed) -> Point:
    return one.pose.x_in, one.pose.y_in


def _cover_reading(
    shooter: str, target: str, pair: tuple[Placed, Placed], piece: Terrain
) -> Reading:
    def margin(feet: Sequence[Footprint]) -> float:
        start, end = ((foot.x_in, foot.y_in) for foot in feet)
        if piece.is_line:
            return min(line_gap(at, at, (start, end), closed=False) for at in _ends(piece))
        return length_inside(start, end, (piece.outline_in,))

    value = margin(_feet(pair))
    evidence = line(_centre(pair[0]), _centre(pair[1]))
    spread = plus_minus(margin, pair)
    return Reading("cover_from", value, spread, "in", shooter, target, evidence)


def _ends(piece: Terrain) -> tuple[Point, Point]:
    return piece.outline_in[0], piece.outline_in[-1]


@remembered
def nearest_cover(snapshot: Snapshot, unit: str, *, terrain: Grounds = None) -> Reading | None:
    """From a unit to the nearest such piece of terrain, inches; ``to`` names it.

    0 when the unit stands in it; None when there is no such piece on the table.
    """
    typed = by_hand(snapshot, "nearest_cover", unit, "")
    if typed:
        return typed
    placed = placed_unit(snapshot, unit)
    found = [
        _nearest_reading(unit, placed, piece)
        for piece in snapshot.terrain
        if wanted(piece, terrain)
    ]
    return min(found, key=lambda reading: reading.value, default=None)


def _nearest_reading(unit: str, placed: Sequence[Placed], piece: Terrain) -> Reading:
    closed = not piece.is_line

    def value(feet: Sequence[Footprint]) -> float:
        return min(outline_gap(foot, piece.outline_in, closed) for foot in feet)

    feet = _feet(placed)
    near = min(feet, key=lambda foot: outline_gap(foot, piece.outline_in, closed))
    end = nearest_on(piece.outline_in, (near.x_in, near.y_in), closed)
    evidence = line((near.x_in, near.y_in), end)
    spread = plus_minus(value, placed)
    return Reading("nearest_cover", value(feet), spread, "in", unit, _name(piece), evidence)


def level_of(snapshot: Snapshot, x_in: float, y_in: float) -> int:
    """The highest level of the areas of terrain that hold a point; 0 on the table."""
    levels = [
        p.level for p in snapshot.terrain if not p.is_line and is_inside(p.outline_in, (x_in, y_in))
    ]
    return max(levels, default=0)


@remembered
def level_at(snapshot: Snapshot, unit: str, *, loose: Loose = None) -> Climb:
    """The level that a unit's front centre stands on (both ``start`` and ``end``)."""
    return uphill(snapshot, snapshot, unit, loose=loose)


@remembered
def uphill(before: Snapshot, after: Snapshot, unit: str, *, loose: Loose = None) -> Climb:
    """The levels under a unit's front centre before and after a move."""
    both = Twice(before, after, unit, loose)
    contours = [p for p in before.terrain if not p.is_line and p.level]

    def room(feet: Sequence[Footprint]) -> float:
        old, new = both.shapes(feet)
        far = [line_gap(at, at, p.outline_in) for p in contours for at in (old.fc, new.fc)]
        return min(far, default=math.dist((0.0, 0.0), before.size_in))

    old, new = both.shapes(both.outlines)
    reading = by_hand(after, "uphill", unit, "") or Reading(
        "uphill", room(both.outlines), both.spread(room), "in", unit, "", line(old.fc, new.fc)
    )
    return Climb(level_of(before, *old.fc), level_of(before, *new.fc), reading)
