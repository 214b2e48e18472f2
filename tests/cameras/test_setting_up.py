"""Setting up the simulated table through the production parts: pictures in, facts out.

Truth is the scene and the simulated camera's own optics.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.corners import CLICK_SIGMA_PX
from calibration.table_file import TableFile, load_table
from tests.cameras.scenes import SIZE_PX, Watched
from vision.setup.lens_shots import LensShots
from vision.setup.service import SettingUp
from vision.setup.sheet_printer import Press
from vision.simulator.board_scene import HELD
from vision.table.quality import CannotSetUp, MarkerPlace, Paper, TagWanted
from vision.table.snapshot import Base, Terrain


class Bench:
    """The small watched table, being set up; time passes only while a picture is waited for."""

    def __init__(self, folder: Path, named: Path | None = None) -> None:
        self.watched = Watched()
        self.setting_up = SettingUp(
            folder, named, wait=self.wait, steady=self.watched.clock, today=lambda: "2026-01-02"
        )
        self.setting_up.adopt(self.watched.watcher)

    def wait(self, seconds: float) -> None:
        """The camera takes a picture; nobody reads its tags."""
        self.watched.clock.now += max(seconds, 0.2)
        self.watched.watcher.newest.step()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("set-up")


@pytest.fixture(scope="module")
def shared(folder: Path) -> Iterator[Bench]:
    made = Bench(folder)
    made.watched.look(6)
    yield made
    made.watched.watcher.close()


@pytest.fixture
def bench(shared: Bench) -> Iterator[Bench]:
    """The shared table, found by its own markers."""
    table = shared.watched.watcher.table
    yield shared
    watcher = shared.watched.watcher
    if watcher.table is table and not watcher.bearings.by_corners:
        return
    watcher.later(lambda: watcher.use_table(table))
    shared.watched.look(2)


def places(table: TableFile) -> list[MarkerPlace]:
    return [MarkerPlace(m.id, m.x_in, m.y_in, m.size_in, m.turned_deg) for m in table.markers]


def test_the_camera_says_what_it_is(bench: Bench) -> None:
    facts = bench.setting_up.camera()
    assert (facts.width_px, facts.height_px) == SIZE_PX
    assert facts.simulated and facts.name == "simulated 1280x720" and facts.trouble == ""


def test_the_view_is_the_frame_as_it_is(bench: Bench) -> None:
    view = bench.setting_up.view()
    assert view is not None and view.scale == 1.0
    assert cv2.imdecode(np.frombuffer(view.jpeg, np.uint8), 1).shape == (*SIZE_PX[::-1], 3)


@pytest.mark.long
def test_sixteen_pictures_make_a_good_lens_that_is_kept_and_used(
    bench: Bench, folder: Path
) -> None:
    """Focal length to a thousandth (some 300 corners, each to 0.1 px, on boards 300 px wide);
    three of those are allowed."""
    setting_up, watcher = bench.setting_up, bench.watched.watcher
    setting_up.begin_lens()
    for _ in HELD:
        work = setting_up.shoot()
    kept = [shot for shot in work.shots if shot.kept]
    assert work.grade == "good" and len(kept) >= 10
    assert all(shot.error_px is not None and shot.error_px < 0.3 for shot in kept)
    assert work.error_px is not None and work.error_px < 0.2
    assert len(work.outlines) == len(kept) and sum(map(sum, work.coverage)) > 200
    setting_up.keep_lens()
    bench.watched.look(2)
    lens, covariance = watcher.bearings.lens
    true = bench.watched.camera.lens
    assert lens is not None and covariance is not None
    assert lens.fx == pytest.approx(true.fx, rel=0.003)
    assert setting_up.lens().in_force.startswith("kept for this camera, made on 2026-01-02: good")
    assert watcher.blind() == ""
    again = Bench(folder)
    again.watched.look(1)
    assert again.watched.watcher.bearings.lens[0] == lens
    setting_up.drop_lens()
    bench.watched.look(2)
    assert watcher.bearings.lens[0] == true
    assert setting_up.lens().in_force == "the simulated camera's own"
    again.watched.watcher.close()


def test_a_kept_lens_is_used_for_its_own_picture_size_alone(folder: Path, bench: Bench) -> None:
    """Nine pictures tell the focal length to some two thousandths; five are allowed."""
    bench.setting_up.begin_lens()
    for _ in range(9):
        bench.setting_up.shoot()
    bench.setting_up.keep_lens()
    bench.watched.look(1)
    lens, true = bench.watched.watcher.bearings.lens[0], bench.watched.camera.lens
    assert lens is not None and true is not None and lens != true
    assert lens.fx == pytest.approx(true.fx, rel=0.005)
    assert bench.setting_up.lens().in_force.startswith("kept for this camera, made on 2026-01-02")
    other = Bench(folder)
    other.watched.camera.shrink()
    other.watched.look(1)
    assert other.setting_up.lens().in_force == "the simulated camera's own"
    other.watched.watcher.close()
    bench.setting_up.drop_lens()


def test_a_discarded_picture_counts_no_more(bench: Bench) -> None:
    bench.setting_up.begin_lens()
    for _ in range(4):
        work = bench.setting_up.shoot()
    first = next(shot.number for shot in work.shots if shot.kept)
    before = len(work.outlines)
    work = bench.setting_up.forget_shot(first)
    assert len(work.outlines) == before - 1
    assert next(shot for shot in work.shots if shot.number == first).says == "discarded by you"


def held(bench: Bench, way: int) -> np.ndarray:
    camera = bench.watched.camera
    camera.hold(HELD[way])
    picture = camera.read().picture
    camera.hold(None)
    return picture


def test_a_picture_without_board_moving_or_like_another_is_discarded(bench: Bench) -> None:
    shots = LensShots()
    bare = bench.watched.camera.read().picture
    one, other = held(bench, 0), held(bench, 3)
    shots.consider(bare, bare)
    shots.consider(one, other)
    shots.consider(one, held(bench, 0))
    shots.consider(held(bench, 0), one)
    said = [(shot.kept, shot.says.split(":")[0]) for shot in shots.work().shots]
    assert said == [
        (False, "no board is seen"),
        (False, "it moved"),
        (True, ""),
        (False, "too much like picture 3"),
    ]


def test_nothing_is_kept_before_there_is_a_lens(bench: Bench) -> None:
    bench.setting_up.begin_lens()
    with pytest.raises(CannotSetUp, match="more pictures"):
        bench.setting_up.keep_lens()


def test_a_camera_without_picture_says_so(bench: Bench) -> None:
    bench.watched.camera.unplug()
    with pytest.raises(CannotSetUp, match="unplugged"):
        bench.setting_up.shoot()
    bench.watched.camera.plug()
    bench.watched.clock.now += 10
    bench.watched.look(6)
    assert bench.watched.watcher.blind() == ""


def test_every_marker_is_reported_with_its_own_error(bench: Bench) -> None:
    """Each is left out in turn and shows its error on the table: 0.1 px at 32 px to the inch is
    0.003 in, and a fit without one corner marker leans out there by several times that."""
    found = bench.setting_up.found()
    assert found.trouble == "" and len(found.markers) == 8
    assert all(state.used and state.off_in is not None for state in found.markers)
    assert max(state.off_in or 0.0 for state in found.markers) < 0.03
    assert found.held_out_in is not None and found.lens_known
    assert found.height_in == pytest.approx(bench.watched.camera.pinhole.eye_in[2], rel=0.003)


def test_found_places_can_be_used_and_measure_the_table(bench: Bench) -> None:
    table = bench.watched.watcher.table
    corners = {m.id: (m.x_in, m.y_in) for m in table.markers}
    far = math.dist(corners[3], corners[1])
    found, sigma_in = bench.setting_up.find_markers(
        (30.0, 18.0), table.markers[0].size_in, tape=(3, 1, far)
    )
    bench.setting_up.use_markers((30.0, 18.0), found, sigma_in)
    bench.watched.look(8)
    assert bench.watched.watcher.table.marker_tolerance_in == sigma_in
    assert bench.watched.watcher.blind() == ""
    # 0.05 in is what the places may be off, see test_corners_and_places.
    assert bench.watched.off_in("R01") < 0.06


def test_markers_in_sight_are_named_where_they_are(bench: Bench) -> None:
    """Whether or not anybody has typed their places: a glance is good to some pixels of 1280."""
    known = {state.place.id: state.at for state in bench.setting_up.found().markers}
    for marker in bench.setting_up.markers_in_sight():
        at = known.pop(marker.id)
        assert at is not None and math.dist(at, marker.at) < 0.005
    assert known == {}


def test_found_markers_ask_for_one_tape_and_the_tape_makes_them_sure(bench: Bench) -> None:
    """Their size is known to a percent or so of blur and ink before, to a sixteenth of an inch
    after."""
    setting_up, watcher = bench.setting_up, bench.watched.watcher
    assert setting_up.tape_wanted() is None
    corners = {m.id: (m.x_in, m.y_in) for m in watcher.table.markers}
    laid = setting_up.lay_markers(None, watcher.table.markers[0].size_in)
    assert laid.size_in == (30.0, 18.0) and len(laid.markers) == 8
    bench.watched.look(2)
    wanted = setting_up.tape_wanted()
    assert wanted is not None and {wanted.first, wanted.second} == {0, 2}
    assert wanted.foot_after_in < 0.5 * wanted.foot_before_in
    found = setting_up.tape(0, 2, math.dist(corners[0], corners[2]))
    assert found.foot_after_in == pytest.approx(wanted.foot_after_in, rel=0.1)
    bench.watched.look(8)
    assert setting_up.tape_wanted() is None
    # What the places may be off with a tape, two standard deviations of TAPED_IN at most.
    assert bench.watched.off_in("R01") < 0.12


def test_tags_in_sight_are_those_that_lie_there(bench: Bench) -> None:
    there = bench.watched.watcher.snapshot().bases
    away = replace(there[0], payload="X99")
    seen = bench.setting_up.tags_in_sight((away, *there[:2]))
    assert seen == tuple(base.payload for base in there[:2])
    assert set(bench.setting_up.codes_in_sight()) <= {base.payload for base in there}


def test_the_wizard_shows_the_last_picture_of_a_camera_that_gives_none(bench: Bench) -> None:
    """Seen: a stream that had ended left the wizard with an empty frame."""
    bench.watched.camera.unplug()
    bench.watched.clock.now += 10
    bench.watched.look(1)
    assert bench.watched.watcher.newest.newest() is None
    view = bench.setting_up.view()
    assert view is not None and view.jpeg.startswith(b"\xff\xd8")
    bench.watched.camera.plug()
    bench.watched.clock.now += 10
    bench.watched.look(6)


def test_a_marker_typed_wrongly_is_named(bench: Bench) -> None:
    table = bench.watched.watcher.table
    typed = places(table)
    typed[4] = MarkerPlace(4, typed[4].x_in + 3.0, typed[4].y_in, typed[4].size_in)
    bench.setting_up.use_markers(table.size_in, typed, 0.02)
    bench.watched.look(2)
    found = bench.setting_up.found()
    assert [state.place.id for state in found.markers if not state.used] == [4]
    assert any("marker 4 is 3.0 in" in text for text in found.warnings)


@pytest.mark.parametrize(("count", "words"), [(3, "3 markers"), (0, "0 markers")])
def test_too_few_markers_are_refused(bench: Bench, count: int, words: str) -> None:
    table = bench.watched.watcher.table
    with pytest.raises(CannotSetUp, match=words):
        bench.setting_up.use_markers(table.size_in, places(table)[:count], 0.02)


def test_a_marker_twice_is_refused(bench: Bench) -> None:
    table = bench.watched.watcher.table
    with pytest.raises(CannotSetUp, match="marker 0 is listed twice"):
        bench.setting_up.use_markers(table.size_in, [*places(table), places(table)[0]], 0.02)


def test_the_simulated_table_keeps_its_size(bench: Bench) -> None:
    with pytest.raises(CannotSetUp, match="30 by 18"):
        bench.setting_up.use_markers((48.0, 36.0), places(bench.watched.watcher.table), 0.02)


def test_shown_corners_find_the_table_with_a_larger_error(bench: Bench) -> None:
    """Shown to a pixel each: a pixel is 0.03 in, four of them and the square table as much."""
    by_markers = bench.setting_up.accuracy()
    true = np.array([(0, 18, 0), (30, 18, 0), (30, 0, 0), (0, 0, 0)], dtype=float)
    pixels = np.round(bench.watched.camera.pinhole.to_pixels(true))
    shares = [((x + 0.5) / SIZE_PX[0], (y + 0.5) / SIZE_PX[1]) for x, y in pixels.tolist()]
    bench.setting_up.use_corners((30.0, 18.0), shares)
    bench.watched.look(8)
    found, accuracy = bench.setting_up.found(), bench.setting_up.accuracy()
    assert found.by_corners and found.trouble == "" and CLICK_SIGMA_PX > 1
    assert bench.watched.off_in("R01") < 0.1
    assert accuracy is not None and by_markers is not None
    assert accuracy.worst_in > 3 * by_markers.worst_in
    assert any("corners alone" in text for text in bench.watched.watcher.troubles())


def test_the_map_is_what_play_measures(bench: Bench) -> None:
    """The ± of a base that is seen is within a factor of two of the map's at its place: its tag
    is larger than the map's, and its corners are read better or worse than a tenth of a pixel."""
    bench.watched.look(8)
    accuracy = bench.setting_up.accuracy()
    assert accuracy is not None
    pose = bench.watched.base("R01").pose
    assert pose is not None
    xx, xy, _, yy, _, _ = pose.own
    shared = np.array(pose.shared)[:, :2]
    spread = np.array([[xx, xy], [xy, yy]]) + shared.T @ shared
    own = 1.96 * math.sqrt(float(np.linalg.eigvalsh(spread)[-1]))
    assert 0.5 < accuracy.median_in / own < 2.0
    assert (len(accuracy.rows), len(accuracy.rows[0])) == (6, 10)
    assert 0 < accuracy.gap_in < 0.1 and "foot mid-table" in accuracy.says


