"""Lines over the table: sight, the flight of a ball, and what stands in a unit's way.

Q-06, Q-12, Q-14. Points and directions are in table inches, distances asked for in cm.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from msgspec import Struct

from rules.field.centimetres import to_cm, to_in
from rules.field.lanes import span
from rules.field.ruler import foot_of, hides, is_kind
from rules.roses import switches
from rules.roses.measuring import ENGAGED_CM, crosses, displaced, distance
from rules.roses.state import Play, Unit
from rules.roses.tables import (
    BLOCKS_SIGHT,
    BOUNCE_CM,
    CANNON_CM,
    CONTACT_CM,
    IMPASSABLE,
    RIVERS,
)
from vision.measure.overrides import remembered
from vision.measure.shapes.footprint import (
    Footprint,
    carried,
    closest_pair,
    closest_points,
    nearest_point,
    separation,
)
from vision.measure.shapes.normals import Normal, likely
from vision.measure.shapes.polygon import is_inside
from vision.table.reading import Point
from vision.table.snapshot import Snapshot

STEP_CM = 0.25
OVERLAP_CM = 0.1
APART_DEG = 20.0
"""Two ways that differ by less are one to whoever has to go."""
OPPOSED = math.cos(math.radians(75.0))
"""How long the mean of two directions is that lead 150 degrees apart."""


class Sight(Struct, frozen=True):
    """Can one stand see a unit?  ``over``: only friends are in the way, and which."""

    clear: bool
    over: tuple[str, ...] = ()
    blocked_by: tuple[str, ...] = ()


class Way(Struct, frozen=True):
    """A way that may be straight back: its key, its unit vector, and what to call it."""

    name: str
    off: Point
    label: str = ""


class Obstacle(Struct, frozen=True):
    """The first thing in the way: friend, enemy, impassable or edge, ``at_cm`` along."""

    kind: str
    what: str
    at_cm: float


def front_centre(foot: Footprint) -> Point:
    """The middle of the front edge."""
    (ax, ay), (bx, by) = foot.corners_in[0], foot.corners_in[1]
    return (ax + bx) / 2, (ay + by) / 2


def front_points(foot: Footprint) -> tuple[Point, ...]:
    """Where a stand looks from: the middle of its front edge and a twentieth in from each end."""
    (ax, ay), (bx, by) = foot.corners_in[0], foot.corners_in[1]
    return tuple((ax + (bx - ax) * t, ay + (by - ay) * t) for t in (0.5, 0.05, 0.95))


def sight(play: Play, stand: str, unit: Unit, target: Unit) -> Sight:
    """From the front edge of a stand to any part of the target (Q-06).

    Stands of the shooter's own unit and of the target are never in the way.
    """
    return _sight(play.table, stand, unit.id, target.id)


@remembered
def _sight(table: Snapshot, stand: str, unit: str, target: str) -> Sight:
    eye = foot_of(table, stand)
    starts = front_points(eye)
    feet = [foot_of(table, base.payload) for base in table.bases if base.unit == target]
    between = _between(table, stand, unit, target)
    found: list[Sight] = []
    for start in starts:
        for foot in feet:
            for end in (nearest_point(foot, *start), (foot.x_in, foot.y_in), *foot.corners_in):
                found.append(_along(table, between, start, end))
                if found[-1].clear:
                    return found[-1]
    over = [one for one in found if one.over and not one.blocked_by]
    return (*over, *found)[0]


def _between(
    table: Snapshot, stand: str, unit: str, target: str
) -> list[tuple[str, bool, Footprint]]:
    """Stands that can be in the way: unit, is it a friend, footprint."""
    side = table.base(stand).side
    return [
        (base.unit, base.side == side, foot_of(table, base.payload))
        for base in table.bases
        if base.unit not in (unit, target)
    ]


def _along(
    table: Snapshot, between: list[tuple[str, bool, Footprint]], start: Point, end: Point
) -> Sight:
    length = math.dist(start, end)
    if length < 1e-9:
        return Sight(True)
    way = ((end[0] - start[0]) / length, (end[1] - start[1]) / length)
    friends: list[str] = []
    others: list[str] = []
    for name, friendly, foot in between:
        met = span(start, way, foot)
        if met is not None and met[1] > 1e-6 and met[0] < length - 1e-6:
            (friends if friendly else others).append(name)
    for piece in table.terrain:
        if is_kind(piece, BLOCKS_SIGHT) and hides(piece, start, end):
            others.append(piece.name or piece.kind)
    return Sight(not friends and not others, tuple(friends), tuple(others))


def shot_line(play: Play, gun: str, target: Unit) -> tuple[str, ...]:
    """Extra enemy stands the ball meets after the target stand, in order, 4 at most (Q-12).

    How far it flies on is a house rule: WOR_BOUNCE_LINE.
    """
    muzzle = front_centre(foot_of(play.table, gun))
    feet = {payload: foot_of(play.table, payload) for payload in target.stands}
    ends = {payload: nearest_point(foot, *muzzle) for payload, foot in feet.items()}
    struck = min(ends, key=lambda payload: math.dist(muzzle, ends[payload]))
    length = math.dist(muzzle, ends[struck])
    if length < 1e-9:
        return ()
    way = ((ends[struck][0] - muzzle[0]) / length, (ends[struck][1] - muzzle[1]) / length)
    leaves = span(muzzle, way, feet[struck])
    past = leaves[1] if leaves else length
    reach = past + to_in(BOUNCE_CM)
    if not play.on(switches.BOUNCE_LINE.at("5cm")):
        reach = to_in(CANNON_CM)
    met = _met(play, muzzle, way, reach)
    return _extras(play, target, struck, [m for m in met if m[0] > length - 1e-6])


def _met(play: Play, start: Point, way: Point, reach: float) -> list[tuple[float, str, Unit]]:
    met = []
    for unit in play.state.living():
        for payload in unit.stands:
            found = span(start, way, foot_of(play.table, payload))
            if found and 1e-6 < found[1] and found[0] <= reach:
                met.append((found[0], payload, unit))
    return sorted(met, key=lambda one: (one[0], one[1]))


def _extras(
    play: Play, target: Unit, struck: str, met: list[tuple[float, str, Unit]]
) -> tuple[str, ...]:
    extras: list[str] = []
    for _, payload, unit in met:
        if unit.side != target.side:
            break
        only_target = play.on(switches.BOUNCE_LINE.target_unit)
        if payload != struck and not (only_target and unit.id != target.id):
            extras.append(payload)
    return tuple(extras[:4])


def away_from(play: Play, unit: Unit, others: tuple[Unit, ...]) -> Point:
    """The unit vector straight away from the nearest stand of *others* (Q-14).

    In touch it is the sides that met which say it, not the nearest points.
    """
    near = min(others, key=lambda enemy: distance(play, unit, enemy).value)
    return ways_off(play, unit, near)[0].off


def ways_off(play: Play, unit: Unit, enemy: Unit) -> tuple[Way, ...]:
    """The way straight off from one enemy (Q-14); several when the ruler cannot tell.

    Apart, it is the line between the nearest points. In touch that line turns with a hair's
    breadth: then it is straight out from the side that both meet along, a front before others.
    """
    mine, theirs = _feet(play, unit), _feet(play, enemy)
    gap, i, j = closest_pair(mine, theirs)
    if to_cm(gap) > ENGAGED_CM:
        here, there = closest_points(mine[i], theirs[j])
        return (Way(f"from {enemy.id}", toward(there, here), f"from {enemy.label}"),)
    doubt = to_in(distance(play, unit, enemy).plus_minus)
    met = likely(mine, theirs, to_in(CONTACT_CM), doubt)
    ways = [Way(_whence(met[0], enemy), met[0].off)]
    for one in met:
        if all(between_deg(one.off, way.off) > APART_DEG for way in ways):
            ways.append(Way(_whence(one, enemy), one.off))
    return tuple(ways)


def _whence(one: Normal, enemy: Unit) -> str:
    return f"from {'its own' if one.own else enemy.id} {one.side}"


def _feet(play: Play, unit: Unit) -> list[Footprint]:
    return [foot_of(play.table, stand) for stand in unit.stands]


def toward(here: Point, there: Point) -> Point:
    """The unit vector from one point to another."""
    length = math.dist(here, there) or 1.0
    return (there[0] - here[0]) / length, (there[1] - here[1]) / length


def summed(ways: Sequence[Point]) -> Point | None:
    """The middle of several directions; None when they lead more than 150 degrees apart."""
    x, y = sum(way[0] for way in ways) / len(ways), sum(way[1] for way in ways) / len(ways)
    length = math.hypot(x, y)
    return (x / length, y / length) if length > OPPOSED else None


def between_deg(a: Point, b: Point) -> float:
    """The angle between two unit vectors."""
    return math.degrees(math.acos(max(-1.0, min(1.0, a[0] * b[0] + a[1] * b[1]))))


def first_obstacle(
    play: Play, unit: Unit, way: Point, cm: float, but: tuple[str, ...] = ()
) -> Obstacle | None:
    """What the unit meets first on *cm* centimetres along *way*; None when the way is free.

    Friends named in *but* have made way. Looked at every 0.25 cm.
    """
    feet = [foot_of(play.table, payload) for payload in unit.stands]
    reach = to_in(cm)
    others = [
        (other, foot)
        for other in play.state.living()
        if other.id != unit.id and other.id not in but
        for foot in (foot_of(play.table, payload) for payload in other.stands)
        if any(separation(one, foot) < reach for one in feet)
    ]
    steps = math.ceil(cm / STEP_CM - 1e-9)
    for k in range(1, steps + 1):
        along = min(k * STEP_CM, cm)
        moved = [carried(foot, way[0] * to_in(along), way[1] * to_in(along)) for foot in feet]
        found = _met_by(play, unit, moved, others)
        if found:
            return Obstacle(found[0], found[1], max(0.0, (k - 1) * STEP_CM))
    return None


def first_water(play: Play, unit: Unit, way: Point, cm: float) -> float:
    """How far the unit goes that way before a stand's centre enters a river, cm, at most *cm*."""
    feet = [foot_of(play.table, payload) for payload in unit.stands]
    rivers = [piece for piece in play.table.terrain if is_kind(piece, RIVERS)]
    for k in range(math.ceil(cm / STEP_CM - 1e-9) if rivers else 0):
        far = to_in(min((k + 1) * STEP_CM, cm))
        for foot in feet:
            here = (foot.x_in, foot.y_in)
            there = (foot.x_in + way[0] * far, foot.y_in + way[1] * far)
            for piece in rivers:
                wet = not piece.is_line and is_inside(piece.outline_in, here)
                if wet or crosses(here, there, piece.outline_in, not piece.is_line):
                    return k * STEP_CM
    return cm


