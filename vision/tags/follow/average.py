"""Time as resolution: the mean of still pictures, with what moves left out."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cameras.camera import Picture

_TILE_PX = 32
_TIMES_NOISE = 1.6
_LEAST_GREY = 2.0
_BAND_ROWS = 128
"""So many rows of a mean are worked out at a time: in single precision a whole one is large."""


class StillMean:
    """The mean of still pictures that come one after the other, as seen in the newest.

    Where a tile of a picture differs from the picture before by more than noise, something
    moved there, and what was seen of that tile until then is left out. It holds four bytes for
    each of a picture, however many come.
    """

    def __init__(self, first: Picture) -> None:
        self._last = first
        self._total = first.astype(np.uint16)
        self._count = np.ones(first.shape[:2], dtype=np.uint8)
        self.pictures = 1

    def add(self, picture: Picture) -> None:
        """One more, at most 255 in all.

        Raises:
            ValueError: it has another size.
        """
        if picture.shape != self._last.shape:
            raise ValueError("the pictures of a burst have one size; these have several")
        moved = _moved(picture, self._last)
        if moved is not None:
            self._total[moved] = 0
            self._count[moved] = 0
        self._total += picture
        self._count += 1
        self._last = picture
        self.pictures += 1

    def mean(self) -> Picture:
        """The mean, rounded."""
        mean = np.empty_like(self._last)
        for top in range(0, len(mean), _BAND_ROWS):
            rows = slice(top, top + _BAND_ROWS)
            count = self._count[rows]
            shares = self._total[rows] / (count[:, :, None] if mean.ndim == 3 else count)
            mean[rows] = np.rint(shares)
        return mean


def _moved(picture: Picture, last: Picture) -> NDArray[np.bool_] | None:
    """(height, width): where the two pictures show different things; None for nowhere."""
    change = cv2.absdiff(picture, last)
    if change.ndim == 3:
        change = change[:, :, 1]
    height, width = change.shape
    means = _tile_means(np.asarray(change, dtype=np.uint8))
    moved = means > _TIMES_NOISE * float(np.median(means)) + _LEAST_GREY
    if not bool(moved.any()):
        return None
    # A margin of one tile: what moves reaches into its neighbours by less than the noise.
    wide = cv2.dilate(moved.astype(np.uint8), np.ones((3, 3), np.uint8))
    return np.asarray(cv2.resize(wide, (width, height), interpolation=cv2.INTER_NEAREST) > 0)


def _tile_means(change: NDArray[np.uint8]) -> NDArray[np.float64]:
    """(rows, columns) mean change of tiles of about 32 pixels a side."""
    height, width = change.shape
    across = np.linspace(0, width, max(width // _TILE_PX, 1) + 1).astype(int)
    down = np.linspace(0, height, max(height // _TILE_PX, 1) + 1).astype(int).tolist()
    means = []
    for top, bottom in zip(down, down[1:], strict=False):
        sums = cv2.reduce(change[top:bottom], 0, cv2.REDUCE_SUM, dtype=cv2.CV_32S)[0]
        within = np.add.reduceat(sums, across[:-1])
        means.append(within / (np.diff(across) * (bottom - top)))
    return np.asarray(means, dtype=np.float64)
