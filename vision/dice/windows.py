"""The upper face of a die of which the picture shows several faces: it is sought within the die.

A camera that looks at a slant sees two or three faces, and the place that the finder names holds
them all. Windows of the size of one face are looked at here and there in it.
"""

from __future__ import annotations

import numpy as np

from vision.dice.finder import Place
from vision.dice.networks import CLASSES, Network, Picture, crop_of

SHARES = (1.0, 0.75, 0.58)
"""Sides of the windows, as shares of the box: a face of a die seen from the edge is some 0.6."""

_STEP = 0.2
_PLACES = ((0.0, 0.0), (-_STEP, 0.0), (_STEP, 0.0), (0.0, -_STEP), (0.0, _STEP))

FOUND, AGAIN, OTHER = 0.95, 0.9, 0.5
"""A face is found where one window gives it the first chance and another one the second, and no
window gives the third to any other face: a side that is as clear as the top leaves it open. Set
on pictures that the networks had not seen (docs/dice.md)."""

LEAST_SCORE = 0.4
"""Places that the finder was less sure of are no dice often enough not to be searched."""


def face_within(network: Network, picture: Picture, place: Place) -> int | None:
    """The one face that shows somewhere within a place of a picture (h, w, 3); None if unclear."""
    if place.score < LEAST_SCORE:
        return None
    looks = [
        np.rot90(crop, quarters)[:, :: -1 if quarters % 2 else 1]
        for crop in _windows(picture, place)
        for quarters in range(4)
    ]
    answers = network.answer(np.stack(looks))[:, :CLASSES].astype(np.float64)
    logits = answers.reshape(-1, 4, CLASSES).mean(axis=1)
    chances = np.exp(logits - logits.max(axis=1, keepdims=True))
    faces = np.sort((chances / chances.sum(axis=1, keepdims=True))[:, :6], axis=0)
    best = int(np.argmax(faces[-1]))
    others = np.delete(faces[-1], best)
    clear = faces[-1, best] >= FOUND and faces[-2, best] >= AGAIN and others.max() < OTHER
    return best + 1 if clear else None


def _windows(picture: Picture, place: Place) -> list[np.ndarray]:
    box = place.box_px
    return [
        crop_of(picture, place.x_px + right * box, place.y_px + below * box, share * box).pixels
        for share in SHARES
        for right, below in _PLACES
    ]
