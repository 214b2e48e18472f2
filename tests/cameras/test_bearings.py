"""Where the camera is, with and without a known lens, on simulated pictures."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np
import pytest

from calibration.camera import Calibration, CalibrationError
from calibration.register import KnownTag, Registration
from calibration.tolerances import AS_TYPED
from calibration.watch import Sway
from tests.cameras.scenes import SIZE_PX, Clock, small_table
from vision.simulator.camera import SimulatedCamera
from vision.watch.stations.camera_pose import Bearings, Hanging
from vision.watch.stations.telling_tags import LEAST_TAGS, MOST_TAGS, most_telling


def known(height_in: float, name: float = 0.0) -> KnownTag:
    return KnownTag(1.0, height_in, ((name, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)))


def test_the_highest_tags_are_always_among_the_most_telling() -> None:
    tags = [known(0.12, k) for k in range(20)] + [known(2.12), known(1.12)]
    chosen = most_telling(tags)
    assert len(chosen) == MOST_TAGS
    assert {tag.height_in for tag in chosen[:2]} == {2.12, 1.12}
    assert len(set(chosen)) == MOST_TAGS


def test_few_tags_are_all_taken() -> None:
    tags = [known(0.1, k) for k in range(LEAST_TAGS)]
    assert set(most_telling(tags)) == set(tags)


def test_it_does_not_look_in_vain_with_every_frame(monkeypatch: pytest.MonkeyPatch) -> None:
    """Looked for in vain at 1000 s: again after a second, not before."""
    looked: list[float] = []
    clock = Clock()

    def in_vain(*_: object, **__: object) -> Registration:
        looked.append(clock.now)
        raise CalibrationError("3 of 8 table markers seen: uncover the far-left one")

    monkeypatch.setattr("vision.watch.stations.camera_pose.register_with_report", in_vain)
    bearings = Bearings(small_table()[0], steady=clock)
    for _ in range(12):
        bearings.take(np.zeros((72, 128, 3), np.uint8))
        clock.now += 0.25
    assert looked == [1000.0, 1001.0, 1002.0]
    assert bearings.blind() == "3 of 8 table markers seen: uncover the far-left one"


def test_a_lens_of_another_picture_size_is_refused() -> None:
    table, poses = small_table()
    camera = SimulatedCamera(table, poses, size_px=SIZE_PX, fps=0)
    other = replace(camera.lens, width_px=1920, height_px=1080)
    bearings = Bearings(table, other, steady=Clock())
    assert bearings.take(camera.read().picture) is None
    assert bearings.blind() != "" and bearings.troubles() == ()
    assert bearings.facts()["found"] is False


def test_tags_of_known_size_and_height_make_an_unknown_lens_better() -> None:
    """The height of the camera is what markers in one plane cannot tell: with the true
    corners of tags on the table and on two levels of hill it is found to one percent."""
    table, poses = small_table()
    table = replace(table, tolerances=AS_TYPED)
    camera = SimulatedCamera(table, poses, size_px=SIZE_PX, fps=0)
    bearings = Bearings(table, None, steady=Clock(), beside=lambda work: work())
    first = bearings.take(camera.read().picture)
    assert first is not None
    spots = [(4.0, 4.0, 0.12), (26.0, 14.0, 0.12), (8.0, 14.0, 3.0), (22.0, 5.0, 3.0)]
    bearings.learn([tag_at(camera, *spot) for spot in spots])
    better = bearings.take(camera.read().picture)
    assert better is not None and better is not first
    true_in = camera.pinhole.eye_in[2]
    off_first, off_better = (abs(c.camera_xyz_in[2] - true_in) for c in (first, better))
    assert off_better < 0.01 * true_in and off_better < off_first


def tag_at(camera: SimulatedCamera, x_in: float, y_in: float, z_in: float) -> KnownTag:
    """The true corners of an inch square there."""
    half = 0.5
    corners = [(-half, half), (half, half), (half, -half), (-half, -half)]
    xyz = np.array([(x_in + dx, y_in + dy, z_in) for dx, dy in corners])
    pixels = camera.pinhole.to_pixels(xyz)
    return KnownTag(1.0, z_in, tuple((float(x), float(y)) for x, y in pixels), 0.05)


def zoomed_camera() -> tuple[Bearings, SimulatedCamera, Calibration]:
    """Found with its lens, cropped by 25 %, and told of six true tags, three on a hill."""
    table, poses = small_table()
    camera = SimulatedCamera(table, poses, size_px=SIZE_PX, fps=0)
    cropped = replace(camera.lens, fx=camera.lens.fx / 1.25, fy=camera.lens.fy / 1.25)
    bearings = Bearings(table, cropped, steady=Clock(), beside=lambda work: work())
    first = bearings.take(camera.read().picture)
    assert first is not None
    return bearings, camera, first


def test_a_known_lens_stays_and_tags_on_a_hill_tell_that_the_picture_was_cropped() -> None:
    bearings, camera, first = zoomed_camera()
    spots = [(4.0, 4.0), (26.0, 14.0), (8.0, 14.0), (22.0, 5.0), (15.0, 8.0), (12.0, 4.0)]
    heights = (0.12, 4.0)
    bearings.learn([tag_at(camera, *spot, heights[k % 2]) for k, spot in enumerate(spots)])
    better = bearings.take(camera.read().picture)
    assert better is not None and better.name == first.name
    assert any("zoomed by" in text for text in bearings.troubles())


def test_forgetting_finds_the_camera_where_it_is_now() -> None:
    table, poses = small_table()
    camera = SimulatedCamera(table, poses, size_px=SIZE_PX, fps=0)
    asked: list[object] = []
    bearings = Bearings(table, camera.lens, steady=Clock(), beside=asked.append)
    bearings.take(camera.read().picture)
    bearings.learn([known(0.1, k) for k in range(8)])
    assert asked == [], "a known lens is not learned anew"
    camera.bump(dx_in=2.0)
    bearings.forget()
    assert bearings.blind() != ""
    calibration = bearings.take(camera.read().picture)
    assert calibration is not None
    assert math.dist(calibration.camera_xyz_in, camera.pinhole.eye_in) == pytest.approx(0, abs=0.1)


def test_markers_covered_for_long_are_said_and_measuring_goes_on() -> None:
    """Six of eight markers under white cards: after ten seconds it says so; it is no knock."""
    table, poses = small_table()
    camera = SimulatedCamera(table, poses, size_px=SIZE_PX, fps=0)
    bare = SimulatedCamera(replace(table, markers=table.markers[:2]), poses, size_px=SIZE_PX, fps=0)
    clock = Clock()
    bearings = Bearings(table, camera.lens, steady=clock)
    bearings.take(camera.read().picture)
    notes = []
    for _ in range(6):
        clock.now += 4.0
        assert bearings.take(bare.read().picture) is not None
        notes.append(bearings.troubles())
    assert notes[0] == () and "uncover the markers" in notes[-1][0]
    assert bearings.blind() == ""
    clock.now += 4.0
    bearings.take(camera.read().picture)
    assert bearings.troubles() == ()


@dataclass(frozen=True, eq=False)
class SeenMeanwhile(Sway):
    """A sway during whose telling one more picture is read, as by the thread that watches."""

    hanging: Hanging

    def shift_in(self, x_in: float, y_in: float) -> tuple[float, float]:
        if self.rest_in:
            self.hanging.rests(replace(self, rest_in=0.0))
        return super().shift_in(x_in, y_in)


def test_it_is_told_of_a_swaying_camera_while_pictures_are_read() -> None:
    """The page asks in a thread of its own: four pictures in three seconds, .02 in off each."""
    clock = Clock()
    hanging = Hanging(clock)
    hanging.begin((36.0, 24.0))
    still = Sway(np.array([[0.02, 0.0], [0.0, 0.0], [0.0, 0.0]]), 0.0, 0.02)
    for _ in range(4):
        hanging.rests(still)
        clock.now += 0.9
    hanging.rests(SeenMeanwhile(still.by_place * 2, 0.01, 0.04, hanging))
    assert "sways by 0.02 in" in hanging.told()
