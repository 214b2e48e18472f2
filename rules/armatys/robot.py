"""A player of Pike & Shot without a plan: any legal action, models moved as he likes."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

from rules.armatys.asking.offers import offers_of
from rules.armatys.movement.ordered import way_at, way_out
from rules.armatys.state import Battle, State, Unit
from rules.armatys.units.troops import arranged, is_lost, rate_in
from rules.kernel.play import Play
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
    share,
    twice,
    without,
)
from vision.table.snapshot import Base, Pose, Snapshot

UNASKED = ("agree",)
SELDOM = ("defend", "detach")
KEEN = ("retire", "melee", "pursue", "charge", "fire")
LAST_BOUND = 80
"""After this the players agree on a draw: the book names no end of its own but a field on
which one army has nothing left."""


def pick(now: Scene) -> Action:
    """Something for a unit, general or side of chance; a draw in the end (PAS-SCOPE-01)."""
    state: State = now.state
    if state.bound > LAST_BOUND:
        return Action("agree", state.sides[0], more={"winner": ""})
    play = Play(state, arranged(state, now.table))
    leaders = [one.id for one in state.generals if not one.gone]
    names = [one.id for one in state.present()] + leaders + list(state.sides)
    fresh = [name for name in names if name not in now.spent]
    for name in (*mixed(fresh, now.source), *mixed(now.spent, now.source)):
        legal = [one for one in offers_of(play, name) if _wanted(one, now.source)]
        if legal:
            offers = preferred(legal, KEEN, now.source)
            return filled(one_of(offers, now.source), now.source)
    raise DeadEnd(f"no legal action in phase {state.phase} of bound {state.bound}")


def _wanted(offer: Offer, source: Source) -> bool:
    if not offer.legal or offer.action.do in UNASKED:
        return False
    return offer.action.do not in SELDOM or not source(10)


def _tables(now: Scene, action: Action, asked: Look) -> Iterator[Snapshot]:
    """What a player does with the models; the bases keep the unit that they were made for."""
    made_for = {base.payload: base.unit for base in now.table.bases}
    for table in _placed(now, asked):
        yield replace(
            table,
            bases=tuple(
                base
                if base.unit == made_for[base.payload]
                else replace(base, unit=made_for[base.payload])
                for base in table.bases
            ),
        )


def _placed(now: Scene, asked: Look) -> Iterator[Snapshot]:
    """About what is asked, not always all of it."""
    state: State = now.state
    table, source, name = arranged(state, now.table), now.source, asked.units[0]
    one = next((unit for unit in state.units if unit.id == name), None)
    if one is None:
        yield shifted(table, name, share(source, -2, 2), share(source, -2, 2))
        return
    ahead = 1.0 if one.side == state.sides[0] else -1.0
    full = rate_in(one)
    if "PAS-MOR-10" in asked.rules:
        yield from _retired(Play(state, table), one, full * one_of((1, 1, 0.5), source))
        return
    target, reach = _sent_at(one, full)
    if any(base.unit_id == target for base in table.bases):
        yield toward(table, name, target, reach * one_of((1, 1, 0.49, 0), source))
        yield from closing(table, name, target, reach)
        return
    near = _nearest(state, table, one)
    if near and source(10) < 6:
        yield toward(table, name, near, reach * one_of((1, 0.9, 0.49), source))
        return
    dx, dy = share(source, -1, 1), ahead * share(source, -0.2, 0.9) * reach
    yield shifted(table, name, dx, dy)


def closing(table: Snapshot, unit: str, target: str, reach: float) -> Iterator[Snapshot]:
    """At an enemy until they touch, or as far as the ground lets it."""
    for stop_in in (1.1, 0.8, 0.5, 0.0):
        yield toward(table, unit, target, reach, stop_in)
    steps = [max(0.0, reach - 0.01 - 0.4 * step) for step in range(math.ceil(reach / 0.4) + 1)]
    for inches in steps:
        yield toward(table, unit, target, inches, 0.0)
    wx, wy = way_at(table, unit, target)
    for inches in steps:
        yield shifted(table, unit, wx * inches, wy * inches)


def _retired(play: Battle, one: Unit, far: float) -> Iterator[Snapshot]:
    """Straight back, far enough or not, then as far as the ground lets it."""
    ox, oy = way_out(play, one)
    full = rate_in(one)
    for inches in (far, *(full - 0.4 * step for step in range(math.ceil(full / 0.4) + 1))):
        go = max(0.0, inches - 0.01)
        yield shifted(play.table, one.id, ox * go, oy * go)


def _nearest(state: State, table: Snapshot, one: Unit) -> str:
    """The enemy on the table whose middle is nearest, "" for none."""
    here = {base.unit_id for base in table.bases}
    foes = [foe.id for foe in state.present(enemy(state, one.side)) if foe.id in here]
    if one.id not in here or not foes:
        return ""
    mine = middle(table, one.id)
    return min(foes, key=lambda foe: math.dist(mine, middle(table, foe)))


def _sent_at(one: Unit, full: float) -> tuple[str, float]:
    """Whom the unit pursues or charges, if anybody, and how many inches it may go at most: what
    counters take off was counted when the bound began, so it comes down step by step."""
    if one.pursuing:
        return one.pursuing, full - 0.01
    return one.charging, max(0.0, full - one.spent * full - 0.01)


def shifted(table: Snapshot, unit: str, dx: float, dy: float) -> Snapshot:
    """The table with a unit's bases moved, nothing turned."""

    def move(base: Base) -> Base:
        if base.unit_id != unit or base.pose is None:
            return base
        pose = base.pose
        return replace(base, pose=Pose(pose.x_in + dx, pose.y_in + dy, pose.facing_deg))

    return replace(table, bases=tuple(map(move, table.bases)))


