"""Those who need not stand evade (MEL-19 to -21); where the attacker ends then (MEL-16, -22).

The enemy evaded, or the crew fled from their gun, or a Charge came up a trot (MOVE-13): the
attacker still moves, as far as his Move reaches and into nobody else.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from msgspec import Struct

from rules.field.centimetres import to_cm
from rules.field.ordered_moves import Ordered, fault, middle
from rules.field.ruler import shifted
from rules.kernel.prompts import Steps, within, yes
from rules.kernel.refusal import Refusal, refusal
from rules.matchlocks.close_combat.pursuit import ride_off
from rules.matchlocks.crises.ordered import (
    ROUGHLY,
    all_round,
    enemies_about,
    faced_about,
    ground_fault,
    move_along_in,
    moved_as_ordered,
    one_enemy_only,
    one_move_in,
    order,
    stopped_by,
    up_to,
    way_ahead,
)
from rules.matchlocks.crises.retreat import goes_off
from rules.matchlocks.measuring import DENSE, LIGHT, bases_of, stands_in
from rules.matchlocks.movement.passing import through_friends, through_passed
from rules.matchlocks.musketry.losses import disarray
from rules.matchlocks.play import Play
from rules.matchlocks.state import Unit, inches, kind_of, on_foot_loose
from rules.matchlocks.switches import House
from vision.measure.answers import Path
from vision.measure.ground import nearest_cover, touching_terrain
from vision.measure.range import gap
from vision.table.reading import Verdict
from vision.table.snapshot import Snapshot, Terrain


class Answer(Struct, frozen=True):
    """What became of the Attack.

    ``ended``: there is nothing left to fight; ``may_go_on``: the attacker has Move left, at
    one of ``passed`` perhaps. ``faces``: the target has turned to meet it. ``fights_back``: it
    throws its Doctrine Die. ``fire_hits``: Hits of Stand and Shoot, ``outright`` of a gun.
    """

    ended: bool = False
    may_go_on: bool = False
    passed: tuple[str, ...] = ()
    faces: bool = False
    fights_back: bool = True
    fire_hits: int = 0
    outright: int = 0


def evade(play: Play, unit: Unit, target: Unit) -> Steps[tuple[Play, Answer]]:
    """About face, a Disarray, one Move directly away, or into cover (MEL-19 to -21)."""
    length = one_move_in(play, target)
    shelters = on_foot_loose(target) and (yield from _cover_near(play, target, length))
    if shelters and _has_room(play, *_to_cover(play, unit, target, length)):
        play = yield from _takes_cover(play, unit, target, length)
        way = None
    else:
        way = _way_from(play, unit, target, length)
        if (yield from goes_off(play, target, way, "NMM-MEL-21")):
            play = yield from ride_off(play, target.id, 0, "evades", "NMM-MEL-21")
            return play, Answer(ended=True, may_go_on=True, passed=_passed(play, unit, way))
        play, way = yield from _runs(play, unit, target, way)
        play = through_friends(play, target, way)
    play = play.change(target.id, reacted=True)
    clear = play.on(House.evade_contact.clear)
    if not clear and (yield from _still_reached(play, unit, target)):
        return play, Answer(fights_back=False)
    return play, Answer(ended=True, may_go_on=True, passed=_passed(play, unit, way))


def _way_from(play: Play, unit: Unit, target: Unit, length_in: float) -> Path | None:
    """The way directly away from the attacker, from middle to middle."""
    if not (bases_of(play.table, unit.id) and bases_of(play.table, target.id)):
        return None
    (ax, ay), (bx, by) = middle(play.table, unit.id), middle(play.table, target.id)
    away_deg = math.degrees(math.atan2(by - ay, bx - ax))
    way = way_ahead(play, target.id, away_deg, length_in)
    return way_ahead(play, target.id, away_deg, move_along_in(play, target, way))


def _runs(
    play: Play, unit: Unit, target: Unit, way: Path | None
) -> Steps[tuple[Play, Path | None]]:
    """The Evade in the open: the play, and the way it went."""
    far_in = one_move_in(play, target) if way is None else way.length_in
    rule = "NMM-MEL-19"
    room_in, least_in = yield from stopped_by(play, target, way, far_in, rule, unit.id)
    how: dict[str, Any] = {}
    if way is not None:
        way_deg = math.degrees(math.atan2(way.way[1], way.way[0]))
        others = enemies_about(play, target, unit.id)
        front = faced_about(play.table, target, way_deg)
        how = {"way": way.way, "sideways": ROUGHLY, "clear_of": others, "facings_deg": front}
        if room_in < far_in:
            way = way_ahead(play, target.id, way_deg, room_in)
    ordered = order(play, target, room_in, rule, least_in=least_in, **how)
    says = f'{target.does("evades")}: about face and {room_in:.3g}" directly away'
    if least_in is not None:
        says = f"{says}: it stops short of the enemy there"
    play = yield from moved_as_ordered(play, ordered, says)
    return disarray(play, target.id, "evading", rule), way


def _takes_cover(play: Play, unit: Unit, target: Unit, length_in: float) -> Steps[Play]:
    """Skirmishers on foot run into the cover near them (MEL-20)."""
    start, says = play.table, f"{target.does('evades')} into the cover near it"
    ordered, in_the_open = _to_cover(play, unit, target, length_in)
    play = yield from moved_as_ordered(play, ordered, says, also=in_the_open)
    play = disarray(play, target.id, "evading", "NMM-MEL-19")
    play = yield from through_passed(play, target, start)
    return play.change(target.id, building=stands_in(play.table, target.id, "building"))


def _to_cover(
    play: Play, unit: Unit, target: Unit, length_in: float
) -> tuple[Ordered, Callable[[Play], Refusal | None]]:
    """What they have to do, and what is wrong with a place that is not in cover."""
    rule, others = "NMM-MEL-20", enemies_about(play, target, unit.id)
    ordered = order(play, target, length_in, rule, least_in=0.0, clear_of=others)
    other = other_cover(play, target)

    def in_the_open(after: Play) -> Refusal | None:
        found = nearest_cover(after.table, target.id, terrain=other)
        in_it = found is not None and found.compare(ordered.slack_in) is not Verdict.OUT
        if in_it or (found is not None and found.by_hand):
            return None
        return refusal(f"{target.does('has')} to end in cover, or touching it", rule)

    return ordered, in_the_open


def _has_room(play: Play, ordered: Ordered, in_the_open: Callable[[Play], Refusal | None]) -> bool:
    """Is there a place in that cover that no enemy keeps them from?"""
    target = play.unit(ordered.unit)
    other = other_cover(play, target)
    near = nearest_cover(play.table, target.id, terrain=other)
    straight = []
    if near is not None and near.evidence:
        (ax, ay), (bx, by) = near.evidence[0].points_in
        straight = [math.degrees(math.atan2(by - ay, bx - ax))]
    return any(
        not in_the_open(play.on_table(there)) and not fault(ordered, play.table, there)
        for there in all_round(play.table, target.id, ordered.far_in, *straight)
    )


@dataclass(frozen=True)
class Elsewhere:
    """Cover that a unit could run to: all of it but what it stands at or is taken, by name."""

    here: frozenset[str]

    def __call__(self, piece: Terrain) -> bool:
        return piece.kind in (*DENSE, *LIGHT) and (piece.name or piece.kind) not in self.here


def _cover_near(play: Play, target: Unit, length_in: float) -> Steps[bool]:
    """Is there cover within one Move of foot Skirmishers, other than what they stand at and
    houses that somebody holds?"""
    if not bases_of(play.table, target.id):
        return False
    other = other_cover(play, target)
    reading = nearest_cover(play.table, target.id, terrain=other)
    if reading is None:
        return False
    return (yield from within(reading, length_in, target.side, rules=("NMM-MEL-20",)))


def other_cover(play: Play, target: Unit) -> Elsewhere:
    """Cover but what it stands at now and houses that somebody holds."""
    at_it = [one.name for one in touching_terrain(play.table, target.id) if one.kind != "wood"]
    held = [one.building for one in play.state.units.values() if one.building and not one.gone]
    return Elsewhere(frozenset((*held, *at_it)))


def _still_reached(play: Play, unit: Unit, target: Unit) -> Steps[bool]:
    what = f"does {unit.label} still reach {target.label}?"
    return (yield from yes(what, unit.side, rules=("NMM-MEL-19",)))


def _passed(play: Play, unit: Unit, way: Path | None) -> tuple[str, ...]:
    """Enemies of the attacker that the evaders went through (MEL-22)."""
    if way is None:
        return ()
    units = play.state.units
    return tuple(
        passage.unit
        for passage in way.meets
        if passage.unit in units and units[passage.unit].side != unit.side
    )


def halts(play: Play, unit_id: str, target_id: str, before: Snapshot) -> Steps[Play]:
    """The attacker halts where its enemy stood on *before* (MEL-22)."""
    unit, target = play.unit(unit_id), play.unit(target_id)
    says = f"{unit.does('halts')} where {target.label} stood"
    if not _measurable(before, unit_id, target_id):
        return play.step(says, "NMM-MEL-22")
    far_in = math.dist(middle(before, unit_id), middle(before, target_id))
    where = _toward(play, unit, target_id, before, far_in, "NMM-MEL-22", least_in=0.0)

    def is_there(after: Play) -> bool:
        stood = bases_of(after.table, unit_id) + bases_of(before, target_id)
        off = gap(replace(after.table, bases=stood), unit_id, target_id)
        return off.compare(where.slack_in) is not Verdict.OUT

    can_get_there = any(
        is_there(one) and not _wrong(play, where, one) for one in _on_the_way(play, where)
    )

    def elsewhere(after: Play) -> Refusal | None:
        if not can_get_there or is_there(after):
            return None
        return refusal(f"{unit.does('has')} to halt where {target.label} stood", "NMM-MEL-22")

    return (yield from _moves(play, where, says, also=elsewhere))


STEPS = 12
"""A way is looked at in so many places to see whether its end can be reached at all."""


def _on_the_way(play: Play, where: Ordered) -> Iterator[Play]:
    """The attacker gone straight on, all the way and ever shorter."""
    mine = tuple(base.payload for base in bases_of(play.table, where.unit))
    for step in range(STEPS, -1, -1) if where.way is not None else ():
        dx, dy = (to_cm(where.far_in * part * step / STEPS) for part in where.way or (0.0, 0.0))
        yield play.on_table(shifted(play.table, mine, dx, dy))


def goes_full(
    play: Play, unit_id: str, target_id: str, before: Snapshot, far_in: float
) -> Steps[Play]:
    """It goes on past where its enemy stood on *before*, *far_in* at most (MEL-22)."""
    unit = play.unit(unit_id)
    says = f"{unit.does('goes')} on {unit.its} full distance"
    if not _measurable(before, unit_id, target_id):
        return play.step(says, "NMM-MEL-22")
    where = _toward(play, unit, target_id, before, far_in, "NMM-MEL-22", least_in=0.0)
    return (yield from _moves(play, where, says, asked=f"{says}, up to {far_in:g} in"))


def stops_short(play: Play, unit_id: str, target_id: str) -> Steps[Play]:
    """No gallop: it goes its ordinary Move and does not reach the enemy (``charge_reach``)."""
    unit = play.unit(unit_id)
    says = f"{unit.label} only trots and stops short after its ordinary Move"
    if not _measurable(play.table, unit_id, target_id):
        return play.step(says, "NMM-MOVE-13")
    far_in = one_move_in(play, unit)
    where = _toward(play, unit, target_id, play.table, far_in, "NMM-MOVE-13", least_in=0.0)
    return (yield from _moves(play, where, says))


def takes_gun(play: Play, unit_id: str, gun_id: str) -> Steps[Play]:
    """The attackers move up to the gun that is theirs now (MEL-16)."""
    unit, gun = play.unit(unit_id), play.unit(gun_id)
    says = f"{unit.does('takes')} {gun.label}"
    if not _measurable(play.table, unit_id, gun_id):
        return play
    most_in = math.dist(middle(play.table, unit_id), middle(play.table, gun_id))
    where = up_to(play, unit, gun_id, "NMM-MEL-16", most_in)
    others = enemies_about(play, unit, gun_id)
    asked = f"{says}: move it into contact"
    return (
        yield from moved_as_ordered(
            play,
            where,
            says,
            asked=asked,
            also=lambda after: one_enemy_only(after, unit, gun_id, others),
        )  # fmt: skip
    )


def _measurable(before: Snapshot, unit_id: str, target_id: str) -> bool:
    return bool(bases_of(before, unit_id) and bases_of(before, target_id))


def _toward(
    play: Play, unit: Unit, target_id: str, before: Snapshot, far_in: float, rule: str, **how: Any
) -> Ordered:
    """Towards where an enemy stood and on, clear of every other enemy."""
    (ax, ay), (bx, by) = middle(before, unit.id), middle(before, target_id)
    length = math.dist((ax, ay), (bx, by))
    way = ((bx - ax) / length, (by - ay) / length) if length > 0 else None
    others = enemies_about(play, unit, target_id)
    return order(
        play, unit, far_in, rule, way=way, sideways=ROUGHLY, clear_of=others,
        not_through=others, **how,
    )  # fmt: skip


def _moves(
    play: Play,
    where: Ordered,
    says: str,
    *,
    asked: str = "",
    also: Callable[[Play], Refusal | None] = lambda after: None,
) -> Steps[Play]:
    """It moves, over no ground that is closed to it; friends on its way cost what they cost."""
    unit, start = play.unit(where.unit), play
    play = yield from moved_as_ordered(
        play, where, says, asked=asked,
        also=lambda after: _wrong_ground(start, where, after) or also(after),
    )  # fmt: skip
    return (yield from through_passed(play, unit, start.table))


def _wrong(start: Play, where: Ordered, after: Play) -> Refusal | None:
    return fault(where, start.table, after.table) or _wrong_ground(start, where, after)


def _wrong_ground(start: Play, where: Ordered, after: Play) -> Refusal | None:
    unit = start.unit(where.unit)
    slow_in = inches(start.state, kind_of(unit).bad_in) or where.far_in
    return ground_fault(start, after, unit, slow_in, where.slack_in)
