"""The outlines of bases and units, and the distances between them.

A base is a rectangle, or a disc when round. The corners of a base are named from its own
front: FL front left, FR front right, RR rear right, RL rear left.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

from vision.measure.cache import remembered
from vision.table.reading import Point, Unmeasurable
from vision.table.snapshot import Base, Pose, Snapshot

Part = frozenset[str] | Callable[[Base], bool] | None
"""Some bases of a unit: their payloads, or a test of a base; None is all of them."""


class Footprint(NamedTuple):
    """The outline of one base, inches; ``ahead`` is the unit vector to its front.

    ``corners_in``: FL, FR, RR, RL; of a round base, those of the square round it.
    ``radius_in`` is 0 for a rectangle.
    """

    x_in: float
    y_in: float
    ahead: Point
    half_width_in: float
    half_depth_in: float
    radius_in: float
    reach_in: float
    corners_in: tuple[Point, Point, Point, Point]


class Placed(NamedTuple):
    """A base with its pose and outline; ``errors`` names whose shared errors it has."""

    base: Base
    pose: Pose
    outline: Footprint
    errors: str


class UnitShape(NamedTuple):
    """The outline of a unit: corners, and the unit vector to its front (inches)."""

    fl: Point
    fr: Point
    rr: Point
    rl: Point
    ahead: Point

    @property
    def fc(self) -> Point:
        """Front centre, the middle of the front edge."""
        return (self.fl[0] + self.fr[0]) / 2, (self.fl[1] + self.fr[1]) / 2

    @property
    def rc(self) -> Point:
        """Rear centre, the middle of the rear edge."""
        return (self.rl[0] + self.rr[0]) / 2, (self.rl[1] + self.rr[1]) / 2

    @property
    def facing_deg(self) -> float:
        """Where the front looks, counter-clockwise from +x."""
        return math.degrees(math.atan2(self.ahead[1], self.ahead[0]))

    @property
    def outline_in(self) -> tuple[Point, Point, Point, Point]:
        """FL, FR, RR, RL."""
        return self.fl, self.fr, self.rr, self.rl


class Plan(NamedTuple):
    """Which bases (by position in the unit) hold the corners of the unit.

    Found once for the poses as read and then kept while they are shaken for the ±, so
    that a unit does not change its formation because of an error of a hundredth.
    """

    loose: bool
    left: int
    right: int
    rear_right: int
    rear_left: int


def outline(base: Base, x_in: float, y_in: float, facing_deg: float) -> Footprint:
    """The footprint of *base* with its centre there, looking that way."""
    turned = math.radians(facing_deg)
    ux, uy = math.cos(turned), math.sin(turned)
    half_w, half_d = base.frontage_in / 2, base.depth_in / 2
    fx, fy, lx, ly = ux * half_d, uy * half_d, -uy * half_w, ux * half_w
    corners = (
        (x_in + fx + lx, y_in + fy + ly),
        (x_in + fx - lx, y_in + fy - ly),
        (x_in - fx - lx, y_in - fy - ly),
        (x_in - fx + lx, y_in - fy + ly),
    )
    radius = half_w if base.round else 0.0
    reach = radius or math.hypot(half_w, half_d)
    return Footprint(x_in, y_in, (ux, uy), half_w, half_d, radius, reach, corners)


def carried(foot: Footprint, dx_in: float, dy_in: float) -> Footprint:
    """The footprint moved by that much, looking as it did."""
    fl, fr, rr, rl = ((x + dx_in, y + dy_in) for x, y in foot.corners_in)
    return foot._replace(
        x_in=foot.x_in + dx_in, y_in=foot.y_in + dy_in, corners_in=(fl, fr, rr, rl)
    )


def place(base: Base, errors: str = "") -> Placed:
    """The base where it stands.

    Raises:
        Unmeasurable: it is hidden, moving or was never seen.
    """
    pose = base.settled_pose()
    return Placed(base, pose, outline(base, pose.x_in, pose.y_in, pose.facing_deg), errors)


def unit_bases(snapshot: Snapshot, name: str) -> tuple[Base, ...]:
    """The bases of the unit of that id, or the one base of that payload.

    Raises:
        Unmeasurable: neither is on the table.
    """
    return _units(snapshot).get(name) or _lone(snapshot).get(name) or snapshot.unit(name)


@remembered
def _lone(snapshot: Snapshot) -> dict[str, tuple[Base, ...]]:
    return {base.payload: (base,) for base in snapshot.bases}


@remembered
def _units(snapshot: Snapshot) -> dict[str, tuple[Base, ...]]:
    units: dict[str, tuple[Base, ...]] = {}
    for base in snapshot.bases:
        name = base.unit or base.payload
        there = units.get(name)
        units[name] = (base,) if there is None else (*there, base)
    return units


@remembered
def placed_unit(snapshot: Snapshot, name: str, part: Part = None) -> tuple[Placed, ...]:
    """Every base of a unit (or of that part of it) where it stands.

    Raises:
        Unmeasurable: one of them may not be measured, or there is none.
    """
    bases = unit_bases(snapshot, name)
    chosen = bases if part is None else [base for base in bases if _is_in(base, part)]
    if not chosen:
        raise Unmeasurable(name, "has no base of the part that is asked for")
    return tuple([place(base, snapshot.calibration) for base in chosen])


def _is_in(base: Base, part: frozenset[str] | Callable[[Base], bool]) -> bool:
    return part(base) if callable(part) else base.payload in part


def point_gap(foot: Footprint, x_in: float, y_in: float) -> float:
    """From a point to the outline, inches; negative is the depth inside it."""
    dx, dy = x_in - foot.x_in, y_in - foot.y_in
    if foot.radius_in:
        return math.hypot(dx, dy) - foot.radius_in
    ux, uy = foot.ahead
    along = abs(dx * ux + dy * uy) - foot.half_depth_in
    across = abs(dy * ux - dx * uy) - foot.half_width_in
    if along > 0:
        return math.hypot(along, across) if across > 0 else along
    return across if across > along else along


def nearest_point(foot: Footprint, x_in: float, y_in: float) -> Point:
    """The point of the base (edge or inside) nearest to a point."""
    dx, dy = x_in - foot.x_in, y_in - foot.y_in
    if foot.radius_in:
        far = math.hypot(dx, dy)
        share = 1.0 if far <= foot.radius_in else foot.radius_in / far
        return foot.x_in + dx * share, foot.y_in + dy * share
    ux, uy = foot.ahead
    along = min(max(dx * ux + dy * uy, -foot.half_depth_in), foot.half_depth_in)
    across = min(max(dy * ux - dx * uy, -foot.half_width_in), foot.half_width_in)
    return foot.x_in + along * ux - across * uy, foot.y_in + along * uy + across * ux


def separation(a: Footprint, b: Footprint) -> float:
    """Between two outlines, inches; negative is how deep they overlap.

    The nearest points of two convex outlines that do not overlap include a corner of one
    of them; overlap is the separating-axis theorem's.
    """
    if b.radius_in:
        return point_gap(a, b.x_in, b.y_in) - b.radius_in
    if a.radius_in:
        return point_gap(b, a.x_in, a.y_in) - a.radius_in
    depth = _axis_gap(a, b)
    if depth <= 0:
        return depth
    return min(_corner_gap(b, a.corners_in), _corner_gap(a, b.corners_in))


def _corner_gap(foot: Footprint, corners: tuple[Point, ...]) -> float:
    """The least ``point_gap`` of several points from a rectangle, in one go."""
    x_in, y_in, (ux, uy) = foot.x_in, foot.y_in, foot.ahead
    half_depth_in, half_width_in = foot.half_depth_in, foot.half_width_in
    best = math.inf
    for x, y in corners:
        dx, dy = x - x_in, y - y_in
        along = abs(dx * ux + dy * uy) - half_depth_in
        across = abs(dy * ux - dx * uy) - half_width_in
        if along > 0 and across > 0:
            best = min(best, math.hypot(along, across))
        else:
            best = min(best, along if along > across else across)
    return best


def _axis_gap(a: Footprint, b: Footprint) -> float:
    dx, dy = b.x_in - a.x_in, b.y_in - a.y_in
    (ux, uy), (vx, vy) = a.ahead, b.ahead
    same, cross = abs(ux * vx + uy * vy), abs(ux * vy - uy * vx)
    ad, aw, bd, bw = a.half_depth_in, a.half_width_in, b.half_depth_in, b.half_width_in
    return max(
        abs(dx * ux + dy * uy) - ad - bd * same - bw * cross,
        abs(dy * ux - dx * uy) - aw - bd * cross - bw * same,
        abs(dx * vx + dy * vy) - bd - ad * same - aw * cross,
        abs(dy * vx - dx * vy) - bw - ad * cross - aw * same,
    )


def closest_pair(a: Sequence[Footprint], b: Sequence[Footprint]) -> tuple[float, int, int]:
    """The least separation of two units and the positions of the two bases it is between."""
    best = (math.inf, 0, 0)
    for i, first in enumerate(a):
        for j, second in enumerate(b):
            apart = math.hypot(first.x_in - second.x_in, first.y_in - second.y_in)
            if apart - first.reach_in - second.reach_in < best[0]:
                best = min(best, (separation(first, second), i, j))
    return best


def closest_points(a: Footprint, b: Footprint) -> tuple[Point, Point]:
    """The two points between which the separation is measured."""
    tries = [(nearest_point(a, x, y), (x, y)) for x, y in _corners(b)]
    tries += [((x, y), nearest_point(b, x, y)) for x, y in _corners(a)]
    first, second = min(tries, key=lambda pair: math.dist(*pair))
    if a.radius_in:
        first = nearest_point(a, *second)
    if b.radius_in:
        second = nearest_point(b, *first)
    return first, second


def _corners(foot: Footprint) -> tuple[Point, ...]:
    return ((foot.x_in, foot.y_in),) if foot.radius_in else foot.corners_in


def is_loose(outlines: Sequence[Footprint]) -> bool:
    """Do these bases stand as skirmishers do?

    Several round bases, or a base farther than half its frontage from all its comrades.
    """
    if len(outlines) < 2:
        return False
    if any(foot.radius_in for foot in outlines):
        return True
    return any(_alone(i, outlines) for i in range(len(outlines)))


def _alone(i: int, outlines: Sequence[Footprint]) -> bool:
    others = [foot for j, foot in enumerate(outlines) if j != i]
    return min(separation(outlines[i], foot) for foot in others) > outlines[i].half_width_in


def mean_ahead(outlines: Sequence[Footprint]) -> Point:
    """The unit vector of the mean facing; of the first base when they cancel out."""
    x = sum(foot.ahead[0] for foot in outlines)
    y = sum(foot.ahead[1] for foot in outlines)
    size = math.hypot(x, y)
    return (x / size, y / size) if size > 1e-9 else outlines[0].ahead


def ranks(outlines: Sequence[Footprint]) -> tuple[tuple[int, ...], ...]:
    """Positions of the bases, rank by rank from the front, each from left to right.

    A new rank begins where the next front edge lies more than half a base's depth back.
    """
    ux, uy = mean_ahead(outlines)
    fronts = [f.x_in * ux + f.y_in * uy + f.half_depth_in for f in outlines]
    across = [f.y_in * ux - f.x_in * uy for f in outlines]
    order = sorted(range(len(outlines)), key=lambda i: -fronts[i])
    found: list[list[int]] = []
    for i in order:
        half_d = outlines[i].half_depth_in
        if found and fronts[found[-1][-1]] - fronts[i] <= half_d:
            found[-1].append(i)
        else:
            found.append([i])
    return tuple(tuple(sorted(rank, key=lambda i: -across[i])) for rank in found)


def plan(outlines: Sequence[Footprint], loose: bool) -> Plan:
    """Which bases hold the corners of the unit."""
    if loose or len(outlines) == 1:
        return Plan(loose and len(outlines) > 1, 0, 0, 0, 0)
    rows = ranks(outlines)
    front, rear = rows[0], rows[-1]
    return Plan(False, front[0], front[-1], rear[-1], rear[0])


def shape(outlines: Sequence[Footprint], how: Plan) -> UnitShape:
    """The outline of a unit.

    Formed: FL and FR are the outer front corners of the left-most and right-most bases of
    the front rank, and the front looks square to the line between them. Loose: the
    rectangle along the mean facing round all bases.
    """
    if how.loose:
        return _rectangle(outlines)
    fl = outlines[how.left].corners_in[0]
    fr = outlines[how.right].corners_in[1]
    rr = outlines[how.rear_right].corners_in[2]
    rl = outlines[how.rear_left].corners_in[3]
    dx, dy = fr[0] - fl[0], fr[1] - fl[1]
    width = math.hypot(dx, dy)
    return UnitShape(fl, fr, rr, rl, (-dy / width, dx / width))


def _rectangle(outlines: Sequence[Footprint]) -> UnitShape:
    ux, uy = ahead = mean_ahead(outlines)
    along: list[float] = []
    across: list[float] = []
    for foot in outlines:
        for x, y in _extremes(foot, ahead):
            along.append(x * ux + y * uy)
            across.append(y * ux - x * uy)
    front, back, left, right = max(along), min(along), max(across), min(across)

    def at(forward: float, sideways: float) -> Point:
        return forward * ux - sideways * uy, forward * uy + sideways * ux

    return UnitShape(at(front, left), at(front, right), at(back, right), at(back, left), ahead)


def _extremes(foot: Footprint, ahead: Point) -> tuple[Point, ...]:
    if not foot.radius_in:
        return foot.corners_in
    rx, ry = foot.radius_in * ahead[0], foot.radius_in * ahead[1]
    x, y = foot.x_in, foot.y_in
    return (x + rx, y + ry), (x - rx, y - ry), (x - ry, y + rx), (x + ry, y - rx)


@remembered
def unit_plan(
    snapshot: Snapshot, name: str, loose: frozenset[str] | None = None, part: Part = None
) -> Plan:
    """The plan of a unit on this table; *loose* names the loose units, None: as they stand."""
    outlines = [one.outline for one in placed_unit(snapshot, name, part)]
    return plan(outlines, is_loose(outlines) if loose is None else name in loose)


@remembered
def unit_shape(
    snapshot: Snapshot, name: str, loose: frozenset[str] | None = None, part: Part = None
) -> UnitShape:
    """The outline of a unit where it stands.

    Raises:
        Unmeasurable: one of its bases may not be measured.
    """
    outlines = [one.outline for one in placed_unit(snapshot, name, part)]
    return shape(outlines, unit_plan(snapshot, name, loose, part))


@remembered
def unit_corners(
    snapshot: Snapshot, name: str, loose: frozenset[str] | None = None, part: Part = None
) -> tuple[tuple[Placed, ...], Plan]:
    """The bases that the outline of a unit depends on, and the plan for just those.

    Of a formed unit at most four; of a loose one all. So the ± of what depends on the
    outline alone costs no more for a long unit than for a short one.
    """
    placed = placed_unit(snapshot, name, part)
    how = unit_plan(snapshot, name, loose, part)
    if how.loose:
        return placed, how
    holders = sorted({how.left, how.right, how.rear_right, how.rear_left})
    at = {old: new for new, old in enumerate(holders)}
    reduced = Plan(False, *(at[i] for i in how[1:]))
    return tuple(placed[i] for i in holders), reduced
