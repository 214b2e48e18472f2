"""Time as resolution: the mean of still pictures, with what moves left out."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cameras.camera import Picture

_TILE_PX = 32
_TIMES_NOISE = 1.6
_LEAST_GREY = 2.0


def average_still(pictures: Sequence[Picture]) -> Picture:
    """The mean of a burst of one still scene, as seen in its last picture.

    Where a tile of an earlier picture differs from the last by more than noise, something
    moved there, and that tile of that picture is left out.

    Raises:
        ValueError: no picture, or pictures of different sizes.
    """
    if not pictures:
        raise ValueError("no picture to average")
    last = pictures[-1]
    if any(picture.shape != last.shape for picture in pictures):
        raise ValueError("the pictures of a burst have one size; these have several")
    total = last.astype(np.float32)
    count = np.ones(last.shape[:2], dtype=np.float32)
    for picture in pictures[:-1]:
        still = _still(picture, last)
        total += picture * (still[:, :, None] if last.ndim == 3 else still)
        count += still
    mean = total / (count[:, :, None] if last.ndim == 3 else count)
    return np.asarray(np.rint(mean), dtype=np.uint8)


def _still(picture: Picture, last: Picture) -> NDArray[np.float32]:
    """(height, width): 1 where the two pictures show the same, 0 where something moved."""
    change = cv2.absdiff(picture, last)
    if change.ndim == 3:
        change = change[:, :, 1]
    height, width = change.shape
    small = (max(width // _TILE_PX, 1), max(height // _TILE_PX, 1))
    means = cv2.resize(change.astype(np.float32), small, interpolation=cv2.INTER_AREA)
    moved = means > _TIMES_NOISE * float(np.median(means)) + _LEAST_GREY
    # A margin of one tile: what moves reaches into its neighbours by less than the noise.
    wide = cv2.dilate(moved.astype(np.uint8), np.ones((3, 3), np.uint8))
    still = cv2.resize(1 - wide, (width, height), interpolation=cv2.INTER_NEAREST)
    return np.asarray(still, dtype=np.float32)