def test_legibility_counts_the_pixels_of_a_module(bench: Bench) -> None:
    """A 25 mm symbol has 21 modules: 0.984 in / 21 = 0.0469 in, by the picture's own scale."""
    found = bench.setting_up.legibility(25.0)
    assert found is not None
    step = np.array([(15.0, 9.0, 0.12), (16.0, 9.0, 0.12)])
    per_in = math.dist(*bench.watched.camera.pinhole.to_pixels(step).tolist())
    assert found.rows[3][5] == pytest.approx(per_in * 25 / 25.4 / 21, rel=0.02)
    assert found.advice and found.certain_share == 1.0


def test_the_press_prints_the_tags_in_play_at_their_own_size(bench: Bench) -> None:
    press = Press(bench.setting_up.table)
    sheet = press.tags([TagWanted("R01", "Rigg"), TagWanted("ZZ9")], Paper("a4", 98.0))
    assert sheet.pdf.startswith(b"%PDF") and sheet.count == 2 and sheet.pages == 1
    with pytest.raises(CannotSetUp, match="100 mm bar"):
        press.tags([TagWanted("R01")], Paper("a4", 60.0))
    with pytest.raises(CannotSetUp, match="paper is one of"):
        press.markers(4, 60.0, Paper("a9"))


def test_markers_board_and_sabots_are_printed() -> None:
    press, paper = Press(), Paper("letter")
    made = [press.markers(8, 60.0, paper), press.board(32.0, paper)]
    made.append(press.sabots((120.0, 60.0), (6, 2), 3, paper))
    assert [sheet.count for sheet in made] == [8, 1, 3]


