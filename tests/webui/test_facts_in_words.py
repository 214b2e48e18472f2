"""What is known of a camera, in words that a person would use."""

from __future__ import annotations

import pytest

from webui.server.setting_up.facts_in_words import facts_in_words, to_in

FOUND = {"found": True, "name": "markers 0,1", "held_out_in": 0.000888, "height_in": 66.2}
CAMERA = {"camera": "Cam 1920x1080", "size_px": [1920, 1080], "frames_per_s": 14.6}


@pytest.mark.parametrize(
    ("error_in", "says"),
    [(0.000888, "0.01 in"), (0.01, "0.01 in"), (0.0123, "0.02 in"), (1.2, "1.20 in")],
)
def test_an_error_is_rounded_up_to_what_people_can_see(error_in: float, says: str) -> None:
    assert to_in(error_in) == says


def test_a_table_that_is_found_says_how_well_and_no_program_word() -> None:
    told = facts_in_words({**CAMERA, "calibration": {**FOUND, "lens_known": False}})
    assert told == [
        ("camera", "Cam 1920x1080"),
        ("picture", "1920 × 1080, 15 a second"),
        ("table", "the camera finds it to 0.01 in"),
        ("above the table", "66 in"),
        ("lens", "worked out with the table: a larger ±"),
    ]


def test_a_table_that_is_not_found_says_why() -> None:
    told = facts_in_words({"calibration": {"found": False, "why": "no markers are seen"}})
    assert told == [("table", "not found: no markers are seen")]


def test_what_the_driver_would_not_lock_is_named() -> None:
    device = {"locks": {"focus": True, "white balance": False}}
    assert ("locked", "all but white balance") in facts_in_words({"device": device})


def test_of_several_cameras_each_is_named() -> None:
    cameras = [{"name": "camera A", **CAMERA}, {"name": "camera B", **CAMERA}]
    labels = [label for label, _ in facts_in_words({"cameras": cameras})]
    assert labels == [
        "camera A: camera",
        "camera A: picture",
        "camera B: camera",
        "camera B: picture",
    ]


def test_a_table_without_camera_has_nothing_odd_to_say() -> None:
    told = facts_in_words({"camera": "none: bases are placed by hand"})
    assert told == [("camera", "none: bases are placed by hand")]
