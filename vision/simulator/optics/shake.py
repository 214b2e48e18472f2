"""What a camera that hangs from something does to its picture: sway, wobble, stabiliser.

A camera that sways turns a little about its lens, which shifts the whole picture; one with a
rolling shutter shifts each row by what it swayed meanwhile; a stabiliser shows a part of the
picture, enlarged, and lets that part wander.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cameras.camera import Picture

SWAY_HZ = (1.3, 0.9)
_WOBBLES = 1.5
"""Waves of a rolling shutter's wobble over the height of a picture."""

_WOBBLE_HZ = 7.3
_WANDER_HZ = 0.33
_WANDER_SHARE = 0.1
"""Of the margin that a stabiliser keeps, in use on a camera that nearly hangs still."""


@dataclass(frozen=True, slots=True)
class Shake:
    """How a picture is moved. ``sway_px``: to either side. ``rolling_px``: of a row to either
    side. ``crop``: share of width and height that a stabiliser cuts off."""

    sway_px: float = 0.0
    rolling_px: float = 0.0
    crop: float = 0.0

    @property
    def still(self) -> bool:
        """Does the picture stay as it is?"""
        return not (self.sway_px or self.rolling_px or self.crop)

    def shift_px(self, at_s: float, row: float = 0.5) -> tuple[float, float]:
        """How far right and down what is seen is moved at that time, before it is enlarged;
        *row* is a place as a part of the picture's height."""
        across, along = (math.sin(math.tau * hz * at_s) for hz in SWAY_HZ)
        wobble = math.sin(math.tau * (_WOBBLES * row + _WOBBLE_HZ * at_s)) * self.rolling_px
        return self.sway_px * across + wobble, 0.6 * self.sway_px * along

    def over(self, picture: Picture, at_s: float) -> Picture:
        """The picture as it is seen at that time; what comes in from outside repeats the edge."""
        high, wide = picture.shape[:2]
        left, top = self._window(at_s, wide, high)
        kept = 1.0 - self.crop
        if not self.rolling_px:
            east, south = self.shift_px(at_s)
            turn = np.array(
                [
                    [kept, 0.0, left + (kept - 1) / 2 - east],
                    [0.0, kept, top + (kept - 1) / 2 - south],
                ]
            )
            flags = cv2.INTER_CUBIC | cv2.WARP_INVERSE_MAP
            moved = cv2.warpAffine(
                picture, turn, (wide, high), flags=flags, borderMode=cv2.BORDER_REPLICATE
            )
            return np.asarray(moved, dtype=np.uint8)
        rows = np.arange(high, dtype=np.float64)
        shifts = np.array([self.shift_px(at_s, row / high) for row in rows])
        columns = left + (np.arange(wide) + 0.5) * kept - 0.5
        lines = top + (rows + 0.5) * kept - 0.5
        map_x = (columns[None, :] - shifts[:, :1]).astype(np.float32)
        map_y = np.repeat((lines - shifts[:, 1])[:, None], wide, axis=1).astype(np.float32)
        return _looked_up(picture, map_x, map_y)

    def _window(self, at_s: float, wide: int, high: int) -> tuple[float, float]:
        """Left and top of what a stabiliser shows."""
        turn = math.tau * _WANDER_HZ * at_s
        return (
            self.crop * wide / 2 * (1 + _WANDER_SHARE * math.sin(turn)),
            self.crop * high / 2 * (1 + _WANDER_SHARE * math.cos(turn)),
        )


def _looked_up(picture: Picture, map_x: NDArray[np.float32], map_y: NDArray[np.float32]) -> Picture:
    found = cv2.remap(picture, map_x, map_y, cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(found, dtype=np.uint8)
