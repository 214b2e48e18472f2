"""The ± that a base would have at every place of the table, as play would measure it.

Nothing is estimated apart: a tag is put there in thought and located like a seen one.
"""

from __future__ import annotations

import threading
from dataclasses import replace

import numpy as np

from calibration.camera import Array, Calibration
from calibration.on_trust import on_trust
from calibration.table_file import BaseInPlay, TableFile
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
_GAP_CELL_IN = 6.0
_MOST_GAPS = 24


class NewestMap:
    """The map of one camera over one table, made once for each time that it was placed: it
    takes a third of a second. May be asked from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._of: tuple[Calibration, TableFile] | None = None
        self._map: AccuracyMap | None = None

    def of(self, calibration: Calibration, table: TableFile) -> AccuracyMap:
        """The map of that table.

        Raises:
            CalibrationError: part of the table lies where the camera looks past it.
        """
        with self._lock:
            before = self._of
            if (
                self._map is None
                or before is None
                or before[0] is not calibration
                or (before[1] is not table)
            ):
                found = accuracy_map(calibration, table.size_in, tolerances=table.tolerances)
                self._map = replace(found, trusts=on_trust(table))
                self._of = (calibration, table)
            return self._map


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
        nothing = _rows(grid)
        return AccuracyMap(nothing, 0.0, 0.0, 0.0, "The camera does not see the table.", nothing)
    gap_in = gap_plus_minus(calibration, size_in, _FOOT_IN, base, tolerances)
    median, worst = float(np.median(seen)), float(seen.max())
    feet = _rows(_foot_gaps(calibration, size_in, base, tolerances))
    says = _says(grid, median, worst, gap_in)
    return AccuracyMap(_rows(grid), median, worst, gap_in, says, feet)


def _foot_gaps(
    calibration: Calibration, size_in: tuple[float, float], base: BaseInPlay, tolerances: Tolerances
) -> Array:
    """The ± of a gap of a foot about each place, north row first, the worse of east to west and
    north to south; 0 where the camera does not see both of its ends. Where the edge is nearer
    than its end, the gap is moved onto the table."""
    apart = min(_FOOT_IN + base.frontage_in, _MOST_OF_IT * min(size_in))
    columns, rows = (min(max(round(side / _GAP_CELL_IN), 2), _MOST_GAPS) for side in size_in)
    worst = np.zeros((rows, columns))
    for j, i in np.ndindex(rows, columns):
        middle = ((i + 0.5) * size_in[0] / columns, size_in[1] - (j + 0.5) * size_in[1] / rows)
        around = []
        for axis in (0, 1):
            x, y = (np.array([value, value]) for value in middle)
            along = (x, y)[axis]
            along[:] = np.clip(along, apart / 2, size_in[axis] - apart / 2)
            along += np.array([-apart / 2, apart / 2])
            around.append(_between(calibration, size_in, (x, y), base, tolerances))
        worst[j, i] = 0.0 if min(around) == 0.0 else max(around)
    return worst


def _between(
    calibration: Calibration,
    size_in: tuple[float, float],
    ends: tuple[Array, Array],
    base: BaseInPlay,
    tolerances: Tolerances,
) -> float:
    """The ± of the gap between two bases there; 0 where the camera does not see both."""
    if not _inside(_tag_corners(calibration, *ends, base), calibration).all():
        return 0.0
    return _gap_of(calibration, size_in, ends, base, tolerances)


def _gap_of(
    calibration: Calibration,
    size_in: tuple[float, float],
    ends: tuple[Array, Array],
    base: BaseInPlay,
    tolerances: Tolerances,
) -> float:
    corners = _tag_corners(calibration, *ends, base)
    tasks = [Task(_tag(each), base, 0.0, tolerances) for each in corners]
    bases = tuple(
        Base(name, base.frontage_in, base.depth_in, each.pose)
        for name, each in zip("AB", locate_all(tasks, calibration), strict=True)
    )
    return base_gap(Snapshot(size_in, bases), "A", "B").plus_minus


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
    return _gap_of(calibration, size_in, (east, north), base, tolerances)


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
