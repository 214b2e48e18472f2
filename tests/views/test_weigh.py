"""One base in several views: what shrinks in the mean, what does not, and who is not believed."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.fit.solve import budget
from calibration.fit.world import Looking, in_common
from calibration.register import Registration
from tests.calibration.pinhole import edge_markers
from tests.calibration.test_register import LENS, SIZE_PX, register_exact, see
from vision.table.snapshot import Pose
from vision.views.weigh import agree
from vision.watch.locate import Fitted, packed

NONE = np.zeros((2, 3))


def view(
    x_in: float = 10.0, facing_deg: float = 90.0, pixel_in: float = 0.03, label_in: float = 0.0,
    shared_in: float = 0.0,
) -> Fitted:  # fmt: skip
    """A view with one error of each kind along x (and of the pixels along y and facing too)."""
    rows = {
        "pixels": np.diag([pixel_in, pixel_in, 1.0]),
        "label": np.array([[label_in, 0.0, 0.0]]),
        "tilt": NONE,
    }
    own = packed(np.asarray(sum(each.T @ each for each in rows.values())))
    pose = Pose(x_in, 5.0, facing_deg, own=own, shared=((shared_in, 0.0, 0.0),))
    return Fitted(pose, 1.0, 0.01, rows)


def test_what_each_camera_has_wrong_alone_is_halved_in_variance_by_two() -> None:
    pose = agree([view(), view()]).pose
    assert pose.own[0] == pytest.approx(0.03**2 / 2)


def test_what_the_label_has_wrong_is_not() -> None:
    pose = agree([view(label_in=0.05), view(label_in=0.05)]).pose
    assert pose.own[0] == pytest.approx(0.03**2 / 2 + 0.05**2)


def test_what_the_markers_have_wrong_is_not() -> None:
    pose = agree([view(shared_in=0.05), view(shared_in=0.05)]).pose
    assert pose.shared[0][0] == pytest.approx(0.05)


def test_an_error_that_deceives_two_cameras_in_opposite_ways_cancels() -> None:
    """As thickness does for a base between two cameras."""
    pose = agree([view(shared_in=0.05), view(shared_in=-0.05)]).pose
    assert pose.shared[0][0] == pytest.approx(0.0, abs=1e-6)


def test_the_surer_camera_has_the_greater_weight() -> None:
    """Variances of 1 and 4: weights of 4/5 and 1/5. The two differ by 0.02, less than 0.067.

    Those of x and y are one weight, facing has its own."""
    pose = agree([view(10.0, pixel_in=0.03), view(10.02, pixel_in=0.06)]).pose
    assert pose.x_in == pytest.approx(10.004)


def test_facings_either_side_of_east_have_east_in_the_middle() -> None:
    facing = agree([view(facing_deg=359.0), view(facing_deg=1.0)]).pose.facing_deg
    assert (facing + 180) % 360 - 180 == pytest.approx(0.0, abs=1e-9)


def test_of_three_cameras_the_two_that_agree_are_believed() -> None:
    found = agree([view(10.5, pixel_in=0.01), view(10.0), view(10.0)])
    assert (found.odd, found.used) == ((0,), (1, 2))


def test_the_plus_minus_reaches_to_the_camera_that_is_not_believed() -> None:
    """Half the way is one standard deviation: a quarter inch for half an inch."""
    found = agree([view(10.0), view(10.5, pixel_in=0.04)])
    assert found.pose.x_in == 10.0
    assert found.pose.own[0] == pytest.approx(0.03**2 + 0.25**2)


def looking(camera: Registration) -> Looking:
    return Looking(camera.calibration, camera.solution, camera.used)


@pytest.mark.parametrize("lens", [LENS, None], ids=["lens known", "lens unknown"])
def test_rows_in_one_order_are_a_root_of_the_same_covariance(lens: object) -> None:
    camera = register_exact(see(edge_markers()), edge_markers(), SIZE_PX, lens)
    rows = np.vstack([rows for _, rows in budget(camera.solution)])
    for one in in_common([looking(camera), looking(camera)]):
        whole, right = one.errors.T @ one.errors, rows.T @ rows
        scale = np.sqrt(np.outer(np.diag(right), np.diag(right)))
        assert np.abs((whole - right) / scale).max() < 1e-6


def test_a_row_is_one_error_for_all_cameras_or_of_one_camera_alone() -> None:
    """Two cameras that see the same markers: eight markers with three numbers each and eleven
    common errors are of both; what else is in a row of one is nothing in that of the other."""
    cameras = [
        register_exact(see(edge_markers()), edge_markers(), SIZE_PX, lens) for lens in (LENS, None)
    ]
    first, second = in_common([looking(camera) for camera in cameras])
    assert first.causes == second.causes
    both = np.abs(first.errors).any(axis=1) & np.abs(second.errors).any(axis=1)
    # The print of the tags does nothing where no tag was used.
    assert both.sum() in (34, 35)