def _places(table: Snapshot, unit: str) -> list[tuple[float, float]]:
    return [
        (base.pose.x_in, base.pose.y_in)
        for base in table.bases
        if base.unit_id == unit and base.pose
    ]


def middle(table: Snapshot, unit: str) -> tuple[float, float]:
    """The middle of a unit's bases."""
    poses = [base.pose for base in table.bases if base.unit_id == unit and base.pose]
    return sum(p.x_in for p in poses) / len(poses), sum(p.y_in for p in poses) / len(poses)


def toward(
    table: Snapshot, unit: str, target: str, inches: float, stop_in: float = 1.1
) -> Snapshot:
    """The unit moved straight at another, its nearest base stopping so far short of theirs."""
    (x, y), (tx, ty) = min(
        ((one, two) for one in _places(table, unit) for two in _places(table, target)),
        key=lambda pair: math.dist(*pair),
    )
    far = math.dist((x, y), (tx, ty))
    go = max(0.0, min(inches, far - stop_in))
    return shifted(table, unit, (tx - x) / far * go, (ty - y) / far * go) if far else table


def without_gone(state: State, table: Snapshot) -> Snapshot:
    """The table with the bases of units that are out of the game taken off."""
    gone = {u.id for u in state.units if u.off} | {g.id for g in state.generals if g.gone}
    owners = {
        tag: u for u in state.units if u.parent and (is_lost(u) or not u.off) for tag in u.bases
    }

    def lifted(base: Base) -> bool:
        owner = owners.get(base.payload)
        return owner.off if owner else base.unit_id in gone

    return without(table, lifted)


def faults(played: Played) -> tuple[str, ...]:
    """Figures and counters out of bounds, the lost who act or come back, phases that are none."""
    state: State = played.outcome.state
    found = list(twice(played.table))
    rejoined = played.action.do == "rejoin"
    for old, new in zip(played.before.units, state.units, strict=False):
        if not 0 <= new.figures <= old.figures and not rejoined:
            found.append(f"{new.id} has {new.figures} figures after {old.figures}")
        if new.counters < 0 or new.rally < 0 or any(arm.figures < 0 for arm in new.arms):
            found.append(f"{new.id} has less than nothing of something")
        if old.off and (not new.off or played.action.by == old.id):
            found.append(f"{old.id} is out of the game and acts")
        if new.off and new.lost == "":
            found.append(f"{new.id} is gone for no reason")
    found += _multiplied(played.before, state)
    if not 1 <= state.phase <= 8 or state.bound < played.before.bound:
        found.append(f"phase {state.phase} of bound {state.bound} is none")
    return tuple(found)


def _multiplied(before: State, after: State) -> Iterator[str]:
    """Sides that have more figures than they had: whoever rejoins only comes home."""
    for side in after.sides:
        had, has = (
            sum(one.figures for one in units if one.side == side)
            for units in (before.units, after.units)
        )
        if has > had:
            yield f"{side} has {has} figures after {had}"


ROBOT = Robot(pick=pick, tables=_tables, lift=without_gone, faults=faults)