@pytest.fixture
def real(tmp_path: Path) -> Iterator[Callable[[Path | None], Bench]]:
    """Benches whose watcher, without its simulated camera's hand, is one of a real camera."""
    made: list[Bench] = []

    def bench(named: Path | None) -> Bench:
        made.append(Bench(tmp_path, named))
        (station,) = made[-1].watched.watcher.stations
        station.station = replace(station.station, movable=None)
        made[-1].watched.look(1)
        return made[-1]

    yield bench
    for each in made:
        each.watched.watcher.close()


HAND_MADE = """\
# The club's table, measured by Anne.
version = 1

[table]
size_in = [30.0, 18.0]

[[markers]]
id = 0
x_in = 1.0
y_in = 17.0
z_in = 0.25
size_in = 1.0

[[bases]]
payload = "R01"
frontage_in = 2.4
depth_in = 1.6
tag_size_in = 1.0
"""


def test_a_table_of_a_real_camera_is_kept_in_the_data_folder(
    tmp_path: Path, real: Callable[[Path | None], Bench]
) -> None:
    bench = real(None)
    table = bench.watched.watcher.table
    bench.setting_up.use_markers((31.0, 18.5), places(table), 0.03)
    kept = load_table(tmp_path / "table.toml")
    assert kept.size_in == (31.0, 18.5) and kept.marker_tolerance_in == 0.03
    assert len(kept.markers) == 8
    bench.watched.look(1)
    assert bench.watched.watcher.table.size_in == (31.0, 18.5)
    assert bench.setting_up.found().kept == f"Kept in {tmp_path / 'table.toml'}."


