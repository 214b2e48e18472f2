"""How well a base's place is known, as one number for the page."""

from __future__ import annotations

import math

from vision.table.snapshot import Pose

TO_95 = 1.96
"""Standard deviations that hold 95 of 100."""


def plus_minus_in(pose: Pose) -> float:
    """95 % half-width of the place of a base along its worst direction, inches.

    1.96 standard deviations of the greater axis of the (x, y) covariance, own and shared.
    """
    xx, xy, _, yy, _, _ = pose.own
    for dx, dy, _ in (*pose.shared, pose.batched):
        xx, xy, yy = xx + dx * dx, xy + dx * dy, yy + dy * dy
    greater = (xx + yy) / 2 + math.hypot((xx - yy) / 2, xy)
    return round(TO_95 * math.sqrt(max(greater, 0.0)), 3)


def plus_minus_deg(pose: Pose) -> float:
    """95 % half-width of where a base faces, degrees, own and shared."""
    spread = pose.own[5] + sum(turn * turn for _, _, turn in (*pose.shared, pose.batched))
    return round(TO_95 * math.sqrt(max(spread, 0.0)), 2)
