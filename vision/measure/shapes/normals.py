"""The way straight off from a unit in touch, by the sides that meet.

The nearest points of two outlines that touch are no direction: a hair's breadth turns the line
between them round. The side along which they meet is one, and turns no more than the bases do.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from vision.measure.shapes.footprint import Footprint
from vision.table.reading import Point

BESIDE = math.cos(math.radians(30.0))
"""Stands that face within so much of each other are one line or column."""


class Normal(NamedTuple):
    """A side that two units may meet along.

    ``off``: the unit vector on which the first leaves the second. ``side`` is one of the first
    unit's when ``own``, else of the second's. ``apart_in``: how far the units are apart across
    it, negative when one reaches over it.
    """

    off: Point
    side: str
    own: bool
    apart_in: float


def normals(one: Sequence[Footprint], other: Sequence[Footprint]) -> tuple[Normal, ...]:
    """The outer sides of two units of rectangles, the likeliest to be met along first."""
    found = []
    for feet, facing, own in ((one, other, True), (other, one, False)):
        for foot in feet:
            for side, (nx, ny), half in _outer(foot, feet):
                apart = min(_along(foot, (nx, ny), facing)) - half
                found.append(Normal((-nx, -ny) if own else (nx, ny), side, own, apart))
    return tuple(sorted(found, key=lambda normal: -normal.apart_in))


def likely(
    one: Sequence[Footprint], other: Sequence[Footprint], slack_in: float, doubt_in: float
) -> tuple[Normal, ...]:
    """The sides that two units may be said to meet along, the best first.

    A front within *slack_in* of the best side is what they meet along, so that units corner to
    corner face each other; *doubt_in* is how little the ruler can tell apart.
    """
    every = normals(one, other)
    best = every[0].apart_in
    fronts = [n for n in every if n.side == "front" and n.apart_in >= best - slack_in - doubt_in]
    if any(normal.apart_in >= best - slack_in + doubt_in for normal in fronts):
        return tuple(fronts)
    rest = [n for n in every if n.side != "front" and n.apart_in >= best - doubt_in]
    clear = [n for n in fronts if n.apart_in >= best - slack_in]
    return (*clear, *rest, *(n for n in fronts if n not in clear))


def _outer(foot: Footprint, feet: Sequence[Footprint]) -> Iterator[tuple[str, Point, float]]:
    """The sides of a stand beyond which no stand of its own line or column goes on."""
    ux, uy = foot.ahead
    beside = [
        two for two in feet
        if two is not foot and two.ahead[0] * ux + two.ahead[1] * uy >= BESIDE
    ]  # fmt: skip
    for side, way, half in (
        ("front", (ux, uy), foot.half_depth_in), ("left", (-uy, ux), foot.half_width_in),
        ("rear", (-ux, -uy), foot.half_depth_in), ("right", (uy, -ux), foot.half_width_in),
    ):  # fmt: skip
        if not any(max(_along(foot, way, (two,))) > 2 * half for two in beside):
            yield side, way, half


def _along(foot: Footprint, way: Point, feet: Sequence[Footprint]) -> list[float]:
    """How far along *way* from the middle of *foot* the corners of *feet* lie, inches."""
    return [
        (x - foot.x_in) * way[0] + (y - foot.y_in) * way[1]
        for one in feet
        for x, y in one.corners_in
    ]
