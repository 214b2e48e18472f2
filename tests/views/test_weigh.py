"""One base in several views: what shrinks in the mean, what does not, and who is not believed."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from vision.table.snapshot import Pose
from vision.views.weigh import agree, differ
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


def leaning(facing_deg: float) -> Fitted:
    """A view that one standard deviation of a base's lean turns by half a degree."""
    plain = view(facing_deg=facing_deg, pixel_in=0.01)
    rows = {**plain.own_rows, "pixels": np.diag([0.01, 0.01, 0.05]), "tilt": np.array(SHEARED)}
    return replace(plain, own_rows=rows)


SHEARED = ((0.0, 0.0, 0.0), (0.0, 0.0, 0.5))


def test_a_lean_of_three_sigmas_that_turns_both_views_apart_is_no_disagreement() -> None:
    """From either side a lean turns the tag the other way: three half degrees each, 3° in all."""
    assert not differ(leaning(90.0), leaning(93.0))
    assert differ(leaning(90.0), leaning(96.0))
