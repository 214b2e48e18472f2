"""What is measured with the ruler, base by base, for the books in centimetres."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace
from typing import TypeVar

from rules.field.centimetres import to_cm, to_in
from vision.measure.cache import remembered
from vision.measure.shapes.footprint import Footprint, placed_unit
from vision.measure.shapes.polygon import cuts, is_inside
from vision.measure.uncertain import HALF_WIDTH_95
from vision.table.reading import Point, Reading, Unmeasurable
from vision.table.snapshot import Base, Snapshot, Terrain


@remembered
def taking_part(table: Snapshot, bases: tuple[tuple[str, str, str], ...], missing: str) -> Snapshot:
    """The table with just these bases, each (payload, unit, side) as the state has it.

    *missing* is what to say of a unit without one of them, with ``{payload}``. Kept,
    because every query keeps its answers for the very same snapshot only.

    Raises:
        Unmeasurable: one of them is not on the table.
    """
    there = {base.payload: base for base in table.bases}
    found: list[Base] = []
    for payload, unit, side in bases:
        if payload not in there:
            raise Unmeasurable(unit, missing.format(payload=payload))
        base = there[payload]
        if (base.unit, base.side) != (unit, side):
            base = replace(base, unit=unit, side=side)
        found.append(base)
    return replace(table, bases=tuple(found))


def foot_of(table: Snapshot, payload: str) -> Footprint:
    """The footprint of one base.

    Raises:
        Unmeasurable: it is hidden, moving or not there.
    """
    return placed_unit(table, payload)[0].outline


def shifted(table: Snapshot, payloads: Iterable[str], dx_cm: float, dy_cm: float) -> Snapshot:
    """The table with some bases moved by that much, facing as they did."""
    chosen = frozenset(payloads)
    bases = []
    for base in table.bases:
        if base.payload in chosen and base.pose is not None:
            pose = replace(
                base.pose, x_in=base.pose.x_in + to_in(dx_cm), y_in=base.pose.y_in + to_in(dy_cm)
            )
            base = replace(base, pose=pose)
        bases.append(base)
    return replace(table, bases=tuple(bases))


def is_kind(piece: Terrain, kinds: tuple[str, ...]) -> bool:
    """Is it of one of these kinds, or tagged as one?"""
    return piece.kind in kinds or any(tag in kinds for tag in piece.tags)


def crosses(piece: Terrain, start: Point, end: Point) -> bool:
    """Does the straight line cross the piece's line or edge?"""
    return bool(cuts(start, end, piece.outline_in, not piece.is_line))


def hides(piece: Terrain, start: Point, end: Point) -> bool:
    """Does the piece stand between two points, neither of which is in it?"""
    if not piece.is_line and (
        is_inside(piece.outline_in, start) or is_inside(piece.outline_in, end)
    ):
        return False
    return crosses(piece, start, end)


def from_front(foot: Footprint, other: Footprint) -> tuple[float, float]:
    """How far ahead of a base's middle that of another lies, and how far aside, inches."""
    (ux, uy), dx, dy = foot.ahead, other.x_in - foot.x_in, other.y_in - foot.y_in
    return dx * ux + dy * uy, abs(dy * ux - dx * uy)


def own_doubt_cm(before: Snapshot, after: Snapshot, payload: str) -> float:
    """The ± of a move by two placings of one base: the shared error moves both alike, cm."""
    owns = [table.base(payload).settled_pose().own for table in (before, after)]
    return to_cm(HALF_WIDTH_95 * math.sqrt(sum(max(own[0], own[3]) for own in owns)))


def kinds_that(ground: dict[str, str], does: str) -> tuple[str, ...]:
    """The kinds that do that, by a book's table of what each kind of terrain does, by blanks."""
    return tuple(kind for kind, what in ground.items() if does in what.split())


One = TypeVar("One")


def maybe_nearest(found: Iterable[tuple[One, Reading]]) -> tuple[One, ...]:
    """Those that may be the nearest for all the ruler can tell, nearest first."""
    by_value = sorted(found, key=lambda pair: pair[1].value)
    limit = min((one.value + one.plus_minus for _, one in by_value), default=0.0)
    return tuple(who for who, one in by_value if one.value - one.plus_minus <= limit)
