"""Which dice lean: their upper faces point elsewhere than those of the dice round them.

All dice that lie flat have one normal, the floor's. Along the line of sight to a die it is seen
at ``tilt + (p - middle) / focal``: constant for the whole picture but for the place p. Both are
fitted to the leans that the reader measured, by least squares that outliers hardly move.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.dice.tray_floor import FOCAL_SHARES, USUAL_FOCAL

Point = tuple[float, float]
Floats = NDArray[np.float64]

LEANING = 0.3
"""Sine of the angle between a die and the floor beyond which it is cocked. On pictures that the
reader had not seen 95 of 100 dice that lay flat and were read were within 0.17, 99 within 0.25
(docs/dice.md)."""

PRIOR_FOCAL = USUAL_FOCAL
STEADY = 0.06
"""Errors beyond this count less and less (Geman and McClure's weights)."""

HOLD = 0.05
"""How much the usual focal length counts against dice, each by its distance from the middle,
squared. Where no die counts, for all lie too far from that floor, it alone does: so it is left
out where the focal length is sought."""

SLOPES = (0.2, 0.4, 0.7, 1.0, 1 / FOCAL_SHARES[0])
"""Where so many dice tell the focal length it is sought from each of these: errors beyond STEADY
count so little that from one start a floor that fits none of them may be kept. A picture that is
a part of a larger one has a longer focal length, in its own widths, than any lens."""

CROSSWISE = 0.22
"""The same where a tray and many dice tell the floor, from the nearest point between no lean and
the floor's: the reader takes leans for smaller than they are, so flat dice are measured there."""

BETTER = 1.0
"""So many dice more must lie on another floor than on that nearest to the usual focal length."""

AGREED = 0.14
"""The bound then instead of LEANING: such a floor is believed because dice agree on it, so only of
those that do. Flat dice of the drawn tray lie within 0.13 of theirs; one that leans on its wall is
measured to lean less than it does, and was within 0.16."""

FEWEST = 3
"""Fewer dice than that do not tell which way the floor lies."""

OF_TRAY = 2
"""The corners of a tray count as so many dice that lie flat."""

TELL_FOCAL = 5
"""So many dice, the tray's corners with them, tell the focal length well enough."""

UNSTEADY = 0.22
"""Where half of so many dice lie further than that from the floor that fits them best, nobody can
say which lie flat, and all are asked: small dice, seen so flatly that their sides look like tops.
On pictures that the reader had not seen it was at most 0.19 where dice were read rightly."""

Floor = tuple[Floats, float]


def cocked(
    leans: Sequence[tuple[Point, Point]],
    size_px: tuple[int, int],
    clear: Sequence[bool] | None = None,
    floor: Floor | None = None,
) -> list[bool]:
    """Whether each die leans.

    *leans*: for each die its place (pixels) and where its upper face points away from the line of
    sight, as the sine of the angle along the picture's axes. *size_px*: width, height. *clear*:
    the dice by which the floor is found, all of them where it is None. *floor*: how the tray's
    corners say that it is seen (``tilt_of_floor``).
    """
    by = np.ones(len(leans), bool) if clear is None else np.array(clear, bool)
    fewest = 2 if floor is None else 1
    if by.sum() < fewest or not leans:
        return [False] * len(leans)
    places = (np.array([place for place, _ in leans]) - (np.array(size_px) - 1) / 2) / max(size_px)
    seen = np.array([lean for _, lean in leans])
    if floor is None and by.sum() < FEWEST:
        # Where two dice alone disagree nobody knows which of them leans.
        first, second = (seen - places / PRIOR_FOCAL)[by]
        return [bool(told and np.hypot(*(first - second)) > LEANING) for told in by]
    if by.sum() >= TELL_FOCAL:
        return _cocked_of_many(places, seen, by, floor)
    off = _off(seen, floor_seen(places, seen, by, floor))
    if floor is not None:
        # Nor do they tell the focal length: beside a wall a telephoto's die lies flat only so.
        through = floor[0], 1 / FOCAL_SHARES[1]
        off = np.maximum(off, _off(seen, floor_seen(places, seen, by, through)))
    return [bool(far > LEANING) for far in off]


def _cocked_of_many(
    places: Floats, seen: Floats, by: NDArray[np.bool_], floor: Floor | None
) -> list[bool]:
    """Whether each die leans where they tell the focal length."""
    usual, other = _floors(places, seen, by, floor)
    off = _off(seen, _at(usual, places))
    lean = off > LEANING
    if floor is not None:
        lean |= _crosswise(seen, _at(usual, places)) > CROSSWISE
    if other is not None:
        through = _off(seen, _at(other, places))
        told = through > AGREED
        if told[by].sum() > lean[by].sum():
            # Nobody can say which lens it is: what lies flat by either may well lie flat.
            through = np.minimum(off, through)
            told = through > AGREED
        off, lean = through, told
    if np.median(off[by]) > UNSTEADY:
        return [True] * len(seen)
    return [bool(each) for each in lean]


def _off(seen: Floats, floor: Floats) -> Floats:
    return np.asarray(np.hypot(*(seen - floor).T))


def _crosswise(seen: Floats, floor: Floats) -> Floats:
    """How far leans lie (n,) from the nearest point between none and the floor's."""
    along = (seen * floor).sum(axis=1) / np.maximum((floor**2).sum(axis=1), 1e-12)
    return _off(seen, np.clip(along, 0, 1)[:, None] * floor)


def _at(floor: Floor, places: Floats) -> Floats:
    tilt, slope = floor
    return np.asarray(tilt + slope * places)


def floor_seen(
    places: Floats, seen: Floats, by: NDArray[np.bool_], floor: Floor | None = None
) -> Floats:
    """The floor's normal (n, 2) as it would be seen at each place (n, 2, in picture widths).

    Only the dice of *by* (n,) count, and the tray's *floor*.
    """
    usual, other = _floors(places, seen, by, floor)
    return _at(other or usual, places)


def _floors(
    places: Floats, seen: Floats, by: NDArray[np.bool_], floor: Floor | None
) -> tuple[Floor, Floor | None]:
    """How the floor is seen through the usual lens, and through another where dice agree on it."""
    slope = 1 / PRIOR_FOCAL if floor is None else floor[1]
    fits = floor is None or by.sum() >= TELL_FOCAL
    usual = _fitted(places, seen, by, floor, slope, HOLD if fits else None)
    if by.sum() < TELL_FOCAL:
        return usual, None
    found = [_fitted(places, seen, by, floor, start, 0.0) for start in SLOPES]
    best = min(found, key=lambda each: _misfit(places, seen, by, floor, each))
    gain = _misfit(places, seen, by, floor, usual) - _misfit(places, seen, by, floor, best)
    return usual, best if gain > BETTER else None


def _fitted(
    places: Floats,
    seen: Floats,
    by: NDArray[np.bool_],
    floor: Floor | None,
    slope: float,
    hold: float | None,
) -> Floor:
    """The floor nearest to the *slope* that one begins with, which stays where *hold* is None.

    *hold*: how much the usual focal length counts against dice.
    """
    told = 0 if floor is None else OF_TRAY
    prior = np.zeros(2) if floor is None else floor[0]
    tilt = np.median(
        np.concatenate([(seen - slope * places)[by], np.tile(prior, (told, 1))]), axis=0
    )
    for _ in range(12):
        off = seen - (tilt + slope * places)
        weight = by * _weight(off)
        tray = told * float(_weight((prior - tilt)[None])[0])
        # A prior of a few dice's weight holds what one or two dice cannot tell.
        total = weight.sum() + tray + 1e-9
        tilt = ((weight[:, None] * (seen - slope * places)).sum(axis=0) + tray * prior) / total
        if hold is None:
            continue
        wanted = (weight[:, None] * places * (seen - tilt)).sum() + hold / PRIOR_FOCAL
        spread = (weight[:, None] * places**2).sum() + hold
        slope = float(np.clip(wanted / (spread + 1e-9), SLOPES[0], SLOPES[-1]))
    return np.asarray(tilt), slope


def _misfit(
    places: Floats, seen: Floats, by: NDArray[np.bool_], floor: Floor | None, found: Floor
) -> float:
    """How many dice, as it were, do not lie on a floor; the tray's corners with them."""
    tilt, slope = found
    missed = float((by * _outlies(seen - (tilt + slope * places))).sum())
    if floor is None:
        return missed
    return missed + OF_TRAY * float(_outlies((floor[0] - tilt)[None])[0])


def _outlies(off: Floats) -> Floats:
    """Geman and McClure's loss (n,) of errors (n, 2): 0 where there is none, at most 1."""
    squared = (off**2).sum(axis=1)
    return np.asarray(squared / (STEADY**2 + squared))


def _weight(off: Floats) -> Floats:
    return np.asarray((STEADY**2 / (STEADY**2 + (off**2).sum(axis=1))) ** 2)
