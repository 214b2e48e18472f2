"""Tags of a known camera are placed at their true poses, with a ± that covers the error."""

from __future__ import annotations

import math

import numpy as np
import pytest

from calibration.camera import Calibration, Lens
from calibration.table_file import BaseInPlay, TerrainPiece
from calibration.tolerances import AS_TYPED
from tests.calibration.pinhole import Pinhole, edge_markers, square
from tests.calibration.test_register import LENS, SIZE_PX, register_exact, see
from vision.measure.shapes.hill import ground_at
from vision.table.snapshot import Pose
from vision.tags.tag import Tag
from vision.watch.hills import place_on_terrain
from vision.watch.locate import Task, locate, locate_all

CAMERA = Pinhole()
BASE = BaseInPlay(
    "R01", 2.4, 1.6, 1.0, height_in=0.12, tag_offset_in=(0.4, -0.25), tag_height_in=0.13
)


@pytest.fixture(scope="module")
def exact() -> Calibration:
    """The true camera, to a ten-thousandth of an inch."""
    seen = see(edge_markers(), noise_px=0)
    return register_exact(seen, edge_markers(), SIZE_PX, LENS).calibration


def tag_of(
    x: float, y: float, facing: float, ground: float = 0.0, noise_px: float = 0.0, seed: int = 0
) -> Tag:
    """The tag of BASE standing there, as the independent camera sees it."""
    turn = math.radians(facing)
    right, forward = BASE.tag_offset_in
    tx = x + forward * math.cos(turn) + right * math.sin(turn)
    ty = y + forward * math.sin(turn) - right * math.cos(turn)
    # The printed top looks where the unit looks: north turned by facing - 90.
    corners = square(tx, ty, ground + BASE.tag_height_in, BASE.tag_size_in, facing - 90)
    pixels = CAMERA.see(corners) + np.random.default_rng(seed).normal(0, 1, (4, 2)) * noise_px
    a, b, c, d = ((float(u), float(v)) for u, v in pixels)
    return Tag("R01", (a, b, c, d), noise_px, "test")


def turned(a: float, b: float) -> float:
    return (a - b + 180) % 360 - 180


def variance(pose: Pose) -> np.ndarray:
    """(3, 3) of x, y, facing, own and shared together."""
    xx, xy, xf, yy, yf, ff = pose.own
    shared = np.array(pose.shared).reshape(-1, 3)
    return np.array([[xx, xy, xf], [xy, yy, yf], [xf, yf, ff]]) + shared.T @ shared


@pytest.mark.parametrize("facing", [0.0, 37.0, 90.0, 200.0, 341.0])
@pytest.mark.parametrize("place", [(36.0, 24.0), (6.0, 42.0), (66.0, 5.0)])
@pytest.mark.parametrize("ground", [0.0, 2.0])
def test_a_base_is_placed_where_it_stands(
    exact: Calibration, place: tuple[float, float], facing: float, ground: float
) -> None:
    pose = locate(tag_of(*place, facing, ground), BASE, exact, ground)
    assert (pose.x_in, pose.y_in) == pytest.approx(place, abs=0.001)
    assert abs(turned(pose.facing_deg, facing)) < 0.01
    assert pose.ground_in == ground


def test_a_hill_ignored_moves_the_base_outwards_by_the_law_of_parallax(exact: Calibration) -> None:
    """r h / (H - h): 2 in up, 30 in from the camera's foot, 74 in high: 0.83 in."""
    x, y, height = CAMERA.eye
    pose = locate(tag_of(x + 30, y, 90, 2.0), BASE, exact, 0.0)
    h = 2.0 + BASE.tag_height_in
    out = 30 * (height - BASE.tag_height_in) / (height - h) - 30
    assert pose.x_in - (x + 30) == pytest.approx(out, abs=0.03)


def test_the_stated_error_is_the_true_one(exact: Calibration) -> None:
    """Noise of 0.1 px on the corners: over 300 readings the squared error over its stated
    variance averages 1 per axis (sd of the mean 0.08), less what is stated for rounding and
    the camera: so it must lie under 1.2 and well above 0."""
    ratios = []
    for seed in range(300):
        task = Task(tag_of(50, 12, 120, 0.0, 0.1, seed), BASE, tolerances=AS_TYPED)
        pose = locate_all((task,), exact)[0].pose
        off = np.array([pose.x_in - 50, pose.y_in - 12, turned(pose.facing_deg, 120)])
        ratios.append(off**2 / np.diag(variance(pose)))
    assert (np.mean(ratios, axis=0) < 1.2).all()
    assert (np.mean(ratios, axis=0) > 0.1).all()


def test_corner_noise_alone_is_propagated_exactly(exact: Calibration) -> None:
    """A base of no tolerance, under the camera: sd of the centre is sigma / 2 / scale."""
    base = BaseInPlay("R01", 2.4, 1.6, 1.0, tag_height_in=0.13)
    x, y, height = CAMERA.eye
    centred = square(x, y, 0.13, 1.0, 0)
    pixels = CAMERA.see(centred)
    a, b, c, d = ((float(u), float(v)) for u, v in pixels)
    task = Task(Tag("R01", (a, b, c, d), 0.2, "test"), base, tolerances=AS_TYPED)
    pose = locate_all((task,), exact)[0].pose
    px_per_in = CAMERA.focal / (height - 0.13)
    # 0.02 px of rounding is always added: 0.201; a hundredth for the camera's tilt.
    assert math.sqrt(pose.own[0]) == pytest.approx(0.201 / 2 / px_per_in, rel=0.02)
    # Facing: the corners of a square of side s have a lever of s/sqrt 2 each, four of them.
    assert math.sqrt(pose.own[5]) == pytest.approx(
        math.degrees(0.201 / px_per_in / math.sqrt(2)), rel=0.02
    )


