"""Whether anything moves in the tray, from picture to picture.

Noise of the sensor is measured in the same pictures; a change of light that is the same
everywhere (automatic exposure) is no movement.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.networks import Picture

LONG_SIDE_PX = 480
"""Pictures are compared at most this large: a die of the smallest kind is still 8 pixels wide."""

LEAST_CHANGE = 10.0
"""Grey levels after blurring. A die that rolls on changes by its contrast with the floor."""

NOISES = 7.0
"""And so many times the noise that is seen between the two pictures."""

LEAST_AREA_PX = 4


class Stillness:
    """Compares each picture of one tray with the one before."""

    def __init__(self) -> None:
        self._last: NDArray[np.float32] | None = None

    def moves(self, picture: Picture) -> bool:
        """Whether something moved since the last picture; the first one always moves.

        *picture*: (h, w, 3) BGR of the tray, always of one size.
        """
        now = _small(picture)
        last, self._last = self._last, now
        if last is None or last.shape != now.shape:
            return True
        change = now - last
        change -= np.median(change)
        noise = 1.4826 * float(np.median(np.abs(change)))
        moved = (np.abs(change) > max(LEAST_CHANGE, NOISES * noise)).astype(np.uint8)
        count, _, stats, _ = cv2.connectedComponentsWithStats(moved, connectivity=8)
        return any(stats[k, cv2.CC_STAT_AREA] >= LEAST_AREA_PX for k in range(1, count))


def _small(picture: Picture) -> NDArray[np.float32]:
    scale = LONG_SIDE_PX / max(picture.shape[:2])
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    if scale < 1:
        grey = cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.GaussianBlur(grey.astype(np.float32), (0, 0), 1.0), dtype=np.float32)
