"""Arcs: a wedge drawn from the ends of a front, the fan of a gun, and zones round a unit.

A wedge is where three straight lines leave off: the front line and the two rays. How far a
point is inside it is its least distance to the three lines, and the margin of a base is
that of its best placed point.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from vision.measure.answers import Arc, Flank, Side, Zone
from vision.measure.overrides import by_hand, payloads, remembered, side_by_hand
from vision.measure.shapes.footprint import (
    Footprint,
    Part,
    Placed,
    UnitShape,
    placed_unit,
    shape,
    unit_corners,
)
from vision.measure.shapes.polygon import clip_area, disc_outline
from vision.measure.uncertain import plus_minus, plus_minuses
from vision.table.reading import HAIR, Point, Reading, Shape
from vision.table.snapshot import Snapshot

Line = tuple[float, float, float]
"""(nx, ny, c): nx*x + ny*y + c inches inside the line; (nx, ny) is a unit vector."""

ARC_DRAWN_IN = 60.0
"""How far the sides of an arc are drawn in the evidence."""


def wedge(front: UnitShape, half_angle_deg: float = 45.0) -> tuple[Line, Line, Line]:
    """Front line, left ray and right ray of the arc in front of a unit."""
    return _wedge(front.fl, front.fr, front.ahead, half_angle_deg)


def rear_wedge(front: UnitShape, half_angle_deg: float = 45.0) -> tuple[Line, Line, Line]:
    """The mirror of the wedge, behind the rear edge."""
    ux, uy = front.ahead
    return _wedge(front.rr, front.rl, (-ux, -uy), half_angle_deg)


def _wedge(fl: Point, fr: Point, ahead: Point, half_angle_deg: float) -> tuple[Line, Line, Line]:
    ux, uy = ahead
    c, s = math.cos(math.radians(half_angle_deg)), math.sin(math.radians(half_angle_deg))
    lx, ly = s * ux + c * uy, s * uy - c * ux
    rx, ry = s * ux - c * uy, s * uy + c * ux
    return (
        (ux, uy, -max(ux * fl[0] + uy * fl[1], ux * fr[0] + uy * fr[1])),
        (lx, ly, -(lx * fl[0] + ly * fl[1])),
        (rx, ry, -(rx * fr[0] + ry * fr[1])),
    )


def point_margin(lines: Sequence[Line], x_in: float, y_in: float) -> float:
    """How far inside all the lines a point is, inches; negative outside."""
    return min(nx * x_in + ny * y_in + c for nx, ny, c in lines)


def margin(lines: Sequence[Line], foot: Footprint) -> float:
    """How far inside all the lines the best placed point of an outline is, inches.

    Every line's normal leans forward, so the best point is on the outline: a corner, a
    place on an edge that is equally far inside two lines, or their like on a disc.
    """
    if foot.radius_in:
        return max(point_margin(lines, x, y) for x, y in _disc_tries(lines, foot))
    corners = foot.corners_in
    depths = [[nx * x + ny * y + c for nx, ny, c in lines] for x, y in corners]
    best = max(min(depth) for depth in depths)
    for k, start in enumerate(depths):
        best = max(best, _edge_margin(start, depths[k - 1]))
    return best


def _edge_margin(start: Sequence[float], end: Sequence[float]) -> float:
    """The greatest least depth along an edge with those depths at its two ends."""
    best = -math.inf
    for i, j in ((0, 1), (0, 2), (1, 2)):
        at_start, at_end = start[i] - start[j], end[i] - end[j]
        if at_start * at_end < 0:
            t = at_start / (at_start - at_end)
            best = max(best, min(a + (b - a) * t for a, b in zip(start, end, strict=True)))
    return best


def _disc_tries(lines: Sequence[Line], foot: Footprint) -> list[Point]:
    cx, cy, r = foot.x_in, foot.y_in, foot.radius_in
    tries = [(cx + r * nx, cy + r * ny) for nx, ny, _ in lines]
    for i, j in ((0, 1), (0, 2), (1, 2)):
        nx, ny = lines[i][0] - lines[j][0], lines[i][1] - lines[j][1]
        size = math.hypot(nx, ny)
        off = (nx * cx + ny * cy + lines[i][2] - lines[j][2]) / size
        if abs(off) < r:
            nx, ny, half = nx / size, ny / size, math.sqrt(r * r - off * off)
            tries.append((cx - off * nx - half * ny, cy - off * ny + half * nx))
            tries.append((cx - off * nx + half * ny, cy - off * ny - half * nx))
    return tries


@remembered
def in_arc(
    snapshot: Snapshot,
    shooter: str,
    target: str,
    half_angle_deg: float = 45.0,
    *,
    part: Part = None,
    loose: frozenset[str] | None = None,
) -> Arc:
    """Is any part of the target inside the arc drawn from the ends of the shooter's front?

    In front of the line FL-FR, and between the rays from FL and FR turned outward by
    *half_angle_deg* from straight ahead. *part*: the bases whose front it is.
    """
    typed = by_hand(snapshot, "in_arc", shooter, target)
    if typed:
        return _told(typed, payloads(snapshot, target))
    first, how = unit_corners(snapshot, shooter, loose, part)
    second, count = placed_unit(snapshot, target), len(first)

    def values(outlines: Sequence[Footprint]) -> tuple[float, ...]:
        lines = wedge(shape(outlines[:count], how), half_angle_deg)
        each = [margin(lines, foot) for foot in outlines[count:]]
        return max(each), *each

    everyone = first + second
    outlines = [one.outline for one in everyone]
    front, found = shape(outlines[:count], how), values(outlines)
    spreads = plus_minuses(values, everyone, found)
    evidence = _arc_shapes(front, half_angle_deg)
    reading = Reading("in_arc", found[0], spreads[0], "in", shooter, target, evidence)
    return _arc(reading, wedge(front, half_angle_deg), second, found[1:], spreads[1:])


def _told(typed: Reading, names: tuple[str, ...]) -> Arc:
    if typed.value < 0:
        return Arc(typed, shares=(0.0,) * len(names))
    return Arc(typed, names, names, (1.0,) * len(names))


def _arc(
    reading: Reading,
    lines: Sequence[Line],
    target: Sequence[Placed],
    margins: Sequence[float],
    spreads: Sequence[float],
) -> Arc:
    shares = tuple(share_inside(lines, one.outline) for one in target)
    named = list(zip((one.base.payload for one in target), margins, spreads, strict=True))
    return Arc(
        reading,
        tuple(name for name, depth, _ in named if depth >= -HAIR),
        tuple(one.base.payload for one, s in zip(target, shares, strict=True) if s == 1.0),
        shares,
        tuple(name for name, depth, spread in named if abs(depth) < spread),
    )


def share_inside(lines: Sequence[Line], foot: Footprint) -> float:
    """The part of a base's area inside all the lines, 0 to 1."""
    if foot.radius_in:
        corners: Sequence[Point] = disc_outline(foot.x_in, foot.y_in, foot.radius_in)
    else:
        corners = foot.corners_in
    depths = [point_margin(lines, x, y) for x, y in corners]
    if min(depths) >= -1e-9:
        return 1.0
    whole, inside = clip_area(corners, ()), clip_area(corners, lines)
    return min(inside / whole, 1.0)


