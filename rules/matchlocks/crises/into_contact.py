"""Into contact: the last Move of an Attack, of who joins a melee, and of who feeds in.

A frontal attack ends base to base and face to face (MEL-05), in touch with one enemy only
(MEL-06); two lines of horse meet about halfway (DOC-21); a fresh Squadron comes up from the
rear (MEL-77). Where the models end is judged as for every move that the book orders.
"""

from __future__ import annotations

import math

from rules.field.centimetres import to_cm
from rules.field.ordered_moves import FACING_DEG, HAND_IN, Ordered, carried_out, fault
from rules.field.ruler import shifted
from rules.kernel.prompts import Steps
from rules.kernel.refusal import Refusal, refusal
from rules.matchlocks.crises.ordered import (
    back_from,
    enemies_about,
    moved_as_ordered,
    one_enemy_only,
    one_move_in,
    order,
    up_to,
)
from rules.matchlocks.measuring import OBSTACLES, bases_of, linear_cover
from rules.matchlocks.movement.facing import turned_about
from rules.matchlocks.movement.passing import through_passed
from rules.matchlocks.play import Play
from rules.matchlocks.state import Melee, Unit, kind_of
from vision.measure.answers import Side as Zone
from vision.measure.ground import touching_terrain
from vision.measure.move import move_distance
from vision.measure.range import gap
from vision.measure.shapes.footprint import unit_shape
from vision.table.reading import Verdict
from vision.table.snapshot import Snapshot

BESIDE_IN = 2 * HAND_IN
"""Bases of one size that stand so far beside each other are squared up; 0.6 in are not."""

OVER_WALL_IN = 1.0
"""Who is held off by a hedge, wall or bank between them has come up to him within this."""

ANY_WAY = 100.0
"""Lining up may take it far to the side of the shortest way."""

APART_IN = 1.0
"""Two units that only trade shots halt so far apart (DOC-17)."""


def into_contact(
    play: Play, unit_id: str, target_id: str, zone: Zone, limit_in: float, *, halted: bool = False
) -> Steps[Play]:
    """The attacker's models into contact, *limit_in* at most; horse that is met by horse in
    front comes out to meet it, unless it is *halted* (MEL-23). Nothing is asked of units that
    have no bases on the table."""
    unit, target = play.unit(unit_id), play.unit(target_id)
    if not (bases_of(play.table, unit_id) and bases_of(play.table, target_id)):
        return play
    before = play.table
    ordered = _up_to_him(play, unit, target, zone, limit_in)
    meets = None if halted else _comes_to_meet(play, unit, target, zone)
    half = ", about halfway between the two lines" if meets else ""
    says = f"move {unit.label} into contact with {target.label}, squared up{half}"
    rules = ("NMM-MEL-05", "NMM-DOC-21") if meets else ("NMM-MEL-05",)
    others = enemies_about(play, unit, target_id)

    def also(after: Play) -> Refusal | None:
        return (
            _not_up_to(after, unit, target, ordered)
            or (fault(meets, before, after.table) if meets else None)
            or _not_lined_up(before, after, unit, target, zone, ordered.far_in)
            or one_enemy_only(after, unit, target_id, others)
        )

    with_it = (target_id,) if meets else ()
    play = yield from carried_out(
        play, ordered, says, unit.side, with_it=with_it, rules=rules, also=also
    )
    return (yield from through_passed(play, unit, before))


def _up_to_him(play: Play, unit: Unit, target: Unit, zone: Zone, limit_in: float) -> Ordered:
    """The order of the attacker: as far as it may go, or as lining up before him takes."""
    most_in = max(limit_in, gap(play.table, unit.id, target.id).value)
    lined_up = squared_up(play.table, unit.id, target.id) if zone == "front" else None
    if lined_up is not None:
        straight = move_distance(play.table, lined_up, unit.id, measured="centre").value
        most_in = max(most_in, straight)
    touch = "" if _held_off(play, unit, target) else target.id
    return up_to(
        play, unit, target.id, "NMM-MEL-05", most_in, sideways=ANY_WAY, into=touch, least_in=0.0
    )


def _held_off(play: Play, unit: Unit, target: Unit) -> bool:
    """Do walls, a hedge or a work keep the bases themselves from touching?"""
    if target.building or (target.covered and target.covered != "none"):
        return True
    return bool(linear_cover(play.table, target.id, unit.id, OBSTACLES))


def _not_up_to(after: Play, unit: Unit, target: Unit, ordered: Ordered) -> Refusal | None:
    """Who is held off by a wall or a house has to come up to that; None when it has."""
    if ordered.into:
        return None
    if target.building:
        walls = touching_terrain(after.table, unit.id, terrain=frozenset({"building"}))
        if any(one.name == target.building for one in walls):
            return None
        where = target.building
    elif gap(after.table, unit.id, target.id).compare(OVER_WALL_IN) is not Verdict.OUT:
        return None
    else:
        where = f"what {target.does('stands')} behind"
    known = any((one.name or one.kind) == target.building for one in after.table.terrain)
    if target.building and not known:
        return None
    return refusal(f"{unit.does('has')} to end against {where}", "NMM-MEL-05")


