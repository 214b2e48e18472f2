"""A player of Wars of the Roses without a plan: anything legal, stands moved where it must.

A move that the rules ask again for is tried another way, the likely ways first.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import partial

from rules.field.centimetres import to_cm
from rules.field.ruler import shifted
from rules.kernel.prompts import Look
from rules.kernel.protocol import Action, Offer
from rules.robots.robot import (
    DeadEnd,
    Played,
    Robot,
    Scene,
    mixed,
    one_of,
    preferred,
    share,
    twice,
    without,
)
from rules.roses import measuring
from rules.roses.actions import actions, end_of, of_unit, orders_to
from rules.roses.missiles import lines as sightlines
from rules.roses.play import BOOK
from rules.roses.state import Play, State, Unit, pace_cm
from vision.table.snapshot import Snapshot

KEEN = ("charge", "fight", "shoot")
LAST_TURN = 80
"""After this the side with fewer stands concedes: without commanders nobody is ordered on, and
the sheet knows no end for armies that stand and look at each other."""

HAIR_CM = 0.01
"""Stopped so far short, a stand set to a thousandth of an inch has not gone too far."""

HASTY = 7
"""One time in so many a side ends its phase although it could do more."""

TOWARD = {"WOR-CMB-17", "WOR-INI-01", "WOR-BLU-05"}
ONWARD = {"WOR-ORD-15", "WOR-BLU-04", "WOR-COM-11"}
CLEAR = {"WOR-INI-02", "WOR-BLU-03"}
"""Rules by which a unit is moved at an enemy, where its side likes, and clear of every enemy; by
any other it goes back."""


# -- what to declare ------------------------------------------------------------------------


def pick(now: Scene) -> Action:
    """Something legal for a unit of chance, or the end of the phase."""
    state: State = now.state
    if state.turn > LAST_TURN:
        return Action("concede", min(state.sides, key=partial(_stands, state)))
    if state.phase == "setup":
        return _prepared(now)
    play = BOOK.play(state, now.table)
    end = BOOK.offer(play, end_of(state))
    if end.legal and not now.source(HASTY):
        return end.action
    mine = state.living("" if state.phase == "combat" else state.side)
    for unit in mixed(mine, now.source):
        offers = _offers(play, unit, now)
        legal = [one for one in offers if one.legal]
        if legal:
            return one_of(preferred(legal, KEEN, now.source), now.source).action
    if not end.legal:
        raise DeadEnd(f"{state.side} can neither act nor end the {state.phase} phase: {end.why}")
    return end.action


def _stands(state: State, side: str) -> int:
    return sum(len(unit.stands) for unit in state.living(side))


def _offers(play: Play, unit: Unit, now: Scene) -> list[Offer]:
    """What a unit may do; a commander orders one unit of chance."""
    found = [*of_unit(play, unit)]
    if play.state.phase == "command" and unit.profile.is_commander:
        found += orders_to(play, unit, one_of(play.state.living(unit.side), now.source))
    return [BOOK.offer(play, action) for action in found]


def _prepared(now: Scene) -> Action:
    state: State = now.state
    unset = {battle.name for battle in state.battles if not battle.objective}
    legal = [
        offer.action
        for offer in actions(state, now.table)
        if offer.legal
        and offer.action.do != "concede"
        and (offer.action.do != "objective" or offer.action.more["battle"] in unset)
    ]
    return one_of(legal, now.source)


# -- moving stands --------------------------------------------------------------------------


def tables(now: Scene, action: Action, asked: Look) -> Iterator[Snapshot]:
    """Tables to try for a move, the likely ones first, at last the table as it is."""
    play = BOOK.play(now.state, now.table)
    units = [play.unit(name) for name in asked.units]
    rules = set(asked.rules)
    if rules & TOWARD:
        yield from _toward(play, units[0], now.table)
    elif rules & ONWARD:
        yield from _onward(play, units, _far_cm(asked), now)
    else:
        yield from _away(play, units, asked, now.table)
    yield now.table
    yield from _aside(play, units, asked, now.table)


def _far_cm(asked: Look) -> float:
    """How far the drawn ground goes, cm; 10 where none is drawn."""
    return max((to_cm(one.far_in) for one in asked.reach if one.kind == "may"), default=10.0)


def _away(play: Play, units: list[Unit], asked: Look, table: Snapshot) -> Iterator[Snapshot]:
    unit, stands = units[0], tuple(stand for one in units for stand in one.stands)
    high, pace = _far_cm(asked), pace_cm(unit)
    for way in _ways_off(play, unit):
        for far in dict.fromkeys(
            (high, min(pace, high), pace, 0.0, *(high * k / 8 for k in range(7, 0, -1)))
        ):
            far = max(0.0, far - HAIR_CM)
            if set(asked.rules) & CLEAR:
                met = sightlines.first_obstacle(play, unit, way, pace)
                far = min(far or pace, met.at_cm if met else pace)
            yield shifted(table, stands, way[0] * far, way[1] * far)


def _aside(play: Play, units: list[Unit], asked: Look, table: Snapshot) -> Iterator[Snapshot]:
    """The first as far back as it goes, and whoever makes way for it off to any side."""
    unit, *others = units
    stands, far = tuple(stand for one in others for stand in one.stands), _far_cm(asked) - HAIR_CM
    for way in _ways_off(play, unit) if stands else ():
        gone = shifted(table, unit.stands, way[0] * far, way[1] * far)
        for aside_cm in (10.0, 20.0, 5.0):
            for k in range(16):
                x, y = math.cos(k * 0.4), math.sin(k * 0.4)
                yield shifted(gone, stands, x * aside_cm, y * aside_cm)


def _ways_off(play: Play, unit: Unit) -> Iterator[tuple[float, float]]:
    """Straight away from each enemy, then all round."""
    for enemy in play.state.enemies(unit):
        yield sightlines.away_from(play, unit, (enemy,))
    for k in range(16):
        yield math.cos(k * 0.4), math.sin(k * 0.4)


def _toward(play: Play, unit: Unit, table: Snapshot) -> Iterator[Snapshot]:
    pace = pace_cm(unit)
    for enemy, _ in measuring.nearest_enemies(play, unit):
        ax, ay = sightlines.away_from(play, unit, (enemy,))
        met = sightlines.first_obstacle(play, unit, (-ax, -ay), pace)
        far = min(pace, met.at_cm if met else pace)
        # A hair less than all that is allowed, as a ruler would have it.
        for part in (max(0.0, far - HAIR_CM), far / 2):
            yield shifted(table, unit.stands, -ax * part, -ay * part)


def _onward(play: Play, units: list[Unit], most: float, now: Scene) -> Iterator[Snapshot]:
    """Toward one of the two nearest enemies, as far as the way is free."""
    stands = tuple(stand for unit in units for stand in unit.stands)
    ids = tuple(unit.id for unit in units)
    for enemy, _ in measuring.nearest_enemies(play, units[0])[:2]:
        ax, ay = sightlines.away_from(play, units[0], (enemy,))
        if len(units) > 1:
            ax, ay = 0.0, math.copysign(1.0, ay or 1.0)
        met = [sightlines.first_obstacle(play, unit, (-ax, -ay), most, ids) for unit in units]
        far = min([most, *(one.at_cm for one in met if one)])
        part = 1.0 if now.source(10) < 7 else share(now.source, 0, 1)
        for step in (far * part, far * part / 2):
            yield shifted(now.table, stands, -ax * step, -ay * step)


def lift(state: State, table: Snapshot) -> Snapshot:
    """The table without the stands that are lost."""
    lost = {stand for unit in state.units for stand in unit.lost}
    return without(table, lambda base: base.payload in lost)


# -- what cannot be -------------------------------------------------------------------------


def faults(played: Played) -> tuple[str, ...]:
    """Stands in two units, hits below nought, the lost who act or come back."""
    state: State = played.outcome.state
    found = list(twice(played.table))
    stands = [stand for unit in state.units for stand in (*unit.stands, *unit.lost)]
    if len(set(stands)) != len(stands):
        found.append("a stand is in two units")
    before: dict[str, Unit] = {unit.id: unit for unit in played.before.units}
    for unit in state.units:
        found += _faults_of(before[unit.id], unit)
    if before.get(played.action.by) and not before[played.action.by].alive:
        found.append(f"{played.action.by} is lost and acts")
    if state.turn < played.before.turn:
        found.append(f"turn {state.turn} after {played.before.turn}")
    return tuple(found)


def _faults_of(old: Unit, new: Unit) -> Iterator[str]:
    if min(new.hits, new.driven, new.orders, new.blunders, new.shower_uses, new.spent) < 0:
        yield f"{new.id} has less than nothing of something"
    if set(new.stands) - set(old.stands):
        yield f"{new.id} has a stand more than before"
    if not new.alive and (new.in_combat or new.hits):
        yield f"{new.id} is lost and fights on"


ROBOT = Robot(pick=pick, tables=tables, lift=lift, faults=faults, strict=True)
