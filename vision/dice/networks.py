"""What goes into the two small networks and comes out of them: the finder's and the reader's.

Pictures are uint8 (h, w, 3) BGR. The finder takes them as they are, the reader takes crops.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]

STRIDE_PX = 4
"""One cell of the finder's answer, in pixels of its input."""

CROP_PX = 40
CROP_SIDES = 1.6
"""A crop is a square of 40 x 40, 1.6 sides of the die wide, turned so that the die's edges stand
upright."""

SHOWN_PX = 32
"""The reader is shown it averaged to 32 x 32: a side of the die is 20 pixels there."""

CLASSES = 8
UNREADABLE, NONE = 6, 7
"""The reader's classes: 0 to 5 are the faces 1 to 6, then a die that cannot be read, no die."""


@dataclass(frozen=True, eq=False)
class Crop:
    """What the reader is shown of a die. ``pixels`` (32, 32, 3): the three directions of colour in
    which its face varies, most first; ``turned_deg``: the picture was turned by that,
    counter-clockwise."""

    pixels: NDArray[np.float32]
    turned_deg: float


def crop_of(picture: Picture, x_px: float, y_px: float, box_px: float) -> Crop:
    """The crop of a die from its middle and the mean side of the upright box round it."""
    rough = _square(picture, x_px, y_px, CROP_PX / (1.5 * box_px), 0.0)
    turned_deg = edge_angle_deg(rough)
    # The box round a square that is turned by an angle is cos + sin times as wide as it.
    angle = np.deg2rad(turned_deg)
    side = box_px / (abs(np.cos(angle)) + abs(np.sin(angle)))
    pixels = _square(picture, x_px, y_px, CROP_PX / (CROP_SIDES * side), turned_deg)
    return Crop(pip_contrast(shown(levelled(pixels))), turned_deg)


def edge_angle_deg(rough: Picture) -> float:
    """By how much to turn a picture (40, 40, 3) of a die, -45 to 45, for its edges to be upright.

    The mean direction of all gradients modulo a right angle, most of it from the edges of the
    die: pips are round and favour none.
    """
    floats = cv2.GaussianBlur(rough.astype(np.float32), (0, 0), 0.8)
    across = cv2.Sobel(floats, cv2.CV_32F, 1, 0).astype(np.complex64)
    gradient = (across + 1j * cv2.Sobel(floats, cv2.CV_32F, 0, 1)) * _WINDOW[..., None]
    length = np.abs(gradient) + 1e-6
    fourth = (gradient / length) ** 4 * length
    return float(np.degrees(np.angle(fourth.sum())) / 4)


def levelled(pixels: Picture) -> NDArray[np.float32]:
    """Each channel less its mean and over its spread, within the middle of the crop."""
    floats = pixels.astype(np.float32)
    inner = floats[8:32, 8:32].reshape(-1, 3)
    return np.asarray(
        np.clip((floats - inner.mean(axis=0)) / (inner.std(axis=0) + 4.0), -4, 4), dtype=np.float32
    )


def shown(levels: NDArray[np.float32]) -> NDArray[np.float32]:
    """A levelled crop (40, 40, 3) as large as the reader takes it."""
    size = (SHOWN_PX, SHOWN_PX)
    return np.asarray(cv2.resize(levels, size, interpolation=cv2.INTER_AREA), dtype=np.float32)


def pip_contrast(levels: NDArray[np.float32]) -> NDArray[np.float32]:
    """A levelled crop (32, 32, 3) in the principal directions of its face's colours.

    Pips stand out along the first, whatever they and the die are painted; each direction has
    unit spread, and the sign that makes what is rarer on the face (its pips) positive.
    """
    face = levels[_FACE].astype(np.float64)
    mean = face.mean(axis=0)
    spread, axes = np.linalg.eigh(np.cov(face.T))
    axes = axes[:, ::-1] / np.sqrt(np.maximum(spread[::-1], 0) + LEAST_SPREAD)
    out = (levels - mean) @ axes
    signs = np.where((out[_FACE] ** 3).mean(axis=0) < 0, -1.0, 1.0)
    return np.asarray(np.clip(out * signs, -5, 5), dtype=np.float32)


LEAST_SPREAD = 0.02
"""Variance of a levelled colour that is taken for noise: not to be made large."""

_FACE = np.hypot(*(np.mgrid[0:SHOWN_PX, 0:SHOWN_PX] - (SHOWN_PX - 1) / 2)) < 8.5
"""The inside of the upper face, whose side is 20 pixels, in a crop as the reader takes it."""

_AWAY = np.hypot(*(np.mgrid[0:CROP_PX, 0:CROP_PX] - (CROP_PX - 1) / 2)) / CROP_PX
_WINDOW = np.exp(-((_AWAY / 0.42) ** 6)).astype(np.float32)
"""A disc round the die without its neighbours."""


def _square(picture: Picture, x_px: float, y_px: float, scale: float, turned_deg: float) -> Picture:
    """A square (40, 40, 3) round a place; a large die is averaged down, or it loses its pips."""
    over = max(1, min(8, int(np.ceil(1 / scale - 0.25))))
    size, large = CROP_PX * over, scale * over
    matrix = np.asarray(cv2.getRotationMatrix2D((0.0, 0.0), turned_deg, large), dtype=np.float64)
    matrix[:, 2] = (size - 1) / 2 - matrix[:, :2] @ np.array([x_px, y_px])
    edge = cv2.BORDER_REPLICATE
    crop = cv2.warpAffine(picture, matrix, (size, size), flags=cv2.INTER_LINEAR, borderMode=edge)
    if over > 1:
        crop = cv2.resize(crop, (CROP_PX, CROP_PX), interpolation=cv2.INTER_AREA)
    return np.asarray(crop, dtype=np.uint8)


def turned(lean: tuple[float, float], by_deg: float) -> tuple[float, float]:
    """A direction in a picture, x right and y down, in the picture turned counter-clockwise."""
    c, s = float(np.cos(np.deg2rad(by_deg))), float(np.sin(np.deg2rad(by_deg)))
    return c * lean[0] + s * lean[1], -s * lean[0] + c * lean[1]


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
