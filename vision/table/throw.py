"""Dice in a tray at one moment: what was read of each, and what was thrown together.

Plain values, as ``snapshot`` has them for bases: the page and the journal may keep them.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

Why = Literal["", "cocked", "stacked", "covered", "outside", "glare", "small", "odd"]
"""Why a die is not read: it leans on something; another die stands on or under it; something
hides its upper face; it is partly outside the tray or the picture; a lamp shines in it; too few
pixels; or it looks like no die that is known well enough."""


SAME_PLACE = 0.35
"""A die this near (in its sides) to where one lay, with its colour and face, is that die."""

KNOCKED = 1.6
"""A die that lay there a moment ago and is found this near (in its sides) was knocked there."""


@dataclass(frozen=True, slots=True)
class Die:
    """One six-sided die as it was seen.

    ``face``: 1 to 6, None when it is not read. ``why``: the reason then, empty when it is.
    ``x_px, y_px``: its middle, OpenCV pixels of the picture. ``size_px``: side of its upper face.
    ``colour_bgr``: mean colour, 0 to 255, by which a die is known again when it was moved.
    """

    face: int | None
    x_px: float
    y_px: float
    size_px: float
    why: Why = ""
    colour_bgr: tuple[int, int, int] = (0, 0, 0)

    def __post_init__(self) -> None:
        if self.face is not None and not 1 <= self.face <= 6:
            raise ValueError(f"a die has no face {self.face}")
        if (self.face is None) != bool(self.why):
            raise ValueError("a die that is not read says why, and one that is read does not")

    @property
    def sure(self) -> bool:
        """Whether its face may be taken without asking anybody."""
        return self.face is not None

    def away(self, other: Die) -> float:
        """How far from *other* it lies, in sides of the larger die."""
        apart_px = math.hypot(self.x_px - other.x_px, self.y_px - other.y_px)
        return apart_px / max(self.size_px, other.size_px, 1.0)


@dataclass(frozen=True, slots=True)
class Throw:
    """Dice that came to rest since the question was asked, and lie still.

    ``number`` counts the throws that a watcher offered; a changed throw has a new number, so
    that a page can tell which one its user accepted. ``rest_s``: when the last die was first
    seen at rest; ``taken_s``: the picture they were read in. Seconds of the camera's clock.
    """

    number: int
    dice: tuple[Die, ...]
    rest_s: float
    taken_s: float

    @property
    def sure(self) -> bool:
        """Whether every die of it was read."""
        return all(die.sure for die in self.dice)

    @property
    def unsure(self) -> tuple[Die, ...]:
        """The dice that people must name."""
        return tuple(die for die in self.dice if not die.sure)


def thrown_again(before: Sequence[Die], now: Sequence[Die]) -> tuple[int, ...]:
    """Which dice of a throw (by their index) lie there no more: they were taken up and thrown once
    more. One that was only knocked lies near, with its face; one that is read better has not
    moved."""
    left, found = list(now), list[int]()
    for index, die in enumerate(before):
        same = [one for one in left if _is_still(die, one)]
        if same:
            left.remove(min(same, key=die.away))
        else:
            found.append(index)
    return tuple(found)


def _is_still(die: Die, now: Die) -> bool:
    """Is it that die, where it lay or knocked a little?"""
    return die.away(now) <= (KNOCKED if die.sure and die.face == now.face else SAME_PLACE)
