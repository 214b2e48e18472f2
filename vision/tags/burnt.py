"""Labels whose white has eaten their black: told before, and when, they can no longer be read.

Paper that is burnt out spreads over the modules until a label is one white square with a few dark
spots. Such squares of a label's size are counted; they need not be read to be seen.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.cameras.camera import Picture

SHARE_TOLD = 0.25
"""From this share of the labels on it is said."""

_FULL = 250
_ALL_FULL = 0.2
"""Where so much of the picture is full, labels can no longer be told from what they lie on."""

_LEAST_COUNT = 2
_LEAST_FILLED = 0.72
"""A label as it should be is half black, and white paper round it: under 0.6."""

_SMALLEST, _LARGEST = 0.75, 1.9
"""Side of a burnt label, in sides of its symbol: paper is up to two fifths wider."""

_MOST_OBLONG = 1.35
_WIDTH_PX = 1920


def count_burnt(picture: Picture, sides_px: Sequence[float]) -> int:
    """How many squares as large as labels are burnt out; all, where a fifth of the picture is.

    *sides_px*: sides of the symbols in play, pixels of this picture.
    """
    if not sides_px:
        return 0
    scale = min(1.0, _WIDTH_PX / picture.shape[1])
    if scale < 1:
        size = (round(picture.shape[1] * scale), round(picture.shape[0] * scale))
        picture = np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_NEAREST), np.uint8)
    peak = picture
    if picture.ndim == 3:
        blue, green, red = cv2.split(picture)
        peak = np.asarray(cv2.max(cv2.max(blue, green), red), dtype=np.uint8)
    full = (peak >= _FULL).astype(np.uint8)
    if float(full.mean()) > _ALL_FULL:
        return len(sides_px)
    low, high = min(sides_px) * scale * _SMALLEST, max(sides_px) * scale * _LARGEST
    outlines, _ = cv2.findContours(full, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    return sum(_is_burnt(full, np.asarray(outline), low, high) for outline in outlines)


def burnt_text(burnt: int, read: int) -> str:
    """A sentence when *burnt* labels are too many beside those *read*, else ""."""
    if burnt < _LEAST_COUNT or burnt < SHARE_TOLD * (burnt + read):
        return ""
    return (
        f"{burnt} labels are burnt out: turn the exposure of the camera or the lamps down until "
        "their paper is light grey"
    )


def _is_burnt(
    full: np.ndarray[tuple[int, ...], np.dtype[np.uint8]],
    outline: np.ndarray[tuple[int, ...], np.dtype[np.int32]],
    low: float,
    high: float,
) -> bool:
    if len(outline) < 4:
        return False
    (_, _), (wide, high_px), _ = cv2.minAreaRect(outline)
    small, large = sorted((wide + 1, high_px + 1))
    if not low <= small <= large <= high or large > _MOST_OBLONG * small:
        return False
    left, top, across, down = cv2.boundingRect(outline)
    part = full[top : top + down, left : left + across]
    inside = np.zeros(part.shape, dtype=np.uint8)
    cv2.drawContours(inside, [outline - (left, top)], -1, 1, cv2.FILLED)
    return bool((part * inside).sum() >= _LEAST_FILLED * small * large)
