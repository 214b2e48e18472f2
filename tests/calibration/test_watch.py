"""The camera's moves are noticed: nothing, a nudge, a knock, an arm over the markers."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from calibration.camera import Lens
from calibration.register import register_with_report
from calibration.watch import (
    HIDDEN_AFTER_S,
    Knocked,
    MarkersHidden,
    Reference,
    Shifted,
    Still,
    check,
    moved_markers_text,
)
from tests.calibration.pinhole import Pinhole, edge_markers, paint
from tests.calibration.test_register import EXACT, HALF_MM_IN, grid_errors

CAMERA = Pinhole(1280, 720, 1066.7, 641.0, 358.0)
LENS = Lens(1280, 720, 1066.7, 1066.7, 641, 358, -0.08, 0.02, 3e-4, -2e-4)
MARKERS = edge_markers()


def moved(inches: float) -> Pinhole:
    """The camera carried so far east, looking the same way: the view moves as much."""
    (ex, ey, ez), (tx, ty, tz) = CAMERA.eye, CAMERA.target
    return replace(CAMERA, eye=(ex + inches, ey, ez), target=(tx + inches, ty, tz))


@pytest.fixture(scope="module")
def reference() -> Reference:
    picture = paint(CAMERA, MARKERS)
    found = register_with_report(picture, MARKERS, LENS, placement_sigma_in=HALF_MM_IN, typed=EXACT)
    return Reference.of(picture, found)


def test_noise_is_no_move(reference: Reference) -> None:
    verdict = check(reference, paint(CAMERA, MARKERS, seed=2))
    assert isinstance(verdict, Still) and verdict.loose == ()


def test_other_light_is_no_move(reference: Reference) -> None:
    darker = (paint(CAMERA, MARKERS, seed=3).astype(float) * 0.7).astype(np.uint8)
    assert isinstance(check(reference, darker), Still)


@pytest.mark.parametrize("inches", [0.05, 0.4, 1.2])
def test_a_nudge_is_placed_anew_as_well_as_before(reference: Reference, inches: float) -> None:
    verdict = check(reference, paint(moved(inches), MARKERS, seed=4))
    assert isinstance(verdict, Shifted)
    assert verdict.moved_in == pytest.approx(inches, abs=0.02)
    assert "placed anew" in verdict.text
    calibration = verdict.reference.calibration
    assert calibration.name != reference.calibration.name
    # As from the first picture: see test_a_picture_registers_end_to_end.
    assert grid_errors(calibration, 0.0, moved(inches)).max() < 0.006


def test_after_a_nudge_the_new_place_is_still(reference: Reference) -> None:
    verdict = check(reference, paint(moved(0.4), MARKERS, seed=5))
    assert isinstance(verdict, Shifted)
    again = check(verdict.reference, paint(moved(0.4), MARKERS, seed=6))
    assert isinstance(again, Still)


def test_three_inches_are_a_knock_that_a_person_must_look_at(reference: Reference) -> None:
    verdict = check(reference, paint(moved(3.0), MARKERS, seed=7))
    assert isinstance(verdict, Knocked)
    assert verdict.moved_in == pytest.approx(3.0, abs=0.1)
    assert "put it right" in verdict.text


def test_an_arm_over_the_markers_is_said_only_when_it_lasts(reference: Reference) -> None:
    covered = paint(CAMERA, MARKERS[:2], seed=8)
    at_first = check(reference, covered, hidden_s=1.0)
    assert isinstance(at_first, MarkersHidden) and at_first.text == ""
    later = check(reference, covered, hidden_s=HIDDEN_AFTER_S + 1)
    assert isinstance(later, MarkersHidden) and "2 of 8 table markers" in later.text


def test_half_the_markers_are_enough(reference: Reference) -> None:
    assert isinstance(check(reference, paint(CAMERA, MARKERS[:4], seed=9)), Still)


def test_one_marker_moved_by_hand_is_named_and_the_camera_is_still(reference: Reference) -> None:
    touched = tuple(replace(m, x_in=m.x_in + 0.3) if m.id == 6 else m for m in MARKERS)
    verdict = check(reference, paint(CAMERA, touched, seed=10))
    assert isinstance(verdict, Still)
    assert verdict.loose == (6,)
    assert "marker 6 was moved" in moved_markers_text(verdict.loose, MARKERS)


def test_another_picture_size_is_a_knock(reference: Reference) -> None:
    assert isinstance(check(reference, np.zeros((480, 640), np.uint8)), Knocked)
