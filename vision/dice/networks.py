"""What goes into the two small networks and comes out of them: the finder's and the reader's.

Law of this file: pictures are uint8 (h, w, 3) BGR. Networks take BGR from 0 to 255 as floats
(they scale it themselves).
"""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]

STRIDE_PX = 4
"""One cell of the finder's answer, in pixels of its input."""

CROP_PX = 40
CROP_SIDES = 1.5
"""The reader sees a square of 40 x 40, 1.5 times as wide as the box of the die."""

CLASSES = 8
UNREADABLE, NONE = 6, 7
"""The reader's classes: 0 to 5 are the faces 1 to 6, then a die that cannot be read, no die."""


def crop_of(picture: Picture, x_px: float, y_px: float, box_px: float) -> Picture:
    """The square (40, 40, 3) round a die that the reader is shown.

    A large die is first averaged down, for sampling alone would lose its pips.
    """
    scale = CROP_PX / (CROP_SIDES * box_px)
    over = max(1, min(8, int(np.ceil(1 / scale - 0.25))))
    large = scale * over
    size = CROP_PX * over
    matrix = np.array(
        [[large, 0, (size - 1) / 2 - large * x_px], [0, large, (size - 1) / 2 - large * y_px]]
    )
    crop = cv2.warpAffine(
        picture, matrix, (size, size), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    if over > 1:
        crop = cv2.resize(crop, (CROP_PX, CROP_PX), interpolation=cv2.INTER_AREA)
    return np.asarray(crop, dtype=np.uint8)


class Network:
    """One of the two networks, run by OpenCV on the processor.

    Not for several threads at once.
    """

    def __init__(self, path: Path) -> None:
        self._net = cv2.dnn.readNetFromONNX(str(path))

    def answer(self, pictures: Picture) -> NDArray[np.float32]:
        """What it answers to pictures (n, h, w, 3) of one size, uint8 BGR."""
        blob = np.ascontiguousarray(pictures.transpose(0, 3, 1, 2), dtype=np.float32)
        self._net.setInput(blob)
        return np.asarray(self._net.forward(), dtype=np.float32)
