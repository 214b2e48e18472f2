"""The ground that a base may cover when it is moved, for drawing.

Law: a drawing only; whether a move was lawful is measured from the table after it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from vision.measure.shapes.convex import rim
from vision.measure.shapes.footprint import place
from vision.measure.shapes.polygon import hull
from vision.table.reading import Point
from vision.table.snapshot import Base

STEP_DEG = 7.5
"""A circle is drawn with 48 sides: 0.2 % of its radius too small, 0.02 in at 8 in."""


def standing(base: Base) -> tuple[Point, ...]:
    """The outline of a base where it stands, inches to a hundredth; () when it is not seen."""
    if base.pose is None or base.status != "seen":
        return ()
    return tuple((round(x, 2), round(y, 2)) for x, y in rim(place(base).outline))


def swept(
    outline_in: Sequence[Point], far_in: float, toward_deg: float = 0.0, spread_deg: float = 180.0
) -> tuple[Point, ...]:
    """Every place of a convex outline that is shifted, not turned, by *far_in* at most.

    Only within *spread_deg* either side of *toward_deg* (counter-clockwise from +x), 180 is
    any way. Two convex shapes: their Minkowski sum is the hull of the sums of their corners.
    A base that turns as well stays inside it, as long as each of its corners moves no farther.

    Raises:
        ValueError: a spread between 90 and 180, which is no convex shape.
    """
    if far_in <= 0:
        return tuple(outline_in)
    ways = _ways(far_in, toward_deg, spread_deg)
    found = hull([(x + dx, y + dy) for x, y in outline_in for dx, dy in ways])
    return tuple((round(x, 2), round(y, 2)) for x, y in found)


def _ways(far_in: float, toward_deg: float, spread_deg: float) -> list[Point]:
    if 90 < spread_deg < 180:
        raise ValueError(f"a spread of {spread_deg:g} degrees is neither 90 at most nor 180")
    sides = max(1, math.ceil(2 * spread_deg / STEP_DEG - 1e-9))
    turns = [toward_deg - spread_deg + 2 * spread_deg * k / sides for k in range(sides + 1)]
    ends = [
        (far_in * math.cos(math.radians(turn)), far_in * math.sin(math.radians(turn)))
        for turn in turns
    ]
    return ends if spread_deg == 180 else [(0.0, 0.0), *ends]
