"""The ruler test: two bases at the ends of a ruler, measured as play measures them."""

from __future__ import annotations

import math
from collections.abc import Iterator

from vision.measure.range import base_gap
from vision.table.quality import CannotSetUp
from vision.table.snapshot import Base, Snapshot
from webui.server.setting_up.wizard_progress import RulerTest

Spot = tuple[float, float, float]
"""x and y in inches, facing in degrees."""

_EDGE_IN = 4.0
_CLEAR_IN = 0.6
_STEP_IN = 1.0
_NORTH_DEG = 90.0


def measured(table: Snapshot, frm: str, to: str, said_in: float, at_s: float) -> RulerTest:
    """The gap between the nearest points of two bases, beside what the ruler says.

    Raises:
        CannotSetUp: one base twice, or none of that name.
        Unmeasurable: a base is hidden or moving.
    """
    for payload in (frm, to):
        _base(table, payload)
    if frm == to:
        raise CannotSetUp("name two different bases for the ends of the ruler")
    reading = base_gap(table, frm, to)
    value, around = round(reading.value, 3), round(reading.plus_minus, 3)
    return RulerTest(at_s, frm, to, said_in, value, around)


def places_apart(table: Snapshot, frm: str, to: str, gap_in: float) -> tuple[Spot, Spot]:
    """Where two bases may stand side by side, *gap_in* apart, on open ground.

    Raises:
        CannotSetUp: there is no such place.
    """
    one, other = _base(table, frm), _base(table, to)
    apart_in = gap_in + (one.frontage_in + other.frontage_in) / 2
    others = [base for base in table.bases if base.payload not in (frm, to)]
    for x, y in _from_the_middle(table.size_in):
        west, east = (x - apart_in / 2, y, _NORTH_DEG), (x + apart_in / 2, y, _NORTH_DEG)
        if all(_fits(table, base, spot, others) for base, spot in ((one, west), (other, east))):
            return west, east
    raise CannotSetUp(
        f"no open place for two bases {gap_in:g} in apart: clear some room, or use a shorter ruler"
    )


def _base(table: Snapshot, payload: str) -> Base:
    for base in table.bases:
        if base.payload == payload:
            return base
    raise CannotSetUp(f"there is no base {payload!r} on this table")


def _from_the_middle(size_in: tuple[float, float]) -> Iterator[tuple[float, float]]:
    """Places of a grid over the table, the middle first."""
    wide, deep = size_in
    spots = [
        (i * _STEP_IN, j * _STEP_IN)
        for i in range(int(wide / _STEP_IN) + 1)
        for j in range(int(deep / _STEP_IN) + 1)
    ]
    yield from sorted(spots, key=lambda spot: math.dist(spot, (wide / 2, deep / 2)))


def _fits(table: Snapshot, base: Base, spot: Spot, others: list[Base]) -> bool:
    """Inside the table, clear of its edge, of the other bases and of all that stands up?"""
    x, y, _ = spot
    reach = math.hypot(base.frontage_in, base.depth_in) / 2 + _CLEAR_IN
    wide, deep = table.size_in
    if not (_EDGE_IN <= x <= wide - _EDGE_IN and _EDGE_IN <= y <= deep - _EDGE_IN):
        return False
    for piece in table.terrain:
        if piece.height_in <= 0:
            continue
        xs, ys = zip(*piece.outline_in, strict=True)
        if min(xs) - reach < x < max(xs) + reach and min(ys) - reach < y < max(ys) + reach:
            return False
    return all(
        base.pose is None
        or math.dist((x, y), (base.pose.x_in, base.pose.y_in))
        > reach + math.hypot(base.frontage_in, base.depth_in) / 2
        for base in others
    )
