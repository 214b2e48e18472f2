"""What a unit did between two snapshots: how far, how much turned, and about what.

Two snapshots prove a straight displacement and no more: the way taken in between is not
seen. Readings typed in are looked for in the later snapshot, from the unit to ``""``.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Literal

from vision.measure.answers import GunPivot, Pivot
from vision.measure.arc import point_margin, wedge
from vision.measure.overrides import by_hand, line, remembered
from vision.measure.shapes.footprint import (
    Footprint,
    Part,
    Placed,
    UnitShape,
    placed_unit,
    shape,
    unit_plan,
)
from vision.measure.uncertain import plus_minus
from vision.table.reading import Point, Reading, Shape
from vision.table.snapshot import Snapshot

Loose = frozenset[str] | None
Measured = Literal["", "corner", "front", "centre"]
"""What is followed: the front corner that moved most, the front centre, or the centre of
the bases; ``""`` is the corner for a formed unit and the centre for a loose one."""


class Twice:
    """A unit before and after: both shapes as one function of all its outlines."""

    def __init__(
        self, before: Snapshot, after: Snapshot, unit: str, loose: Loose, part: Part = None
    ) -> None:
        first, old = placed_unit(before, unit, part), unit_plan(before, unit, loose, part)
        second, new = placed_unit(after, unit, part), unit_plan(after, unit, loose, part)
        self.placed: tuple[Placed, ...] = first + second
        self.count = len(first)
        self.plans = old, new
        self.outlines: list[Footprint] = [one.outline for one in self.placed]

    def shapes(self, outlines: Sequence[Footprint]) -> tuple[UnitShape, UnitShape]:
        """Before and after."""
        first, second = outlines[: self.count], outlines[self.count :]
        return shape(first, self.plans[0]), shape(second, self.plans[1])

    def centres(self, outlines: Sequence[Footprint]) -> tuple[Point, Point]:
        """Mean of the base centres, before and after."""
        return _centre(outlines[: self.count]), _centre(outlines[self.count :])

    def spread(self, value: Callable[[Sequence[Footprint]], float]) -> float:
        """95 % half-width of a value that is a function of all the outlines."""
        return plus_minus(value, self.placed)

    def spread_deg(self, angle_deg: Callable[[Sequence[Footprint]], float]) -> float:
        """The same of an angle, which may not jump where the circle closes."""
        middle = angle_deg(self.outlines)
        return self.spread(lambda o: (angle_deg(o) - middle + 180) % 360 - 180)


def _centre(outlines: Sequence[Footprint]) -> Point:
    count = len(outlines)
    return sum(f.x_in for f in outlines) / count, sum(f.y_in for f in outlines) / count


def turn_deg(first: Point, second: Point) -> float:
    """From one unit vector to another, degrees, counter-clockwise, -180 to 180."""
    cross = first[0] * second[1] - first[1] * second[0]
    return math.degrees(math.atan2(cross, first[0] * second[0] + first[1] * second[1]))


@remembered
def facing_change(
    before: Snapshot,
    after: Snapshot,
    unit: str,
    *,
    loose: Loose = None,
    part: Part = None,
) -> Reading:
    """How much the front of a unit turned, degrees, 0 to 180."""
    typed = by_hand(after, "facing_change", unit, "")
    if typed:
        return typed
    both = Twice(before, after, unit, loose, part)

    def turned(outlines: Sequence[Footprint]) -> float:
        old, new = both.shapes(outlines)
        return turn_deg(old.ahead, new.ahead)

    old, new = both.shapes(both.outlines)
    spread = both.spread_deg(turned)
    evidence = (
        Shape("segment", (old.fl, old.fr), "from"),
        Shape("segment", (new.fl, new.fr), "to"),
    )
    return Reading("facing_change", abs(turned(both.outlines)), spread, "deg", unit, "", evidence)


@remembered
def move_distance(
    before: Snapshot,
    after: Snapshot,
    unit: str,
    *,
    measured: Measured = "",
    loose: Loose = None,
    part: Part = None,
) -> Reading:
    """How far a unit moved in a straight line, inches.

    By default the greater displacement of its two front corners; of a loose unit that of
    the mean of its base centres. A leader: *measured* ``"centre"``.
    """
    typed = by_hand(after, "move_distance", unit, "")
    if typed:
        return typed
    both = Twice(before, after, unit, loose, part)
    how = measured or ("centre" if both.plans[0].loose else "corner")

    def far(outlines: Sequence[Footprint]) -> float:
        return math.dist(*_followed(both, outlines, how))

    ends = _followed(both, both.outlines, how)
    spread = both.spread(far)
    return Reading("move_distance", math.dist(*ends), spread, "in", unit, "", line(*ends))


def _followed(both: Twice, outlines: Sequence[Footprint], how: Measured) -> tuple[Point, Point]:
    if how == "centre":
        return both.centres(outlines)
    old, new = both.shapes(outlines)
    if how == "front":
        return old.fc, new.fc
    pairs = ((old.fl, new.fl), (old.fr, new.fr))
    return max(pairs, key=lambda pair: math.dist(*pair))


STILL_IN = 0.25
"""A corner or a gun that moved no more than this stayed put, unless told otherwise."""


@remembered
def in_forward_arc(
    before: Snapshot,
    after: Snapshot,
    unit: str,
    half_angle_deg: float = 45.0,
    *,
    loose: Loose = None,
) -> Reading:
    """Did the unit stay in its forward arc?  Margin in inches.

    FL may not end left of the ray from where it stood turned outward by *half_angle_deg*,
    nor FR right of its ray, nor either behind the line of the old front. That the facing
    stays the same is ``facing_change``'s to say.
    """
    typed = by_hand(after, "in_forward_arc", unit, "")
    if typed:
        return typed
    both = Twice(before, after, unit, loose)

    def inside(outlines: Sequence[Footprint]) -> float:
        old, new = both.shapes(outlines)
        ahead, left, right = wedge(old, half_angle_deg)
        return min(
            point_margin((ahead, left), *new.fl),
            point_margin((ahead, right), *new.fr),
        )

    old, new = both.shapes(both.outlines)
    evidence = (*line(old.fl, new.fl), *line(old.fr, new.fr))
    spread = both.spread(inside)
    return Reading("in_forward_arc", inside(both.outlines), spread, "in", unit, "", evidence)


@remembered
def wheel_pivot(
    before: Snapshot,
    after: Snapshot,
    unit: str,
    *,
    tolerance_in: float = STILL_IN,
    loose: Loose = None,
) -> Pivot:
    """Which front corner stayed put while the unit wheeled?"""
    both = Twice(before, after, unit, loose)

    def ways(outlines: Sequence[Footprint]) -> tuple[float, float]:
        old, new = both.shapes(outlines)
        return math.dist(old.fl, new.fl), math.dist(old.fr, new.fr)

    left, right = ways(both.outlines)
    which = 0 if left <= right else 1
    spread = both.spread(lambda outlines: ways(outlines)[which])
    margin = tolerance_in - min(left, right)
    old, new = both.shapes(both.outlines)
    evidence = line(*((old.fr, new.fr) if which else (old.fl, new.fl)))
    reading = by_hand(after, "wheel_pivot", unit, "") or Reading(
        "wheel_pivot", margin, spread, "in", unit, "", evidence
    )
    return Pivot(reading, "right" if which else "left")


@remembered
def gun_pivot(
    before: Snapshot,
    after: Snapshot,
    gun: str,
    *,
    tolerance_in: float = STILL_IN,
    part: Part = None,
) -> GunPivot:
    """How far a gun was turned, and whether it stayed where it was."""
    turn = facing_change(before, after, gun, loose=frozenset(), part=part)
    typed = by_hand(after, "gun_in_place", gun, "")
    if typed:
        return GunPivot(turn, typed)
    both = Twice(before, after, gun, frozenset(), part)
    ends = both.centres(both.outlines)
    spread = both.spread(lambda outlines: math.dist(*both.centres(outlines)))
    margin = tolerance_in - math.dist(*ends)
    return GunPivot(turn, Reading("gun_in_place", margin, spread, "in", gun, "", line(*ends)))


@remembered
def charge_straight(
    before: Snapshot, after: Snapshot, unit: str, *, loose: Loose = None
) -> Reading:
    """Between the old front's facing and the way its centre went, degrees, 0 to 180."""
    typed = by_hand(after, "charge_straight", unit, "")
    if typed:
        return typed
    both = Twice(before, after, unit, loose)

    def off(outlines: Sequence[Footprint]) -> float:
        old, new = both.shapes(outlines)
        (ax, ay), (bx, by) = old.fc, new.fc
        return turn_deg(old.ahead, (bx - ax, by - ay))

    old, new = both.shapes(both.outlines)
    spread = both.spread_deg(off)
    evidence = line(old.fc, new.fc)
    return Reading("charge_straight", abs(off(both.outlines)), spread, "deg", unit, "", evidence)
