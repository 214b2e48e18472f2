"""Straight lines through bases: a ball's flight, a shot's line, a gun's lane."""

from __future__ import annotations

import math

from vision.measure.shapes.footprint import Footprint
from vision.table.reading import HAIR, Point


def span(start: Point, way: Point, foot: Footprint) -> tuple[float, float] | None:
    """Where the line from *start* along the unit vector *way* enters and leaves a footprint.

    Inches along the line, negative behind the start; None when it misses.
    """
    dx, dy = start[0] - foot.x_in, start[1] - foot.y_in
    if foot.radius_in:
        return _disc_span(dx, dy, way, foot.radius_in)
    if abs(dy * way[0] - dx * way[1]) > foot.reach_in + HAIR:
        return None
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
