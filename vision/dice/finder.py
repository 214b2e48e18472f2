"""Where dice lie in a picture: a small fully convolutional network over a pyramid."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.networks import STRIDE_PX, Network, Picture

LARGEST_LEVEL_PX = 800
"""Long side of the finest level. Trays are at most some fifty dice wide, which leaves a die
16 pixels there."""

SMALLEST_LEVEL_PX = 40
SIDES_PX = (6.5, 27.0)
"""Sides that a level may find; the next coarser level overlaps by about an octave."""

SIDE_PX = 13.0
"""The side that the network's answer is relative to."""

LEAST_SCORE = 0.25
NEAREST = 0.5
"""Upper faces nearer than this, in sides, are one."""

UNLIKE = (1.4, 2.6)
"""Two places whose sides differ by such a ratio may be a die and two that touch taken for one:
both are looked at, unless they lie as near as this in the smaller one's sides."""

MOST_DICE = 60

Map = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Place:
    """A place that may be a die: middle and side of its upper face, pixels; score 0 to 1."""

    x_px: float
    y_px: float
    side_px: float
    score: float


def find_places(network: Network, picture: Picture) -> list[Place]:
    """Places in a picture (h, w, 3), best first, none on another."""
    found: list[Place] = []
    scale = min(1.0, LARGEST_LEVEL_PX / max(picture.shape[:2]))
    while scale * max(picture.shape[:2]) >= SMALLEST_LEVEL_PX:
        found += _at_scale(network, picture, scale)
        scale /= 2
    return apart(found)


def _at_scale(network: Network, picture: Picture, scale: float) -> list[Place]:
    high, wide = picture.shape[:2]
    size = (max(1, round(wide * scale)), max(1, round(high * scale)))
    level = picture
    if scale < 1:
        level = np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)
    # The network wants whole cells, and a margin lets it find dice that the picture cuts off.
    right, below = -level.shape[1] % 32 + 16, -level.shape[0] % 32 + 16
    level = np.asarray(
        cv2.copyMakeBorder(level, 16, below, 16, right, cv2.BORDER_REPLICATE), dtype=np.uint8
    )
    answer = network.answer(level[None])[0]
    places = _peaks(answer, 16)
    factor_x, factor_y = wide / size[0], high / size[1]
    return [
        Place(
            (place.x_px + 0.5) * factor_x - 0.5,
            (place.y_px + 0.5) * factor_y - 0.5,
            place.side_px * (factor_x + factor_y) / 2,
            place.score,
        )
        for place in places
    ]


def _peaks(answer: Map, margin: int) -> list[Place]:
    """Local maxima of the heat (4, rows, columns) as places in the level."""
    heat = 1 / (1 + np.exp(-np.clip(answer[0], -30, 30)))
    highest = cv2.dilate(heat, np.ones((3, 3), np.uint8))
    rows, columns = np.nonzero((heat >= highest) & (heat > LEAST_SCORE))
    places = []
    for row, column in zip(rows.tolist(), columns.tolist(), strict=True):
        right, below, log_size = (float(answer[k, row, column]) for k in (1, 2, 3))
        side = SIDE_PX * float(np.exp(np.clip(log_size, -2, 2)))
        if SIDES_PX[0] <= side <= SIDES_PX[1]:
            x = (column + 0.5) * STRIDE_PX - 0.5 + right * side - margin
            y = (row + 0.5) * STRIDE_PX - 0.5 + below * side - margin
            places.append(Place(x, y, side, float(heat[row, column])))
    return places


def apart(places: Sequence[Place]) -> list[Place]:
    """The best places, without those that lie on a better one."""
    kept: list[Place] = []
    for place in sorted(places, key=lambda each: -each.score):
        if len(kept) == MOST_DICE:
            break
        if not any(_are_one(place, other) for other in kept):
            kept.append(place)
    return kept


def _are_one(place: Place, other: Place) -> bool:
    smaller, larger = sorted((place.side_px, other.side_px))
    side = smaller if UNLIKE[0] < larger / smaller < UNLIKE[1] else larger
    return bool(np.hypot(place.x_px - other.x_px, place.y_px - other.y_px) <= NEAREST * side)
