"""The simulated table through the production pipeline: pictures in, snapshots out, no
shortcuts. Truth is the scene; tolerances are derived in ``scenes``."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.cameras.scenes import TOLERANCE_DEG, TOLERANCE_IN, Watched
from vision.cameras.newest import LIMIT_S
from vision.measure.range import base_gap
from vision.simulator.scene import CannotPlace, Scrap
from vision.table.snapshot import Base, Terrain, Unmeasurable


@pytest.fixture(scope="module")
def shared() -> Iterator[Watched]:
    """One watched table for the tests that leave it as they found it."""
    watched = Watched()
    watched.look(10)
    yield watched
    watched.watcher.close()


@pytest.fixture
def table(shared: Watched) -> Iterator[Watched]:
    """The shared table, settled; put in order again afterwards."""
    before = shared.camera.scene
    yield shared
    if shared.camera.scene is before:
        return
    home = {"R01": (8.0, 9.0, 90.0), "R02": (14.0, 6.0, 37.0), "R03": (24.0, 8.0, 200.0)}
    for payload, spot in home.items():
        shared.camera.move(payload, *spot)
        shared.camera.hide(payload, 0.0)
        shared.camera.remove_duplicate(payload)
    shared.camera.lay_scraps([])
    shared.look(10)


@pytest.mark.parametrize("payload", ["R01", "R02", "R03"])
def test_every_base_is_seen_where_it_stands(table: Watched, payload: str) -> None:
    assert table.base(payload).status == "seen"
    assert table.off_in(payload) < TOLERANCE_IN
    assert table.off_deg(payload) < TOLERANCE_DEG


def test_a_base_on_the_hill_is_known_to_stand_on_it(table: Watched) -> None:
    pose = table.base("R03").pose
    assert pose is not None and pose.ground_in == 2.0


def test_the_snapshot_says_that_it_is_simulated_and_when_it_was_taken(table: Watched) -> None:
    snapshot = table.watcher.snapshot()
    assert snapshot.source == "simulated"
    assert snapshot.taken_s == pytest.approx(table.clock.now)
    assert table.watcher.blind() == "" and table.watcher.troubles() == ()


def test_a_dragged_base_is_found_at_its_new_place(table: Watched) -> None:
    table.watcher.place("R01", 6.0, 13.0, 150.0)
    table.look()
    assert table.base("R01").status == "seen"
    assert table.off_in("R01") < TOLERANCE_IN and table.off_deg("R01") < TOLERANCE_DEG


def test_a_dragged_base_is_not_measured_until_it_has_settled(table: Watched) -> None:
    """From the first frame on that shows it elsewhere until three agree: never "seen" at a
    place where it is not."""
    table.watcher.place("R01", 6.0, 13.0, 150.0)
    for _ in range(12):
        table.look(1)
        base = table.base("R01")
        assert base.status != "seen" or table.off_in("R01") < TOLERANCE_IN


def test_a_base_that_climbs_the_hill_is_found_on_it(table: Watched) -> None:
    table.watcher.place("R01", 22.5, 5.5, 270.0)
    table.look()
    pose = table.base("R01").pose
    assert pose is not None and pose.ground_in == 2.0
    assert table.off_in("R01") < TOLERANCE_IN


def test_a_hand_hides_a_base_and_its_last_place_is_kept(table: Watched) -> None:
    before = table.base("R02")
    table.camera.hide("R02")
    table.look()
    hidden = table.base("R02")
    assert hidden.status == "hidden" and table.off_in("R02") < TOLERANCE_IN
    assert hidden.seen_s <= before.seen_s + 3 * 0.2
    table.camera.hide("R02", 0.0)
    table.look()
    assert table.base("R02").status == "seen"


def test_one_payload_in_two_places_is_flagged_and_not_measured(table: Watched) -> None:
    table.camera.duplicate("R01", 5.0, 4.0, 10.0)
    table.look(12)
    assert table.base("R01").status == "hidden"
    kinds = {(flag.kind, flag.payload) for flag in table.watcher.snapshot().flags}
    assert ("duplicate", "R01") in kinds


def test_a_foreign_code_is_flagged_and_moves_nothing(table: Watched) -> None:
    table.camera.lay_scraps([Scrap("HTTP://EX.ORG", 4.0, 14.0, size_in=1.8)])
    table.look(12)
    assert any(flag.kind == "foreign" for flag in table.watcher.snapshot().flags)
    assert all(table.base(p).status == "seen" for p in ("R01", "R02", "R03"))


@pytest.mark.parametrize("payload", ["X99", "R01 again", ""])
def test_only_models_of_this_table_can_be_placed(table: Watched, payload: str) -> None:
    with pytest.raises(CannotPlace):
        table.watcher.place(payload, 5.0, 5.0, 0.0)


def test_the_top_view_shows_the_table_north_up_and_true(table: Watched) -> None:
    """The dark border of marker 0 in the north-west is where its place says. Its corners are
    found to about a tenth of a camera pixel, a third of one of the view's is allowed."""
    view = table.watcher.top_view()
    assert view is not None and view.size_in == (30.0, 18.0)
    picture = cv2.imdecode(np.frombuffer(view.jpeg, np.uint8), cv2.IMREAD_COLOR)
    wide, high = (round((side + 2 * view.margin_in) * view.px_per_in) for side in view.size_in)
    assert picture.shape[:2] == (high, wide)
    book = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    found, ids, _ = cv2.aruco.ArucoDetector(book).detectMarkers(picture)
    marker = next(m for m in table.camera.scene.markers if m.id == 0)
    at = found[ids.ravel().tolist().index(0)].reshape(4, 2).mean(axis=0) + 0.5
    x_in = at[0] / view.px_per_in - view.margin_in
    y_in = view.size_in[1] + view.margin_in - at[1] / view.px_per_in
    assert (x_in, y_in) == pytest.approx((marker.x_in, marker.y_in), abs=0.33 / view.px_per_in)


