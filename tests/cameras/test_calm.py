"""A table on which nothing moves: pictures known to show the same are not read again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import cv2
import pytest

from calibration.camera import Calibration
from tests.cameras.scenes import SIZE_PX, Clock, small_table
from vision.cameras.camera import Frame, Picture
from vision.simulator.camera import SimulatedCamera
from vision.tags.found import Found
from vision.watch.careful_tracker import CarefulTracker
from vision.watch.live import watch
from vision.watch.stations.camera_pose import Hanging
from vision.watch.stations.station_watch import QUIET_PICTURES


class Coded:
    """The simulated camera as a stream gives it: coded, and the last picture again while calm."""

    source, repeats = "stream", False

    def __init__(self, camera: SimulatedCamera, clock: Clock) -> None:
        self.camera, self.clock = camera, clock
        self.calmed = False
        self.last: Frame | None = None

    def calm(self, still: bool) -> None:
        self.calmed = still

    def read(self) -> Frame:
        if not self.calmed or self.last is None:
            frame = self.camera.read()
            self.last = replace(frame, coded=cv2.imencode(".png", frame.picture)[1].tobytes())
        # A trailing byte: another picture to whoever compares bytes, as noise would make it.
        last = self.last
        return replace(last, coded=last.coded + b"%.1f" % self.clock.now, taken_s=self.clock.now)

    def close(self) -> None:
        self.camera.close()


class Counting(CarefulTracker):
    """Notes how many pictures were read."""

    pictures = 0

    def read(self, picture: Picture, calibration: Calibration | None) -> Found:
        self.pictures += 1
        return super().read(picture, calibration)


class Calm:
    """A watched table that has lain still for so long that its camera was told.

    *raw*: the camera gives every picture itself, with noise of its own.
    """

    def __init__(self, *, raw: bool = False) -> None:
        self.clock = Clock()
        table, poses = small_table()
        self.drawn = SimulatedCamera(table, poses, size_px=SIZE_PX, fps=0, clock=self.clock)
        self.camera, self.tags = Coded(self.drawn, self.clock), Counting(table)
        camera = self.drawn if raw else self.camera
        self.watcher = watch(camera, table, self.drawn.lens, tags=self.tags, steady=self.clock)
        self.look(QUIET_PICTURES + 8)

    def look(self, frames: int, every_s: float = 0.2) -> None:
        """Let so many frames be taken and read."""
        for _ in range(frames):
            self.clock.now += every_s
            self.watcher.newest.step()
            self.watcher.step()


@pytest.fixture
def table() -> Iterator[Calm]:
    made = Calm()
    yield made
    made.watcher.close()


def test_the_last_picture_again_is_not_read_again_and_counts_as_seen_now(table: Calm) -> None:
    assert table.camera.calmed
    before = table.tags.pictures
    table.look(10)
    snapshot = table.watcher.snapshot()
    assert table.tags.pictures == before
    assert snapshot.taken_s == pytest.approx(table.clock.now)
    assert {base.status for base in snapshot.bases} == {"seen"}


@pytest.fixture
def raw() -> Iterator[Calm]:
    made = Calm(raw=True)
    yield made
    made.watcher.close()


def test_a_picture_that_shows_what_the_last_did_is_read_twice_a_second(raw: Calm) -> None:
    before = raw.tags.pictures
    raw.look(20, every_s=0.1)
    snapshot = raw.watcher.snapshot()
    # What was looked at longer than half a second ago never counts as seen.
    assert raw.tags.pictures == before + 4
    assert snapshot.taken_s == pytest.approx(raw.clock.now)
    assert {base.status for base in snapshot.bases} == {"seen"}


@pytest.mark.parametrize("what", ["moved", "lamp", "knock"])
def test_what_happens_to_a_calm_table_is_read_in_the_first_picture(raw: Calm, what: str) -> None:
    raw.look(1, every_s=0.5)
    before = raw.tags.pictures
    match what:
        case "moved":
            raw.drawn.move("R01", 8.1, 9.0, 90.0)
        case "lamp":
            raw.drawn.dim(0.8)
        case "knock":
            raw.drawn.bump(0.05, 0.0, 0.0)
    raw.look(1, every_s=0.05)
    assert raw.tags.pictures == before + 1


def test_a_camera_that_has_left_its_place_is_looked_through_until_it_is_placed_anew(
    raw: Calm, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Though every tag is read as it was, and each picture looks like the one before."""
    monkeypatch.setattr(Hanging, "off_place", True)
    raw.look(1, every_s=0.5)
    before = raw.tags.pictures
    raw.look(4, every_s=0.05)
    assert raw.tags.pictures == before + 4


@pytest.mark.long
def test_a_changed_table_is_read_anew_whatever_the_picture_shows(table: Calm) -> None:
    before = table.tags.pictures
    table.watcher.set_terrain(())
    table.look(1)
    assert table.tags.pictures == before + 1
    assert not table.camera.calmed


@pytest.mark.long
def test_a_camera_that_is_found_again_ends_the_calm(table: Calm) -> None:
    table.watcher.calibrate_again()
    assert table.watcher.blind()
    table.look(2)
    assert table.watcher.blind() == ""
    assert not table.camera.calmed


def test_a_base_that_moves_ends_the_calm(table: Calm) -> None:
    table.camera.camera.move("R01", 6.0, 13.0, 150.0)
    # As the camera does by itself when a length is odd.
    table.camera.last = None
    table.look(1)
    assert not table.camera.calmed
    assert table.watcher.snapshot().base("R01").status != "seen"
