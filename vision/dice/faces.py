"""What a place shows: one of six faces, a die that cannot be read, or no die."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.dice.finder import Place
from vision.dice.networks import CLASSES, NONE, Crop, Network, Picture, crop_of, turned

LOOKS = (0.92, 1.0, 1.08)
"""Each die is looked at six times: so much larger or smaller, each as it is and mirrored.

Mirrored pips count the same. Upside down they are not looked at, for in a picture taken from the
side the upper face is the upper one."""

_STEP = 48


@dataclass(frozen=True, slots=True)
class Shown:
    """What the reader says of a place.

    ``chances`` (8,): mean over the looks, faces 1 to 6, unreadable, none. ``least`` is the
    smallest chance that any look gives to the likeliest face. ``lean`` (x, y): where the upper
    face's normal points away from the line of sight, picture axes, as the sine of the angle.
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
    looks = [pixels for crop in crops for pixels in (crop.pixels, crop.pixels[:, ::-1])]
    answers = [network.answer(np.stack(looks[k : k + _STEP])) for k in range(0, len(looks), _STEP)]
    if not answers:
        return []
    every = np.concatenate(answers)
    leans = [_lean(every[k], crops[k // 2], bool(k % 2)) for k in range(len(every))]
    step = 2 * len(LOOKS)
    return [_shown(every[k : k + step], leans[k : k + step]) for k in range(0, len(every), step)]


def _lean(answer: NDArray[np.float32], crop: Crop, mirrored: bool) -> tuple[float, float]:
    """The lean that a look measured, in the picture's own axes."""
    x, y = float(answer[CLASSES]), float(answer[CLASSES + 1])
    return turned((-x if mirrored else x, y), -crop.turned_deg)


def _shown(answers: NDArray[np.float32], leans: Sequence[tuple[float, float]]) -> Shown:
    logits = answers[:, :CLASSES].astype(np.float64)
    chances = np.exp(logits - logits.max(axis=1, keepdims=True))
    chances /= chances.sum(axis=1, keepdims=True)
    mean = chances.mean(axis=0)
    x, y = np.mean(leans, axis=0)
    least = float(chances[:, int(np.argmax(mean[:6]))].min())
    return Shown(tuple(mean.tolist()), least, (float(x), float(y)))
