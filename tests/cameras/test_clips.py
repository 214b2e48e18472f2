"""Clips: whatever is done to table, light and camera, nothing that counts as seen is outside its ±.

The ± is one of 95 %, so that a reading in twenty may be outside; in these clips, whose world is
as typed, fewer are: a ± has a part for a table that is not.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.cameras import scenes
from tests.cameras.clips import Watched, nothing, play
from vision.simulator.camera import SimulatedCamera
from vision.simulator.world import World


def assert_honest(clip: Watched, at_least: int) -> None:
    assert clip.seen >= at_least
    assert len(clip.outside) <= 0.02 * clip.readings, clip.outside[:5]


@pytest.mark.parametrize("per_frame_in", [0.004, pytest.param(0.016, marks=pytest.mark.long)])
def test_a_base_that_is_pushed_slowly(per_frame_in: float) -> None:
    def push(camera: SimulatedCamera, number: int) -> None:
        if 12 <= number < 32:
            stand = camera.scene.stands["R01"]
            camera.move("R01", stand.x_in + per_frame_in, stand.y_in, stand.facing_deg)

    clip = play(push, 42)
    assert_honest(clip, at_least=35)
    assert {statuses["R01"] for statuses in clip.statuses[25:32]} == {"moving"}
    assert clip.statuses[-1]["R01"] == "seen"


@pytest.mark.long
def test_a_hand_that_takes_a_base_up_and_puts_it_down_elsewhere() -> None:
    def reach(camera: SimulatedCamera, number: int) -> None:
        if number == 8:
            camera.hide("R01")
        if number == 10:
            camera.move("R01", 9.2, 9.4, 80.0)
        if number == 12:
            camera.hide("R01", 0.0)

    assert_honest(play(reach, 24), at_least=18)


@pytest.mark.long
def test_a_knock_a_small_one_and_a_large_one() -> None:
    def knock(camera: SimulatedCamera, number: int) -> None:
        if number == 8:
            camera.bump(0.15, 0.05, 0.1)
        if number == 18:
            camera.bump(0.6, -0.2, 0.3)

    clip = play(knock, 32)
    assert_honest(clip, at_least=20)
    assert clip.statuses[-1]["R01"] == "seen"


@pytest.mark.long
def test_light_that_flickers_fades_and_throws_a_shadow() -> None:
    def light(camera: SimulatedCamera, number: int) -> None:
        if number in (6, 8):
            camera.dim(0.5 if number == 6 else 0.92)
        if 12 <= number < 20:
            camera.dim(0.92 - 0.04 * (number - 12))
        if number >= 22:
            marker = camera.scene.markers[number // 3 % 8]
            camera.shade(marker.x_in, marker.y_in, 40.0 * number, 0.6)

    clip = play(light, 34)
    assert_honest(clip, at_least=28)
    assert not any("marker" in text for text in clip.said)


@pytest.mark.parametrize(
    "world",
    [
        pytest.param(World(sway=0.5), id="0.5 mm"),
        pytest.param(World(sway=2.0), id="2 mm", marks=pytest.mark.long),
        pytest.param(World(rolling=0.6), id="rows", marks=pytest.mark.long),
    ],
)
def test_a_camera_that_sways_is_told_of_and_put_right(world: World) -> None:
    clip = play(nothing, 36, world)
    assert_honest(clip, at_least=20)
    assert any("sways" in text for text in clip.said)


def test_a_camera_that_hangs_still_is_not_said_to_sway() -> None:
    assert play(nothing, 36).said == frozenset()


def test_a_camera_that_swings_far_is_waited_for() -> None:
    clip = play(nothing, 36, World(sway=8.0))
    assert_honest(clip, at_least=0)
    assert any("nothing is measured while it moves" in text for text in clip.said)


def test_a_digital_zoom_that_is_switched_on_is_told_of() -> None:
    def zoom(camera: SimulatedCamera, number: int) -> None:
        if number == 8:
            camera.zoom(0.03)

    clip = play(zoom, 24)
    assert_honest(clip, at_least=6)
    assert any("digital zoom" in text for text in clip.said)


def test_what_was_seen_more_than_half_a_second_ago_is_not_seen_now() -> None:
    """Frames that come every 0.4 s are fresh enough; at 0.7 s a hand may have been there."""
    assert play(nothing, 6, every_s=0.4).statuses[-1]["R01"] == "seen"
    assert stale_statuses(0.4, 0.6) == ["seen", "moving"]


def test_a_late_picture_of_a_simulated_table_shows_the_models_where_they_stand() -> None:
    """Nobody but the program moves them: a computer that is busy for two seconds is no hand."""
    assert stale_statuses(2.0, simulated=True) == ["seen"]


def test_a_simulated_model_that_was_moved_is_not_seen_where_it_stood() -> None:
    table = scenes.Watched()
    table.look(6)
    table.camera.move("R01", 9.0, 7.0, 90.0)
    table.clock.now += 0.6
    assert table.base("R01").status == "moving"


def stale_statuses(*ages_s: float, simulated: bool = False) -> list[str]:
    """Those of a base which nobody has touched, in a picture of each age."""
    table = scenes.Watched()
    if not simulated:
        only = table.watcher.stations[0]
        only.station = replace(only.station, movable=None)
    table.look(6)
    taken_s = table.clock.now
    found = []
    for age_s in ages_s:
        table.clock.now = taken_s + age_s
        found.append(table.base("R01").status)
    return found


def test_a_stabiliser_that_crops_by_six_percent_leaves_a_base_on_a_hill_within_its_plus_minus() -> (
    None
):
    """The lens is known, and the crop is as a camera that hangs lower: on a hill 2 in high, 8 in
    from the foot of a camera 36 in up, .06 · 8 · 2/36 = .027 in."""
    clip = play(nothing, 10, World(eis=6.0))
    assert clip.readings > 0
    assert clip.outside == ()
