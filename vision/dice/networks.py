"""What goes into the two small networks and comes out of them: the finder's and the reader's.

Pictures are uint8 (h, w, 3) BGR. The finder takes them as they are, the reader takes crops.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]

STRIDE_PX = 4
"""One cell of the finder's answer, in pixels of its input."""

CROP_PX = 80
CROP_SIDES = 2.0
"""A crop is a square of 80 x 80, 2 sides of the upper face wide: its side is 40 pixels there."""

CLASSES = 9
COCKED, HIDDEN, NONE = 6, 7, 8
"""The reader's classes: 0 to 5 are the faces 1 to 6, then a die that leans, one whose upper face
is not seen whole, and no die."""

LEAN, SHIFT = CLASSES, CLASSES + 2
"""Where the lean (x, y) and the shift (x, y, log of size) begin in the reader's answer."""


def crop_of(
    picture: Picture, x_px: float, y_px: float, side_px: float, *, matt: bool = False
) -> NDArray[np.float32]:
    """What the reader is shown of a die (80, 80, 3), from the middle and side of its upper face.

    The channels are the three directions of colour in which its face varies, most first. *matt*:
    without what is bright and thinner than a pip, as lamps and windows mirror in glossy dice.
    """
    square = _square(picture, x_px, y_px, CROP_PX / (CROP_SIDES * side_px))
    if matt:
        square = np.asarray(cv2.morphologyEx(square, cv2.MORPH_OPEN, _SPECK), dtype=np.uint8)
    return pip_contrast(levelled(square))


_SPECK = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (5, 5))
"""An eighth of a side wide; pips are a fifth."""


def levelled(pixels: Picture) -> NDArray[np.float32]:
    """Each channel less its mean and over its spread, within the middle of the crop."""
    floats = pixels.astype(np.float32)
    inner = floats[18:62, 18:62].reshape(-1, 3)
    return np.asarray(
        np.clip((floats - inner.mean(axis=0)) / (inner.std(axis=0) + 4.0), -4, 4), dtype=np.float32
    )


def pip_contrast(levels: NDArray[np.float32]) -> NDArray[np.float32]:
    """A levelled crop (80, 80, 3) in the principal directions of its face's colours.

    Pips stand out along the first, whatever they and the die are painted; each direction has
    unit spread, and the sign that makes what is rarer on the face (its pips) positive.
    """
    face = levels.reshape(-1, 3)[_FACE]
    mean = face.mean(axis=0)
    spread, axes = np.linalg.eigh(np.cov(face.T))
    scaled = axes[:, ::-1] / np.sqrt(np.maximum(spread[::-1], 0) + LEAST_SPREAD)
    axes32 = scaled.astype(np.float32)
    on_face = (face - mean) @ axes32
    axes32 *= np.where(
        (on_face * on_face * on_face).mean(axis=0) < 0, np.float32(-1), np.float32(1)
    )
    return np.asarray(np.clip((levels - mean) @ axes32, -5, 5), dtype=np.float32)


LEAST_SPREAD = 0.02
"""Variance of a levelled colour that is taken for noise: not to be made large."""

_FACE = np.flatnonzero(np.hypot(*(np.mgrid[0:CROP_PX, 0:CROP_PX] - (CROP_PX - 1) / 2)) < 17)
"""Pixels of the inside of the upper face, whose side is 40 pixels, in a crop."""


def _square(picture: Picture, x_px: float, y_px: float, scale: float) -> Picture:
    """A square (80, 80, 3) round a place; a large die is averaged down, or it loses its pips."""
    over = max(1, min(8, int(np.ceil(1 / scale - 0.25))))
    size, large = CROP_PX * over, scale * over
    middle = (size - 1) / 2
    matrix = np.array([[large, 0, middle - large * x_px], [0, large, middle - large * y_px]])
    edge = cv2.BORDER_REPLICATE
    crop = cv2.warpAffine(picture, matrix, (size, size), flags=cv2.INTER_LINEAR, borderMode=edge)
    if over > 1:
        crop = cv2.resize(crop, (CROP_PX, CROP_PX), interpolation=cv2.INTER_AREA)
    return np.asarray(crop, dtype=np.uint8)


@dataclass(frozen=True, slots=True)
class View:
    """A crop turned by so many right angles, counter-clockwise, and then mirrored or not."""

    quarters: int
    mirrored: bool

    def of(self, crop: NDArray[Any]) -> NDArray[Any]:
        """The crop (h, w, n) so."""
        pixels = np.rot90(crop, self.quarters)
        return pixels[:, ::-1] if self.mirrored else pixels

    def seen(self, x: float, y: float) -> tuple[float, float]:
        """A direction of the crop, x right and y down, in the view."""
        for _ in range(self.quarters % 4):
            x, y = y, -x
        return (-x if self.mirrored else x), y

    def unseen(self, x: float, y: float) -> tuple[float, float]:
        """A direction of the view in the crop."""
        x = -x if self.mirrored else x
        for _ in range(self.quarters % 4):
            x, y = -y, x
        return x, y


class Network:
    """One of the two networks, run by OpenCV on the processor.

    Not for several threads at once.
    """

    def __init__(self, path: Path) -> None:
        self._net = cv2.dnn.readNetFromONNX(str(path))

    def answer(self, pictures: NDArray[np.uint8] | NDArray[np.float32]) -> NDArray[np.float32]:
        """What it answers to pictures (n, h, w, 3) of one size."""
        blob = np.ascontiguousarray(pictures.transpose(0, 3, 1, 2), dtype=np.float32)
        self._net.setInput(blob)
        return np.asarray(self._net.forward(), dtype=np.float32)
