"""What the camera says, in centimetres, as this book asks it.

Every function takes the play: its table holds the stands in play only, each with its unit
and side from the state (``field``). Distances are edge to edge (Q-01 … Q-05).
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from rules.field.centimetres import in_cm, to_cm
from rules.field.ruler import (
    foot_of,
    from_front,
    is_kind,
    maybe_nearest,
    own_doubt_cm,
    taking_part,
)
from rules.roses.state import Cover, Facing, Play, State, Unit
from rules.roses.tables import CONTACT_CM, DEFENDED, FORTIFIED, MOVE_TOLERANCE_CM
from vision.measure.cache import once, remembered
from vision.measure.range import base_gap, gap, segment_gap
from vision.measure.shapes.footprint import Footprint, placed_unit, separation
from vision.measure.shapes.polygon import cuts, is_inside, length_inside, nearest_on
from vision.measure.uncertain import plus_minus
from vision.table.reading import Point, Reading
from vision.table.snapshot import Snapshot, Terrain

ENGAGED_CM = 0.5
"""Stands that people have said are touching count as touching out to here."""

SURE_CM = 0.2
"""Nearer than this nobody has to be asked."""

COVERS: tuple[tuple[tuple[str, ...], Cover], ...] = (
    (DEFENDED, "defended"), (FORTIFIED, "fortified"))  # fmt: skip
"""What terrain gives which cover, the better cover last."""

COVERS_CM = 2.0
"""A line covers who stands this near behind it."""

SAME_WAY_DEG = 30.0


def field(state: State, table: Snapshot) -> Snapshot:
    """The table with the stands in play only; the dead and strangers left out.

    Raises:
        Unmeasurable: a stand in play has no base on the table.
    """
    return taking_part(table, _stands(state), "has no base for stand {payload} on the table")


@once
def _stands(state: State) -> tuple[tuple[str, str, str], ...]:
    """Every stand in play with its unit and side."""
    return tuple((stand, one.id, one.side) for one in state.living() for stand in one.stands)


def refreshed(play: Play) -> Play:
    """The play with the stands lost since taken off its table."""
    return play.on_table(field(play.state, play.table))


def distance(play: Play, a: Unit, b: Unit) -> Reading:
    """Between two units, cm (Q-02)."""
    return _distance(play.table, a.id, b.id)


@remembered
def _distance(table: Snapshot, a: str, b: str) -> Reading:
    return in_cm(gap(table, a, b))


def command_distance(play: Play, commander: Unit, units: tuple[Unit, ...]) -> Reading:
    """From the command stand to the unit, for a brigade to its farthest unit, cm (Q-03)."""
    readings = [distance(play, commander, unit) for unit in units]
    return max(readings, key=lambda reading: reading.value)


def nearest_enemies(play: Play, unit: Unit) -> tuple[tuple[Unit, Reading], ...]:
    """Enemy units with their distance, nearest first."""
    found = [(enemy, distance(play, unit, enemy)) for enemy in play.state.enemies(unit)]
    return tuple(sorted(found, key=lambda pair: pair[1].value))


def closest(found: tuple[tuple[Unit, Reading], ...]) -> tuple[str, ...]:
    """The ids that may be the closest: more than one when the ruler cannot tell."""
    return tuple(unit.id for unit in maybe_nearest(found))


# -- contact --------------------------------------------------------------------------------


def touches(play: Play, a: Unit, b: Unit, first: str, second: str) -> bool:
    """Do two stands touch (Q-07)?  Wider once people have called the units engaged."""
    limit = CONTACT_CM
    if a.side != b.side:
        if a.in_combat and b.in_combat:
            limit = ENGAGED_CM
        elif b.id in a.apart or a.id in b.apart:
            limit = SURE_CM
    return stand_gap_cm(play, first, second) <= limit + 1e-6


def stand_gap_cm(play: Play, a: str, b: str) -> float:
    """Between two stands, cm (Q-01)."""
    return to_cm(base_gap(play.table, a, b).value)


def centres_cm(table: Snapshot, a: str, b: str) -> float:
    """Between the centres of two stands, cm."""
    first, second = foot_of(table, a), foot_of(table, b)
    return to_cm(math.dist((first.x_in, first.y_in), (second.x_in, second.y_in)))


def touching_stands(play: Play, a: Unit, b: Unit) -> tuple[tuple[str, str], ...]:
    """Pairs of touching stands of two units."""
    if plainly_apart(play.table, a.id, b.id) or distance(play, a, b).value > ENGAGED_CM:
        return ()
    return tuple(
        (mine, theirs)
        for mine in a.stands
        for theirs in b.stands
        if touches(play, a, b, mine, theirs)
    )


def plainly_apart(table: Snapshot, a: str, b: str) -> bool:
    """Are two units out of touch by the circles round them?  A typed reading may say otherwise."""
    if table.readings:
        return False
    (ax, ay, a_in), (bx, by, b_in) = _round(table, a), _round(table, b)
    return to_cm(math.hypot(ax - bx, ay - by) - a_in - b_in) > ENGAGED_CM + 0.001


@remembered
def _round(table: Snapshot, unit: str) -> tuple[float, float, float]:
    """Middle and radius of a circle round all stands of a unit, inches."""
    feet = [one.outline for one in placed_unit(table, unit)]
    x_in = sum(foot.x_in for foot in feet) / len(feet)
    y_in = sum(foot.y_in for foot in feet) / len(feet)
    far = max(math.hypot(foot.x_in - x_in, foot.y_in - y_in) + foot.reach_in for foot in feet)
    return x_in, y_in, far


def touched_enemies(play: Play, unit: Unit) -> tuple[Unit, ...]:
    """Enemy units in contact with *unit*."""
    return tuple(e for e in play.state.enemies(unit) if touching_stands(play, unit, e))


def engaged(play: Play, unit: Unit) -> bool:
    """In combat: touching an enemy (WOR-CHG-02)."""
    return bool(touched_enemies(play, unit))


def face_touched(table: Snapshot, attacker: str, target: str) -> Facing:
    """Which side of the stand *target* the stand *attacker* is at (Q-07).

    The side that the attacker lies farthest outside of; the front, when that is as good
    within the contact tolerance, so that stands corner to corner face each other.
    """
    a, b = foot_of(table, attacker), foot_of(table, target)
    ux, uy = b.ahead
    sides: tuple[tuple[Facing, Point, float], ...] = (
        ("front", (ux, uy), b.half_depth_in), ("right", (uy, -ux), b.half_width_in),
        ("rear", (-ux, -uy), b.half_depth_in), ("left", (-uy, ux), b.half_width_in),
    )  # fmt: skip
    outside = {
        name: to_cm(min((x - b.x_in) * nx + (y - b.y_in) * ny for x, y in a.corners_in) - half)
        for name, (nx, ny), half in sides
    }
    best = max(outside.values())
    return next(name for name, _, _ in sides if outside[name] >= best - CONTACT_CM)


def engaged_stands(play: Play, unit: Unit) -> tuple[str, ...]:
    """Its stands that touch an enemy."""
    enemies = touched_enemies(play, unit)
    return tuple(dict.fromkeys(
        mine for enemy in enemies for mine, _ in touching_stands(play, unit, enemy)
    ))  # fmt: skip


def is_nearer(one: Reading, other: Reading) -> bool:
    """Is one distance surely less than another?"""
    return one.value + one.plus_minus + other.plus_minus < other.value


def touching_group(
    play: Play, unit: Unit, among: set[str], limit_cm: float = CONTACT_CM
) -> tuple[str, ...]:
    """Ids of *among* that hang together with *unit* by contact, *limit_cm* apart at most (Q-09)."""
    reached, edge = [unit.id], [unit]
    while edge:
        here = edge.pop()
        for friend in play.state.friends(here):
            if friend.id in among and friend.id not in reached:
                if _hang_together(play, here, friend, limit_cm):
                    reached.append(friend.id)
                    edge.append(friend)
    return tuple(reached)


def _hang_together(play: Play, a: Unit, b: Unit, limit_cm: float) -> bool:
    if plainly_apart(play.table, a.id, b.id):
        return False
    return distance(play, a, b).value <= limit_cm + 1e-6


def same_way(table: Snapshot, a: str, b: str) -> bool:
    """Do two stands face the same way, within 30 degrees?"""
    (ax, ay), (bx, by) = foot_of(table, a).ahead, foot_of(table, b).ahead
    return ax * bx + ay * by >= math.cos(math.radians(SAME_WAY_DEG))


def ranks(play: Play, unit: Unit, front: str) -> int:
    """Stands one behind another at and behind the stand *front*, along its facing (Q-11).

    Stands of the unit itself, and of friends that touch in line (a mixed body).
    """
    friends = (unit, *(f for f in play.state.friends(unit) if touching_stands(play, unit, f)))
    stands = [payload for friend in friends for payload in friend.stands if payload != front]
    here, count = front, 1
    while behind := [s for s in stands if is_behind(play.table, here, s)]:
        here = behind[0]
        stands.remove(here)
        count += 1
    return count


def is_behind(table: Snapshot, front: str, rear: str) -> bool:
    """Is *rear* close behind *front*, facing the same way?"""
    a, b = foot_of(table, front), foot_of(table, rear)
    ahead, aside = from_front(a, b)
    apart = to_cm(separation(a, b))
    return (
        apart <= CONTACT_CM
        and -ahead > a.half_depth_in
        and aside < a.half_width_in
        and same_way(table, front, rear)
    )


# -- moves ----------------------------------------------------------------------------------


def moved_cm(before: Snapshot, after: Snapshot, unit: Unit) -> Reading:
    """How far the stand that moved most went, straight, cm (Q-08, Q-15)."""
    steps = [(displaced(before, after, payload), payload) for payload in unit.stands]
    (dx, dy), payload = max(steps, key=lambda step: math.hypot(*step[0]))
    far = to_cm(math.hypot(dx, dy))
    return Reading("moved", round(far, 3), own_doubt_cm(before, after, payload), "cm", unit.id)


def displaced(before: Snapshot, after: Snapshot, payload: str) -> Point:
    """From where a stand was to where it is, inches."""
    old, new = foot_of(before, payload), foot_of(after, payload)
    return new.x_in - old.x_in, new.y_in - old.y_in


def crosses(p: Point, q: Point, corners: tuple[Point, ...], closed: bool = True) -> bool:
    """Does the segment p-q meet the outline, or end inside it?"""
    return bool(cuts(p, q, corners, closed)) or (closed and is_inside(corners, q))


def friends_crossed(before: Snapshot, after: Snapshot, play: Play, unit: Unit) -> tuple[str, ...]:
    """Friendly units whose stands the straight path of a stand's centre crossed."""
    crossed = []
    for friend in play.state.friends(unit):
        boxes = [foot_of(before, payload).corners_in for payload in friend.stands]
        if any(crosses(p, q, box) for p, q in _paths(before, after, unit) for box in boxes):
            crossed.append(friend.id)
    return tuple(crossed)


