"""Small tables for the measuring tests; every base is 2 in wide and 1 in deep by default."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

from vision.table.reading import HandReading, Point
from vision.table.snapshot import Base, Pose, Snapshot, Terrain

NORTH, EAST, SOUTH, WEST = 90.0, 0.0, 270.0, 180.0


def base(
    payload: str,
    x_in: float,
    y_in: float,
    facing_deg: float = NORTH,
    wide_in: float = 2.0,
    deep_in: float = 1.0,
    *,
    pose: dict[str, Any] | None = None,
    **more: Any,
) -> Base:
    """One base; its unit is its payload unless given."""
    return Base(payload, wide_in, deep_in, Pose(x_in, y_in, facing_deg, **(pose or {})), **more)


def disc(payload: str, x_in: float, y_in: float, across_in: float = 1.0, **more: Any) -> Base:
    """A round base."""
    return base(
        payload, x_in, y_in, more.pop("facing_deg", NORTH), across_in, across_in, round=True, **more
    )


def rank(
    unit: str, x_in: float, y_in: float, facing_deg: float = NORTH, count: int = 3, **more: Any
) -> tuple[Base, ...]:
    """A line of touching bases ``unit1`` (left) to ``unitN`` (right), centred on a point."""
    turned = math.radians(facing_deg)
    right = (math.sin(turned), -math.cos(turned))
    steps = [(i - (count - 1) / 2) * more.get("wide_in", 2.0) for i in range(count)]
    return tuple(
        base(
            f"{unit}{i + 1}",
            x_in + step * right[0],
            y_in + step * right[1],
            facing_deg,
            unit=unit,
            **more,
        )
        for i, step in enumerate(steps)
    )


def table(
    *bases: Base | tuple[Base, ...],
    terrain: tuple[Terrain, ...] = (),
    readings: tuple[HandReading, ...] = (),
    size_in: Point = (72.0, 48.0),
) -> Snapshot:
    """A table with those bases; a rank counts as its bases."""
    flat: list[Base] = []
    for one in bases:
        flat += [one] if isinstance(one, Base) else one
    return Snapshot(size_in, tuple(flat), terrain, readings)


def with_errors(
    snapshot: Snapshot,
    sigma_in: float = 0.0,
    sigma_deg: float = 0.0,
    shared: tuple[tuple[float, float, float], ...] = (),
) -> Snapshot:
    """The same table with every pose uncertain by that much on its own, and in common."""
    own = (sigma_in**2, 0.0, 0.0, sigma_in**2, 0.0, sigma_deg**2)
    return replace(
        snapshot,
        bases=tuple(
            replace(one, pose=one.pose and replace(one.pose, own=own, shared=shared))
            for one in snapshot.bases
        ),
    )


def moved(snapshot: Snapshot, turn_deg: float, dx_in: float, dy_in: float) -> Snapshot:
    """The whole table, terrain and all, turned about the origin and then shifted."""
    c, s = math.cos(math.radians(turn_deg)), math.sin(math.radians(turn_deg))

    def to(x: float, y: float) -> Point:
        return c * x - s * y + dx_in, s * x + c * y + dy_in

    return replace(
        snapshot,
        bases=tuple(replace(one, pose=_pose(one, to, turn_deg)) for one in snapshot.bases),
        terrain=tuple(
            replace(piece, outline_in=tuple(to(*corner) for corner in piece.outline_in))
            for piece in snapshot.terrain
        ),
    )


def _pose(one: Base, to: Any, turn_deg: float) -> Pose:
    assert one.pose is not None
    x, y = to(one.pose.x_in, one.pose.y_in)
    return replace(one.pose, x_in=x, y_in=y, facing_deg=one.pose.facing_deg + turn_deg)


def box(kind: str, west: float, south: float, east: float, north: float, **more: Any) -> Terrain:
    """A rectangle of terrain."""
    corners = ((west, south), (east, south), (east, north), (west, north))
    return Terrain(kind, corners, **more)


def fence(kind: str, *points: Point, **more: Any) -> Terrain:
    """A line of terrain."""
    return Terrain(kind, points, is_line=True, **more)
