"""A measured number with its honest half-width, and what may be said of it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

Point = tuple[float, float]
"""A place on the table, inches (x east, y north)."""


HAIR = 1e-9
"""What rounding in the last digits may add or take: 9.000000000000002 in is 9 in."""


APART = ("shoot_range", "gap", "command_distance", "front_range", "base_gap")
"""Readings that say how far apart two are: a straight length from one to the other."""
LENGTHS = frozenset((*APART, "move_distance"))
"""Readings that a tape can give: never below 0, where a margin has a sign."""


class Verdict(StrEnum):
    """The three things a ruler can say about a limit."""

    IN = "IN"
    OUT = "OUT"
    CLOSE = "TOO CLOSE TO CALL"


class Unmeasurable(ValueError):
    """A base that the question needs is hidden, moving or was never seen.

    ``who``: the id of the base or its unit. ``says``: what is wrong with it, and what to do. The
    message is both; whoever knows what people call it puts that in the place of the id.
    """

    def __init__(self, who: str, says: str) -> None:
        self.who, self.says = who, says
        super().__init__(self.told(who))

    def told(self, name: str) -> str:
        """The sentence, by the name that people use."""
        return f"{name} {self.says}"


@dataclass(frozen=True, slots=True)
class Shape:
    """One piece of evidence for the page to draw on the rectified picture.

    ``role`` says what it shows (``"line"``, ``"arc"``, ``"blocker"``, ``"from"``, ``"to"``).
    """

    kind: Literal["point", "segment", "polygon"]
    points_in: tuple[Point, ...]
    role: str


class HalfWidth(float):
    """A half-width that knows what it comes from: shares of its square, the largest first."""

    causes: tuple[tuple[str, float], ...] = ()

    @classmethod
    def of(cls, half_width: float, causes: tuple[tuple[str, float], ...]) -> HalfWidth:
        """That half-width, from those causes."""
        made = cls(half_width)
        made.causes = causes
        return made


@dataclass(frozen=True, slots=True)
class Reading:
    """A value with its 95 % half-width.

    ``value`` and ``plus_minus`` are in ``unit``. Yes-or-no questions (inside an arc, in
    sight) are given as a signed margin in inches: positive is yes by that much. So every
    question has a ± and none can be confidently wrong. ``causes``: what its ± comes from, as
    shares of its square, the largest first; filled in when ``plus_minus`` knows it.
    """

    what: str
    value: float
    plus_minus: float
    unit: Literal["in", "cm", "deg", "squares"] = "in"
    frm: str = ""
    to: str = ""
    evidence: tuple[Shape, ...] = ()
    notes: tuple[str, ...] = ()
    by_hand: bool = False
    causes: tuple[tuple[str, float], ...] = ()

    def __post_init__(self) -> None:
        """Keep the half-width as a plain number."""
        if isinstance(self.plus_minus, HalfWidth):
            object.__setattr__(self, "causes", self.causes or self.plus_minus.causes)
            object.__setattr__(self, "plus_minus", float(self.plus_minus))

    def compare(self, limit: float, band: float = 0.0) -> Verdict:
        """Is the value at most *limit*?  CLOSE when the limit lies inside the ±.

        *band* widens the ± (a house rule's tolerance), same unit as the value.
        A value exactly on the limit with no ± is IN: the books' limits are inclusive.
        """
        if abs(self.value - limit) < self.plus_minus + band:
            return Verdict.CLOSE
        return Verdict.IN if self.value <= limit + HAIR else Verdict.OUT

    def at_least(self, limit: float = 0.0, band: float = 0.0) -> Verdict:
        """Is the value at least *limit*?  For margins: ``at_least()`` is "yes"."""
        if abs(self.value - limit) < self.plus_minus + band:
            return Verdict.CLOSE
        return Verdict.IN if self.value >= limit - HAIR else Verdict.OUT

    def __str__(self) -> str:
        """The value with no more digits than its ± supports, as ``5.9 ± 0.1 in``."""
        digits = 2 if self.plus_minus < 0.095 else 1
        sign = {"in": " in", "cm": " cm", "deg": "°", "squares": " squares"}[self.unit]
        if self.plus_minus == 0:
            return f"{self.value:.{digits}f}{sign}"
        return f"{self.value:.{digits}f} ± {max(self.plus_minus, 0.01):.{digits}f}{sign}"


@dataclass(frozen=True, slots=True)
class HandReading:
    """A reading that a person took with a tape and typed in; it overrules the camera.

    ``what`` is the name of the query (``"gap"``, ``"shoot_range"`` …); ``frm`` and ``to``
    are unit ids or payloads as the query is asked.
    """

    what: str
    frm: str
    to: str
    value: float
    plus_minus: float = 0.0
    unit: Literal["in", "cm", "deg", "squares"] = "in"