def terrain_crossed(before: Snapshot, after: Snapshot, unit: Unit, kinds: tuple[str, ...]) -> bool:
    """Did any stand enter or cross terrain of those kinds?"""
    pieces = [piece for piece in before.terrain if is_kind(piece, kinds)]
    paths = _paths(before, after, unit)
    return any(
        crosses(p, q, piece.outline_in, not piece.is_line)
        or (not piece.is_line and is_inside(piece.outline_in, p))
        for piece in pieces
        for p, q in paths
    )


def _paths(before: Snapshot, after: Snapshot, unit: Unit) -> list[tuple[Point, Point]]:
    """The straight ways of the centres of its stands; none for a stand that has not moved."""
    ends = [(foot_of(before, one), foot_of(after, one)) for one in unit.stands]
    ways = [((a.x_in, a.y_in), (b.x_in, b.y_in)) for a, b in ends]
    return [(p, q) for p, q in ways if to_cm(math.dist(p, q)) > MOVE_TOLERANCE_CM]


def wet_cm(before: Snapshot, after: Snapshot, unit: Unit, kinds: tuple[str, ...]) -> float:
    """The longest part of a stand's path inside such terrain, cm."""
    areas = [one.outline_in for one in before.terrain if is_kind(one, kinds) and not one.is_line]
    ways = _paths(before, after, unit)
    return max((to_cm(length_inside(p, q, areas)) for p, q in ways), default=0.0)


