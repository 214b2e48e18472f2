"""May this unit shoot at that one: range, front, sight, nobody in the way (PAS-INF, PAS-ART)."""

from __future__ import annotations

import math

from rules.armatys.movement.ground import hides, is_in_covered_ground, sight_limit_in
from rules.armatys.state import General, State, Unit, present
from rules.armatys.switches import house
from rules.armatys.tables import COVERED_SIGHT_IN
from rules.armatys.units.troops import shooting, stands, token
from rules.kernel.prompts import Steps, within
from rules.kernel.protocol import IllegalAction
from rules.kernel.refusal import Refusal, forbid, refusal
from vision.measure import front_range, gun_arc, in_arc, lane_clear, sight, unit_shape
from vision.table.reading import Reading, Verdict
from vision.table.snapshot import Snapshot

GUN_RANGE_IN = 36.0


def key(table: Snapshot, target: Unit | General) -> str:
    """What a unit or a general is called on the table."""
    return token(table, target) if isinstance(target, General) else target.id


def range_to(table: Snapshot, one: Unit, target: Unit | General) -> Reading:
    """Q-02: from the front edge of the firers to the target.

    Raises:
        Unmeasurable: a base is hidden or moving, or neither bases nor a typed reading are there.
    """
    return front_range(table, one.id, key(table, target))


def limit_in(state: State, table: Snapshot, one: Unit, target: Unit | General) -> float:
    """PAS-INF-05, PAS-CAV-05, PAS-APP-11, PAS-TER-10: how far it may shoot at that target."""
    row = shooting(state, one)
    far = GUN_RANGE_IN if one.gun is not None else row.range_in if row else 0.0
    covered = sight_limit_in(table, one.id, key(table, target))
    return far if covered is None else min(far, covered)


def range_rule(state: State, one: Unit, limit: float) -> str:
    """The rule that sets so far a range: of the weapon, or of woods and towns."""
    row = shooting(state, one)
    own = (GUN_RANGE_IN, "PAS-ART-39") if one.gun is not None else (
        (row.range_in, row.rule) if row else (0.0, "PAS-INF-05"))
    return own[1] if limit >= own[0] else "PAS-TER-10"


def front_rule(one: Unit) -> str:
    """The rule by which a unit fires to its front only."""
    return "PAS-ART-26" if one.gun is not None else "PAS-INF-02"


def front(state: State, table: Snapshot, one: Unit, target: Unit | General) -> Reading:
    """PAS-INF-02, PAS-ART-26: the margin by which a target is in front of the firers.

    PAS_FRONT sets 45 degrees out from each front corner or all ahead of the front;
    PAS_GUN_ARC the fan of a gun.
    """
    if one.gun is None:
        half = 90.0 if house(state, "PAS_FRONT") == "180" else 45.0
        return in_arc(table, one.id, key(table, target), half).reading
    typed = table.typed("gun_arc", one.id, key(table, target))
    if typed or house(state, "PAS_GUN_ARC") == "diagonals":
        return gun_arc(table, one.id, key(table, target))
    shape = unit_shape(table, one.id)
    wide, deep = math.dist(shape.fl, shape.fr), math.dist(shape.fl, shape.rl)
    half = math.degrees(math.atan2(wide / 2, deep))
    return in_arc(table, one.id, key(table, target), half).reading


def can_measure(table: Snapshot, one: Unit, target: Unit | General) -> bool:
    """Are the bases of both on the table, so that front, lane and sight can be judged?"""
    return stands(table, one.id) and stands(table, key(table, target))


def obstructed(state: State, table: Snapshot, one: Unit, target: Unit | General) -> Refusal | None:
    """PAS-INF-04, PAS-ART-27, PAS-TER-01: what stops a shot for certain; "" when nothing.

    No overhead fire: friends in the lane. Hills, woods, towns and other units stop sight.
    """
    row = shooting(state, one)
    rule = row.overhead if row and one.gun is None else "PAS-ART-27"
    friends = frozenset(two.id for two in present(state, one.side)
                        if two.id not in (one.id, key(table, target)))
    typed = table.typed("lane_clear", one.id, key(table, target))
    if typed or can_measure(table, one, target):
        lane = lane_clear(table, one.id, key(table, target), blocks=friends)
        if lane.reading.at_least() is Verdict.OUT:
            return refusal("friends stand in the way: no overhead fire", rule)
    if table.typed("sight", one.id, key(table, target)) or can_measure(table, one, target):
        seen = sight(table, one.id, key(table, target), terrain=hides)
        if seen.reading.at_least() is Verdict.OUT:
            what = ", ".join(seen.blockers) or "something"
            return refusal(f"{what} hides {target.id}", "PAS-TER-01")
    return None


def _limit(
    state: State, table: Snapshot, one: Unit, target: Unit | General, reading: Reading
) -> Steps[float]:
    """How far it may shoot; a side is asked whether a unit stands in a wood or a town where that
    is too close to call and matters."""
    limit = limit_in(state, table, one, target)
    if limit <= COVERED_SIGHT_IN or reading.compare(COVERED_SIGHT_IN) is Verdict.IN:
        return limit
    for name in (one.id, key(table, target)):
        inside = yield from is_in_covered_ground(table, name, one.side)
        if inside:
            return COVERED_SIGHT_IN
    return limit


def aim(
    state: State, table: Snapshot, one: Unit, target: Unit | General
) -> Steps[tuple[Reading, str]]:
    """The range of a shot that may be taken, and a note of what could not be measured.

    Raises:
        IllegalAction: out of range, out of the front, hidden, or friends in the way.
    """
    reading = range_to(table, one, target)
    limit = yield from _limit(state, table, one, target, reading)
    rule = range_rule(state, one, limit)
    reached = yield from within(reading, limit, one.side, what=f"{one.id} to {target.id}",
                                rules=(rule,))
    if not reached:
        raise IllegalAction(f"{target.id} is {reading} away, {one.id} reaches {limit:g} in", rule)
    if table.typed("in_arc", one.id, key(table, target)) or table.typed(
        "gun_arc", one.id, key(table, target)
    ) or can_measure(table, one, target):
        ahead = yield from within(front(state, table, one, target), 0.0, one.side,
                                  what=f"{target.id} in front of {one.id}", sense="at least",
                                  rules=(front_rule(one),))
        if not ahead:
            raise IllegalAction(f"{target.id} is not in front of {one.id}", front_rule(one))
    forbid(obstructed(state, table, one, target))
    if can_measure(table, one, target):
        return reading, ""
    return reading, " Front, lane and sight were not measured: no bases on the table."