def _met_by(
    play: Play, unit: Unit, feet: list[Footprint], others: list[tuple[Unit, Footprint]]
) -> tuple[str, str] | None:
    for other, there in others:
        if any(to_cm(separation(foot, there)) < -OVERLAP_CM for foot in feet):
            return ("friend" if other.side == unit.side else "enemy"), other.id
    width, depth = play.table.size_in
    for foot in feet:
        if any(not (0 <= x <= width and 0 <= y <= depth) for x, y in foot.corners_in):
            return "edge", "the table edge"
        for piece in play.table.terrain:
            if is_kind(piece, IMPASSABLE) and _overlaps(foot, piece.outline_in, piece.is_line):
                return "impassable", piece.name or piece.kind
    return None


def _overlaps(foot: Footprint, corners: tuple[Point, ...], is_line: bool) -> bool:
    box = foot.corners_in
    edges = zip(box, (*box[1:], box[0]), strict=True)
    if any(crosses(a, b, corners, not is_line) for a, b in edges):
        return True
    return any(is_inside(box, corner) for corner in corners)


def heading(before: Snapshot, after: Snapshot, unit: Unit) -> Point:
    """The unit vector of the move of its first stand; (0, 0) when it stood still."""
    dx, dy = displaced(before, after, unit.stands[0])
    length = math.hypot(dx, dy)
    return (dx / length, dy / length) if length > 1e-9 else (0.0, 0.0)