def _arc_shapes(front: UnitShape, half_angle_deg: float) -> tuple[Shape, ...]:
    ux, uy = front.ahead
    c, s = math.cos(math.radians(half_angle_deg)), math.sin(math.radians(half_angle_deg))
    left = (c * ux - s * uy, c * uy + s * ux)
    right = (c * ux + s * uy, c * uy - s * ux)
    ends = [
        (corner[0] + ARC_DRAWN_IN * way[0], corner[1] + ARC_DRAWN_IN * way[1])
        for corner, way in ((front.fl, left), (front.fr, right))
    ]
    return (Shape("polygon", (front.fl, ends[0], ends[1], front.fr), "arc"),)


_ZONES: dict[str, tuple[Side, Flank]] = {
    "front": ("front", ""),
    "rear": ("rear", ""),
    "left": ("flank", "left"),
    "right": ("flank", "right"),
}


@remembered
def zone(
    snapshot: Snapshot,
    attacker: str,
    target: str,
    *,
    loose: frozenset[str] | None = None,
    part: Part = None,
    half_angle_deg: float = 45.0,
) -> Zone:
    """In which zone of the target does the attacker's front centre stand?

    Front: the wedge before its front edge; rear: the mirror wedge behind its rear edge;
    else the flank. The reading is the distance to the nearest border of that zone. Typed in
    as ``zone_front``, ``zone_rear``, ``zone_left`` or ``zone_right``.
    """
    told = side_by_hand(snapshot, "zone", attacker, target, _ZONES)
    if told:
        return Zone(told[0], *_ZONES[told[1]])
    first, how = unit_corners(snapshot, attacker, loose, part)
    second, target_how = unit_corners(snapshot, target, loose)
    count, everyone = len(first), first + second

    def depths(outlines: Sequence[Footprint]) -> tuple[float, float, float]:
        x, y = shape(outlines[:count], how).fc
        return _zone_depths(shape(outlines[count:], target_how), x, y, half_angle_deg)

    outlines = [one.outline for one in everyone]
    found = depths(outlines)
    side: Side = "front" if found[0] >= -HAIR else "rear" if found[1] >= -HAIR else "flank"
    spread = plus_minus(lambda o: _signed_zone(depths(o), side), everyone)
    start, own = shape(outlines[:count], how).fc, shape(outlines[count:], target_how)
    evidence = (Shape("point", (start,), "from"), *_arc_shapes(own, half_angle_deg))
    value = _signed_zone(found, side)
    reading = Reading("zone", value, spread, "in", attacker, target, evidence)
    if side != "flank":
        return Zone(reading, side)
    return Zone(reading, side, "left" if found[2] > 0 else "right")


