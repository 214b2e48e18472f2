"""What is measured with the ruler, base by base, for the books in centimetres."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from rules.field.centimetres import to_in
from vision.measure.cache import remembered
from vision.measure.shapes.footprint import Footprint, placed_unit
from vision.table.reading import Unmeasurable
from vision.table.snapshot import Base, Snapshot, Terrain


@remembered
def taking_part(table: Snapshot, bases: tuple[tuple[str, str, str], ...], missing: str) -> Snapshot:
    """The table with just these bases, each (payload, unit, side) as the state has it.

    *missing* is what to say, with ``{payload}`` and ``{unit}``, of one that is not there. Kept,
    because every query keeps its answers for the very same snapshot only.

    Raises:
        Unmeasurable: one of them is not on the table.
    """
    there = {base.payload: base for base in table.bases}
    found: list[Base] = []
    for payload, unit, side in bases:
        if payload not in there:
            raise Unmeasurable(missing.format(payload=payload, unit=unit))
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
