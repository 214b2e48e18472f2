"""Straight lines and lanes through bases (Q-12)."""

from __future__ import annotations

import math

from rules.centimetres import to_in
from vision.measure.footprint import Footprint
from vision.measure.polygon import is_near
from vision.measure.reading import Point


def span(start: Point, way: Point, foot: Footprint) -> tuple[float, float] | None:
    """Where the line from *start* along the unit vector *way* enters and leaves a footprint.

    Inches along the line, negative behind the start; None when it misses.
    """
    dx, dy = start[0] - foot.x_in, start[1] - foot.y_in
    if foot.radius_in:
        return _disc_span(dx, dy, way, foot.radius_in)
    ux, uy = foot.ahead
    low, high = -math.inf, math.inf
    for at, go, half in (
        (dx * ux + dy * uy, way[0] * ux + way[1] * uy, foot.half_depth_in),
        (dy * ux - dx * uy, way[1] * ux - way[0] * uy, foot.half_width_in),
    ):
        if abs(go) < 1e-12:
            if abs(at) >= half:
                return None
            continue
        near, far = sorted(((-half - at) / go, (half - at) / go))
        low, high = max(low, near), min(high, far)
    return (low, high) if low < high else None


def _disc_span(dx: float, dy: float, way: Point, radius: float) -> tuple[float, float] | None:
    middle = -(dx * way[0] + dy * way[1])
    square = radius * radius - (dx * dx + dy * dy - middle * middle)
    if square <= 0:
        return None
    return middle - math.sqrt(square), middle + math.sqrt(square)


def gun_lane(gun: Footprint, long_cm: float, fan: bool) -> tuple[Point, ...]:
    """The ground ahead of a gun: as wide as its base, or a fan of 90 degrees."""
    fl, fr = gun.corners_in[0], gun.corners_in[1]
    (ux, uy), far = gun.ahead, to_in(long_cm)
    aside = far if fan else 0.0
    return (
        fl, fr,
        (fr[0] + ux * far + uy * aside, fr[1] + uy * far - ux * aside),
        (fl[0] + ux * far - uy * aside, fl[1] + uy * far + ux * aside),
    )  # fmt: skip


def in_lane(lane: tuple[Point, ...], foot: Footprint) -> bool:
    """Is any part of a base in the lane?"""
    return is_near(foot, lane, 0.0)