def _zone_depths(
    own: UnitShape, x: float, y: float, half_angle_deg: float
) -> tuple[float, float, float]:
    """Inches inside the front wedge, inside the rear wedge, and to the left, of a point."""
    front = point_margin(wedge(own, half_angle_deg), x, y)
    rear = point_margin(rear_wedge(own, half_angle_deg), x, y)
    (fx, fy), (ux, uy) = own.fc, own.ahead
    return front, rear, (y - fy) * ux - (x - fx) * uy


def _signed_zone(depths: tuple[float, float, float], side: Side) -> float:
    front, rear, _ = depths
    if side == "flank":
        return min(-front, -rear)
    return front if side == "front" else rear


@remembered
def gun_arc(snapshot: Snapshot, gun: str, target: str, *, part: Part = None) -> Reading:
    """Is any part of the target in the fan between the diagonals of the gun's base?

    Each side of the fan runs from a rear corner through the opposite front corner and on;
    the fan lies in front of the front edge. Margin in inches, positive inside.
    """
    typed = by_hand(snapshot, "gun_arc", gun, target)
    if typed:
        return typed
    first, how = unit_corners(snapshot, gun, frozenset(), part)
    second, count = placed_unit(snapshot, target), len(first)

    def value(outlines: Sequence[Footprint]) -> float:
        lines = fan(shape(outlines[:count], how))
        return max(margin(lines, foot) for foot in outlines[count:])

    everyone = first + second
    outlines = [one.outline for one in everyone]
    front = shape(outlines[:count], how)
    angle = fan_angle_deg(front)
    spread = plus_minus(value, everyone)
    evidence = _arc_shapes(front, angle)
    return Reading("gun_arc", value(outlines), spread, "in", gun, target, evidence)


def fan_angle_deg(front: UnitShape) -> float:
    """Between straight ahead and a diagonal of the base: 33.7 degrees for 2 by 3."""
    return math.degrees(math.atan2(math.dist(front.fl, front.fr), math.dist(front.fl, front.rl)))


def fan(front: UnitShape) -> tuple[Line, Line, Line]:
    """The three lines of a gun's fan."""
    return wedge(front, fan_angle_deg(front))
