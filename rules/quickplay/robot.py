"""A player of Quick Play without a plan: charges, shoots, rallies, else moves toward the enemy."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

from rules.kernel.prompts import Look
from rules.kernel.protocol import Action
from rules.quickplay.actions import BOOK
from rules.quickplay.measuring import reach_in
from rules.quickplay.state import State
from rules.robots.robot import Played, Robot, Scene, one_of, preferred, share, twice, without
from vision.table.snapshot import Base, Pose, Snapshot

KEEN = ("charge", "shoot", "rally", "begin")


def pick(now: Scene) -> Action:
    """Something legal; its turn ends when nobody has anything left, or everybody was refused."""
    state: State = now.state
    legal = [
        offer
        for offer in BOOK.offers(state, now.table)
        if offer.legal and offer.action.do != "concede" and offer.action.by not in now.spent
    ]
    doing = [offer for offer in legal if offer.action.do != "end"]
    if not doing:
        return Action("end", state.side)
    return one_of(preferred(doing, KEEN, now.source), now.source).action


def _tables(now: Scene, action: Action, asked: Look) -> Iterator[Snapshot]:
    """Straight at or away from the nearest enemy, then shorter and shorter, then not at all."""
    state: State = now.state
    unit = state.units[asked.units[0]]
    base = _base(now.table, unit.id)
    goal = _base(now.table, action.at) if action.do == "charge" and action.at else None
    if base is None or base.pose is None:
        return
    if goal is not None and goal.pose is not None and unit.id == action.by:
        yield from _against(now.table, base, base.pose, goal.pose)
    far_in = 4.0 if action.do == "charge" else reach_in(now.table, unit)
    back = unit.shaken or action.do == "charge"
    for part in (share(now.source, 0.4, 0.98), 0.5, 0.25, 0.1, 0.0):
        way = math.radians(base.pose.facing_deg + (180.0 if back else 0.0))
        yield _put(now.table, base, base.pose.x_in + part * far_in * math.cos(way),
                   base.pose.y_in + part * far_in * math.sin(way))  # fmt: skip


def _against(table: Snapshot, base: Base, start: Pose, goal: Pose) -> Iterator[Snapshot]:
    """Along the line of the two middles, until the bases meet."""
    dx, dy = goal.x_in - start.x_in, goal.y_in - start.y_in
    far = math.hypot(dx, dy) or 1.0
    for away_in in (1.6, 1.75, 1.9, 2.05, 2.2, 2.4, 2.6, 1.45, 1.3):
        yield _put(table, base, goal.x_in - dx / far * away_in, goal.y_in - dy / far * away_in)


def _base(table: Snapshot, unit_id: str) -> Base | None:
    return next((base for base in table.bases if base.unit_id == unit_id), None)


def _put(table: Snapshot, base: Base, x_in: float, y_in: float) -> Snapshot:
    assert base.pose is not None
    moved = replace(base, pose=replace(base.pose, x_in=x_in, y_in=y_in))
    bases = tuple(moved if one.payload == base.payload else one for one in table.bases)
    return replace(table, bases=bases)


def _lift(state: State, table: Snapshot) -> Snapshot:
    return without(table, lambda base: bool(state.units[base.unit_id].gone))


def faults(played: Played) -> tuple[str, ...]:
    """Strength beyond what is possible, the dead who act, and bases twice on the table."""
    state: State = played.outcome.state
    found = [*twice(played.table)]
    for one in state.units.values():
        if not 0 <= one.strength <= one.start:
            found.append(f"{one.id} has strength {one.strength}")
        if (one.strength == 0) != (one.gone == "destroyed"):
            found.append(f"{one.id} has strength {one.strength} and is {one.gone or 'there'}")
    before: State = played.before
    if played.action.by in before.units and before.units[played.action.by].gone:
        found.append(f"{played.action.by} is gone and acts")
    return tuple(found)


ROBOT = Robot(pick=pick, tables=_tables, lift=_lift, faults=faults)
