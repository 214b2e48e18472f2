"""What a place shows: one of six faces, a die that cannot be read, or no die."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.dice.finder import Place, apart, apart_or_round
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


@dataclass(frozen=True, slots=True)
class Look:
    """One look at a die: cut out so many times wider, turned, with or without its gloss."""

    wider: float
    view: View
    matt: bool = False


ROUNDS = tuple(
    tuple(Look(wider, view) for wider in sizes for view in VIEWS[:2])
    for sizes in ((0.8, 1.25), (0.9, 1.1))
)
"""Its place is corrected twice, by looks so much larger or smaller, in two of the quarter turns."""

LOOKS = tuple(
    Look(wider, VIEWS[quarters + more], matt=bool(more))
    for wider, quarters in ((0.9, 0), (1.0, 2), (1.1, 0))
    for more in (0, 1)
)
"""Then each die is looked at 6 times. Pips count the same in all of them, while noise differs, and
what mirrors in it is taken out of every other one."""

MOST_SHIFT, MOST_GROWTH = 0.4, 0.35
"""A place is moved by at most so many sides, its side changed by at most so much (logarithm)."""

SURE, LEAST = 0.8, 0.1
"""Mean chance of its face over all looks that a die needs to be sure, and the least chance that
any look gives to it. Both were set on pictures that the networks had not seen (docs/dice.md)."""

CLEAR, CLEAR_LEAST, CLEAR_NONE = 0.9, 0.5, 0.02
"""The same, and the most chance of no die, where the size was only tried."""

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
    def is_likely(self) -> bool:
        """Whether it needs no second chance."""
        return self._is_read(SURE, LEAST)

    @property
    def is_clear(self) -> bool:
        """Whether there is no doubt, in whatever size it is looked at."""
        return self._is_read(CLEAR, CLEAR_LEAST) and self.no_die < CLEAR_NONE

    def _is_read(self, mean: float, least: float) -> bool:
        return self.chances[self.face - 1] >= mean and self.least >= least

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
    for looks in ROUNDS:
        rough = answers_at(network, picture, kept, looks)
        last = looks is ROUNDS[-1]
        perhaps = [
            (corrected(place, seen, looks), _worth(place, seen, last))
            for place, seen in zip(kept, rough, strict=True)
            if _least_none(seen, looks) < (SELDOM if last else NEVER)
        ]
        among = apart if last else apart_or_round
        kept = among([place for place, _ in perhaps], [worth for _, worth in perhaps])
    return _resized(network, picture, _without_groups(_read(network, picture, kept)))


def _without_groups(seen: list[tuple[Place, Shown]]) -> list[tuple[Place, Shown]]:
    """Without places within which two dice or more are read: they lie like the pips of a large
    one."""
    likely = [each for each in seen if each[1].is_likely]
    return [each for each in seen if sum(_is_of_group(one, each) for one in likely) < 2]


def _is_of_group(one: tuple[Place, Shown], group: tuple[Place, Shown]) -> bool:
    """Whether a die may be one of a group of dice that was taken for one; a pip is not."""
    (place, shown), (round_it, of_it) = one, group
    least = PART if of_it.no_die > shown.no_die + MORE_DOUBT else PIP
    return place.side_px < least * round_it.side_px and _is_beside(place, [round_it])


def _read(network: Network, picture: Picture, places: Sequence[Place]) -> list[tuple[Place, Shown]]:
    seen = answers_at(network, picture, places, LOOKS)
    return [(place, _shown(answers)) for place, answers in zip(places, seen, strict=True)]


def _resized(
    network: Network, picture: Picture, seen: list[tuple[Place, Shown]]
) -> list[tuple[Place, Shown]]:
    """What is not clear is looked at once more, as if it were smaller and larger.

    The finder may have taken a pip or a corner for the die, or two dice for one, and sizes up what
    is vague badly. What is then read without any doubt, and not likely otherwise in any size, takes
    its place.
    """
    usual = usual_side([place for place, shown in seen if shown.is_likely])
    clear = [place for place, shown in seen if shown.is_likely and usual(place)]
    vague = [row for row, each in enumerate(seen) if _is_vague(each, clear)]
    tried = [
        replace(seen[row][0], side_px=seen[row][0].side_px * size)
        for row in vague
        for size in RESIZED
    ]
    for looks in ROUNDS:
        rough = answers_at(network, picture, tried, looks)
        tried = [corrected(*each, looks) for each in zip(tried, rough, strict=True)]
    again = _read(network, picture, tried)
    out = list(seen)
    by_size = [again[k :: len(RESIZED)] for k in range(len(RESIZED))]
    for row, *tries in zip(vague, *by_size, strict=True):
        good = [
            (place, shown)
            for place, shown in tries
            if shown.is_clear and usual(place) and not _is_beside(place, clear)
        ]
        if good and len({shown.face for _, shown in tries if shown.is_likely}) == 1:
            out[row] = max(good, key=lambda each: max(each[1].chances[:6]))
            clear.append(out[row][0])
    return out


def _is_vague(each: tuple[Place, Shown], clear: Sequence[Place]) -> bool:
    """Whether it is a die, but neither clear nor a part of one that is."""
    return is_a_die(*each) and not _is_beside(each[0], clear)


def usual_side(read: Sequence[Place]) -> Callable[[Place], bool]:
    """Whether a place is about as large as those of a picture that are *read*."""
    middle = float(np.median([place.side_px for place in read])) if len(read) > 2 else None

    def is_usual(place: Place) -> bool:
        return middle is None or middle / UNLIKE < place.side_px < middle * UNLIKE

    return is_usual


UNLIKE = 1.75
"""Dice of 12 and 20 mm differ in size by 1.7: what is so many times larger or smaller than the
middle one of a picture is asked."""


def is_a_die(place: Place, shown: Shown) -> bool:
    """Whether it is to be told of at all."""
    return 1 - shown.no_die > (HARDLY_A_DIE if place.score < HARDLY_FOUND else IS_A_DIE)


HARDLY_FOUND = 0.45
"""Score of the finder below which a place is next to never a die that lies free."""

IS_A_DIE, HARDLY_A_DIE = 0.5, 0.7
"""Chance that a place shows a die at all, for it to be told of; the second for those that were
hardly found."""


def _is_beside(place: Place, clear: Sequence[Place]) -> bool:
    """Whether it lies on one of the places that are clear, or is a side of that die."""
    return any(
        np.hypot(place.x_px - other.x_px, place.y_px - other.y_px) < BESIDE * other.side_px
        for other in clear
    )


RESIZED = (0.6, 0.7, 0.85, 1.4)
PART, PIP, MORE_DOUBT = 0.6, 0.25, 0.1
"""What is smaller than the first, in sides of the place that it lies in, and by so much less likely
no die, is no pip of it; nor what is smaller than the second, as pips are found larger."""

BESIDE = 0.8
"""In sides of a die that is clear: nearer than that another die of its size cannot lie."""


def _worth(place: Place, answers: Answers, sized: bool) -> float:
    """How good a place is among those that lie on it: once it is sized its reading tells."""
    chances = _softmax(answers[:, :CLASSES].astype(np.float64).mean(axis=0))
    is_die = float(1 - chances[NONE])
    return is_die * (1 + float(chances[:6].max()) if sized else place.score)


NEVER, SELDOM = 0.9, 0.75
"""Chance of no die, however large it is cut out, above which a place is not looked at again; the
second once it is placed."""


def _least_none(answers: Answers, looks: Sequence[Look]) -> float:
    """The chance of no die at the size that speaks least for it."""
    wider = np.array([look.wider for look in looks])
    logits = answers[:, :CLASSES].astype(np.float64)
    means = np.stack([logits[wider == size].mean(axis=0) for size in np.unique(wider)])
    return float(_softmax(means)[:, NONE].min())


def answers_at(
    network: Network, picture: Picture, places: Sequence[Place], looks: Sequence[Look]
) -> list[Answers]:
    """For each place the answers (looks, 14), directions in the picture's own axes."""
    crops = [crop for place in places for crop in _crops(picture, place, looks)]
    if not crops:
        return []
    parts = [network.answer(np.stack(crops[k : k + _STEP])) for k in range(0, len(crops), _STEP)]
    every = np.concatenate(parts)
    for row, answer in enumerate(every):
        view = looks[row % len(looks)].view
        for start in (LEAN, SHIFT):
            answer[start : start + 2] = view.unseen(*answer[start : start + 2])
    return list(every.reshape(len(places), -1, every.shape[1]))


def _crops(picture: Picture, place: Place, looks: Sequence[Look]) -> list[Answers]:
    """What is seen of a place (80, 80, 3) by each look; each is cut out once."""
    wanted = dict.fromkeys((look.wider, look.matt) for look in looks)
    cut = {
        (wider, matt): crop_of(picture, place.x_px, place.y_px, place.side_px * wider, matt=matt)
        for wider, matt in wanted
    }
    return [look.view.of(cut[look.wider, look.matt]) for look in looks]


def corrected(place: Place, answers: Answers, looks: Sequence[Look]) -> Place:
    """The place as the reader corrects it: the median over the *looks* at it."""
    wider = np.array([look.wider for look in looks])
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
