"""The newest frame and its age; and what is wrong with a camera, in words. No sleeping: the
clock is the test's."""

from __future__ import annotations

import threading

import numpy as np
import pytest

from vision.cameras.camera import CameraError, Frame, Picture
from vision.cameras.newest import LIMIT_S, NewestFrame, look_wrong


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def lively(seed: int, mean: float = 100.0, size_px: tuple[int, int] = (320, 240)) -> Picture:
    random = np.random.default_rng(seed)
    noisy = random.normal(mean, 8, (size_px[1], size_px[0], 3))
    return noisy.clip(0, 255).astype(np.uint8)


class Played:
    """Gives the pictures (or raises the errors) it was made with, one a read."""

    def __init__(self, *shots: Picture | str) -> None:
        self.shots = list(shots)
        self.reads = 0
        self.closed = False

    def read(self) -> Frame:
        self.reads += 1
        shot = self.shots.pop(0)
        if isinstance(shot, str):
            raise CameraError(shot)
        return Frame(shot, 1e9 + self.reads, "camera", "test")

    def close(self) -> None:
        self.closed = True


def keeper(*shots: Picture | str, repeats: bool = False) -> tuple[NewestFrame, Played, Clock]:
    clock, camera = Clock(), Played(*shots)
    return NewestFrame(camera, steady=clock, repeats=repeats), camera, clock


def test_before_the_first_picture_it_says_how_long_it_has_been_opening() -> None:
    newest, _, clock = keeper()
    clock.now += 7
    assert newest.newest() is None and "opened (7 s" in newest.trouble()


def test_the_newest_frame_replaces_the_one_before() -> None:
    newest, _, clock = keeper(lively(1), lively(2))
    newest.step()
    clock.now += 0.1
    newest.step()
    shot = newest.newest()
    assert shot is not None and np.array_equal(shot.frame.picture, lively(2))
    assert newest.age_s() == 0.0 and newest.trouble() == ""


def test_a_frame_older_than_the_limit_is_not_given() -> None:
    newest, _, clock = keeper(lively(1))
    newest.step()
    clock.now += LIMIT_S
    assert newest.newest() is not None
    clock.now += 0.01
    assert newest.newest() is None and "no picture from the camera for 2 s" in newest.trouble()


def test_a_drawn_camera_has_no_cable() -> None:
    clock, camera = Clock(), Played(lively(1))
    newest = NewestFrame(camera, steady=clock, is_drawn=True)
    newest.step()
    clock.now += LIMIT_S + 0.01
    assert newest.trouble() == "this computer is too busy to draw the table"


def test_a_lost_camera_is_named_with_the_age_of_the_last_good_picture() -> None:
    newest, _, clock = keeper(lively(1), "unplugged")
    newest.step()
    clock.now += 12
    newest.step()
    assert newest.trouble() == "unplugged (last good picture 12 s ago)"


def test_it_waits_longer_before_each_new_try_up_to_eight_seconds() -> None:
    newest, camera, clock = keeper(*["unplugged"] * 8)
    waits = []
    for _ in range(6):
        waits.append(newest.step())
        assert newest.step() == pytest.approx(waits[-1])
        clock.now += waits[-1]
    assert waits == [0.5, 1.0, 2.0, 4.0, 8.0, 8.0]
    assert camera.reads == 6


def test_a_camera_that_comes_back_needs_no_restart() -> None:
    newest, _, clock = keeper(lively(1), "unplugged", lively(2))
    newest.step()
    clock.now += 30
    clock.now += newest.step()
    newest.step()
    assert newest.newest() is not None and newest.trouble() == ""


def test_the_same_picture_again_and_again_is_no_news() -> None:
    newest, _, clock = keeper(*[lively(1)] * 30)
    for _ in range(25):
        newest.step()
        clock.now += 0.1
    assert newest.newest() is None
    assert "repeats the same picture for 2 s" in newest.trouble()


def test_a_file_may_repeat_its_picture() -> None:
    newest, _, clock = keeper(*[lively(1)] * 30, repeats=True)
    for _ in range(25):
        newest.step()
        clock.now += 0.1
    assert newest.newest() is not None and newest.trouble() == ""


