"""What a place shows: one of six faces, a die that cannot be read, or no die."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.dice.finder import Place
from vision.dice.networks import CLASSES, NONE, Crop, Network, Picture, crop_of, turned

LOOKS = (0.92, 1.0, 1.08)
"""Each die is looked at 24 times: so much larger or smaller, in the four quarter turns, each as
it is and mirrored. Pips count the same in all of them, and noise differs."""

_VIEWS = tuple((quarters, mirrored) for quarters in range(4) for mirrored in (False, True))

_STEP = 48


@dataclass(frozen=True, slots=True)
class Shown:
    """What the reader says of a place.

    ``chances`` (8,): geometric mean over the looks, brought to a sum of one; faces 1 to 6,
    unreadable, none. ``least`` is the smallest chance that any look gives to the likeliest face.
    ``lean`` (x, y): where the upper face's normal points away from the line of sight, picture
    axes, as the sine of the angle.
    """

    chances: tuple[float, ...]
    least: float
    lean: tuple[float, float]

    @property
    def face(self) -> int:
        """The likeliest face."""
        return int(np.argmax(self.chances[:6])) + 1

    @property
    def no_die(self) -> float:
        """Chance that there is no die."""
        return self.chances[NONE]


def show(network: Network, picture: Picture, places: Sequence[Place]) -> list[Shown]:
    """What lies at each place of a picture (h, w, 3)."""
    crops = [
        crop_of(picture, place.x_px, place.y_px, place.box_px * wider)
        for place in places
        for wider in LOOKS
    ]
    looks = [_view(crop, *view) for crop in crops for view in _VIEWS]
    answers = [network.answer(np.stack(looks[k : k + _STEP])) for k in range(0, len(looks), _STEP)]
    if not answers:
        return []
    every = np.concatenate(answers)
    views = len(_VIEWS)
    leans = [_lean(every[k], crops[k // views], *_VIEWS[k % views]) for k in range(len(every))]
    step = views * len(LOOKS)
    return [_shown(every[k : k + step], leans[k : k + step]) for k in range(0, len(every), step)]


def _view(crop: Crop, quarters: int, mirrored: bool) -> NDArray[np.float32]:
    """A crop turned by so many right angles, counter-clockwise, and then mirrored or not."""
    pixels = np.rot90(crop.pixels, quarters)
    return np.asarray(pixels[:, ::-1] if mirrored else pixels, dtype=np.float32)


def _lean(
    answer: NDArray[np.float32], crop: Crop, quarters: int, mirrored: bool
) -> tuple[float, float]:
    """The lean that a look measured, in the picture's own axes."""
    x, y = float(answer[CLASSES]), float(answer[CLASSES + 1])
    return turned((-x if mirrored else x, y), -90.0 * quarters - crop.turned_deg)


def _shown(answers: NDArray[np.float32], leans: Sequence[tuple[float, float]]) -> Shown:
    logits = answers[:, :CLASSES].astype(np.float64)
    mean = _softmax(logits.mean(axis=0))
    x, y = np.mean(leans, axis=0)
    least = float(_softmax(logits)[:, int(np.argmax(mean[:6]))].min())
    return Shown(tuple(mean.tolist()), least, (float(x), float(y)))


def _softmax(logits: NDArray[np.float64]) -> NDArray[np.float64]:
    chances = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return np.asarray(chances / chances.sum(axis=-1, keepdims=True), dtype=np.float64)
