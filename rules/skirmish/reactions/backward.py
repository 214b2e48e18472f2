"""Going back by a result of the action tables: to cover, or away (SKM-CODE-06 … -10, Q-15)."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TypeAlias

from rules.field.centimetres import to_cm
from rules.field.ruler import foot_of
from rules.kernel.refusal import Refusal, refusal
from rules.skirmish import measuring
from rules.skirmish.fire import sight
from rules.skirmish.moving import pace
from rules.skirmish.reactions.action_tables import CODE_RULE
from rules.skirmish.state import Group, Play
from rules.skirmish.tables import GALLOP_CM, TROT_CM
from vision.measure.shapes.polygon import nearest_on, outline_gap
from vision.table.reading import Point
from vision.table.snapshot import Terrain

TOLERANCE_CM = 1.0
LEADS_OFF = 0.25
"""The cosine of the widest angle to straight away from an enemy that still leads off from him."""

Fault: TypeAlias = Callable[[Play], Refusal | None]
"""What is wrong with the table after a move, None for nothing."""


def covers(play: Play, group: Group) -> list[tuple[float, Terrain]]:
    """Pieces that give cover with the distance to the nearest man, cm, nearest first (Q-14)."""
    feet = [foot_of(play.table, figure.id) for figure in play.state.members(group.id)]
    found = [
        (min(to_cm(outline_gap(foot, p.outline_in, not p.is_line)) for foot in feet), p)
        for p in play.table.terrain
        if sight.cover_kind(p) != "open"
    ]
    return sorted(found, key=lambda one: one[0])


def cover(play: Play, group: Group, code: str, enemy: Group | None) -> Fault:
    """To the nearest cover in one move, else away from all enemies (SKM-CODE-06)."""
    piece = cover_for(play, group, code, enemy)
    if piece is None:
        return away(play, group, code, enemy, 1.0)
    return into_cover(play, group, piece, CODE_RULE[code])


def withdraw(play: Play, group: Group, code: str, enemy: Group | None) -> Fault:
    """To cover that lies farther from the enemy, or toward it; without any, away (SKM-CODE-07)."""
    piece = cover_for(play, group, code, enemy)
    if piece is None:
        return away(play, group, code, enemy, 1.0)
    return into_cover(play, group, piece, "SKM-CODE-07")


def cover_for(play: Play, group: Group, code: str, enemy: Group | None) -> Terrain | None:
    """The cover that a result sends a group to: the nearest in one move, for a withdrawal the
    nearest that lies farther from the enemy; None when the result or the table has none."""
    if code not in ("COVER", "HALT_COVER", "WITHDRAW"):
        return None
    reach = one_move_cm(play, group, code)
    for gap, piece in covers(play, group):
        if code == "WITHDRAW":
            if enemy is None or _is_behind(play, group, piece, enemy):
                return piece
        elif gap <= reach:
            return piece
    return None


def one_move_cm(play: Play, group: Group, code: str) -> float:
    """How far the slowest of them goes by that result, cm."""
    return min(pace.allowance_cm(play, figure, code) for figure in play.state.members(group.id))


def _is_behind(play: Play, group: Group, piece: Terrain, enemy: Group) -> bool:
    foe = measuring.centre(play.table, measuring.closest_man(play, group, enemy))
    there = to_cm(math.dist(foe, nearest_on(piece.outline_in, foe, not piece.is_line)))
    return there > measuring.group_distance(play, group, enemy).value


def into_cover(play: Play, group: Group, piece: Terrain, rule: str) -> Fault:
    """Into that cover; when it lies beyond one move, so much nearer to it as there is room."""
    target = measuring.middle(play, group)
    goal = nearest_on(piece.outline_in, target, not piece.is_line)
    room = pace.room_cm(
        play, play.state.members(group.id), measuring.way_from(goal, target), "COVER"
    )
    far = _cover_gap(play, group, piece)
    beyond = far > one_move_cm(play, group, "COVER")

    def fault(after: Play) -> Refusal | None:
        gap = _cover_gap(after, group, piece)
        blocked = room < 1.0 or measuring.moved_cm(play, after, group) >= room - TOLERANCE_CM
        if gap <= 2.0 or (blocked and not beyond) or (beyond and gap <= far - min(1.0, 0.3 * room)):
            return None
        return refusal(f"{group.does('goes')} to {piece.name or piece.kind}", rule)

    return fault


def _cover_gap(play: Play, group: Group, piece: Terrain) -> float:
    return next(gap for gap, one in covers(play, group) if one == piece)


# -- away -----------------------------------------------------------------------------------

FROM_ALL = ("COVER", "WITHDRAW", "TROT_AWAY")


def way_off(play: Play, group: Group, code: str, enemy: Group) -> tuple[Point, tuple[Group, ...]]:
    """The way that leads off from the enemies a result names, and from whom it is judged.

    From the nearest, or from all in sight by the way that is best against the worst of them;
    where nothing leads away from all it is the nearest who is fled (Q-15).
    """
    off = _off(play, group, enemy)
    if code not in FROM_ALL:
        return off, (enemy,)
    seen = sight.visible_enemies(play, group)
    ways = [_off(play, group, one) for one in seen]
    halves = [
        measuring.way_from((a[0] + b[0], a[1] + b[1]), (0.0, 0.0)) for a in ways for b in ways
    ]
    best = max([off, *halves], key=lambda way: min((_dot(way, one) for one in ways), default=1.0))
    if min((_dot(best, one) for one in ways), default=1.0) < LEADS_OFF:
        return off, (enemy,)
    return best, (enemy, *(one for one in seen if one.id != enemy.id))


def _off(play: Play, group: Group, enemy: Group) -> Point:
    spot = measuring.centre(play.table, measuring.closest_man(play, group, enemy))
    return measuring.way_from(measuring.middle(play, group), spot)


def _dot(a: Point, b: Point) -> float:
    return a[0] * b[0] + a[1] * b[1]


def away(
    play: Play, group: Group, code: str, enemy: Group | None, least: float,
    most: float | None = None,
) -> Fault:  # fmt: skip
    """At least so far away, or as far as there is room (Q-15)."""
    if enemy is None:
        return lambda after: None
    way, fled = way_off(play, group, code, enemy)
    men = play.state.members(group.id)
    need = pace.at_a_gait_cm(play, men, min(least, pace.room_cm(play, men, way, code)))
    far = one_move_cm(play, group, code) if most is None else most
    # Within 60 degrees of straight away, or half as well as the best way from several at once.
    ways = {one.id: _off(play, group, one) for one in fled}
    offs = {name: (off, max(0.0, _dot(way, off)) / 2) for name, off in ways.items()}
    gaps = {one.id: measuring.group_distance(play, group, one).value for one in fled}

    def fault(after: Play) -> Refusal | None:
        went = measuring.moved_cm(play, after, group)
        if went < need - min(TOLERANCE_CM, need / 2):
            return refusal(
                f"{group.does('goes')} {need:g} cm away, not {went:.1f}", CODE_RULE[code]
            )
        if went > far + TOLERANCE_CM:
            return refusal(
                f"{group.does('goes')} {far:g} cm at most, not {went:.1f}", CODE_RULE[code]
            )
        gone = measuring.way_from(measuring.middle(after, group), measuring.middle(play, group))
        for one in fled:
            off, lead = offs[one.id]
            aside = went > TOLERANCE_CM and _dot(gone, off) < lead
            closer = measuring.group_distance(after, group, one).value < gaps[one.id] - TOLERANCE_CM
            if aside or closer:
                return refusal(f"{group.does('goes')} away from {one.label}", CODE_RULE[code])
        return None

    return fault


def run(play: Play, group: Group, code: str, enemy: Group | None) -> Fault:
    """A full move from the nearest enemy; mounted dragoons gallop (SKM-CODE-08, SKM-MOVE-10)."""
    full = min(pace.allowance_cm(play, f, "RUN") for f in play.state.members(group.id))
    return away(play, group, code, enemy, GALLOP_CM[0] if full >= GALLOP_CM[0] else full, full)


def trot_away(play: Play, group: Group, code: str, enemy: Group | None) -> Fault:
    """31 to 45 cm away (SKM-CODE-09)."""
    full = min(pace.allowance_cm(play, f, code) for f in play.state.members(group.id))
    return away(play, group, code, enemy, min(TROT_CM[0], full), full)


def flee(play: Play, group: Group, code: str, enemy: Group | None) -> Fault:
    """50 to 60 cm away (SKM-CODE-10)."""
    full = min(pace.allowance_cm(play, f, code) for f in play.state.members(group.id))
    return away(play, group, code, enemy, min(GALLOP_CM[0], full), full)
