"""What a place shows: one of six faces, a die that cannot be read, or no die."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.dice.finder import Place, apart
from vision.dice.networks import (
    CLASSES,
    COCKED,
    HIDDEN,
    LEAN,
    NONE,
    SHIFT,
    Network,
    Picture,
    View,
    crop_of,
)

VIEWS = tuple(View(quarters, mirrored=False) for quarters in range(4))

ROUNDS = ((0.8, 1.0, 1.25), (0.9, 1.1))
"""Its place is corrected twice, by looks so much larger or smaller, in two of the quarter turns."""

ROUND_VIEWS = VIEWS[:2]

LOOKS = (0.9, 1.0, 1.1)
"""Then each die is looked at 12 times. Pips count the same in all of them, and noise differs."""

MOST_SHIFT, MOST_GROWTH = 0.4, 0.35
"""A place is moved by at most so many sides, its side changed by at most so much (logarithm)."""

_STEP = 48

Answers = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Shown:
    """What the reader says of a place.

    ``chances`` (9,): geometric mean over the looks, brought to a sum of one; faces 1 to 6,
    leaning, hidden, none. ``least`` is the smallest chance that any look gives to the likeliest
    face. ``lean`` (x, y): where the upper face's normal points away from the line of sight,
    picture axes, as the sine of the angle.
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

    @property
    def leaning(self) -> float:
        """Chance that it is seen to lean."""
        return self.chances[COCKED]

    @property
    def hidden(self) -> float:
        """Chance that its upper face is not seen whole."""
        return self.chances[HIDDEN]


def show(network: Network, picture: Picture, places: Sequence[Place]) -> list[tuple[Place, Shown]]:
    """What lies at each place of a picture (h, w, 3), and where exactly, as the reader sees it."""
    kept = list(places)
    for sizes in ROUNDS:
        rough = answers_at(network, picture, kept, sizes, ROUND_VIEWS)
        kept = apart(
            [
                corrected(place, seen, sizes)
                for place, seen in zip(kept, rough, strict=True)
                if _least_none(seen, len(sizes)) < NEVER
            ]
        )
    seen = answers_at(network, picture, kept, LOOKS, VIEWS)
    return [(place, _shown(answers)) for place, answers in zip(kept, seen, strict=True)]


NEVER = 0.9
"""Chance of no die, however large it is cut out, above which a place is not looked at again."""


def _least_none(answers: Answers, sizes: int) -> float:
    """The chance of no die at the size that speaks least for it."""
    logits = answers[:, :CLASSES].astype(np.float64).reshape(sizes, -1, CLASSES).mean(axis=1)
    return float(_softmax(logits)[:, NONE].min())


def answers_at(
    network: Network,
    picture: Picture,
    places: Sequence[Place],
    sizes: Sequence[float],
    views: Sequence[View],
) -> list[Answers]:
    """For each place the answers (looks, 14), directions in the picture's own axes.

    The looks go through *views* for each of the *sizes*.
    """
    looks = [
        view.of(crop)
        for place in places
        for wider in sizes
        for crop in (crop_of(picture, place.x_px, place.y_px, place.side_px * wider),)
        for view in views
    ]
    if not looks:
        return []
    parts = [network.answer(np.stack(looks[k : k + _STEP])) for k in range(0, len(looks), _STEP)]
    every = np.concatenate(parts)
    for row, answer in enumerate(every):
        view = views[row % len(views)]
        for start in (LEAN, SHIFT):
            answer[start : start + 2] = view.unseen(*answer[start : start + 2])
    return list(every.reshape(len(places), -1, every.shape[1]))


def corrected(place: Place, answers: Answers, sizes: Sequence[float]) -> Place:
    """The place as the reader corrects it: the median over looks that went through *sizes*."""
    wider = np.repeat(np.array(sizes), len(answers) // len(sizes))
    right, below = np.median(answers[:, SHIFT : SHIFT + 2] * wider[:, None], axis=0).tolist()
    bigger = float(np.median(answers[:, SHIFT + 2] + np.log(wider)))
    far = max(1.0, float(np.hypot(right, below)) / MOST_SHIFT)
    return Place(
        place.x_px + right / far * place.side_px,
        place.y_px + below / far * place.side_px,
        place.side_px * float(np.exp(np.clip(bigger, -MOST_GROWTH, MOST_GROWTH))),
        place.score,
    )


def _shown(answers: Answers) -> Shown:
    logits = answers[:, :CLASSES].astype(np.float64)
    mean = _softmax(logits.mean(axis=0))
    x, y = answers[:, LEAN:SHIFT].mean(axis=0).tolist()
    least = float(_softmax(logits)[:, int(np.argmax(mean[:6]))].min())
    return Shown(tuple(mean.tolist()), least, (x, y))


def _softmax(logits: NDArray[np.float64]) -> NDArray[np.float64]:
    chances = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return np.asarray(chances / chances.sum(axis=-1, keepdims=True), dtype=np.float64)
