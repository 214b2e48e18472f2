"""Of a picture only the parts that look different, as many as the line carries.

A tile is compared with what was last sent of it, in the means of small blocks, so that the noise of
a camera is no change; what differs most goes first, and what the budget does not carry waits.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.table.picture_tile import PictureTile

LONG_PX = 800
"""The longer side of what is sent: a table of 72 in then has some 10 px an inch."""

TILE_PX = 80
BLOCK_PX = 8
"""Means over so many pixels each way have an eighth of the noise of one."""

LEAST_STEPS = 7.0
"""Grey levels by which some block of a tile has to differ; a camera's noise, a few levels a
pixel, leaves a block well under one."""

QUALITY = 45
BURST_S = 20.0
"""What was not used is saved up for so long: a first picture comes at once."""

Grey = NDArray[np.float32]


class ChangedTiles:
    """Gives of each picture what has changed since, at most *kbit_s* kilobits a second."""

    def __init__(self, kbit_s: float = 40.0) -> None:
        """Begin with a full purse."""
        self._bytes_s = kbit_s * 125.0
        self._purse = self._bytes_s * BURST_S
        self._last_s: float | None = None
        self._sent: Grey | None = None
        self._known: NDArray[np.bool_] | None = None

    def __call__(self, jpeg: bytes, taken_s: float) -> tuple[PictureTile, ...]:
        """The tiles that go now, those that differ most first; none for what is no picture."""
        picture = _small(jpeg)
        if picture is None:
            return ()
        self._earn(taken_s)
        means = _means(picture)
        if self._sent is None or self._known is None or self._sent.shape != means.shape:
            self._sent = np.zeros_like(means)
            self._known = np.zeros(_grid(picture), np.bool_)
        return tuple(self._chosen(picture, means, self._sent, self._known))

    def _earn(self, now_s: float) -> None:
        if self._last_s is not None:
            gained = max(0.0, now_s - self._last_s) * self._bytes_s
            self._purse = min(self._purse + gained, self._bytes_s * BURST_S)
        self._last_s = now_s

    def _chosen(
        self, picture: NDArray[np.uint8], means: Grey, sent: Grey, known: NDArray[np.bool_]
    ) -> list[PictureTile]:
        rows, columns = known.shape
        differs = np.where(known, _most(np.abs(means - sent), (rows, columns)), 255.0)
        found: list[PictureTile] = []
        for place in np.argsort(differs, axis=None)[::-1]:
            row, column = divmod(int(place), columns)
            if differs[row, column] < LEAST_STEPS or self._purse <= 0:
                break
            tile = _tile(picture, row, column, columns)
            self._purse -= len(tile.webp)
            found.append(tile)
            part = _blocks(row, column)
            sent[part] = means[part]
            known[row, column] = True
        return found


def _small(jpeg: bytes) -> NDArray[np.uint8] | None:
    raw = np.frombuffer(jpeg, np.uint8)
    picture = cv2.imdecode(raw, cv2.IMREAD_COLOR) if len(raw) else None
    if picture is None:
        return None
    high, wide = picture.shape[:2]
    scale = min(1.0, LONG_PX / max(high, wide))
    # Whole blocks, so that every mean is over as many pixels.
    size = [max(BLOCK_PX, round(side * scale / BLOCK_PX) * BLOCK_PX) for side in (wide, high)]
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)


def _means(picture: NDArray[np.uint8]) -> Grey:
    """The mean grey of every block, each colour by itself: blocks high x wide x 3."""
    high, wide = picture.shape[:2]
    size = (wide // BLOCK_PX, high // BLOCK_PX)
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.float32)


def _grid(picture: NDArray[np.uint8]) -> tuple[int, int]:
    high, wide = picture.shape[:2]
    return -(-high // TILE_PX), -(-wide // TILE_PX)


def _blocks(row: int, column: int) -> tuple[slice, slice]:
    each = TILE_PX // BLOCK_PX
    return slice(row * each, (row + 1) * each), slice(column * each, (column + 1) * each)


def _most(differences: Grey, grid: tuple[int, int]) -> NDArray[np.float64]:
    """The greatest difference within each tile."""
    found = np.zeros(grid)
    for row in range(grid[0]):
        for column in range(grid[1]):
            found[row, column] = float(differences[_blocks(row, column)].max())
    return found


def _tile(picture: NDArray[np.uint8], row: int, column: int, columns: int) -> PictureTile:
    high, wide = picture.shape[:2]
    top, left = row * TILE_PX, column * TILE_PX
    bottom, right = min(high, top + TILE_PX), min(wide, left + TILE_PX)
    done, webp = cv2.imencode(
        ".webp", picture[top:bottom, left:right], [cv2.IMWRITE_WEBP_QUALITY, QUALITY]
    )
    assert done
    box = (left / wide, top / high, right / wide, bottom / high)
    return PictureTile(row * columns + column, box, webp.tobytes())