def test_a_still_table_is_no_news(table: Watched) -> None:
    table.look(4)
    version = table.watcher.version()
    table.look(5)
    assert table.watcher.version() == version


def test_a_moved_base_is_news(table: Watched) -> None:
    version = table.watcher.version()
    table.watcher.place("R01", 6.0, 13.0, 150.0)
    table.look()
    assert table.watcher.version() > version


def test_the_facts_name_camera_and_calibration(table: Watched) -> None:
    facts = table.watcher.facts()
    assert facts["camera"] == "simulated 1280x720" and facts["size_px"] == [1280, 720]
    calibration = facts["calibration"]
    assert isinstance(calibration, dict) and calibration["found"] is True
    height_in = table.camera.pinhole.eye_in[2]
    assert calibration["height_in"] == pytest.approx(height_in, rel=0.003)


def test_while_unplugged_nothing_can_be_measured_and_afterwards_everything(
    table: Watched,
) -> None:
    table.camera.unplug()
    table.look(1)
    table.clock.now += LIMIT_S
    assert "unplugged" in table.watcher.blind()
    assert table.watcher.troubles() == ()
    assert table.watcher.top_view() is None
    snapshot = table.watcher.snapshot()
    with pytest.raises(Unmeasurable):
        base_gap(snapshot, "R01", "R02")
    table.camera.move("R02", 15.0, 12.0, 80.0)
    table.camera.plug()
    table.clock.now += 10.0
    table.look(1)
    assert table.base("R02").status != "seen" or table.off_in("R02") < TOLERANCE_IN
    table.look(8)
    assert table.watcher.blind() == "" and table.base("R02").status == "seen"
    assert table.off_in("R02") < TOLERANCE_IN


def test_a_frozen_camera_is_not_measured(table: Watched) -> None:
    table.camera.freeze()
    table.camera.move("R01", 5.0, 5.0, 0.0)
    table.look(14)
    assert "repeats the same picture" in table.watcher.blind()
    assert table.base("R01").status == "hidden"
    table.camera.freeze(False)
    table.look(10)
    assert table.base("R01").status == "seen" and table.off_in("R01") < TOLERANCE_IN


