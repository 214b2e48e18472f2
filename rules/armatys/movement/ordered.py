"""Moves that the book orders, judged as they are seen: who broke retires, who pursues or charges
goes at his enemy (PAS-MOR-05, PAS-PUR-01, PAS-REA-05).

A move that is not what was ordered is not punished: the question comes again with the reason.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TypeAlias

from rules.armatys.charging.contacts import engaged, in_touch, touches
from rules.armatys.movement.going import Going, going
from rules.armatys.movement.ground import Toll, allowance_in, toll
from rules.armatys.state import Battle, Unit
from rules.armatys.switches import RETIRE_TERRAIN
from rules.armatys.units.troops import arranged, stands
from rules.field.centimetres import to_cm
from rules.field.moving import until_lawful
from rules.field.ruler import shifted
from rules.kernel.prompts import Reach, Steps
from rules.kernel.refusal import Refusal, refusal
from vision.measure import unit_shape
from vision.measure.shapes.footprint import closest_pair, closest_points, placed_unit
from vision.table.reading import Point, Verdict
from vision.table.snapshot import Snapshot

Fault: TypeAlias = Callable[[Snapshot], Refusal | None]
"""What is wrong with the table after a move, None for nothing."""

HAND_IN = 0.25
"""Nobody puts models down more exactly than this by hand; the ± of the ruler comes on top."""
ON_IN = 0.5
"""Who could go on so much farther has not gone all that was ordered."""
ASIDE = math.cos(math.radians(60.0))
"""A way within 60 degrees of the straight one is toward, or away from, an enemy: the book gives
no straight line, and models stand in the way."""


def put_right(
    play: Battle,
    what: str,
    one: Unit,
    fault: Fault,
    rules: tuple[str, ...],
    ground: tuple[Reach, ...],
) -> Steps[tuple[Battle, Snapshot]]:
    """Ask for a move until it is as ordered, or stands by agreement; the table afterwards."""
    after = yield from until_lawful(
        play, what, one.side, (one.id,), lambda now: fault(now.table),
        rules=rules, field=arranged, ground=ground,
    )  # fmt: skip
    return after.on_table(play.table), after.table


def retire_fault(play: Battle, before: Snapshot, one: Unit) -> Fault:
    """PAS-MOR-05, PAS-MOR-10: a full move, away from the enemy, off the table if need be."""
    off = way_out(play.on_table(before), one)

    def allowed_in(way: Going, found: Toll) -> float:
        slowed = found.halves and play.on(RETIRE_TERRAIN)
        return allowance_in(play, one, forward=False, halves=slowed)

    def fault(after: Snapshot) -> Refusal | None:
        if not stands(after, one.id):
            return None
        way = going(play, before, after, one, {})
        full = allowed_in(way, toll(play, one, way))
        says = f"{one.label} retired {way.distance}, a full move is {full:g} in"
        if way.distance.compare(full) is Verdict.OUT:
            return refusal(says, "PAS-MOR-10")
        if _aside(before, after, one, off, way):
            return refusal(f"{one.does('retires')} away from the enemy", "PAS-MOR-05")
        if _could_go_on(play, before, after, one, off, allowed_in, barred=False):
            return refusal(says, "PAS-MOR-05")
        return None

    return fault


def way_out(play: Battle, one: Unit) -> Point:
    """Straight back for a unit: to its rear, but forward when its rear alone is touched."""
    ux, uy = unit_shape(play.table, one.id).ahead
    faces = {
        touch.face if touch.b == one.id else touch.back_face
        for touch in touches(play)
        if one.id in (touch.a, touch.b)
    }
    return (ux, uy) if faces == {"rear"} else (-ux, -uy)


def pursuit_move_fault(play: Battle, before: Snapshot, one: Unit, prey: Unit) -> Fault:
    """PAS-PUR-01, PAS-PUR-07: a full move at the fleeing, counters ignored, or into contact."""

    def allowed_in(way: Going, found: Toll) -> float:
        forward, halves, spends = way.forward, found.halves, found.spends
        return allowance_in(
            play, one, forward=forward, halves=halves, spends=spends, ignore_counters=True
        )

    return _at(play, before, one, prey, allowed_in, "pursues", ("PAS-PUR-01", "PAS-PUR-07"))


def charge_move_fault(play: Battle, before: Snapshot, one: Unit, target: Unit) -> Fault:
    """PAS-REA-05, PAS-SEQ-02: into contact, or as far toward it as it may go; two that charge each
    other meet in between, so the first of them goes as far as he likes."""

    def allowed_in(way: Going, found: Toll) -> float:
        return allowance_in(
            play, one, forward=way.forward, halves=found.halves, spends=one.spent + found.spends
        )

    meets = target.charging == one.id and not target.moved
    return _at(play, before, one, target, allowed_in, "charges", ("PAS-REA-05",), whole=not meets)


def _at(
    play: Battle,
    before: Snapshot,
    one: Unit,
    foe: Unit,
    allowed_in: Callable[[Going, Toll], float],
    does: str,
    rules: tuple[str, ...],
    *,
    whole: bool = True,
) -> Fault:
    """At an enemy: into contact with him or another, or all the way that is allowed."""

    def fault(after: Snapshot) -> Refusal | None:
        if not stands(after, one.id) or not stands(after, foe.id):
            return None
        way = going(play, before, after, one, {})
        found = toll(play, one, way)
        if found.fault:
            return None if one.pursuing else found.fault
        # there a pursuit ends (PAS-PUR-03)
        full = allowed_in(way, found)
        if way.distance.compare(full) is Verdict.OUT:
            return refusal(f"{one.label} moved {way.distance}, it may move {full:g} in", *rules)
        if engaged(play.on_table(after), one) or in_touch(play.on_table(after), one, foe):
            return None
        if _aside(before, after, one, way_at(before, one.id, foe.id), way):
            return refusal(
                f"{one.does(does)} {foe.label}: {one.it} {one.form('goes')} toward it", *rules
            )
        at = way_at(after, one.id, foe.id)
        if whole and _could_go_on(play, before, after, one, at, allowed_in, barred=True):
            return refusal(
                f"{one.does(does)} {foe.label}: into contact, or all of {one.its} {full:g} in, "
                f"not {way.distance}",
                *rules,
            )
        return None

    return fault


def _aside(before: Snapshot, after: Snapshot, one: Unit, off: Point, way: Going) -> bool:
    """Did it go more than 60 degrees aside of a direction, for certain?"""
    (ax, ay), (bx, by) = _middle(before, one.id), _middle(after, one.id)
    along = (bx - ax) * off[0] + (by - ay) * off[1]
    doubt_in = HAND_IN + way.distance.plus_minus
    return along < ASIDE * math.dist((ax, ay), (bx, by)) - doubt_in


def _could_go_on(
    play: Battle,
    before: Snapshot,
    after: Snapshot,
    one: Unit,
    way: Point,
    allowed_in: Callable[[Going, Toll], float],
    *,
    barred: bool,
) -> bool:
    """Is it short of what is allowed, and would half an inch more that way be as lawful?

    *barred*: forbidden ground stops it."""
    way_in = going(play, before, after, one, {})
    left_in = allowed_in(way_in, toll(play, one, way_in)) - way_in.distance.value
    if left_in - way_in.distance.plus_minus <= ON_IN:
        return False
    tags = [base.payload for base in after.bases if base.unit_id == one.id]
    on = shifted(after, tags, to_cm(ON_IN * way[0]), to_cm(ON_IN * way[1]))
    farther = going(play, before, on, one, {})
    found = toll(play, one, farther)
    if farther.unsure or (barred and found.fault):
        return False
    short_in = allowed_in(farther, found) - farther.distance.value
    return short_in - farther.distance.plus_minus > 0.0


def way_at(table: Snapshot, a: str, b: str) -> Point:
    """The way from one unit to the nearest of another; between the middles of the two nearest
    bases when they are so near that nearest points are no direction."""
    mine, theirs = (tuple(p.outline for p in placed_unit(table, name)) for name in (a, b))
    near_in, i, j = closest_pair(mine, theirs)
    ends = ((mine[i].x_in, mine[i].y_in), (theirs[j].x_in, theirs[j].y_in))
    if near_in > 2 * HAND_IN:
        ends = closest_points(mine[i], theirs[j])
    (ax, ay), (bx, by) = ends
    length = math.dist((ax, ay), (bx, by)) or 1.0
    return (bx - ax) / length, (by - ay) / length


def _middle(table: Snapshot, name: str) -> Point:
    poses = [base.settled_pose() for base in table.bases if base.unit_id == name]
    return sum(p.x_in for p in poses) / len(poses), sum(p.y_in for p in poses) / len(poses)


def charge_owed(play: Battle, one: Unit) -> bool:
    """PAS-SEQ-02: has a charger on the table still to make its move, and whom at?"""
    if not one.charging or one.moved or one.pursuing or one.broken or one.fallen:
        return False
    target = next((two for two in play.state.units if two.id == one.charging and not two.off), None)
    if target is None or not (stands(play.table, one.id) and stands(play.table, target.id)):
        return False
    return not engaged(play, one)


def target_of(play: Battle, one: Unit) -> Unit | None:
    """Whom a unit charges, while he is there."""
    there = any(two.id == one.charging and not two.off for two in play.state.units)
    return play.unit(one.charging) if there else None
