"""Where models may be moved, told to the page in one shape a base. It decides nothing."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from msgspec.structs import replace

from rules.kernel.prompts import Reach, Spot
from vision.measure.shapes.reach import standing
from vision.table.snapshot import Base, Snapshot, Terrain

MARGIN_IN = 2.0
"""Closed ground this far beyond the reach is drawn as well."""


def reaches(
    table: Snapshot,
    unit_id: str,
    far_in: float,
    title: str,
    *,
    toward_deg: float = 0.0,
    spread_deg: float = 180.0,
    kind: Literal["may", "costs", "not"] = "may",
    rule: str = "",
) -> tuple[Reach, ...]:
    """The ground of a unit that goes *far_in* at most, one shape for each base that is seen."""
    return tuple(
        Reach(base.unit_id, title, outline, round(far_in, 3), toward_deg, spread_deg, kind, rule)
        for base in bases_of(table, unit_id)
        if (outline := standing(base))
    )


def with_ends(shown: tuple[Reach, ...], spots: tuple[Spot, ...]) -> tuple[Reach, ...]:
    """*shown*, one for each base, with the places where those bases have to end."""
    if len(spots) != len(shown):
        return shown
    return tuple(replace(one, ends=spot) for one, spot in zip(shown, spots, strict=True))


def bases_of(table: Snapshot, unit_id: str) -> tuple[Base, ...]:
    """The bases of a unit, or the one of that payload; none is no error here."""
    return tuple(base for base in table.bases if unit_id in (base.unit_id, base.payload))


def facing_of(table: Snapshot, unit_id: str) -> float | None:
    """Where its first base looks, degrees; None when none is seen."""
    for base in bases_of(table, unit_id):
        if base.pose is not None and base.status == "seen":
            return base.pose.facing_deg
    return None


def closed(
    table: Snapshot, unit_id: str, far_in: float, pieces: Iterable[tuple[Terrain, str]]
) -> tuple[Reach, ...]:
    """Of *pieces* (each with its rule) that it may not enter, those within its reach."""
    near = [base.pose for base in bases_of(table, unit_id) if base.pose is not None]
    return tuple(
        Reach(unit_id, piece.name or piece.kind, piece.outline_in, kind="not", rule=rule)
        for piece, rule in pieces
        if not piece.is_line
        and any(_box_gap(piece, pose.x_in, pose.y_in) <= far_in + MARGIN_IN for pose in near)
    )


def _box_gap(piece: Terrain, x_in: float, y_in: float) -> float:
    """From a point to the upright rectangle round a piece, inches, along the longer axis."""
    xs, ys = [x for x, _ in piece.outline_in], [y for _, y in piece.outline_in]
    return max(min(xs) - x_in, x_in - max(xs), min(ys) - y_in, y_in - max(ys), 0.0)
