"""What all queries share: hand-taken readings first, and remembering an answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache, wraps
from typing import Any, TypeVar, cast

from vision.measure.footprint import Same
from vision.measure.reading import Point, Reading, Shape
from vision.measure.table import Snapshot

Query = TypeVar("Query", bound=Callable[..., Any])

REMEMBERED = 1024
"""Answers kept per query; old ones (and with them old snapshots) are let go."""


def remembered(query: Query) -> Query:
    """A query asked again of the very same snapshot gives the same answer at once.

    Every further argument has to be hashable: frozensets, not sets.
    """

    @lru_cache(maxsize=REMEMBERED)
    def kept(*args: Any, **named: Any) -> Any:
        return query(*(a.snapshot if isinstance(a, Same) else a for a in args), **named)

    @wraps(query)
    def ask(*args: Any, **named: Any) -> Any:
        return kept(*[Same(a) if isinstance(a, Snapshot) else a for a in args], **named)

    return cast("Query", ask)


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
