"""Several simulated cameras side by side over one long table, each over its part.

Every camera looks at the same truth: what is moved is moved for all of them. What happens to one
camera (a knock, a pulled plug, a hand before it) happens to that one alone.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import replace

from calibration.table_file import TableFile
from vision.simulator.camera import DEFAULT_SIZE_PX, SimulatedCamera
from vision.simulator.demo import dress
from vision.simulator.scene import Spot
from vision.simulator.world import PERFECT, World
from vision.table.snapshot import Base, Pose, Snapshot, Terrain

LONG_TABLE_IN = (144.0, 72.0)
"""A show table of 12 by 6 ft."""

PART_SIZE_PX = (2240, 2160)
"""A 4K camera's picture, cut to the shape of half a long table."""

_SURELY_IN = 7.0
"""So much of the table two neighbours both see though they are knocked a little; as they hang,
it is about 12 in."""

MOST_CAMERAS = 4


def parts_of(wide_in: float, count: int) -> tuple[tuple[float, float], ...]:
    """From where to where each of *count* cameras sees, inches from the west edge."""
    each = (wide_in + (count - 1) * _SURELY_IN) / count
    return tuple((k * (each - _SURELY_IN), k * (each - _SURELY_IN) + each) for k in range(count))


def hang_rig(
    table: TableFile,
    poses: Mapping[str, Spot],
    count: int,
    *,
    size_px: tuple[int, int] | None = None,
    fps: float = 5.0,
    clock: Callable[[], float] = time.time,
    world: World = PERFECT,
    seed: int = 1,
) -> tuple[SimulatedCamera, ...]:
    """So many simulated cameras over the table, from west to east.

    *size_px* None: 4K, of several cameras the part of it that they need. *seed*: as that of one.

    Raises:
        CannotPlace, SymbolError: as ``SimulatedCamera``.
    """
    size_px = size_px or (PART_SIZE_PX if count > 1 else DEFAULT_SIZE_PX)
    parts = parts_of(table.size_in[0], count) if count > 1 else (None,)
    return tuple(
        SimulatedCamera(
            table, poses, size_px=size_px, fps=fps, clock=clock, world=world, over_in=part,
            number=k, seed=seed,
        )
        for k, part in enumerate(parts)
    )  # fmt: skip


def dress_for(table: Snapshot, count: int) -> tuple[TableFile, dict[str, Spot]]:
    """As ``dress``, with markers enough along the long sides for each of *count* cameras."""
    layout, poses = dress(table)
    if count == 1:
        return layout, poses
    wide, deep = table.size_in
    like = layout.markers[0]
    inset = like.x_in
    parts = parts_of(wide, count)
    seams = [(a[1] + b[0]) / 2 for a, b in zip(parts, parts[1:], strict=False)]
    middles = [(west + east) / 2 for west, east in parts]
    # The middles of the sides are taken already.
    wanted = [x for x in (*seams, *middles) if abs(x - wide / 2) > like.size_in]
    spots = [(x, y) for x in sorted(wanted) for y in (deep - inset, inset)]
    first = len(layout.markers)
    more = tuple(replace(like, id=first + k, x_in=x, y_in=y) for k, (x, y) in enumerate(spots))
    return replace(layout, markers=(*layout.markers, *more)), poses


def on_table_of(table: Snapshot, size_in: tuple[float, float]) -> Snapshot:
    """The same battle in the middle of a larger table; as it is where that one is no larger."""
    (wide, deep), (wider, deeper) = table.size_in, size_in
    if wide > wider or deep > deeper:
        return table
    east, north = (wider - wide) / 2, (deeper - deep) / 2
    return replace(
        table,
        size_in=size_in,
        bases=tuple(_moved_base(base, east, north) for base in table.bases),
        terrain=tuple(_moved_terrain(piece, east, north) for piece in table.terrain),
    )


def _moved_base(base: Base, east_in: float, north_in: float) -> Base:
    pose = base.pose
    return base if pose is None else replace(base, pose=_moved(pose, east_in, north_in))


def _moved(pose: Pose, east_in: float, north_in: float) -> Pose:
    return replace(pose, x_in=pose.x_in + east_in, y_in=pose.y_in + north_in)


def _moved_terrain(piece: Terrain, east_in: float, north_in: float) -> Terrain:
    outline = tuple((x + east_in, y + north_in) for x, y in piece.outline_in)
    return replace(piece, outline_in=outline)
