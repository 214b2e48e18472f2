"""The lane of a gun (Q-12)."""

from __future__ import annotations

from rules.centimetres import to_in
from vision.measure.footprint import Footprint
from vision.measure.polygon import is_near
from vision.measure.reading import Point


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
