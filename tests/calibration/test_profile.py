"""Lens profiles come back equal, fit only their own camera, and hostile files are refused."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from calibration.camera import Lens
from calibration.profile import (
    Profile,
    find_profile,
    load_lens_with_error,
    load_profile,
    profile_path,
    save_profile,
)
from calibration.table_file import FileError, load_lens

LENS = Lens(1920, 1080, 1600.5, 1601.5, 961.25, 538.75, -0.08, 0.02, 3e-4, -2e-4, 0.001)
PROFILE = Profile(
    "Logi C920 #1A2B",
    LENS,
    np.diag(np.arange(1.0, 10.0)) + 0.1,
    35.0,
    "2026-11-27",
    0.21,
    "good",
    14,
)
SIZE_PX = (1920, 1080)


def test_a_profile_comes_back_equal(tmp_path: Path) -> None:
    save_profile(PROFILE, tmp_path / "a.toml")
    back = load_profile(tmp_path / "a.toml")
    assert replace(back, covariance=PROFILE.covariance).__dict__ == PROFILE.__dict__
    assert np.allclose(back.covariance, PROFILE.covariance, rtol=1e-6)


def test_a_profile_is_a_lens_file_too(tmp_path: Path) -> None:
    save_profile(PROFILE, tmp_path / "lens.toml")
    assert load_lens(tmp_path / "lens.toml") == LENS
    lens, covariance = load_lens_with_error(tmp_path / "lens.toml")
    assert lens == LENS and covariance is not None


@pytest.mark.parametrize(
    ("camera", "size_px", "focus"),
    [("Other", SIZE_PX, 35.0), ("Logi C920 #1A2B", (1280, 720), 35.0),
     ("Logi C920 #1A2B", SIZE_PX, 40.0), ("Logi C920 #1A2B", SIZE_PX, None)],
)  # fmt: skip
def test_a_profile_fits_no_other_camera_size_or_focus(
    tmp_path: Path, camera: str, size_px: tuple[int, int], focus: float | None
) -> None:
    save_profile(PROFILE, profile_path(tmp_path, PROFILE.camera, SIZE_PX, PROFILE.focus))
    assert find_profile(tmp_path, PROFILE.camera, SIZE_PX, 35.0) is not None
    assert find_profile(tmp_path, camera, size_px, focus) is None
    assert not PROFILE.fits(camera, size_px, focus)


def test_a_profile_copied_under_another_cameras_name_is_refused(tmp_path: Path) -> None:
    save_profile(PROFILE, profile_path(tmp_path, "Other", SIZE_PX, 35.0))
    with pytest.raises(FileError, match="not of Other"):
        find_profile(tmp_path, "Other", SIZE_PX, 35.0)


def test_a_camera_name_cannot_leave_the_folder(tmp_path: Path) -> None:
    path = profile_path(tmp_path, "../../etc/passwd\\..\\x", SIZE_PX, None)
    assert path.parent == tmp_path
    assert "/" not in path.name and "\\" not in path.name and ".." not in path.name


BREAKS = [
    ("width_px = 1920", "width_px = -1"),
    ("fx = 1600.5", "fx = nan"),
    ('camera = "Logi C920 #1A2B"', 'camera = ""'),
    ('camera = "Logi C920 #1A2B"', 'camera = "a\\u0000b"'),
    ('grade = "good"', 'grade = "perfect"'),
    ("pictures = 14", "pictures = -3"),
    ("version = 1", "version = 9"),
    ("    1.1,", "    -1.1,"),
    ("    1.1,", ""),
    ("    0.1,", "    5000.0,"),
]


@pytest.mark.parametrize(("good", "bad"), BREAKS)
def test_a_broken_profile_is_refused_in_words(tmp_path: Path, good: str, bad: str) -> None:
    path = tmp_path / "a.toml"
    save_profile(PROFILE, path)
    text = path.read_text(encoding="utf-8")
    assert good in text
    path.write_text(text.replace(good, bad, 1), encoding="utf-8")
    with pytest.raises(FileError, match=r"a\.toml"):
        load_profile(path)


def test_a_folder_that_cannot_be_written_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(FileError, match="cannot be written"):
        save_profile(PROFILE, tmp_path / "file" / "a.toml")


def test_a_number_without_end_is_a_sentence(tmp_path: Path) -> None:
    """Python reads no whole number of more than 4,300 digits, and says so with a ValueError."""
    (tmp_path / "lens.toml").write_text("version = " + "9" * 5000, encoding="utf-8")
    with pytest.raises(FileError, match="is not a TOML file"):
        load_lens(tmp_path / "lens.toml")
