"""Which parts of the picture changed: the reason why a still table costs almost nothing.

A thinned-out picture is compared with the one remembered, tile by tile. The noise of the
camera is measured in the same comparison: most of a table is still, so the median tile shows
noise and light that changes everywhere, and only tiles that changed much more count.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cameras.camera import Picture
from vision.tags.decode.decoded import Box, Corners

Tiles = NDArray[np.bool_]
Thin = NDArray[np.uint8]

_SAMPLES_ACROSS = 480
_TILE = 8
_TIMES_NOISE = 1.7
_LEAST_GREY = 1.2
_RESTED = 2
_PATIENCE = 4


class Changes:
    """Remembers a picture and says which tiles of the next differ.

    ``tile_px``: side of a tile in pixels of the picture.
    """

    def __init__(self) -> None:
        self.tile_px = 0
        self._step = 1
        self._remembered: Thin | None = None

    def look(self, picture: Picture) -> Tiles:
        """(rows, columns): which tiles changed since they were last remembered.

        The first picture, and the first of another size, changes all. Changed tiles are
        remembered as they are now.
        """
        thin = self._thinned(picture)
        before = self._remembered
        if before is None or before.shape != thin.shape:
            self._remembered = thin.copy()
            return np.ones((thin.shape[0] // _TILE, thin.shape[1] // _TILE), dtype=bool)
        changed = _changed(thin, before)
        self._remember(thin, before, changed)
        return changed

    def is_as_remembered(self, picture: Picture) -> bool:
        """Does no tile differ, nor the light as a whole? Nothing is remembered of *picture*."""
        before, thin = self._remembered, self._thinned(picture)
        if before is None or before.shape != thin.shape or _drift(thin, before) > _LEAST_GREY:
            return False
        return not bool(_changed(thin, before).any())

    def _thinned(self, picture: Picture) -> Thin:
        self._step = max(round(picture.shape[1] / _SAMPLES_ACROSS), 1)
        self.tile_px = _TILE * self._step
        green = picture[:, :, 1] if picture.ndim == 3 else picture
        thin = green[self._step // 2 :: self._step, self._step // 2 :: self._step]
        rows, columns = (max(size // _TILE, 1) * _TILE for size in thin.shape)
        return np.ascontiguousarray(thin[:rows, :columns])

    def _remember(self, thin: Thin, before: Thin, changed: Tiles) -> None:
        """Changed tiles as they are; if the light drifted over the whole picture, all."""
        if _drift(thin, before) > _LEAST_GREY:
            self._remembered = thin.copy()
        elif bool(changed.any()):
            # And those beside them: an edge that reaches in too little to count now would
            # count with the noise of some later picture.
            wide = cv2.dilate(changed.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
            mask = np.kron(wide, np.ones((_TILE, _TILE), dtype=bool))
            before[mask] = thin[mask]


def _drift(thin: Thin, before: Thin) -> float:
    """By how many grey levels all of it became lighter or darker."""
    return abs(cv2.mean(thin)[0] - cv2.mean(before)[0])


def _changed(thin: Thin, before: Thin) -> Tiles:
    change = _tile_means(np.asarray(cv2.absdiff(thin, before), dtype=np.uint8))
    changed: Tiles = change > _TIMES_NOISE * _median(change) + _LEAST_GREY
    return changed


def _median(values: NDArray[np.float64]) -> float:
    """The upper of the two in the middle: a fifth of the work of numpy's, at every picture."""
    return float(np.partition(values, values.size // 2, axis=None)[values.size // 2])


def _tile_means(values: NDArray[np.uint8]) -> NDArray[np.float64]:
    rows, columns = values.shape[0] // _TILE, values.shape[1] // _TILE
    means = cv2.resize(values.astype(np.float32), (columns, rows), interpolation=cv2.INTER_AREA)
    return np.asarray(means, dtype=np.float64)


class Rests:
    """Remembers which tiles changed and have not been looked at since they came to rest."""

    def __init__(self) -> None:
        self._pending: Tiles | None = None
        self._still_for: NDArray[np.int32] | None = None
        self._age = 0

    def after(self, changed: Tiles) -> Tiles:
        """The tiles that changed, have rested for two pictures, and are to be looked at now.

        While something still moves elsewhere they are given out only every few pictures.
        """
        if self._pending is None or self._still_for is None:
            self._pending = np.zeros_like(changed)
            self._still_for = np.full(changed.shape, _RESTED, dtype=np.int32)
        self._age += 1
        self._pending |= changed
        self._still_for = np.where(changed, 0, self._still_for + 1).astype(np.int32)
        if bool(changed.any()) and self._age % _PATIENCE:
            return np.zeros_like(changed)
        rested: Tiles = self._pending & (self._still_for >= _RESTED)
        self._pending &= ~rested
        return rested


def touched(tiles: Tiles, tile_px: int, corners_px: Corners) -> bool:
    """Whether a changed tile lies under the rectangle round the corners."""
    corners = np.array(corners_px)
    low = np.floor(corners.min(axis=0) / tile_px).astype(int).clip(0)
    high = np.floor(corners.max(axis=0) / tile_px).astype(int).clip(0) + 1
    return bool(tiles[low[1] : high[1], low[0] : high[0]].any())


def box_round(tiles: Tiles, tile_px: int, reach_px: float, shape: tuple[int, ...]) -> Box:
    """The part of a picture of *shape* (height, width) round the tiles, and *reach_px* more."""
    rows, columns = np.nonzero(tiles)
    reach = int(reach_px)
    left = max(int(columns.min()) * tile_px - reach, 0)
    top = max(int(rows.min()) * tile_px - reach, 0)
    right = min((int(columns.max()) + 1) * tile_px + reach, shape[1])
    bottom = min((int(rows.max()) + 1) * tile_px + reach, shape[0])
    return left, top, right, bottom
