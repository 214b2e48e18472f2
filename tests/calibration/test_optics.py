"""The fisheye against OpenCV's own, and its slopes against differences."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.optics import project, unbend

POSE = (np.array([np.pi + 0.05, 0.03, 0.02]), np.array([-27.0, 18.0, 30.0]))
NUMBERS = np.array([900.0, 905.0, 960.0, 540.0, 0.03, -0.01, 0.002, 0.0, 0.004])
POINTS = np.random.default_rng(0).uniform((0, 0, 0), (54, 36, 2), (9, 3))


def test_the_fisheye_is_opencvs() -> None:
    pixels, _ = project(POINTS, POSE, NUMBERS, fisheye=True)
    matrix = np.array([[900.0, 0, 960], [0, 905, 540], [0, 0, 1]])
    k = np.array([0.03, -0.01, 0.004, 0.002])
    oracle, _ = cv2.fisheye.projectPoints(POINTS.reshape(-1, 1, 3), *POSE, matrix, k)
    assert np.allclose(pixels, oracle.reshape(-1, 2), atol=1e-9)


@pytest.mark.parametrize("unknown", [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14])
def test_its_slopes_are_those_of_differences(unknown: int) -> None:
    """Central differences of a step h err by h squared over the size of the number: 1e-6."""
    at = np.concatenate([*POSE, NUMBERS])
    step = 1e-6 * max(1.0, abs(at[unknown]))
    ends = []
    for sign in (1, -1):
        moved = at.copy()
        moved[unknown] += sign * step
        ends.append(project(POINTS, (moved[:3], moved[3:6]), moved[6:], fisheye=True)[0])
    slopes = project(POINTS, POSE, NUMBERS, fisheye=True)[1][:, :, unknown]
    assert np.allclose((ends[0] - ends[1]) / (2 * step), slopes, rtol=1e-5, atol=1e-4)


@pytest.mark.parametrize("fisheye", [True, False])
def test_unbending_is_the_inverse_of_bending(fisheye: bool) -> None:
    pixels, _ = project(POINTS, POSE, NUMBERS, fisheye=fisheye)
    seen = POINTS @ cv2.Rodrigues(POSE[0])[0].T + POSE[1]
    # The five-number model of these numbers turns back beyond 45 degrees.
    near = np.hypot(seen[:, 0], seen[:, 1]) < (5 if fisheye else 0.6) * seen[:, 2]
    flat = unbend(pixels[near], NUMBERS, fisheye=fisheye)
    assert np.allclose(flat, (seen[:, :2] / seen[:, 2:])[near], atol=1e-9)
