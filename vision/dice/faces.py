"""What a place shows: one of six faces, a die that cannot be read, or no die."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.finder import Place
from vision.dice.networks import CLASSES, CROP_PX, NONE, Network, Picture, crop_of

LOOKS: tuple[tuple[float, float, bool], ...] = (
    (1.0, 0.0, False),
    (1.0, 9.0, True),
    (0.92, -9.0, False),
    (1.1, 0.0, True),
)
"""Each die is looked at four times: how much larger, turned by so many degrees, mirrored.

Mirrored pips count the same; upside down they are not looked at, for in a picture taken from
the side the upper face is the upper one."""

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
    crops = [_look(picture, place, look) for place in places for look in LOOKS]
    answers = [network.answer(np.stack(crops[k : k + _STEP])) for k in range(0, len(crops), _STEP)]
    if not answers:
        return []
    every = np.concatenate(answers).reshape(len(places), len(LOOKS), CLASSES + 2)
    return [_shown(each) for each in every]


def _look(picture: Picture, place: Place, look: tuple[float, float, bool]) -> Picture:
    wider, turned_deg, mirrored = look
    crop = crop_of(picture, place.x_px, place.y_px, place.box_px * wider)
    if turned_deg:
        middle = ((CROP_PX - 1) / 2, (CROP_PX - 1) / 2)
        turn = cv2.getRotationMatrix2D(middle, turned_deg, 1.0)
        crop = np.asarray(
            cv2.warpAffine(
                crop, turn, (CROP_PX, CROP_PX), flags=cv2.INTER_CUBIC,
                borderMode=cv2.BORDER_REPLICATE,
            ),
            dtype=np.uint8,
        )  # fmt: skip
    return np.ascontiguousarray(crop[:, ::-1]) if mirrored else crop


def _shown(answers: NDArray[np.float32]) -> Shown:
    logits = answers[:, :CLASSES].astype(np.float64)
    chances = np.exp(logits - logits.max(axis=1, keepdims=True))
    chances /= chances.sum(axis=1, keepdims=True)
    mean = chances.mean(axis=0)
    leans = [_turned_back(each[CLASSES:], look) for each, look in zip(answers, LOOKS, strict=True)]
    x, y = np.mean(leans, axis=0)
    least = float(chances[:, int(np.argmax(mean[:6]))].min())
    return Shown(tuple(mean.tolist()), least, (float(x), float(y)))


def _turned_back(lean: NDArray[np.float32], look: tuple[float, float, bool]) -> tuple[float, float]:
    """A lean seen in a look, in the picture's own axes."""
    _, turned_deg, mirrored = look
    x, y = float(lean[0]) * (-1 if mirrored else 1), float(lean[1])
    angle = np.deg2rad(turned_deg)
    # getRotationMatrix2D turns counter-clockwise as seen, with y down.
    return (
        float(np.cos(angle) * x - np.sin(angle) * y),
        float(np.sin(angle) * x + np.cos(angle) * y),
    )
