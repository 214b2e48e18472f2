"""A player without a plan for a book whose questions draw where the models may go."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import replace

from rules.field.reach import bases_of
from rules.kernel.acting.book import Book
from rules.kernel.prompts import Look
from rules.kernel.protocol import Action
from rules.kernel.telling.ledger import Ledger, strengths
from rules.robots.robot import (
    Played,
    Robot,
    Scene,
    filled,
    one_of,
    preferred,
    share,
    twice,
    without,
)  # fmt: skip
from vision.table.snapshot import Pose, Snapshot

PARTS = (0.5, 0.25, 0.1)
"""Shares of its way that are tried after the first one was refused."""

CLOSE_IN = (1.6, 1.75, 1.9, 2.05, 2.2, 2.4, 2.6, 1.45, 1.3)
"""How far apart the middles of two bases that touch may be."""


def drawn_player(
    book: Book, ledger: Ledger, keen: tuple[str, ...], last: str, never: tuple[str, ...]
) -> Robot:
    """Does what is legal, mostly something it is *keen* on; *last* when nobody has anything left
    or everybody was refused; *never* what would end the battle. For units by id, of one base."""

    def pick(now: Scene) -> Action:
        legal = [
            offer
            for offer in book.offers(now.state, now.table)
            if offer.legal and offer.action.do not in (last, *never)
            and offer.action.by not in now.spent
        ]  # fmt: skip
        if not legal:
            return Action(last, now.state.side)
        return filled(one_of(preferred(legal, keen, now.source), now.source), now.source)

    return Robot(pick=pick, tables=as_drawn, lift=without_gone, faults=impossible(ledger))


def as_drawn(now: Scene, action: Action, asked: Look) -> Iterator[Snapshot]:
    """Against whom it is sent at; the way that is drawn, or ahead, then back, each shorter and
    shorter; at last not at all."""
    unit = asked.units[0]
    here = _pose(now.table, unit)
    at = _pose(now.table, asked.sent.foe) if asked.sent and asked.sent.touches else None
    if here is None:
        return
    if at is not None:
        dx, dy = at.x_in - here.x_in, at.y_in - here.y_in
        far = math.hypot(dx, dy) or 1.0
        for apart_in in CLOSE_IN:
            yield put(now.table, unit, at.x_in - dx / far * apart_in, at.y_in - dy / far * apart_in)
    for one in asked.reach:
        straight = one.spread_deg == 0.0
        for way_deg in (one.toward_deg,) if straight else (here.facing_deg, here.facing_deg + 180):
            way = math.radians(way_deg)
            for part in (share(now.source, 0.4, 0.98), *PARTS):
                go = part * one.far_in
                yield put(now.table, unit, here.x_in + go * math.cos(way),
                          here.y_in + go * math.sin(way))  # fmt: skip
    yield now.table


def put(table: Snapshot, unit: str, x_in: float, y_in: float) -> Snapshot:
    """The table with the base of a unit set down there, looking where it did."""
    bases = tuple(
        replace(base, pose=replace(base.pose, x_in=x_in, y_in=y_in))
        if unit in (base.unit_id, base.payload) and base.pose is not None
        else base
        for base in table.bases
    )
    return replace(table, bases=bases)


def _pose(table: Snapshot, unit: str) -> Pose | None:
    return next((base.pose for base in bases_of(table, unit)), None)


def without_gone(state: object, table: Snapshot) -> Snapshot:
    """The table less the units that are out of the battle."""
    units = getattr(state, "units", {})
    return without(table, lambda base: bool(units[base.unit_id].gone))


def impossible(ledger: Ledger) -> Callable[[Played], tuple[str, ...]]:
    """Strength beyond what a unit began with or below nothing, the gone who act, and bases twice
    on the table."""

    def faults(played: Played) -> tuple[str, ...]:
        found = [*twice(played.table)]
        for name, one in strengths(ledger, played.outcome.state).items():
            if not 0 <= one.now <= one.start:
                found.append(f"{name} has {one.now} of {one.start}")
        actor = played.before.units.get(played.action.by)
        if actor is not None and actor.gone:
            found.append(f"{played.action.by} is gone and acts")
        return tuple(found)

    return faults
