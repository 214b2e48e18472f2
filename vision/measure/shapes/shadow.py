"""What a point can see: the angles that things cover, and the widest clear look past them.

Seen from one point, everything convex covers one interval of directions. Whatever stands
nearer than the target takes its interval out of the target's. The margin of a look is the
angle by which the best direction misses the nearest shadow (negative: by which even the
best direction is inside one).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from vision.measure.shapes.convex import Piece, ray_entry
from vision.table.reading import Point

GRAZE_RAD = 1e-9

FLUSH_IN = 1e-6
"""A neighbour that stands flush with the target does not stand before it."""


class Span(NamedTuple):
    """Directions covered, radians to the left of straight ahead."""

    low: float
    high: float


def span(eye: Point, ahead: Point, piece: Piece) -> Span:
    """The directions that a piece covers; half a turn or more when the eye is on it."""
    turns = [_turn(eye, ahead, point) for point in piece.points_in]
    if piece.radius_in:
        far = math.dist(eye, piece.points_in[0])
        half = math.pi if far <= piece.radius_in else math.asin(piece.radius_in / far)
        return Span(turns[0] - half, turns[0] + half)
    low, high, here = turns[0], turns[0], turns[0]
    for before, after in zip(turns, [*turns[1:], turns[0]], strict=True):
        here += _wrapped(after - before)
        low, high = min(low, here), max(high, here)
    if abs(here - turns[0]) > math.pi:
        return Span(-math.pi, math.pi)
    around = round((low + high) / 2 / math.tau) * math.tau
    return Span(low - around, high - around)


def _turn(eye: Point, ahead: Point, to: Point) -> float:
    dx, dy = to[0] - eye[0], to[1] - eye[1]
    ux, uy = ahead
    return math.atan2(ux * dy - uy * dx, ux * dx + uy * dy)


def _wrapped(angle: float) -> float:
    if angle > math.pi:
        return angle - math.tau
    return angle + math.tau if angle < -math.pi else angle


def turned(ahead: Point, angle_rad: float) -> Point:
    """A unit vector turned to the left."""
    c, s = math.cos(angle_rad), math.sin(angle_rad)
    return c * ahead[0] - s * ahead[1], s * ahead[0] + c * ahead[1]


def is_before(
    eye: Point, ahead: Point, piece: Piece, covered: Span, target: Piece, goal: Span
) -> bool:
    """Does the piece stand nearer than the target, where their directions meet?

    Two convex things that do not overlap keep their order over all directions they share,
    so one direction decides; when they share none, the two directions nearest together do.
    """
    middle = (max(covered.low, goal.low) + min(covered.high, goal.high)) / 2
    own = ray_entry(eye, turned(ahead, _into(covered, middle)), piece)
    return own < ray_entry(eye, turned(ahead, _into(goal, middle)), target) - FLUSH_IN


def _into(directions: Span, angle: float) -> float:
    inset = min(GRAZE_RAD, (directions.high - directions.low) / 2)
    return min(max(angle, directions.low + inset), directions.high - inset)


def clearest(goal: Span, shadows: Sequence[Span], most: float) -> tuple[float, float]:
    """The best direction of the target and its margin (at most *most*), radians.

    The greatest, over the directions of the target, of the least angle to a shadow; it is
    found at an end of the target, half-way between borders of two shadows, or where the
    margin reaches *most*.
    """
    middle = (goal.low + goal.high) / 2
    if not shadows:
        return middle, most
    tries = [middle, goal.low, goal.high]
    tries += [(one.low + two.high) / 2 for one in shadows for two in shadows if one is not two]
    tries += [one.low - most for one in shadows] + [one.high + most for one in shadows]
    best = (-math.inf, middle)
    for way in tries:
        if goal.low <= way <= goal.high:
            clear = min(max(one.low - way, way - one.high) for one in shadows)
            best = max(best, (min(clear, most), way))
    return best[1], best[0]
