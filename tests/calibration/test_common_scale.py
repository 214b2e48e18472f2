"""Marker places that were found, not measured, share an error of scale; the ± must carry it."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.camera import Calibration, Lens
from calibration.register import Given, lens_belief, with_common_scale
from calibration.table_file import MARKER_TOLERANCE_IN, Marker

LENS = Lens(1920, 1080, 1600, 1600, 959.5, 539.5)
CORNERS = ((0, 0), (60, 0), (60, 40), (0, 40))


def seen_from_above() -> Calibration:
    """70 in over the table's middle, looking straight down, without any other error."""
    turn = np.array([np.pi, 0.0, 0.0])
    return Calibration(LENS, turn, np.array([-30.0, 20.0, 70.0]), np.zeros((0, 15)), 0.0, "test")


def scale_row_in(together_in: float) -> float:
    """How far one sigma moves two points a foot apart, inches."""
    markers = tuple(Marker(k, x, y, 2.0) for k, (x, y) in enumerate(CORNERS))
    belief = lens_belief(LENS, None, (1920, 1080))
    given = Given(markers, (1920, 1080), belief, MARKER_TOLERANCE_IN, together_in)
    camera = with_common_scale(seen_from_above(), given)
    pixels = camera.to_pixels(np.array([[24.0, 20.0, 0.0], [36.0, 20.0, 0.0]]))
    _, shared = camera.table_jacobians(pixels, 0.0)
    return float(np.linalg.norm((shared[1] - shared[0]).sum(axis=0)))


def test_a_foot_is_as_unsure_as_the_table_is() -> None:
    """0.36 in at the corners, sqrt(30² + 20²) = 36.06 in from the middle: 1 % of 12 in."""
    assert scale_row_in(0.3606) == pytest.approx(0.12, rel=1e-3)


def test_markers_laid_by_hand_have_no_such_error() -> None:
    assert scale_row_in(0.0) == 0.0
