"""Read the dice of a tray: where they lie, what they show, and which must be asked.

Law: a face is given only where every look at the die agrees; everything else says why not.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from vision.dice.cocked import cocked
from vision.dice.faces import HARDLY_FOUND, Shown, is_a_die, show, usual_side
from vision.dice.finder import Place, find_places
from vision.dice.networks import Network, Picture
from vision.dice.outline import is_disc
from vision.dice.tray import Tray
from vision.dice.tray_floor import tilt_of_floor
from vision.table.throw import Die, Why

FINDER = Path(__file__).with_name("finder.onnx")
READER = Path(__file__).with_name("reader.onnx")

MAY_BE_NONE = 0.02
"""What may be no die with that chance, and was hardly found, is asked: so are patches of grass.
With less where it was found less (third power of its score): beads that lie like pips."""

COCKED = 0.3
"""Chance of leaning from which a die is said to lean."""

PART, REACH = 0.6, 0.8
"""What is smaller than the first, in sides of a die whose middle is nearer than the second, is a
part of it: a die of 12 mm against one of 20 mm lies 0.8 of its sides away."""

PART_DOUBT, SURE_PART = 0.3, 0.05
"""So much more may the larger one be no die, and the smaller one still be its part; the second
where the smaller one is read and the larger one is not: two dice that touch, taken for one."""

OWN_REACH, ALIKE = 0.6, 0.3
"""What is read without a doubt, lies further away than the first, in sides of the other, and leans
like it is a die of its own however small: pips lie nearer, and a die between others is seen a
quarter too large. Sides of a die lean otherwise than its top, by 0.6 and more where seen; the dice
that touch larger ones by 0.25 at most."""

SIDE_REACH, HARDLY = 1.15, 0.25
"""A side of a die that is read lies up to so far from its upper face; it is no die with that chance
or more, where a die that touches another one is one without a doubt."""

SMALL_PX = 11.0
"""Sides of dice below this hold too few pixels for pips."""

OUTSIDE, BEYOND = -0.3, -0.7
"""How far (in sides) the middle may lie outside the floor of the tray. The upper face is seen
further out than the floor below it, so dice against a wall lie a little over the line; those
beyond the second are not of the tray at all."""

MARGIN = 0.08
"""Round the tray, as a share of its longer side, for dice against its walls."""


@dataclass(frozen=True, slots=True)
class _Seen:
    """A place with what it shows, in pixels of the whole picture.

    ``face``: the one of which the looks are sure, at the whole or within it; None without one, and
    on a disc.
    """

    place: Place
    shown: Shown
    face: int | None
    colour_bgr: tuple[int, int, int]
    glare: float

    @property
    def side_px(self) -> float:
        return self.place.side_px


class DiceReader:
    """The two networks, loaded once. Not for several threads at once."""

    def __init__(self, finder: Path = FINDER, reader: Path = READER) -> None:
        self._finder = Network(finder)
        self._reader = Network(reader)

    def read(self, picture: Picture, tray: Tray | None = None) -> tuple[Die, ...]:
        """The dice in the tray, or in the whole picture where there is none, from the top down.

        *picture*: (h, w, 3) uint8 BGR.
        """
        part, left, top = _cut(picture, tray)
        if min(part.shape[:2]) < 8:
            return ()
        seen = [
            _seen(part, place, what, (left, top))
            for place, what in show(self._reader, part, find_places(self._finder, part))
            if is_a_die(place, what)
            and _within(part, place)
            and _where(tray, place, left, top) > BEYOND
        ]
        seen = _without_parts(seen)
        leaning = cocked(
            [((each.place.x_px, each.place.y_px), each.shown.lean) for each in seen],
            (picture.shape[1], picture.shape[0]),
            [each.face is not None for each in seen],
            None if tray is None else tilt_of_floor(tray, (picture.shape[1], picture.shape[0])),
        )
        dice = [_die(each, seen, tray, leans) for each, leans in zip(seen, leaning, strict=True)]
        return tuple(sorted(dice, key=lambda die: (die.y_px, die.x_px)))


@cache
def dice_reader() -> DiceReader:
    """The reader with the weights that come with the program."""
    return DiceReader()


def _cut(picture: Picture, tray: Tray | None) -> tuple[Picture, int, int]:
    """The part of the picture round the tray, and its left top corner."""
    if tray is None:
        return picture, 0, 0
    low_x, low_y, high_x, high_y = tray.bounds_px(0.0)
    margin = MARGIN * max(high_x - low_x, high_y - low_y)
    left, top = max(0, int(low_x - margin)), max(0, int(low_y - margin))
    right, below = max(0, int(high_x + margin) + 1), max(0, int(high_y + margin) + 1)
    return np.ascontiguousarray(picture[top:below, left:right]), left, top


def _where(tray: Tray | None, place: Place, left: float, top: float) -> float:
    """How far inside the tray a place lies, in its sides."""
    if tray is None:
        return 1.0
    return tray.inside_px(place.x_px + left, place.y_px + top) / place.side_px


def _within(part: Picture, place: Place) -> bool:
    """Whether the middle of its upper face is in the picture: it may be corrected to outside."""
    high, wide = part.shape[:2]
    return bool(-0.5 <= place.x_px <= wide - 0.5 and -0.5 <= place.y_px <= high - 0.5)


def _seen(part: Picture, place: Place, shown: Shown, corner: tuple[int, int]) -> _Seen:
    half = max(1, round(0.35 * place.side_px))
    face = shown.face if _is_sure(place, shown) and not is_disc(part, place) else None
    x, y = round(place.x_px), round(place.y_px)
    patch = part[max(0, y - half) : y + half + 1, max(0, x - half) : x + half + 1]
    blue, green, red = (round(float(v)) for v in patch.reshape(-1, 3).mean(axis=0))
    glare = float((patch.min(axis=2) >= 250).mean())
    left, top = corner
    moved = Place(place.x_px + left, place.y_px + top, place.side_px, place.score)
    return _Seen(moved, shown, face, (blue, green, red), glare)


def _die(each: _Seen, others: list[_Seen], tray: Tray | None, leans: bool) -> Die:
    why = _why_not(each, others, tray, leans)
    place = each.place
    face = None if why else each.face
    return Die(face, place.x_px, place.y_px, each.side_px, why, each.colour_bgr)


def _why_not(each: _Seen, others: list[_Seen], tray: Tray | None, leans: bool) -> Why:
    """Why a die is not sure; empty when it is."""
    inside = _where(tray, each.place, 0.0, 0.0)
    if inside < OUTSIDE:
        return "outside"
    if leans or each.shown.leaning > COCKED:
        return "cocked"
    on_it = [o for o in others if o is not each and _on_another(each.place, o.place)]
    # Of two faces that are read on one another at most one is there.
    alone = all(other.face is None for other in on_it)
    usual = usual_side([other.place for other in others if other.face is not None])
    if each.face is not None and alone and usual(each.place):
        return ""
    if each.side_px < SMALL_PX:
        return "small"
    if on_it:
        return "stacked"
    if each.glare > 0.3:
        return "glare"
    return "covered" if each.shown.hidden > 0.3 else "odd"


def _is_sure(place: Place, shown: Shown) -> bool:
    found = place.score / HARDLY_FOUND
    return shown.is_likely and (found >= 1 or shown.no_die <= MAY_BE_NONE * found**3)


def _without_parts(seen: list[_Seen]) -> list[_Seen]:
    """Without what is a part of another that stays: of two that are parts of each other one is a
    die."""
    kept = list(seen)
    for each in sorted(seen, key=lambda one: one.side_px):
        if any(_is_part_of(each, other) for other in kept):
            kept.remove(each)
    return kept


def _is_part_of(each: _Seen, other: _Seen) -> bool:
    """Whether it is a part of another die: its pips, a side of it, or that die seen less well."""
    if each is other:
        return False
    far = np.hypot(each.place.x_px - other.place.x_px, each.place.y_px - other.place.y_px)
    sides = float(far) / other.side_px
    doubt = SURE_PART if each.face is not None and other.face is None else PART_DOUBT
    if each.side_px < PART * other.side_px and other.shown.no_die < each.shown.no_die + doubt:
        return sides < (OWN_REACH if _leans_like(each, other) else REACH)
    if each.face is not None or other.face is None:
        return False
    return sides < (SIDE_REACH if each.shown.no_die > HARDLY else REACH)


def _leans_like(each: _Seen, other: _Seen) -> bool:
    """Whether it is read without a doubt and points where another upper face does."""
    (x, y), (of_x, of_y) = each.shown.lean, other.shown.lean
    is_clear = each.face is not None and each.shown.is_clear
    return is_clear and bool(np.hypot(x - of_x, y - of_y) < ALIKE)


def _on_another(first: Place, second: Place) -> bool:
    apart_px = np.hypot(first.x_px - second.x_px, first.y_px - second.y_px)
    return bool(apart_px < 0.75 * min(first.side_px, second.side_px))
