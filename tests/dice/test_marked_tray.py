"""A tray marked by four taps on the picture of its camera."""

from __future__ import annotations

import numpy as np
import pytest

from vision.cameras.camera import Frame
from vision.cameras.newest import Shot
from vision.dice.tray import TrayError
from vision.dice.tray_watcher import TrayWatcher
from vision.watch.dice_watch import NO_PICTURE, NO_TRAY, DiceWatch


class Still:
    """One picture of 640 x 480, or none."""

    def __init__(self, shot: Shot | None) -> None:
        self.shot = shot

    def newest(self) -> Shot | None:
        return self.shot

    def trouble(self) -> str:
        return ""


def shot(came_s: float = 1.0) -> Shot:
    picture = np.full((480, 640, 3), 90, np.uint8)
    return Shot(Frame(picture, came_s, "camera", "a camera"), came_s)


CORNERS = [(0.25, 0.25), (0.75, 0.25), (0.75, 0.75), (0.25, 0.75)]


def test_taps_are_shares_of_the_picture() -> None:
    """A quarter of 640 pixels ends at the edge between pixels 159 and 160."""
    watcher = TrayWatcher()
    dice = DiceWatch(Still(shot()), watcher, "camera")
    dice.mark(CORNERS)
    dice.step()
    assert watcher.tray is not None
    assert watcher.tray.corners_px[0] == (159.5, 119.5)


def test_a_marked_tray_is_no_longer_missed() -> None:
    still = Still(shot())
    dice = DiceWatch(still, TrayWatcher(), "camera")
    dice.step()
    assert dice.trouble() == NO_TRAY
    dice.mark(CORNERS)
    still.shot = shot(came_s=2.0)
    dice.step()
    assert dice.trouble() == ""


def test_taps_on_one_point_are_no_tray() -> None:
    dice = DiceWatch(Still(shot()), TrayWatcher(), "camera")
    with pytest.raises(TrayError, match="order round it"):
        dice.mark([(0.5, 0.5)] * 4)


def test_without_a_picture_nothing_is_marked() -> None:
    dice = DiceWatch(Still(None), TrayWatcher(), "camera")
    with pytest.raises(TrayError, match=NO_PICTURE):
        dice.mark(CORNERS)


def test_the_view_is_a_picture() -> None:
    view = DiceWatch(Still(shot()), TrayWatcher(), "camera").view()
    assert view is not None and view[:2] == b"\xff\xd8"
