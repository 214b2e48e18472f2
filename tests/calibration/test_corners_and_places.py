"""Tables without typed markers: corners shown by hand, and places found by the program.

Truth is the simulated camera's own optics, which share no arithmetic with calibration.
"""

from __future__ import annotations

import math

import numpy as np
import pytest

from calibration.camera import CalibrationError
from calibration.corners import CLICK_SIGMA_PX, register_corners
from calibration.found_places import Tape, find_places
from tests.cameras.scenes import SIZE_PX, small_table
from vision.simulator.camera import SimulatedCamera


@pytest.fixture(scope="module")
def camera() -> SimulatedCamera:
    table, poses = small_table()
    return SimulatedCamera(table, poses, size_px=SIZE_PX, fps=0)


def shown_corners(camera: SimulatedCamera, off_px: float = 0.0) -> list[tuple[float, float]]:
    wide, deep = camera.scene.size_in
    true = np.array([(0, deep, 0), (wide, deep, 0), (wide, 0, 0), (0, 0, 0)], dtype=float)
    pushed = camera.pinhole.to_pixels(true) + np.array([(1, -1), (-1, 1), (1, 1), (0, -1)]) * off_px
    return [(float(x), float(y)) for x, y in pushed]


@pytest.mark.parametrize("known", [True, False])
def test_true_corners_place_the_table(camera: SimulatedCamera, known: bool) -> None:
    """With exact corners what is left is the lens: 0.02 in where it is known; where it is not,
    the middle of a table that fills the picture may bow by a hundredth of its width."""
    lens = camera.lens if known else None
    found = register_corners(shown_corners(camera), camera.scene.size_in, SIZE_PX, lens)
    places = np.array([(8.0, 9.0, 0.0), (15.0, 9.0, 0.0), (24.0, 14.0, 0.0)])
    off = found.to_table(camera.pinhole.to_pixels(places), 0.0) - places[:, :2]
    assert np.abs(off).max() < (0.02 if known else 0.3)


def test_what_a_click_can_be_wrong_is_in_the_errors(camera: SimulatedCamera) -> None:
    """Clicks off by their standard deviation: every place is within three of its own."""
    click_px = CLICK_SIGMA_PX * SIZE_PX[0] / 1920
    corners = shown_corners(camera, click_px)
    found = register_corners(corners, camera.scene.size_in, SIZE_PX, camera.lens)
    places = np.array([(x, y, 0.0) for x in (3.0, 15.0, 27.0) for y in (3.0, 9.0, 15.0)])
    pixels = camera.pinhole.to_pixels(places)
    off = found.to_table(pixels, 0.0) - places[:, :2]
    _, shared = found.table_jacobians(pixels, 0.0)
    sigma = np.sqrt((shared**2).sum(axis=1))
    assert (np.abs(off) < 3 * sigma).all() and sigma.min() > 0.03


@pytest.mark.parametrize("order", [(0, 2, 1, 3), (3, 2, 1, 0)])
def test_corners_in_another_order_are_refused(camera: SimulatedCamera, order: tuple[int]) -> None:
    corners = shown_corners(camera)
    with pytest.raises(CalibrationError, match="in the order"):
        register_corners([corners[k] for k in order], (30.0, 18.0), SIZE_PX)


def test_a_speck_is_no_table() -> None:
    with pytest.raises(CalibrationError, match="too small"):
        register_corners([(0, 0), (9, 0), (9, 9), (0, 9)], (30.0, 18.0), SIZE_PX)


def test_markers_are_found_where_they_lie(camera: SimulatedCamera) -> None:
    """Without a tape the size hangs on squares 46 px wide, each edge to some 0.05 px: a third of
    a percent of 30 in, 0.1 in."""
    markers = {marker.id: marker for marker in camera.scene.markers}
    size_in = markers[0].size_in
    found = find_places(camera.read().picture, (30.0, 18.0), size_in, camera.lens)
    assert {marker.id for marker in found.markers} == set(markers)
    for marker in found.markers:
        true = markers[marker.id]
        assert math.dist((marker.x_in, marker.y_in), (true.x_in, true.y_in)) < 0.1
        assert abs(marker.turned_deg) < 1.0


def test_a_tape_puts_a_misprinted_side_right(camera: SimulatedCamera) -> None:
    """Markers printed 3 % small but called true to size; 0.05 in is then left of an inch."""
    markers = {marker.id: marker for marker in camera.scene.markers}
    far = math.dist((markers[3].x_in, markers[3].y_in), (markers[1].x_in, markers[1].y_in))
    picture, wrong_in = camera.read().picture, markers[0].size_in / 0.97
    found = find_places(picture, (30.0, 18.0), wrong_in, camera.lens, tape=Tape(3, 1, far))
    off = [
        math.dist((m.x_in, m.y_in), (markers[m.id].x_in, markers[m.id].y_in)) for m in found.markers
    ]
    assert max(off) < 0.05 and found.sigma_in < 0.1


def test_a_tape_that_cannot_be_true_is_refused(camera: SimulatedCamera) -> None:
    with pytest.raises(CalibrationError, match="check the tape"):
        size_in = camera.scene.markers[0].size_in
        find_places(
            camera.read().picture, (30.0, 18.0), size_in, camera.lens, tape=Tape(3, 1, 12.0)
        )


def test_too_few_markers_are_named(camera: SimulatedCamera) -> None:
    picture = camera.read().picture.copy()
    picture[:, 300:] = 90
    with pytest.raises(CalibrationError, match="4 are needed"):
        find_places(picture, (30.0, 18.0), 1.4, camera.lens)


def test_a_mirrored_picture_is_named_as_such(camera: SimulatedCamera) -> None:
    mirrored = np.ascontiguousarray(camera.read().picture[:, ::-1])
    with pytest.raises(CalibrationError, match="mirrored"):
        find_places(mirrored, (30.0, 18.0), 1.4, camera.lens)
