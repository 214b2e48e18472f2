"""May this unit shoot at that one: range, front, sight, nobody in the way (PAS-INF, PAS-ART)."""

from __future__ import annotations

import math

from rules.armatys.movement.ground import hides, is_in_covered_ground, sight_limit_in
from rules.armatys.state import Battle, General, Unit
from rules.armatys.switches import FRONT, GUN_ARC
from rules.armatys.tables import COVERED_SIGHT_IN
from rules.armatys.units.troops import shooting, stands, token
from rules.kernel.play import Check, Conditions, fails, require
from rules.kernel.prompts import Steps
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


def limit_in(play: Battle, one: Unit, target: Unit | General) -> float:
    """PAS-INF-05, PAS-CAV-05, PAS-APP-11, PAS-TER-10: how far it may shoot at that target."""
    row = shooting(play, one)
    far = GUN_RANGE_IN if one.gun is not None else row.range_in if row else 0.0
    covered = sight_limit_in(play.table, one.id, key(play.table, target))
    return far if covered is None else min(far, covered)


def range_rule(play: Battle, one: Unit, limit: float) -> str:
    """The rule that sets so far a range: of the weapon, or of woods and towns."""
    row = shooting(play, one)
    own = (
        (GUN_RANGE_IN, "PAS-ART-39")
        if one.gun is not None
        else ((row.range_in, row.rule) if row else (0.0, "PAS-INF-05"))
    )
    return own[1] if limit >= own[0] else "PAS-TER-10"


def front_rule(one: Unit) -> str:
    """The rule by which a unit fires to its front only."""
    return "PAS-ART-26" if one.gun is not None else "PAS-INF-02"


def front(play: Battle, one: Unit, target: Unit | General) -> Reading:
    """PAS-INF-02, PAS-ART-26: the margin by which a target is in front of the firers.

    PAS_FRONT sets 45 degrees out from each front corner or all ahead of the front;
    PAS_GUN_ARC the fan of a gun.
    """
    if one.gun is None:
        half = 90.0 if play.on(FRONT.at("180")) else 45.0
        return in_arc(play.table, one.id, key(play.table, target), half).reading
    typed = play.table.typed("gun_arc", one.id, key(play.table, target))
    if typed or play.on(GUN_ARC.diagonals):
        return gun_arc(play.table, one.id, key(play.table, target))
    shape = unit_shape(play.table, one.id)
    wide, deep = math.dist(shape.fl, shape.fr), math.dist(shape.fl, shape.rl)
    half = math.degrees(math.atan2(wide / 2, deep))
    return in_arc(play.table, one.id, key(play.table, target), half).reading


def can_measure(table: Snapshot, one: Unit, target: Unit | General) -> bool:
    """Are the bases of both on the table, so that front, lane and sight can be judged?"""
    return stands(table, one.id) and stands(table, key(table, target))


def may_see(play: Battle, one: Unit, target: Unit | General) -> Conditions:
    """PAS-INF-04, PAS-ART-27, PAS-TER-01: nothing stops a shot for certain.

    No overhead fire: friends in the lane. Hills, woods, towns and other units stop sight.
    """
    row, name, table = shooting(play, one), key(play.table, target), play.table
    rule = row.overhead if row and one.gun is None else "PAS-ART-27"
    mine = (two.id for two in play.state.present(one.side))
    friends = frozenset(two for two in mine if two not in (one.id, name))
    measured = can_measure(table, one, target)
    if table.typed("lane_clear", one.id, name) or measured:
        lane = lane_clear(table, one.id, name, blocks=friends).reading.at_least()
        yield lane is not Verdict.OUT or fails("friends stand in the way: no overhead fire", rule)
    if table.typed("sight", one.id, name) or measured:
        seen = sight(table, one.id, name, terrain=hides)
        yield seen.reading.at_least() is not Verdict.OUT or fails(
            f"{', '.join(map(play.state.label, seen.blockers)) or 'something'} "
            f"hides {target.label}", "PAS-TER-01")  # fmt: skip


def _limit(play: Battle, one: Unit, target: Unit | General, reading: Reading) -> Steps[float]:
    """How far it may shoot; a side is asked whether a unit stands in a wood or a town where that
    is too close to call and matters."""
    limit = limit_in(play, one, target)
    if limit <= COVERED_SIGHT_IN or reading.compare(COVERED_SIGHT_IN) is Verdict.IN:
        return limit
    for name in (one.id, key(play.table, target)):
        inside = yield from is_in_covered_ground(play, name, one.side)
        if inside:
            return COVERED_SIGHT_IN
    return limit


def aim(play: Battle, one: Unit, target: Unit | General) -> Steps[tuple[Reading, str]]:
    """The range of a shot that may be taken, and a note of what could not be measured.

    Raises:
        IllegalAction: out of range, out of the front, hidden, or friends in the way.
    """
    table, name = play.table, key(play.table, target)
    reading = range_to(table, one, target)
    limit = yield from _limit(play, one, target, reading)
    reached = Check(
        lambda: f"{target.does('is')} {{reading}} away, {one.does('reaches')} {{limit}}",
        range_rule(play, one, limit), reading=reading, limit=limit,
        what=f"{one.label} to {target.label}",
    )  # fmt: skip
    yield from require([reached], one.side)
    measured = can_measure(table, one, target)
    if measured or table.typed("in_arc", one.id, name) or table.typed("gun_arc", one.id, name):
        ahead = Check(
            lambda: f"{target.does('is')} not in front of {one.label}", front_rule(one),
            reading=front(play, one, target), sense="at least",
            what=f"{target.label} in front of {one.label}",
        )  # fmt: skip
        yield from require([ahead], one.side)
    yield from require(may_see(play, one, target), one.side)
    if measured:
        return reading, ""
    return reading, " Front, lane and sight were not measured: no bases on the table."
