"""The printed tray is found on a picture of it, as a camera at a slant sees it."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.markers import TRAY_FAMILY, TRAY_IDS, marker_cells
from vision.cameras.camera import Frame, Picture
from vision.cameras.newest import Shot
from vision.dice import tray_watcher
from vision.dice.tray_mat import tray_of_mat
from vision.dice.tray_watcher import TrayWatcher
from vision.watch.dice_watch import DiceWatch

MAT_PX = 600
SIDE_PX = 84
"""Twelve pixels a cell of the flat drawing."""

CORNERS = [(140.0, 90.0), (520.0, 120.0), (560.0, 430.0), (90.0, 400.0)]
"""Where the corners of the mat lie in the picture."""


def picture(left_out: int | None = None) -> np.ndarray:
    """A grey table with the mat on it; one marker may be covered."""
    flat = np.full((MAT_PX, MAT_PX), 235, np.uint8)
    far = MAT_PX - SIDE_PX
    for k, (x, y) in enumerate([(0, 0), (far, 0), (far, far), (0, far)]):
        if k != left_out:
            cells = (marker_cells(TRAY_FAMILY, TRAY_IDS[k]) * 235).astype(np.uint8)
            flat[y : y + SIDE_PX, x : x + SIDE_PX] = np.kron(cells, np.ones((12, 12), np.uint8))
    ring = np.array([(0, 0), (MAT_PX, 0), (MAT_PX, MAT_PX), (0, MAT_PX)], np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(ring, np.array(CORNERS, np.float32))
    table = np.full((520, 680), 150, np.uint8)
    size = (680, 520)
    cv2.warpPerspective(
        flat, matrix, size, table, cv2.INTER_AREA, borderMode=cv2.BORDER_TRANSPARENT
    )
    return cv2.cvtColor(cv2.GaussianBlur(table, (0, 0), 0.7), cv2.COLOR_GRAY2BGR)


def test_the_tray_reaches_to_the_outer_corners_of_its_markers() -> None:
    """To a pixel, a twentieth of a die there: dice count to that, not finer."""
    tray = tray_of_mat(picture())
    assert tray is not None
    assert np.abs(np.array(tray.corners_px) - CORNERS).max() < 1.0


@pytest.mark.parametrize("k", range(4))
def test_with_a_corner_covered_there_is_no_tray_to_guess(k: int) -> None:
    assert tray_of_mat(picture(left_out=k)) is None


class Grey:
    """A camera's newest grey; its colours cannot be had."""

    def __init__(self) -> None:
        self.came_s = 0.0

    def newest(self) -> Shot:
        grey = cv2.cvtColor(picture(), cv2.COLOR_BGR2GRAY)
        return Shot(Frame(grey, self.came_s, "stream", "a camera", b"no picture"), self.came_s)

    def trouble(self) -> str:
        return ""


def test_a_tray_is_found_without_colours() -> None:
    watcher = TrayWatcher()
    DiceWatch(Grey(), watcher, "camera").step()
    assert watcher.tray is not None


class Bare(TrayWatcher):
    """Counts in how many pictures a tray was looked for; there is none."""

    looked = 0

    def look(self, picture: Picture, taken_s: float) -> None:
        self.looked += 1


def test_a_tray_is_looked_for_now_and_then_until_dice_are_asked_for() -> None:
    """Two pictures a second for fifteen seconds: one in ten seconds; then every one."""
    shots, watcher = Grey(), Bare()
    dice = DiceWatch(shots, watcher, "camera")
    for k in range(30):
        shots.came_s = k / 2
        dice.step()
    assert watcher.looked == 2
    dice.ask()
    for k in range(30, 34):
        shots.came_s = k / 2
        dice.step()
    assert watcher.looked == 6


def test_a_tray_is_looked_for_anew_when_the_picture_changes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Else once a minute: thirty seconds of a bare table, then the tray is laid on it."""
    sought: list[Picture] = []
    monkeypatch.setattr(tray_watcher, "tray_of_mat", lambda seen: sought.append(seen))
    bare = np.full((520, 680, 3), 150, np.uint8)
    watcher = TrayWatcher()
    for k in range(60):
        noise = np.random.default_rng(k).normal(0, 2, bare.shape)
        watcher.look((bare + noise).astype(np.uint8), k / 2)
    assert len(sought) == 1
    watcher.look(picture(), 30.0)
    assert len(sought) == 2
    watcher.look(picture(), 89.0)
    assert len(sought) == 2
    watcher.look(picture(), 90.0)
    assert len(sought) == 3
