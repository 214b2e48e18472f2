"""What may stand near a line of shot: friends, and the gap it goes through (SHOOT-11 to -25)."""

from __future__ import annotations

import math
from typing import NamedTuple

from rules.kernel.play import Conditions, fails, must
from rules.matchlocks.measuring import (
    LEVEL_IN,
    Screen,
    bases_of,
    blockers,
    eye_in,
    ground_in,
    on_table,
)
from rules.matchlocks.play import Check, Play
from rules.matchlocks.state import Unit, inches, kind_of
from rules.matchlocks.switches import House
from rules.matchlocks.tables import GAP_IN, GUN_FRIENDS_IN, OVERHEAD_IN
from vision.measure.lines.lanes import friend_to_line, friends_in_line, overhead
from vision.measure.lines.openings import gap_width
from vision.measure.shapes.polygon import on_segment
from vision.table.reading import Point
from vision.table.snapshot import Base, Snapshot, Terrain

ROOM_IN = 1.0
"""A friend farther from every line of shot than this is not in the way, whatever the ±."""


def line_checks(play: Play, shooter: Unit, target: Unit) -> Conditions:
    """Friends on the line, or too near a gun's line, and the gap it has to pass."""
    friends = friends_of(play, shooter)
    if kind_of(shooter).arm == "gun":
        yield from _gun_line(play, shooter, target, friends)
    elif near := _in_corridor(play.table, shooter, target, friends):
        lane = friends_in_line(play.table, shooter.id, target.id, near)
        who = ", ".join(play.state.units[one.name].label for one in lane.cut_by)
        why = f"the shot of {shooter.label} goes through {who or 'a friend'}"
        yield must(lane.reading, why, "NMM-SHOOT-13")
    yield from _gap_checks(play, shooter, target)


def _in_corridor(
    table: Snapshot, shooter: Unit, target: Unit, units: frozenset[str]
) -> frozenset[str]:
    """Those of *units* that could stand in the way at all."""
    if not units:
        return units
    lane = Corridor.between(table, shooter.id, target.id, ROOM_IN)
    return frozenset(one for one in units if lane.holds_unit(table, one))


def _gap_checks(play: Play, shooter: Unit, target: Unit) -> Conditions:
    """A view through an opening needs 4 in between its sides (SHOOT-24)."""
    hems = blockers(play, shooter.id) - {shooter.id, target.id}
    if len(hems) + len(play.table.terrain) < 2:
        return
    limit = inches(play.state, GAP_IN)
    lane = Corridor.between(play.table, shooter.id, target.id, limit)
    near = frozenset(one for one in hems if lane.holds_unit(play.table, one))
    screen = Screen(eye_in(play.table, shooter.id, target.id))
    if len(near) + sum(screen(one) and lane.holds_piece(one) for one in play.table.terrain) < 2:
        return
    opening = gap_width(play.table, shooter.id, target.id, blocks=near, terrain=screen)
    between = " and ".join(opening.between)
    why = f"the view runs between {between}, {{reading}} apart: {{limit}} are needed"
    yield Check(why, "NMM-SHOOT-24", True, opening.reading, limit, sense="at least")


class Corridor(NamedTuple):
    """Everything within ``room_in`` of the line between two units' middles.

    A cheap first look: what lies outside cannot hem in a view narrower than the limit.
    """

    start: Point
    end: Point
    room_in: float

    @classmethod
    def between(cls, table: Snapshot, one: str, two: str, margin_in: float) -> Corridor:
        """The corridor that every line between two units runs in, and *margin_in* besides."""
        (a, first), (b, second) = _round_it(table, one), _round_it(table, two)
        return cls(a, b, max(first, second) + margin_in)

    def holds_unit(self, table: Snapshot, unit_id: str) -> bool:
        """Does any part of a unit come into it?"""
        return any(
            _off(self, (base.pose.x_in, base.pose.y_in)) <= self.room_in + _reach(base)
            for base in bases_of(table, unit_id)
            if base.pose is not None
        )

    def holds_piece(self, piece: Terrain) -> bool:
        """Does any part of a piece of terrain come into it?"""
        xs, ys = zip(*piece.outline_in, strict=True)
        middle = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
        reach = math.dist(middle, (max(xs), max(ys)))
        return _off(self, middle) <= self.room_in + reach


def _off(lane: Corridor, at: Point) -> float:
    return math.dist(on_segment(lane.start, lane.end, at), at)


def _reach(base: Base) -> float:
    return math.hypot(base.frontage_in, base.depth_in) / 2


def _round_it(table: Snapshot, unit_id: str) -> tuple[Point, float]:
    """The middle of a unit and the radius of a circle that holds all of it."""
    placed = [(base, base.pose) for base in bases_of(table, unit_id) if base.pose is not None]
    if not placed:
        return (0.0, 0.0), math.hypot(*table.size_in)
    x_in = sum(pose.x_in for _, pose in placed) / len(placed)
    y_in = sum(pose.y_in for _, pose in placed) / len(placed)
    return (x_in, y_in), max(
        math.dist((x_in, y_in), (pose.x_in, pose.y_in)) + _reach(base) for base, pose in placed
    )


def friends_of(play: Play, unit: Unit) -> frozenset[str]:
    """Ids of the other units of that side that stand on the table, Skirmishers included."""
    there = on_table(play.table)
    return frozenset(
        one.id
        for one in play.state.units.values()
        if one.side == unit.side and one.id in there and one.id != unit.id and not one.gone
    )


def _gun_line(play: Play, gun: Unit, target: Unit, friends: frozenset[str]) -> Conditions:
    """3 in clear of friends (SHOOT-25), save those far below a gun on a hill (SHOOT-11)."""
    level = ground_in(play.table, gun.id) - LEVEL_IN
    lower = frozenset(one for one in friends if ground_in(play.table, one) < level)
    below = frozenset(one for one in lower if _is_under(play.table, gun, target, one))
    beside = friends - below
    if beside:
        near = friend_to_line(play.table, gun.id, target.id, beside)
        limit = inches(play.state, GUN_FRIENDS_IN)
        why = "the shot passes {reading} from friends, it needs more than {limit}"
        yield Check(why, "NMM-SHOOT-25", True, near, limit, "more than")
    if below:
        yield from _over_heads(play, gun, target, below)


def _is_under(table: Snapshot, gun: Unit, target: Unit, friend: str) -> bool:
    """Does the shot go over any of that friend's bases?"""
    if table.typed("overhead", gun.id, target.id):
        return True
    return friend_to_line(table, gun.id, target.id, frozenset({friend})).value <= 0


def _over_heads(play: Play, gun: Unit, target: Unit, below: frozenset[str]) -> Conditions:
    """The target must be 24 in past the last friend under the shot (SHOOT-11)."""
    past = overhead(play.table, gun.id, target.id, below)
    if not past.notes and not past.by_hand:
        return
    limit = inches(play.state, OVERHEAD_IN)
    why = f"{target.does('is')} only {{reading}} past the friends under the shot, not {{limit}}"
    yield Check(why, "NMM-SHOOT-11", True, past, limit, sense="at least")
    own = gun.ordered == "initiative" and play.on(House.overhead_needs_order)
    yield not own or fails("firing over friends needs an Order", "NMM-SHOOT-11")
