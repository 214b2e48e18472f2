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

PIPS = 6.0
"""What is so many times smaller is no pip of a die: dice lie in what looked like a large one."""

MOST_DICE, MOST_PLACES = 60, 90

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
    return apart_or_round(found)


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


def apart(places: Sequence[Place], worth: Sequence[float] | None = None) -> list[Place]:
    """The places that are worth most (by their scores where it is None), without those that lie
    on a better one."""
    return _apart(_by_worth(places, worth))


def apart_or_round(places: Sequence[Place], worth: Sequence[float] | None = None) -> list[Place]:
    """The same, and with them those that are much larger than each better one that they lie on.

    Pips and the sides of dice look like dice, too, and a die may lie round them; which it is the
    reader tells.
    """
    ordered = _by_worth(places, worth)
    kept = _apart(ordered)
    taken = set(kept)
    for place in ordered:
        if len(kept) == MOST_PLACES:
            break
        on = [other for other in kept if _are_one(place, other)]
        if place not in taken and all(_is_round(place, other) for other in on):
            kept.append(place)
    return [place for place in kept if not _is_group(place, kept)]


def _is_group(place: Place, kept: Sequence[Place]) -> bool:
    """Whether two or more lie in it that are too small for its pips: they look like them."""
    within = [
        other
        for other in kept
        if place.side_px > PIPS * other.side_px and other.score > place.score
        if np.hypot(place.x_px - other.x_px, place.y_px - other.y_px) < NEAREST * place.side_px
    ]
    return len(within) > 1


def _by_worth(places: Sequence[Place], worth: Sequence[float] | None) -> list[Place]:
    value = [place.score for place in places] if worth is None else worth
    return [places[row] for row in sorted(range(len(places)), key=lambda each: -value[each])]


def _apart(ordered: Sequence[Place]) -> list[Place]:
    kept: list[Place] = []
    for place in ordered:
        if len(kept) == MOST_DICE:
            break
        if not any(_are_one(place, other) for other in kept):
            kept.append(place)
    return kept


def _is_round(place: Place, other: Place) -> bool:
    return place.side_px > UNLIKE[0] * other.side_px


def _are_one(place: Place, other: Place) -> bool:
    smaller, larger = sorted((place.side_px, other.side_px))
    if larger > PIPS * smaller:
        return False
    side = smaller if UNLIKE[0] < larger / smaller < UNLIKE[1] else larger
    return bool(np.hypot(place.x_px - other.x_px, place.y_px - other.y_px) <= NEAREST * side)