def test_many_at_once_equal_one_by_one(exact: Calibration) -> None:
    tasks = [Task(tag_of(10 + 4 * k, 8 + 2 * k, 25 * k), BASE, 0.5 * (k % 2)) for k in range(6)]
    together = locate_all(tasks, exact)
    for task, fitted in zip(tasks, together, strict=True):
        alone = locate(task.tag, task.base, exact, task.ground_in)
        assert (alone.x_in, alone.y_in) == pytest.approx((fitted.pose.x_in, fitted.pose.y_in))
        assert alone.own == pytest.approx(fitted.pose.own)


def test_the_apparent_size_is_the_printed_one_at_the_right_height(exact: Calibration) -> None:
    right, wrong = (
        locate_all([Task(tag_of(50, 30, 10, 2.0), BASE, ground)], exact)[0] for ground in (2.0, 0.0)
    )
    assert right.scale == pytest.approx(1.0, abs=1e-4)
    # Taken 2 in too low it seems larger by (H - 0.13) / (H - 2.13).
    height = CAMERA.eye[2]
    assert wrong.scale == pytest.approx((height - 0.13) / (height - 2.13), abs=1e-3)


HILLS = (
    TerrainPiece("hill", ((40, 14), (62, 14), (62, 36), (40, 36)), 2.0),
    TerrainPiece("hill", ((8, 8), (20, 8), (20, 20), (8, 20)), 1.0),
    TerrainPiece("wood", ((30, 40), (36, 40), (36, 46), (30, 46)), 5.0),
)


@pytest.mark.parametrize(
    ("x", "y", "ground"), [(50, 25, 2.0), (14, 14, 1.0), (25, 40, 0.0), (66, 25, 0.0), (33, 43, 0)]
)
def test_the_hill_is_told_from_its_outline(
    exact: Calibration, x: float, y: float, ground: float
) -> None:
    tag = tag_of(x, y, 45, ground, 0.05)
    (placed,) = place_on_terrain(((tag, BASE),), exact, HILLS)
    assert placed.pose.ground_in == ground
    assert placed.flag is None
    # 0.05 px corners are 0.0012 in at the centre; 5 sigma.
    assert math.hypot(placed.pose.x_in - x, placed.pose.y_in - y) < 0.006


def test_at_the_edge_the_doubt_is_said_or_the_size_decides(exact: Calibration) -> None:
    """Just outside the far edge of a 2 in hill the base might as well stand on its rim. The
    tag's size decides when it can be measured; with poor corners the ± covers both."""
    sharp = place_on_terrain(((tag_of(62.3, 25, 90, 0.0, 0.02), BASE),), exact, HILLS)[0]
    assert sharp.pose.ground_in == 0.0 and sharp.flag is None
    poor = place_on_terrain(((tag_of(62.3, 25, 90, 0.0, 1.5, 3), BASE),), exact, HILLS)[0]
    assert poor.flag is not None and poor.flag.kind == "edge"
    half_width = 1.96 * math.sqrt(variance(poor.pose)[0, 0])
    assert abs(poor.pose.x_in - 62.3) < half_width


def test_a_height_that_a_person_said_is_not_doubted(exact: Calibration) -> None:
    tag = tag_of(62.3, 25, 90, 0.0, 1.5, 3)
    (placed,) = place_on_terrain(((tag, BASE),), exact, HILLS, {"R01": 2.0})
    assert placed.pose.ground_in == 2.0 and placed.flag is None


def test_the_highest_hill_counts_where_two_overlap() -> None:
    stacked = (*HILLS, TerrainPiece("hill", ((45, 20), (55, 20), (55, 30), (45, 30)), 4.0))
    assert ground_at(50, 25, stacked) == 4.0
    assert ground_at(42, 25, stacked) == 2.0
    assert ground_at(33, 43, stacked) == 0.0


def test_a_lens_error_is_shared_by_neighbours(exact: Calibration) -> None:
    """Two bases side by side are wrong together: the ± of the distance is smaller than that
    of either place when only the shared errors count."""
    loose = Lens(1920, 1080, 1600, 1600, 962, 537, -0.08, 0.02, 3e-4, -2e-4)
    errors = exact.errors * 5
    shaky = Calibration(loose, exact.rvec, exact.tvec, errors, 0, "shaky")
    one = np.array(locate(tag_of(60, 40, 90), BASE, shaky).shared)
    two = np.array(locate(tag_of(61, 40, 90), BASE, shaky).shared)
    assert np.linalg.norm((one - two)[:, :2]) < 0.2 * np.linalg.norm(one[:, :2])


def test_no_points_are_projected_to_no_points(exact: Calibration) -> None:
    none = np.empty((0, 3))
    assert exact.to_pixels(none).shape == exact.to_table(none[:, :2], 0.0).shape == (0, 2)
    assert [len(slopes) for slopes in exact.pixel_slopes(none)] == [0, 0]
    assert [len(slopes) for slopes in exact.table_jacobians(none[:, :2], 0.0)] == [0, 0]