@pytest.mark.parametrize(
    ("fault", "words"),
    [("black", "black"), ("halve", "upper part"), ("shrink", "changed its picture")],
)
def test_a_bad_picture_is_not_measured_and_is_named(table: Watched, fault: str, words: str) -> None:
    getattr(table.camera, fault)(True)
    table.look(14)
    assert words in table.watcher.blind()
    getattr(table.camera, fault)(False)
    table.look(4)
    assert table.watcher.blind() == ""


def test_a_snapshot_that_was_read_too_long_ago_is_not_measured(table: Watched) -> None:
    """The camera goes on but nothing is read, as on a computer that is too busy."""
    for _ in range(30):
        table.clock.now += 0.2
        table.watcher.newest.step()
    assert table.watcher.blind() == "this computer is too busy to read the table"
    assert table.base("R01").status == "hidden"
    table.look(1)
    assert table.watcher.blind() == ""


def test_a_small_bump_is_put_right_and_accuracy_is_kept(table: Watched) -> None:
    """A quarter of an inch and a third of a degree, about 8 px in the picture."""
    name = table.watcher.snapshot().calibration
    table.camera.bump(dx_in=0.2, dy_in=-0.15, dyaw_deg=0.3)
    for _ in range(8):
        table.look(1)
        for payload in ("R01", "R02", "R03"):
            assert table.base(payload).status != "seen" or table.off_in(payload) < TOLERANCE_IN
    assert all(table.base(payload).status == "seen" for payload in ("R01", "R02", "R03"))
    assert table.watcher.snapshot().calibration != name
    assert table.watcher.blind() == "" and table.watcher.troubles() == ()
    table.camera.bump()
    table.look(8)


def test_a_knock_stops_measuring_from_the_first_frame_until_it_is_put_right(
    table: Watched,
) -> None:
    table.camera.bump(dx_in=3.0)
    for _ in range(10):
        table.look(1)
        assert "knocked" in table.watcher.blind()
        assert all(base.status != "seen" for base in table.watcher.snapshot().bases)
    assert not any("knocked" in text for text in table.watcher.troubles())
    table.camera.bump()
    table.look(12)
    assert table.watcher.blind() == ""
    assert table.base("R01").status == "seen" and table.off_in("R01") < TOLERANCE_IN


def test_after_a_knock_the_camera_can_be_calibrated_where_it_hangs_now(table: Watched) -> None:
    table.camera.bump(dx_in=-3.0)
    table.look(3)
    assert table.watcher.blind() != ""
    table.watcher.calibrate_again()
    table.look(10)
    assert table.watcher.blind() == ""
    assert table.base("R02").status == "seen" and table.off_in("R02") < TOLERANCE_IN
    table.camera.bump()
    table.watcher.calibrate_again()
    table.look(10)


def test_a_base_moved_in_the_very_moment_the_light_changes_is_not_left_behind(
    table: Watched,
) -> None:
    """The whole picture changes then, and the base does not stand out."""
    table.camera.dim(6.0)
    table.camera.move("R01", 5.0, 4.0, 20.0)
    for _ in range(8):
        table.look(1)
        assert table.base("R01").status != "seen" or table.off_in("R01") < 2 * TOLERANCE_IN
    table.camera.dim(0.92)
    table.look(8)
    assert table.base("R01").status == "seen" and table.off_in("R01") < TOLERANCE_IN


def test_one_picture_in_ten_seconds_is_measured_only_while_it_is_young(table: Watched) -> None:
    for _ in range(3):
        table.clock.now += 10.0
        assert "too busy to draw" in table.watcher.blind()
        assert all(base.status != "seen" for base in table.watcher.snapshot().bases)
        table.look(1)
        assert table.watcher.blind() == ""
    assert table.base("R01").status == "seen"


def test_a_burnt_out_picture_is_not_measured(table: Watched) -> None:
    table.camera.dim(60.0)
    table.look(14)
    assert "burnt out" in table.watcher.blind()
    table.camera.dim(0.92)
    table.look(10)
    assert table.base("R02").status == "seen"


