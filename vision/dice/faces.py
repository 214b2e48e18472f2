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

LOOKS = (0.9, 1.0, 1.1)
"""Each die is looked at 24 times: so much larger or smaller, in the four quarter turns, each as
it is and mirrored. Pips count the same in all of them, and noise differs."""

VIEWS = tuple(View(quarters, mirrored) for quarters in range(4) for mirrored in (False, True))
FIRST_VIEWS = VIEWS[::2]

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


def show(
    network: Network, picture: Picture, places: Sequence[Place]
) -> list[tuple[Place, Shown]]:
    """What lies at each place of a picture (h, w, 3), and where exactly, as the reader sees it."""
    rough = _answers(network, picture, places, (1.0,), FIRST_VIEWS)
    moved = [
        _moved(place, seen)
        for place, seen in zip(places, rough, strict=True)
        if _softmax(seen[:, :CLASSES].mean(axis=0).astype(np.float64))[NONE] < NEVER
    ]
    kept = apart(moved)
    seen = _answers(network, picture, kept, LOOKS, VIEWS)
    return [(place, _shown(answers)) for place, answers in zip(kept, seen, strict=True)]


NEVER = 0.97
"""Chance of no die at the first look, above which a place is not looked at again."""


def _answers(
    network: Network,
    picture: Picture,
    places: Sequence[Place],
    sizes: Sequence[float],
    views: Sequence[View],
) -> list[Answers]:
    """For each place the answers (looks, 14), directions in the picture's own axes."""
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


def _moved(place: Place, answers: Answers) -> Place:
    """The place as the reader corrects it."""
    right, below, bigger = answers[:, SHIFT : SHIFT + 3].mean(axis=0).tolist()
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
