"""What an open decoder says: a text and four corners, before anyone has judged it."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.tags.tag import Corner

Corners = tuple[Corner, Corner, Corner, Corner]
Grey = NDArray[np.uint8]
"""Height x width, 8 bit."""

Box = tuple[int, int, int, int]
"""Left, top, right, bottom of a part of the picture, pixels; right and bottom are outside."""


@dataclass(frozen=True, slots=True)
class Decoded:
    """A text read from the picture; hostile until it is compared with what is in play.

    ``corners_px``: top-left, top-right, bottom-right, bottom-left of the symbol as printed.
    ``symbol``: ``"qr"`` or ``"microqr"``.
    """

    text: str
    corners_px: Corners
    reader: str
    symbol: str = "qr"


def to_grey(picture: NDArray[np.uint8]) -> Grey:
    """The picture as one grey layer.

    Raises:
        ValueError: neither H x W nor H x W x 3 of 8 bit.
    """
    if picture.dtype != np.uint8 or picture.size == 0:
        raise ValueError(f"a picture of 8 bit is needed, this one is {picture.dtype}")
    if picture.ndim == 2:
        return picture
    if picture.ndim == 3 and picture.shape[2] == 3:
        return np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
    raise ValueError(f"a picture is H x W or H x W x 3, this one is {picture.shape}")


def enlarged(grey: Grey, times: int) -> Grey:
    """The picture *times* as large, cubic."""
    if times == 1:
        return grey
    large = cv2.resize(grey, None, fx=times, fy=times, interpolation=cv2.INTER_CUBIC)
    return np.asarray(large, dtype=np.uint8)


def sharpened(grey: Grey, amount: float = 1.2, sigma_px: float = 1.2) -> Grey:
    """Unsharp mask: helps zxing-cpp below 2 px a module, hurts pyzbar above 3."""
    soft = cv2.GaussianBlur(grey, (0, 0), sigma_px)
    return np.asarray(cv2.addWeighted(grey, 1 + amount, soft, -amount, 0), dtype=np.uint8)


def centre_of(corners_px: Corners) -> tuple[float, float]:
    """Mean of four corners."""
    return sum(x for x, _ in corners_px) / 4, sum(y for _, y in corners_px) / 4


def side_of(corners_px: Corners) -> float:
    """Mean side of four corners, pixels."""
    sides = zip(corners_px, (*corners_px[1:], corners_px[0]), strict=True)
    return sum(math.dist(one, next_one) for one, next_one in sides) / 4


def without_twins(found: list[Decoded]) -> list[Decoded]:
    """One reading a place: the same text again within half a symbol is the same symbol."""
    kept: list[Decoded] = []
    for one in found:
        place, side = centre_of(one.corners_px), side_of(one.corners_px)
        near = (
            math.dist(place, centre_of(other.corners_px)) < side / 2
            for other in kept
            if other.text == one.text
        )
        if not any(near):
            kept.append(one)
    return kept
