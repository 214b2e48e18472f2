"""Does a small picture show what one before it did?

Law: pure; pictures in, verdicts out. Each pixel is the mean of a square of the whole picture: the
sensor's noise is gone from it, an edge that moves by a tenth of a pixel is not.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.cameras.camera import Picture

_TILE_PX = 8
_LEAST_GREY, _TIMES_NOISE = 0.5, 2.0
"""How far a tile may be off, on average over its pixels, besides what the tile in the middle is: of
a sensor's noise of two levels a quarter of one is left. All that moves by a seventh of a pixel is
noticed so."""
_MOST_DRIFT_GREY = 0.7
"""And all of it together: light that changes everywhere."""


class Glance:
    """Remembers one small picture."""

    def __init__(self) -> None:
        self._remembered: Picture | None = None

    def remember(self, small: Picture) -> None:
        """What comes after is compared with this."""
        self._remembered = small

    def is_as_remembered(self, small: Picture | None) -> bool:
        """Is no tile of it otherwise? False where there is nothing to compare."""
        before = self._remembered
        if small is None or before is None or small.shape != before.shape:
            return False
        if abs(cv2.mean(small)[0] - cv2.mean(before)[0]) > _MOST_DRIFT_GREY:
            return False
        off = np.asarray(cv2.absdiff(small, before), dtype=np.float32)
        tiles = (max(1, small.shape[1] // _TILE_PX), max(1, small.shape[0] // _TILE_PX))
        means = cv2.resize(off, tiles, interpolation=cv2.INTER_AREA)
        noise = float(np.median(means))
        return float(means.max()) < _LEAST_GREY + _TIMES_NOISE * noise
