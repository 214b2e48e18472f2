"""How well tags of a size can be read in each part of the table, before play starts.

What decides is how many pixels of the camera a module covers there, and along its worse
direction: a camera that looks from the side shortens tags away from it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.camera import Calibration

Array = NDArray[np.float64]

MODULES = {"qr": 21, "microqr": 13, "aruco": 6}
CERTAIN = {"qr": 1.0, "microqr": 1.4, "aruco": 1.6}
"""Pixels a module from which tags were read with certainty on rendered frames."""
DOUBTFUL = {"qr": 0.8, "microqr": 1.1, "aruco": 1.2}
"""Below this most tags are not read."""
_SIZES_MM = (16, 20, 25, 30, 32, 40, 50, 60)
_MM_PER_IN = 25.4


@dataclass(frozen=True, eq=False)
class Legibility:
    """Pixels a module over the table.

    ``px_per_module``: (rows, columns), north first, west first; 0 where the camera does not
    see the table. ``step_in``: side of a cell. ``certain_share``: of the table on which the
    tags are read with certainty. ``advice``: plain sentences, the most important first.
    """

    px_per_module: Array
    step_in: float
    certain_share: float
    advice: tuple[str, ...]


def legibility(
    calibration: Calibration,
    size_in: tuple[float, float],
    tag_size_in: float,
    *,
    symbol: str = "qr",
    height_in: float = 0.12,
    step_in: float = 2.0,
) -> Legibility:
    """How well tags of *tag_size_in* can be read on a table of *size_in* (east, north)."""
    count = [max(round(side / step_in), 1) for side in size_in]
    x = (np.arange(count[0]) + 0.5) * size_in[0] / count[0]
    y = size_in[1] - (np.arange(count[1]) + 0.5) * size_in[1] / count[1]
    east, north = np.meshgrid(x, y)
    per_inch = _least_px_per_in(calibration, east.ravel(), north.ravel(), height_in)
    scale = per_inch.reshape(east.shape) * tag_size_in / MODULES[symbol]
    share = float((scale >= CERTAIN[symbol]).mean())
    advice = _advice(calibration, scale, tag_size_in, symbol)
    return Legibility(scale, step_in, share, advice)


def _least_px_per_in(
    calibration: Calibration, east: Array, north: Array, height_in: float
) -> Array:
    """(n,) pixels an inch along the worst direction at each place; 0 outside the picture."""
    step = 0.25
    height = np.full(east.shape, height_in)
    at = calibration.to_pixels(np.column_stack([east, north, height]))
    right = calibration.to_pixels(np.column_stack([east + step, north, height])) - at
    up = calibration.to_pixels(np.column_stack([east, north + step, height])) - at
    jacobian = np.stack([right, up], axis=-1) / step
    least = np.linalg.svd(jacobian, compute_uv=False)[:, 1]
    width, tall = calibration.lens.width_px, calibration.lens.height_px
    inside = (at[:, 0] >= 0) & (at[:, 0] < width) & (at[:, 1] >= 0) & (at[:, 1] < tall)
    return np.asarray(np.where(inside, least, 0.0), dtype=np.float64)


def _advice(
    calibration: Calibration, scale: Array, tag_size_in: float, symbol: str
) -> tuple[str, ...]:
    tags = f"{tag_size_in * _MM_PER_IN:.0f} mm tags"
    unseen = scale == 0
    weak = (scale < CERTAIN[symbol]) & ~unseen
    said = []
    if unseen.any():
        said.append(f"The camera does not see {where(unseen)}: raise it, or turn it there.")
    if not weak.any():
        place = "wherever the camera looks" if unseen.any() else "on the whole table"
        return (*said, f"{tags} are read with certainty {place}.")
    worst = float(scale[weak].min())
    manner = "hardly read" if worst < DOUBTFUL[symbol] else "read with gaps"
    cure = _cure(calibration, CERTAIN[symbol] / worst, tag_size_in)
    return (*said, f"{tags} are {manner} in {where(weak)}: {cure}.")


def _cure(calibration: Calibration, factor: float, tag_size_in: float) -> str:
    """What brings the worst place to certainty: larger tags, or a lower camera."""
    wanted_mm = factor * tag_size_in * _MM_PER_IN
    size_mm = next((size for size in _SIZES_MM if size >= wanted_mm), math.ceil(wanted_mm))
    lower_in = calibration.camera_xyz_in[2] * (1 - 1 / factor)
    return (
        f"use {size_mm} mm tags, or lower the camera by {math.ceil(lower_in)} in if the table "
        "then still fits in the picture"
    )


def where(cells: NDArray[np.bool_]) -> str:
    """The marked part of a table (rows north first) in words."""
    rows, columns = cells.shape
    north, south = cells[: (rows + 1) // 2], cells[rows // 2 :]
    quarters = {
        "the north-west": north[:, : (columns + 1) // 2],
        "the north-east": north[:, columns // 2 :],
        "the south-west": south[:, : (columns + 1) // 2],
        "the south-east": south[:, columns // 2 :],
    }
    marked = [name for name, part in quarters.items() if part.any()]
    if len(marked) == 4:
        return "most of the table" if cells.mean() > 0.5 else "the corners of the table"
    sides = {
        "the north": {"the north-west", "the north-east"},
        "the south": {"the south-west", "the south-east"},
        "the west": {"the north-west", "the south-west"},
        "the east": {"the north-east", "the south-east"},
    }
    for name, pair in sides.items():
        if pair == set(marked):
            return name
    return " and ".join(marked)