def test_a_table_file_that_was_named_is_the_one_that_is_changed(
    tmp_path: Path, real: Callable[[Path | None], Bench]
) -> None:
    """What the player typed besides the markers stays, and the whole file as it was."""
    named = tmp_path / "my-table.toml"
    named.write_text(HAND_MADE, encoding="utf-8")
    bench = real(named)
    for wide in (31.0, 32.0):
        bench.setting_up.use_markers((wide, 18.0), places(bench.watched.table), 0.03)
    kept = load_table(named)
    assert kept.size_in == (32.0, 18.0) and len(kept.markers) == 8
    assert kept.markers[0].z_in == 0.25
    assert [base.payload for base in kept.bases] == ["R01"] and kept.bases[0].tag_size_in == 1.0
    assert not (tmp_path / "table.toml").exists()
    assert (tmp_path / "my-table.toml.bak").read_text(encoding="utf-8") == HAND_MADE
    assert bench.setting_up.found().kept == (
        f"Kept in {named}; as it was before, in my-table.toml.bak beside it."
    )


def test_what_a_game_lays_on_the_table_is_not_kept_with_the_table(
    tmp_path: Path, real: Callable[[Path | None], Bench]
) -> None:
    named = tmp_path / "my-table.toml"
    named.write_text(HAND_MADE, encoding="utf-8")
    bench = real(named)
    watcher = bench.watched.watcher
    wood = ((1.0, 1.0), (5.0, 1.0), (5.0, 5.0))
    watcher.set_terrain((Terrain("wood", wood, 0.0),))
    watcher.set_bases((Base("PV1:N01", 2.4, 1.6),))
    bench.watched.look(1)
    bench.setting_up.use_markers((30.0, 18.0), places(bench.watched.table), 0.03)
    bench.watched.look(1)
    assert {base.payload for base in watcher.table.bases} == {"R01", "R02", "R03", "PV1:N01"}
    assert [base.payload for base in load_table(named).bases] == ["R01"]
    assert load_table(named).terrain == ()