# -- terrain --------------------------------------------------------------------------------


def inside(play: Play, unit: Unit, kinds: tuple[str, ...]) -> Reading | None:
    """How far inside terrain of those kinds the best placed middle of a stand is, cm (Q-13).

    Below nought it is outside by that much; None without such terrain.
    """
    pieces = [piece for piece in play.table.terrain if is_kind(piece, kinds) and not piece.is_line]
    if not pieces:
        return None
    return in_cm(_inside(play.table, unit.id, tuple(piece.outline_in for piece in pieces)))


@remembered
def _inside(table: Snapshot, unit: str, outlines: tuple[tuple[Point, ...], ...]) -> Reading:
    placed = placed_unit(table, unit)

    def value(feet: Sequence[Footprint]) -> float:
        return max(
            (1.0 if is_inside(outline, (foot.x_in, foot.y_in)) else -1.0)
            * math.dist((foot.x_in, foot.y_in), nearest_on(outline, (foot.x_in, foot.y_in)))
            for foot in feet
            for outline in outlines
        )

    found = value([one.outline for one in placed])
    return Reading("inside", found, plus_minus(value, placed), "in", unit)


def cover_of(play: Play, unit: Unit, seen_from: Unit | None = None) -> Cover:
    """open, defended or fortified: as agreed, or by the terrain it is in or behind (Q-13).

    A line (hedge, wall, work) covers a unit within 2 cm of it from whoever is across it. Against
    an enemy in touch it is what was judged when they met.
    """
    if seen_from is not None and seen_from.id in unit.behind:
        return unit.behind[seen_from.id]
    if unit.cover:
        return unit.cover
    found: Cover = "open"
    for kinds, cover in COVERS:
        for piece in play.table.terrain:
            if is_kind(piece, kinds) and _shelters(play, piece, unit, seen_from):
                found = cover
    return found


def _shelters(play: Play, piece: Terrain, unit: Unit, seen_from: Unit | None) -> bool:
    feet = [foot_of(play.table, payload) for payload in unit.stands]
    if not piece.is_line:
        return all(is_inside(piece.outline_in, (foot.x_in, foot.y_in)) for foot in feet)
    if seen_from is None:
        return False
    watch = [foot_of(play.table, payload) for payload in seen_from.stands]
    return all(
        to_cm(_line_gap(foot, piece.outline_in)) <= COVERS_CM
        and any(
            crosses((far.x_in, far.y_in), (foot.x_in, foot.y_in), piece.outline_in, False)
            for far in watch
        )
        for foot in feet
    )


def _line_gap(foot: Footprint, points: tuple[Point, ...]) -> float:
    pairs = zip(points, points[1:], strict=False)
    return max(0.0, min(segment_gap(a, b, foot)[0] for a, b in pairs))