def _comes_to_meet(play: Play, unit: Unit, target: Unit, zone: Zone) -> Ordered | None:
    """What horse that is attacked by horse in front does: it meets him about halfway, from a
    quarter to three quarters of the way (DOC-21, MEL-14); None for anybody else."""
    both = kind_of(unit).arm == kind_of(target).arm == "horse"
    if not both or zone != "front" or target.melee or _held_off(play, unit, target):
        return None
    apart_in = gap(play.table, unit.id, target.id).value
    return order(
        play, target, 0.75 * apart_in, "NMM-DOC-21", least_in=0.25 * apart_in,
        drawn_in=apart_in / 2,
    )  # fmt: skip


def _not_lined_up(
    before: Snapshot, after: Play, unit: Unit, target: Unit, zone: Zone, far_in: float
) -> Refusal | None:
    """A frontal attack that is not base to base and face to face, where there is room to be;
    loose troops, guns and garrisons have no line."""
    loose = kind_of(unit).loose or kind_of(target).loose or kind_of(target).arm == "gun"
    if zone != "front" or loose or target.building:
        return None
    aside_in, off_deg = beside(after.table, unit.id, target.id)
    if aside_in <= BESIDE_IN and off_deg <= FACING_DEG:
        return None
    there = squared_up(after.table, unit.id, target.id)
    if there is None or not _is_free(after, there, unit, target):
        return None
    if move_distance(before, there, unit.id, measured="centre").value > far_in + BESIDE_IN:
        return None
    if off_deg > FACING_DEG:
        wrong = f"{unit.does('looks')} {off_deg:.0f}° off {target.label}'s line"
    else:
        wrong = f"{unit.does('stands')} {aside_in:.2f} in to one side of {target.label}"
    return refusal(f"{wrong}: square it up, base to base and face to face", "NMM-MEL-05")


def beside(table: Snapshot, unit_id: str, target_id: str) -> tuple[float, float]:
    """How far a unit overlaps its enemy's front to one side, inches, beyond what their
    frontages make it; and how far it looks off him, degrees."""
    mine, his = unit_shape(table, unit_id), unit_shape(table, target_id)
    left = (-his.ahead[1], his.ahead[0])
    dx, dy = mine.fc[0] - his.fc[0], mine.fc[1] - his.fc[1]
    spare = abs(math.dist(mine.fl, mine.fr) - math.dist(his.fl, his.fr)) / 2
    off = abs((mine.facing_deg - his.facing_deg) % 360 - 180)
    return max(0.0, abs(dx * left[0] + dy * left[1]) - spare), off


def squared_up(table: Snapshot, unit_id: str, target_id: str) -> Snapshot | None:
    """The table with a unit lined up before its enemy's front; None where one of them has none."""
    if not (bases_of(table, unit_id) and bases_of(table, target_id)):
        return None
    mine, his = unit_shape(table, unit_id), unit_shape(table, target_id)
    turn_deg = (his.facing_deg + 180 - mine.facing_deg + 180) % 360 - 180
    turned = turned_about(table, (unit_id,), mine.fc, turn_deg)
    now = unit_shape(turned, unit_id)
    dx, dy = to_cm(his.fc[0] - now.fc[0]), to_cm(his.fc[1] - now.fc[1])
    return shifted(turned, tuple(one.payload for one in bases_of(table, unit_id)), dx, dy)


def _is_free(after: Play, there: Snapshot, unit: Unit, target: Unit) -> bool:
    """Does it run into nobody where it would be lined up?"""
    others = (one for one in after.state.units.values() if one.id not in (unit.id, target.id))
    return all(
        gap(there, unit.id, one.id).value > 2 * HAND_IN
        for one in others
        if not one.gone and bases_of(there, one.id)
    )


def feeds_up(play: Play, unit: Unit, melee: Melee) -> Steps[Play]:
    """A fresh Squadron comes up behind the friend it feeds in with, a Move at most (MEL-77)."""
    mine = (one for one in (*melee.attackers, *melee.defenders) if one != unit.id)
    friends = [
        one for one in mine
        if play.unit(one).side == unit.side and bases_of(play.table, one)
    ]  # fmt: skip
    if not friends or not bases_of(play.table, unit.id):
        return play
    friend = min(friends, key=lambda one: gap(play.table, unit.id, one).value)
    if gap(play.table, unit.id, friend).compare(HAND_IN) is Verdict.IN:
        return play
    before, others = play.table, enemies_about(play, unit)
    ordered = up_to(play, unit, friend, "NMM-MEL-77", one_move_in(play, unit), sideways=ANY_WAY)
    says = f"move {unit.label} into contact with {play.unit(friend).label}, from the rear"
    play = yield from carried_out(
        play, ordered, says, unit.side,
        also=lambda after: one_enemy_only(after, unit, friend, others),
    )  # fmt: skip
    return (yield from through_passed(play, unit, before))


def halts_apart(play: Play, unit_id: str, target_id: str) -> Steps[Play]:
    """Who only traded shots steps back an inch, out of contact (DOC-17)."""
    if not (bases_of(play.table, unit_id) and bases_of(play.table, target_id)):
        return play
    unit = play.unit(unit_id)
    if unit.gone or play.unit(target_id).gone:
        return play
    way = back_from(play.table, unit_id, target_id)
    ordered = order(
        play, unit, 1.5 * APART_IN, "NMM-DOC-17", least_in=0.5 * APART_IN, way=way,
        drawn_in=APART_IN,
    )  # fmt: skip
    says = f"{unit.does('halts')} an inch from {play.unit(target_id).label}"
    return (yield from moved_as_ordered(play, ordered, says, pays=False))