def test_another_size_is_refused_until_it_changes_back() -> None:
    newest, _, clock = keeper(lively(1), lively(2, size_px=(160, 120)), lively(3))
    newest.step()
    clock.now += 3
    newest.step()
    assert newest.newest() is None and "from 320x240 to 160x120" in newest.trouble()
    newest.step()
    assert newest.newest() is not None and newest.trouble() == ""


def test_a_black_picture_is_never_the_newest_good_one() -> None:
    newest, _, clock = keeper(lively(1), lively(2, 0.0))
    newest.step()
    clock.now += 1
    newest.step()
    shot = newest.newest()
    assert shot is not None and np.array_equal(shot.frame.picture, lively(1))
    assert "black" in newest.trouble() and "1 s ago" in newest.trouble()


def test_a_burnt_out_picture_is_refused() -> None:
    assert "burnt out" in look_wrong(lively(1, 260.0))


def test_a_picture_whose_lower_part_never_came_is_refused() -> None:
    half = lively(1)
    half[140:] = 128
    assert "upper part" in look_wrong(half)


def test_a_table_in_low_light_is_still_a_picture() -> None:
    """A mean of 20 of 255 is dark; markers can still be told from the mat."""
    assert look_wrong(lively(1, 20.0)) == ""


def test_a_bright_snow_table_is_still_a_picture() -> None:
    assert look_wrong(lively(1, 215.0)) == ""


def test_frames_a_second_are_those_of_the_last_ten() -> None:
    newest, _, clock = keeper(*[lively(k) for k in range(6)])
    for _ in range(6):
        newest.step()
        clock.now += 0.25
    assert newest.frames_per_s() == pytest.approx(4.0)


def test_closing_closes_the_camera_and_may_be_done_twice() -> None:
    newest, camera, _ = keeper()
    newest.close()
    newest.close()
    assert camera.closed


def series_of(newest: NewestFrame) -> int:
    shot = newest.newest()
    assert shot is not None
    return shot.series


def test_a_failure_of_a_second_begins_a_new_series() -> None:
    newest, _, clock = keeper(lively(1), "unplugged", lively(2))
    newest.step()
    first = series_of(newest)
    clock.now += 0.2
    clock.now += newest.step() + 0.6
    newest.step()
    assert series_of(newest) == first + 1


def test_one_lost_frame_begins_no_new_series() -> None:
    newest, _, clock = keeper(lively(1), "lost a frame", lively(2))
    newest.step()
    first = series_of(newest)
    clock.now += newest.step()
    newest.step()
    assert series_of(newest) == first


def test_a_slow_camera_goes_on_with_its_series() -> None:
    newest, _, clock = keeper(*[lively(k) for k in range(4)])
    series = []
    for _ in range(4):
        newest.step()
        series.append(series_of(newest))
        clock.now += 10.0
    assert len(set(series)) == 1


class Hung:
    """A driver that never comes back from a read, until the test lets it."""

    def __init__(self) -> None:
        self.entered, self.let_go = threading.Event(), threading.Event()
        self.closed = False

    def read(self) -> Frame:
        self.entered.set()
        self.let_go.wait(30.0)
        raise CameraError("let go")

    def close(self) -> None:
        self.closed = True


def test_a_driver_that_hangs_is_left_behind_and_not_pulled_from_under_itself(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("vision.cameras.newest._CLOSE_S", 0.05)
    camera = Hung()
    newest = NewestFrame(camera)
    newest.start()
    assert camera.entered.wait(90.0)
    newest.close()
    assert not camera.closed
    camera.let_go.set()
    monkeypatch.setattr("vision.cameras.newest._CLOSE_S", 10.0)
    newest.close()
    assert camera.closed


class Surprise:
    """A driver that fails in a way nobody foresaw, and then works."""

    def __init__(self) -> None:
        self.reads = 0
        self.back = threading.Event()

    def read(self) -> Frame:
        self.reads += 1
        if self.reads == 1:
            raise RuntimeError("segment of a segment")
        self.back.set()
        return Frame(lively(self.reads), 1e9, "camera", "test")

    def close(self) -> None:
        pass


def test_the_thread_outlives_a_failure_nobody_foresaw() -> None:
    camera = Surprise()
    newest = NewestFrame(camera)
    newest.start()
    assert camera.back.wait(90.0)
    newest.close()
