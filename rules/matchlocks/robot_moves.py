"""Where a player without a plan puts models that a rule sends somewhere."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

from rules.kernel.prompts import Look, Sent
from rules.matchlocks.close_combat.evading import other_cover
from rules.matchlocks.crises.into_contact import squared_up
from rules.matchlocks.crises.ordered import all_round
from rules.matchlocks.measuring import bases_of
from rules.matchlocks.movement.facing import turned_about
from rules.matchlocks.play import BOOK
from rules.matchlocks.state import inches, kind_of
from rules.robots.robot import Scene
from vision.measure.ground import nearest_cover
from vision.measure.range import gap
from vision.measure.shapes.footprint import unit_shape
from vision.table.snapshot import Base, Pose, Snapshot

_ORDERED = ("NMM-MEL-19", "NMM-MEL-20", "NMM-MEL-22", "NMM-MEL-16", "NMM-MEL-61", "NMM-MEL-62",
            "NMM-MEL-64", "NMM-MEL-65", "NMM-MEL-68", "NMM-MEL-85", "NMM-MOR-23", "NMM-DAU-05",
            "NMM-MOVE-13")  # fmt: skip
"""Rules that order a move; the ground of the question says how far and which way."""


def is_ordered(now: Scene, asked: Look) -> bool:
    """Does a rule send a unit somewhere with this question?"""
    unit = asked.units[0] if asked.units else ""
    return bool(set(asked.rules) & set(_ORDERED)) and unit in now.state.units


def as_ordered(now: Scene, asked: Look) -> Iterator[Snapshot]:
    """The unit where a rule sends it, with its leaders, then ever shorter of that."""
    if "NMM-MEL-20" in asked.rules:
        yield _to_cover(now, now.table, asked.units)
        unit = now.state.units[asked.units[0]]
        yield from all_round(now.table, unit.id, inches(now.state, kind_of(unit).move_in))
    if not asked.reach or asked.reach[0].spread_deg > 0:
        yield now.table
        return
    ground = asked.reach[0]
    sent = asked.sent or Sent()
    far_in = max(0.0, ground.far_in - (STOP_IN if sent.short else 0.0))
    for part in range(SHORTER, -1, -1):
        yield _gone(now, asked, far_in * part / SHORTER, math.radians(ground.toward_deg))
    if sent.touches:
        yield from _slid(now, asked, far_in, math.radians(ground.toward_deg))


def up_to_him(now: Scene, asked: Look) -> Iterator[Snapshot]:
    """Into contact: lined up before him where that can be, else by the shortest way, to one
    side and the other; horse that comes to meet it has come halfway first."""
    unit, foe = asked.units[0], _named(now, asked)
    if not foe:
        yield now.table
        return
    here, units = now, tuple(one for one in asked.units if one != foe)
    if foe in asked.units:
        dx, dy = _way_to(now.table, foe, unit)
        here = Scene(now.state, shift(now.table, (foe,), dx / 2, dy / 2), now.source, now.spent)
    lined_up = squared_up(here.table, unit, foe)
    if lined_up is not None and "NMM-MEL-77" not in asked.rules:
        yield lined_up
    dx, dy = _way_to(here.table, unit, foe)
    far_in, way = math.hypot(dx, dy), math.atan2(dy, dx)
    alone = Look(asked.what, asked.by, units, sent=asked.sent)
    yield _gone(here, alone, far_in, way)
    yield from _slid(here, alone, far_in, way)


def _named(now: Scene, asked: Look) -> str:
    """The unit up to which the first one is to be moved, "" when it is not on the table."""
    foe = asked.sent.foe if asked.sent else ""
    return foe if foe in now.state.units and bases_of(now.table, foe) else ""


def _way_to(table: Snapshot, unit: str, foe: str) -> tuple[float, float]:
    """From the nearest point of a unit to that of another."""
    far = gap(table, unit, foe)
    (x1, y1), (x2, y2) = far.evidence[0].points_in if far.evidence else ((0.0, 0.0),) * 2
    return x2 - x1, y2 - y1


def _slid(now: Scene, asked: Look, far_in: float, way: float) -> Iterator[Snapshot]:
    """All the way and a little farther, to one side and the other, clear of a second enemy."""
    for beyond in range(4):
        there = _gone(now, asked, far_in + 0.2 * beyond, way)
        for step in range(1, 2 * SHORTER + 1):
            aside_in = 0.25 * ((step + 1) // 2) * (1 if step % 2 else -1)
            yield shift(there, asked.units, -math.sin(way) * aside_in, math.cos(way) * aside_in)


def _gone(now: Scene, asked: Look, far_in: float, way: float) -> Snapshot:
    table = shift(now.table, asked.units, far_in * math.cos(way), far_in * math.sin(way))
    if asked.sent is None or not asked.sent.turned:
        return table
    shape = unit_shape(table, asked.units[0])
    middle = ((shape.fc[0] + shape.rc[0]) / 2, (shape.fc[1] + shape.rc[1]) / 2)
    return turned_about(table, asked.units[:1], middle, 180.0)


def _to_cover(now: Scene, table: Snapshot, units: tuple[str, ...]) -> Snapshot:
    """The middle of the nearest base goes to the edge of the cover, a Move away at most."""
    unit = now.state.units[units[0]]
    near = nearest_cover(table, unit.id, terrain=other_cover(BOOK.play(now.state, table), unit))
    if near is None or not near.evidence:
        return table
    (x1, y1), (x2, y2) = near.evidence[0].points_in
    most = inches(now.state, kind_of(unit).move_in)
    part = min(1.0, most / max(math.dist((x1, y1), (x2, y2)), 0.01))
    return shift(table, units, (x2 - x1) * part, (y2 - y1) * part)


SHORTER = 12
"""In so many steps a way is tried shorter when its whole length is refused."""

STOP_IN = 0.5
"""So far short of an enemy stops who may not run into him."""


def shift(table: Snapshot, units: tuple[str, ...], dx_in: float, dy_in: float) -> Snapshot:
    """Those units moved by that much, facing as they did."""

    def there(base: Base) -> Base:
        if base.unit_id not in units or base.pose is None:
            return base
        x_in = round(base.pose.x_in + dx_in, 2)
        y_in = round(base.pose.y_in + dy_in, 2)
        return replace(base, pose=Pose(x_in, y_in, base.pose.facing_deg, base.pose.ground_in))

    return replace(table, bases=tuple(map(there, table.bases)))
