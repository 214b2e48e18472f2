"""The simulated camera's own optics, against hand arithmetic and against OpenCV as oracle."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.simulator.optics.pinhole import Optics, Pinhole, bend, hang_over, unbend

STRAIGHT = Optics(1000, 800, 500.0, 499.5, 399.5)


def test_a_level_camera_sees_a_point_where_similar_triangles_put_it() -> None:
    """50 in up, f = 500 px: 10 px to the inch; 3 in east and 2 in north is 30 right, 20 up."""
    camera = Pinhole(STRAIGHT, (10.0, 20.0, 50.0))
    assert camera.to_pixels(np.array([(13.0, 22.0, 0.0)]))[0] == pytest.approx((529.5, 379.5))


def test_a_raised_point_leans_outwards() -> None:
    """10 in up under a camera at 50 in: 500 / 40 = 12.5 px to the inch."""
    camera = Pinhole(STRAIGHT, (0.0, 0.0, 50.0))
    assert camera.to_pixels(np.array([(4.0, 0.0, 10.0)]))[0] == pytest.approx((549.5, 399.5))


def test_a_camera_turned_by_a_quarter_has_north_on_its_right() -> None:
    camera = Pinhole(STRAIGHT, (0.0, 0.0, 50.0), yaw_deg=90.0)
    assert camera.to_pixels(np.array([(0.0, 2.0, 0.0)]))[0] == pytest.approx((519.5, 399.5))


def test_the_projection_is_opencvs() -> None:
    """OpenCV as oracle: the same axes and lens give the same pixels to rounding."""
    camera = hang_over((72.0, 48.0), 1920, 1080)
    lens, axes = camera.optics, camera.axes()
    points = np.random.default_rng(1).uniform((0, 0, 0), (72, 48, 3), (40, 3))
    matrix = np.array(
        [[lens.focal_px, 0, lens.centre_x_px], [0, lens.focal_px, lens.centre_y_px], [0, 0, 1]]
    )
    turn = cv2.Rodrigues(axes)[0]
    bent = np.array([lens.k1, lens.k2, lens.p1, lens.p2, 0.0])
    shift = -axes @ np.array(camera.eye_in)
    oracle = cv2.projectPoints(points, turn, shift, matrix, bent)[0].reshape(-1, 2)
    assert camera.to_pixels(points) == pytest.approx(oracle, abs=1e-6)


def test_looking_back_along_a_ray_finds_the_point_again() -> None:
    camera = hang_over((72.0, 48.0), 1920, 1080)
    points = np.random.default_rng(2).uniform((0, 0, 2), (72, 48, 2), (40, 3))
    found = camera.to_plane(camera.to_pixels(points), 2.0)
    assert found == pytest.approx(points[:, :2], abs=1e-6)


def test_unbending_undoes_bending() -> None:
    lens = Optics(1, 1, 1.0, 0.0, 0.0, -0.1, 0.02, 0.0005, -0.0004)
    flat = np.random.default_rng(3).uniform(-0.7, 0.7, (100, 2))
    assert unbend(bend(flat, lens), lens) == pytest.approx(flat, abs=1e-8)


@pytest.mark.parametrize("size_in", [(72.0, 48.0), (48.0, 72.0), (36.0, 27.0), (120.0, 48.0)])
def test_the_camera_hangs_high_enough_to_see_the_whole_table(size_in: tuple[float, float]) -> None:
    camera = hang_over(size_in, 1920, 1080)
    corners = [(x, y, 0.0) for x in (0.0, size_in[0]) for y in (0.0, size_in[1])]
    pixels = camera.to_pixels(np.array(corners))
    assert np.all(pixels > 0) and np.all(pixels < (1920, 1080))
    # And no higher than needed: the table fills most of one side of the picture.
    spread = pixels.max(axis=0) - pixels.min(axis=0)
    assert max(spread / (1920, 1080)) > 0.85
