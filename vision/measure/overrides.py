"""What all queries share: hand-taken readings first, and the evidence of a distance."""

from __future__ import annotations

from collections.abc import Iterable

from vision.measure.cache import remembered
from vision.table.reading import Point, Reading, Shape
from vision.table.snapshot import Snapshot

__all__ = ["by_hand", "line", "payloads", "remembered", "side_by_hand"]


def by_hand(snapshot: Snapshot, what: str, frm: str, to: str) -> Reading | None:
    """The reading a person typed for this question, which overrules the poses."""
    if not snapshot.readings:
        return None
    typed = snapshot.typed(what, frm, to)
    if typed is None:
        return None
    notes = ("typed in by hand",)
    return Reading(
        what, typed.value, typed.plus_minus, typed.unit, frm, to, notes=notes, by_hand=True
    )


def side_by_hand(
    snapshot: Snapshot, what: str, frm: str, to: str, sides: Iterable[str]
) -> tuple[Reading, str] | None:
    """A typed reading named ``what_side``, such as ``zone_rear``, and that side."""
    for side in sides if snapshot.readings else ():
        typed = by_hand(snapshot, f"{what}_{side}", frm, to)
        if typed is not None:
            return typed, side
    return None


def payloads(snapshot: Snapshot, name: str) -> tuple[str, ...]:
    """The payloads of a unit's bases; the name itself when it has none on this table."""
    bases = tuple(b for b in snapshot.bases if name in (b.unit_id, b.payload))
    return tuple(base.payload for base in bases) or (name,)


def line(start: Point, end: Point) -> tuple[Shape, ...]:
    """The evidence of a distance: both points and the line between them."""
    return (
        Shape("segment", (start, end), "line"),
        Shape("point", (start,), "from"),
        Shape("point", (end,), "to"),
    )