def test_a_hill_that_is_drawn_later_puts_the_base_on_it_where_it_stands() -> None:
    """Without it the tag, 2 in nearer to the camera, is taken to lie further out."""
    watched = Watched(drawn=False)
    try:
        watched.look(10)
        # 2 in of height move a tag out by 2/up of its distance from under the camera.
        assert watched.off_in("R03") > 5 * TOLERANCE_IN
        hill = watched.table.terrain[0]
        watched.watcher.set_terrain((Terrain("hill", hill.outline_in, hill.height_in),))
        watched.look(10)
        assert watched.off_in("R03") < TOLERANCE_IN
        pose = watched.base("R03").pose
        assert pose is not None and pose.ground_in == 2.0
        assert [piece.kind for piece in watched.watcher.snapshot().terrain] == ["hill"]
    finally:
        watched.watcher.close()


def _cut(payload: str) -> Base:
    return Base(payload, 2.4, 1.6, side="Royalists")


def test_bases_that_an_army_brings_are_looked_for_and_found() -> None:
    """The table file names none of them; their tags are as large as the bases have room for."""
    watched = Watched(listed=False)
    try:
        watched.look(4)
        assert watched.watcher.snapshot().bases == ()
        before = watched.watcher.version()
        watched.watcher.set_bases((_cut("R01"), _cut("R02")))
        watched.look(10)
        assert [base.payload for base in watched.watcher.snapshot().bases] == ["R01", "R02"]
        assert watched.off_in("R01") < TOLERANCE_IN and watched.off_in("R02") < TOLERANCE_IN
        assert watched.watcher.version() > before
        watched.watcher.set_bases((_cut("R02"), _cut("R03")))
        watched.look(10)
        assert [base.payload for base in watched.watcher.snapshot().bases] == ["R02", "R03"]
        assert watched.off_in("R03") < TOLERANCE_IN
    finally:
        watched.watcher.close()


def test_the_last_of_several_games_counts_though_no_picture_came_between() -> None:
    """Opened one after the other while the camera gave nothing; and the hill stays drawn."""
    watched = Watched(listed=False, drawn=False)
    try:
        hill = watched.table.terrain[0]
        watched.watcher.set_bases((_cut("R01"),))
        watched.watcher.set_terrain((Terrain("hill", hill.outline_in, hill.height_in),))
        watched.watcher.set_bases((_cut("R02"),))
        watched.watcher.set_bases(())
        watched.look(1)
        assert watched.watcher.snapshot().bases == ()
        assert [piece.kind for piece in watched.watcher.table.terrain] == ["hill"]
    finally:
        watched.watcher.close()


def test_a_base_of_the_table_file_stays_as_the_file_has_it(table: Watched) -> None:
    table.watcher.set_bases((replace(_cut("R01"), frontage_in=9.0),))
    table.look(1)
    assert table.base("R01").frontage_in == 2.4
    assert len(table.watcher.snapshot().bases) == 3
    table.watcher.set_bases(())
    table.look(1)


def test_a_base_whose_tag_cannot_be_printed_is_refused_and_nothing_changes(table: Watched) -> None:
    with pytest.raises(ValueError, match="lower case"):
        table.watcher.set_bases((_cut("lower case"),))
    table.look(1)
    assert len(table.watcher.snapshot().bases) == 3


def test_a_frame_that_cannot_be_processed_is_logged_and_the_next_one_waited_for(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A fault of every frame must neither end the watch nor spin a whole core."""
    watched = Watched()
    pauses_s: list[float] = []
    steps = iter([ZeroDivisionError("odd frame"), True, False])

    def step() -> bool:
        came = next(steps)
        if isinstance(came, Exception):
            raise came
        return came

    def wait(seconds: float) -> bool:
        pauses_s.append(seconds)
        if len(pauses_s) == 3:
            watched.watcher._stop.set()
        return False

    monkeypatch.setattr(watched.watcher, "step", step)
    monkeypatch.setattr(watched.watcher._news_come, "wait", wait)
    watched.watcher._run()
    watched.watcher.close()
    assert len(pauses_s) == 3 and min(pauses_s) > 0
    assert "a frame could not be processed" in caplog.text and "odd frame" in caplog.text
