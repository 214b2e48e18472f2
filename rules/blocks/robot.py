"""A player of blocks without a plan: any legal orders, models put where the game has them."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

from rules.blocks.actions import BOOK
from rules.blocks.asking.offers import block_offers
from rules.blocks.close_combat.elan import HIGHEST
from rules.blocks.field.grid import dist
from rules.blocks.field.stacking import stack_faults
from rules.blocks.measuring import compared
from rules.blocks.state import Going, State, on_board, parse_square
from rules.blocks.switches import ELAN_CAP
from rules.blocks.turn import may_pass
from rules.kernel.play import Play, first_fault
from rules.kernel.prompts import Look
from rules.kernel.protocol import Action, Offer
from rules.kernel.sides import enemy
from rules.robots.robot import (
    DeadEnd,
    Played,
    Robot,
    Scene,
    Source,
    filled,
    mixed,
    one_of,
    preferred,
    twice,
)
from vision.table.reading import Point
from vision.table.snapshot import Pose, Snapshot

KEEN = ("charge", "shoot", "fight_on")
LAST = 3000
"""Interactions after which the players agree on a draw (MAP-BAT-02): blocks too far from their
friends may stand for ever while a gun fires."""

PLACES = ((0, 0), (0, 0.32), (0, -0.32), (-0.2, 0.16), (0.2, 0.16), (-0.2, -0.16), (0.2, -0.16))
"""Where models stand in a square, shares of its sides from its middle: three lie clear of each
other, and of six none hides another."""

WEARY = 40
"""One time in so many a side passes although it could act."""


def pick(now: Scene) -> Action:
    """Orders for a block of chance; a pass when nobody may act, and now and then anyway."""
    state: State = now.state
    if state.phase != "battle":
        legal = [offer for offer in BOOK.offers(state, now.table) if offer.legal]
        return _chosen(legal, now)
    if state.overall > LAST:
        return Action("agree", state.active, more={"winner": ""})
    play = Play(state, now.table)
    fault = first_fault(may_pass(play, state.active, ""))
    if fault or now.source(WEARY):
        for one in mixed(state.alive(state.active), now.source):
            legal = [offer for offer in block_offers(play, one) if offer.legal]
            if legal:
                return _led(play, legal, now.source)
    if fault:
        raise DeadEnd(f"{state.active} may neither act nor pass: {fault}")
    return Action("pass", state.active)


def _chosen(legal: list[Offer], now: Scene) -> Action:
    return filled(one_of(preferred(legal, KEEN, now.source), now.source), now.source)


def _led(play: Going, legal: list[Offer], source: Source) -> Action:
    """One of the offers; seven moves in ten go as near to an enemy as they can."""
    offer = one_of(preferred(legal, KEEN, source), source)
    action = filled(offer, source)
    foes = [foe.here for foe in play.state.alive(enemy(play.state, play.state.active))]
    if action.do != "move" or not foes or source(10) >= 7:
        return action
    away = {to: min(dist(play, parse_square(to), foe) for foe in foes) for to in offer.needs["to"]}
    ahead = [to for to, far in away.items() if far == min(away.values())]
    return Action("move", action.by, more={**action.more, "to": one_of(ahead, source)})


def put(table: Snapshot, asked: Look) -> Snapshot:
    """The table after the models were put into the squares that are drawn for them, beside those
    that stand there, or off it."""
    into = {one.unit: one.outline_in for one in asked.reach}
    taken = [
        (base.pose.x_in, base.pose.y_in)
        for base in table.bases
        if base.pose is not None and base.payload not in asked.units
    ]
    bases = []
    for base in table.bases:
        if base.payload in into and base.pose is not None:
            place = _free(into[base.payload], taken)
            taken.append(place)
            base = replace(base, pose=Pose(*place, base.pose.facing_deg))
        if base.payload in into or base.payload not in asked.units:
            bases.append(base)
    return replace(table, bases=tuple(bases))


def _free(square: tuple[Point, ...], taken: list[Point]) -> Point:
    """The place in a square that is furthest from the middles that are taken."""
    (left, low), (right, high) = square[0], square[2]
    places = [
        (left + (0.5 + across) * (right - left), low + (0.5 + up) * (high - low))
        for across, up in PLACES
    ]
    inside = [(x, y) for x, y in taken if left < x < right and low < y < high]
    return max(places, key=lambda place: min((math.dist(place, one) for one in inside), default=0))


def _tables(now: Scene, action: Action, asked: Look) -> Iterator[Snapshot]:
    yield put(now.table, asked)


def _lift(state: State, table: Snapshot) -> Snapshot:
    return table


def faults(played: Played) -> tuple[str, ...]:
    """Stacks, elan, squares, the dead who act, and models that stand elsewhere."""
    state: State = played.outcome.state
    play = Play(state, played.table)
    found = [*map(str, stack_faults(play)), *twice(played.table)]
    if state.phase == "battle":
        found += compared(played.table, state)
    for force in state.forces:
        if force.elan < 0 or (force.elan > HIGHEST and not play.on(ELAN_CAP.none)):
            found.append(f"{force.side} has an elan of {force.elan}")
    for old, new in zip(played.before.blocks, state.blocks, strict=True):
        if old.gone and (not new.gone or played.action.by == old.id):
            found.append(f"{old.id} was removed and is back")
        if new.square is not None and not on_board(new.square):
            found.append(f"{new.id} is off the board")
    return tuple(found)


ROBOT = Robot(pick=pick, tables=_tables, lift=_lift, faults=faults)
