"""Where an attacker ends whose enemy is not there to fight (MEL-16, -22, MOVE-13).

The enemy evaded, or the crew fled from their gun, or a Charge came up a trot: the attacker
still moves, as far as his Move reaches and into nobody else.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from rules.field.centimetres import to_cm
from rules.field.ordered_moves import Ordered, fault, middle
from rules.field.ruler import shifted
from rules.kernel.prompts import Steps
from rules.kernel.refusal import Refusal, refusal
from rules.matchlocks.crises.ordered import (
    ROUGHLY,
    enemies_about,
    ground_fault,
    moved_as_ordered,
    one_enemy_only,
    one_move_in,
    order,
    up_to,
)
from rules.matchlocks.measuring import bases_of
from rules.matchlocks.movement.passing import through_passed
from rules.matchlocks.play import Play
from rules.matchlocks.state import Unit, inches, kind_of
from vision.measure.range import gap
from vision.table.reading import Verdict
from vision.table.snapshot import Snapshot


def halts(play: Play, unit_id: str, target_id: str, before: Snapshot) -> Steps[Play]:
    """The attacker halts where its enemy stood on *before* (MEL-22)."""
    unit, target = play.unit(unit_id), play.unit(target_id)
    says = f"{unit.label} halts where {target.label} stood"
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
        return refusal(f"{unit.label} has to halt where {target.label} stood", "NMM-MEL-22")

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
    says = f"{unit.label} goes on its full distance"
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
    says = f"{unit.label} takes {gun.label}"
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
            effect="goes on",
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
        play, where, says, asked=asked, effect="goes on",
        also=lambda after: _wrong_ground(start, where, after) or also(after),
    )  # fmt: skip
    return (yield from through_passed(play, unit, start.table))


def _wrong(start: Play, where: Ordered, after: Play) -> Refusal | None:
    return fault(where, start.table, after.table) or _wrong_ground(start, where, after)


def _wrong_ground(start: Play, where: Ordered, after: Play) -> Refusal | None:
    unit = start.unit(where.unit)
    slow_in = inches(start.state, kind_of(unit).bad_in) or where.far_in
    return ground_fault(start, after, unit, slow_in, where.slack_in)
