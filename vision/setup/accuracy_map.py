"""The ± that a base would have at every place of the table, as play would measure it.

Nothing is estimated apart: a tag is put there in thought and located like a seen one.
"""

from __future__ import annotations

import numpy as np

from calibration.camera import Array, Calibration
from calibration.table_file import BaseInPlay
from calibration.tolerances import HONEST, Tolerances
from vision.measure.range import base_gap
from vision.table.quality import AccuracyMap
from vision.table.snapshot import Base, Pose, Snapshot
from vision.tags.legibility import where
from vision.tags.tag import Tag
from vision.watch.locate import Task, locate_all

TYPICAL = BaseInPlay("X", 40 / 25.4, 40 / 25.4, 25 / 25.4, tag_height_in=3 / 25.4)
"""A 25 mm tag on a 40 mm base of 3 mm."""

CORNER_SIGMA_PX = 0.1
"""Standard deviation of one corner coordinate of a tag that is read well."""

_HALF_WIDTHS = 1.96
_CELL_IN = 3.0
_MOST_CELLS = 40
_FOOT_IN = 12.0
_MOST_OF_IT = 0.8


def accuracy_map(
    calibration: Calibration,
    size_in: tuple[float, float],
    base: BaseInPlay = TYPICAL,
    tolerances: Tolerances = HONEST,
) -> AccuracyMap:
    """The map of a table of *size_in* (east, north) for bases like *base*.

    Raises:
        CalibrationError: part of the table lies where the camera looks past it.
    """
    columns, rows = (min(max(round(side / _CELL_IN), 2), _MOST_CELLS) for side in size_in)
    x = (np.arange(columns) + 0.5) * size_in[0] / columns
    y = size_in[1] - (np.arange(rows) + 0.5) * size_in[1] / rows
    east, north = (grid.ravel() for grid in np.meshgrid(x, y))
    corners = _tag_corners(calibration, east, north, base)
    inside = _inside(corners, calibration)
    found = np.zeros(len(east))
    tasks = [Task(_tag(corners[k]), base, 0.0, tolerances) for k in np.flatnonzero(inside)]
    found[inside] = [_plus_minus(fitted.pose) for fitted in locate_all(tasks, calibration)]
    grid = found.reshape(rows, columns)
    seen = grid[grid > 0]
    if not seen.size:
        return AccuracyMap(_rows(grid), 0.0, 0.0, 0.0, "The camera does not see the table.")
    gap_in = gap_plus_minus(calibration, size_in, _FOOT_IN, base, tolerances)
    median, worst = float(np.median(seen)), float(seen.max())
    return AccuracyMap(_rows(grid), median, worst, gap_in, _says(grid, median, worst, gap_in))


def _tag_corners(calibration: Calibration, east: Array, north: Array, base: BaseInPlay) -> Array:
    half = base.tag_size_in / 2
    around = np.array([(-half, half), (half, half), (half, -half), (-half, -half)])
    flat = np.column_stack([east, north])[:, None, :] + around
    raised = np.concatenate([flat, np.full((*flat.shape[:2], 1), base.tag_height_in)], axis=2)
    return calibration.to_pixels(raised.reshape(-1, 3)).reshape(-1, 4, 2)


def _inside(corners: Array, calibration: Calibration) -> Array:
    limit = (calibration.lens.width_px, calibration.lens.height_px)
    return np.asarray(((corners >= 0) & (corners < limit)).all(axis=(1, 2)))


def _tag(corners: Array) -> Tag:
    a, b, c, d = ((float(x), float(y)) for x, y in corners)
    return Tag("X", (a, b, c, d), CORNER_SIGMA_PX, "none")


def _plus_minus(pose: Pose) -> float:
    """95 % half-width in the worst direction, what is shared by all bases included."""
    xx, xy, _, yy, _, _ = pose.own
    shared = np.array([*pose.shared, pose.batched])[:, :2]
    spread = np.array([[xx, xy], [xy, yy]]) + shared.T @ shared
    return _HALF_WIDTHS * float(np.sqrt(np.linalg.eigvalsh(spread)[-1]))


def gap_plus_minus(
    calibration: Calibration,
    size_in: tuple[float, float],
    gap_in: float,
    base: BaseInPlay = TYPICAL,
    tolerances: Tolerances = HONEST,
) -> float:
    """The ± of a gap (at most four fifths of the table wide) between two bases about its middle.

    Raises:
        CalibrationError: they lie where the camera looks past the table.
    """
    apart = min(gap_in + base.frontage_in, size_in[0] * _MOST_OF_IT)
    x, y = size_in[0] / 2, size_in[1] / 2
    east, north = np.array([x - apart / 2, x + apart / 2]), np.array([y, y])
    corners = _tag_corners(calibration, east, north, base)
    tasks = [Task(_tag(each), base, 0.0, tolerances) for each in corners]
    fitted = locate_all(tasks, calibration)
    bases = tuple(
        Base(name, base.frontage_in, base.depth_in, each.pose)
        for name, each in zip("AB", fitted, strict=True)
    )
    return base_gap(Snapshot(size_in, bases), "A", "B").plus_minus


def _rows(grid: Array) -> tuple[tuple[float, ...], ...]:
    return tuple(tuple(round(float(cell), 4) for cell in row) for row in grid)


def _says(grid: Array, median: float, worst: float, gap_in: float) -> str:
    said = f"Half of the table is known to ±{median:.2f} in or better"
    if worst > 1.25 * median:
        worst_part = where(grid >= max(0.9 * worst, 1.2 * median))
        said += f"; the worst place, in {worst_part}, to ±{worst:.2f} in"
    said += f". A gap of a foot mid-table is measured to ±{gap_in:.2f} in."
    if (grid == 0).any():
        said += f" The camera does not see {where(grid == 0)}."
    return said