@pytest.mark.parametrize("odd", ["no toml at all [", "version = 7\n"])
def test_a_table_file_that_was_spoilt_meanwhile_is_not_written_over(
    tmp_path: Path, real: Callable[[Path | None], Bench], odd: str
) -> None:
    named = tmp_path / "my-table.toml"
    named.write_text(HAND_MADE, encoding="utf-8")
    bench = real(named)
    named.write_text(odd, encoding="utf-8")
    with pytest.raises(CannotSetUp, match="my-table.toml"):
        bench.setting_up.use_markers((30.0, 18.0), places(bench.watched.table), 0.03)
    assert named.read_text(encoding="utf-8") == odd


def test_a_table_file_that_cannot_be_written_is_said(
    tmp_path: Path, real: Callable[[Path | None], Bench]
) -> None:
    """A folder stands where the new file is written before it takes the old one's place."""
    bench = real(None)
    (tmp_path / "table.toml.part").mkdir()
    with pytest.raises(CannotSetUp, match="table.toml cannot be written"):
        bench.setting_up.use_markers((30.0, 18.0), places(bench.watched.table), 0.03)


def test_tags_of_another_size_are_those_of_the_table_and_of_every_army(
    tmp_path: Path, real: Callable[[Path | None], Bench]
) -> None:
    """Printed at 97 %: said once, it holds for the army that is brought later, and again 98 %."""
    bench = real(None)
    watcher, before = bench.watched.watcher, bench.watched.watcher.table.bases
    bench.setting_up.scale_tags(0.97)
    watcher.set_bases((Base("PV1:N01", 2.4, 1.6),))
    bench.watched.look(1)
    sizes = {base.payload: base.tag_size_in for base in watcher.table.bases}
    assert sizes["R01"] == pytest.approx(0.97 * before[0].tag_size_in)
    assert sizes["PV1:N01"] == pytest.approx(0.97 * before[0].tag_size_in)  # as R01 is cut
    bench.setting_up.scale_tags(0.98)
    bench.watched.look(1)
    sizes = {base.payload: base.tag_size_in for base in watcher.table.bases}
    assert sizes["R01"] == pytest.approx(0.98 * before[0].tag_size_in)
    assert sizes["PV1:N01"] == pytest.approx(0.98 * before[0].tag_size_in)
    assert not (tmp_path / "table.toml").exists()


def test_the_simulated_tables_tags_are_true(bench: Bench) -> None:
    with pytest.raises(CannotSetUp, match="true to size"):
        bench.setting_up.scale_tags(0.97)
    assert "not kept" in bench.setting_up.found().kept
