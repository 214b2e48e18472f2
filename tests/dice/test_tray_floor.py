"""Which way a tray's floor lies, from where a camera sees its corners."""

from __future__ import annotations

import math

import numpy as np
import pytest

from vision.dice.tray import Tray
from vision.dice.tray_floor import tilt_of_floor

SIZE_PX = (1920, 1080)
TRAY = ((-0.3, -0.2), (0.3, -0.2), (0.3, 0.2), (-0.3, 0.2))
"""Corners of a floor of 60 x 40 cm, metres, seen from a metre away."""

Point = tuple[float, float]


def seen(slant_deg: float, roll_deg: float, focal_px: float) -> Tray:
    """The tray through a pinhole at that slant, the camera turned by the roll about its axis."""
    slant, roll = math.radians(slant_deg), math.radians(roll_deg)
    corners: list[Point] = []
    for x, y in TRAY:
        x, y = x * math.cos(roll) - y * math.sin(roll), x * math.sin(roll) + y * math.cos(roll)
        # Slanted about the picture's horizontal axis: what lies further down comes nearer.
        deep = 1.0 - y * math.sin(slant)
        corners.append((focal_px * x / deep + 959.5, focal_px * y * math.cos(slant) / deep + 539.5))
    first, second, third, fourth = corners
    return Tray((first, second, third, fourth))


@pytest.mark.parametrize("focal_px", [1200.0, 1920.0, 4000.0])
def test_a_floor_seen_from_straight_above_has_no_tilt(focal_px: float) -> None:
    tilt, _ = tilt_of_floor(seen(0.0, 20.0, focal_px), SIZE_PX)
    assert np.hypot(*tilt) == pytest.approx(0.0, abs=1e-4)


@pytest.mark.parametrize("slant_deg", [25.0, 40.0])
def test_a_slant_is_the_sine_of_its_angle(slant_deg: float) -> None:
    """What lies further down is nearer, so the floor's normal leans up in the picture, towards
    the far side. The focal length follows from both pairs of sides; four digits of OpenCV's
    single precision are left."""
    tilt, growth = tilt_of_floor(seen(slant_deg, 30.0, 1500.0), SIZE_PX)
    assert tilt == pytest.approx((0.0, -math.sin(math.radians(slant_deg))), abs=0.01)
    assert growth == pytest.approx(1920 / 1500, abs=0.03)


def test_the_corners_may_be_told_either_way_round() -> None:
    first, second, third, fourth = seen(30.0, 30.0, 1500.0).corners_px
    there, _ = tilt_of_floor(Tray((first, second, third, fourth)), SIZE_PX)
    back, _ = tilt_of_floor(Tray((fourth, third, second, first)), SIZE_PX)
    assert there == pytest.approx(back, abs=1e-3)
