"""Two cameras over one table through the production pipeline. Truth is the scene; tolerances
are derived in ``scenes``."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

import cv2
import numpy as np
import pytest

from calibration.table_file import Marker, Unplaced
from tests.cameras.scenes import TOLERANCE_IN
from tests.cameras.two_scenes import (
    EAST,
    MARKER_IN,
    MARKERS,
    POSES,
    SEAM,
    SEAM_2,
    SEAM_MARKER,
    WEST,
    TwoWatched,
    long_table,
    two_watched,
)
from vision.cameras.newest import LIMIT_S
from vision.measure.range import base_gap
from vision.measure.shapes.footprint import closest_pair, outline
from vision.table.snapshot import Unmeasurable
from vision.watch.still_scene import plus_minus_of


@pytest.fixture(scope="module")
def shared() -> Iterator[TwoWatched]:
    """Two cameras for the tests that leave them as they found them."""
    with two_watched() as watched:
        yield watched


@pytest.fixture
def table(shared: TwoWatched) -> Iterator[TwoWatched]:
    """The shared table, settled; put in order again afterwards."""
    before = tuple(camera.scene for camera in shared.cameras)
    yield shared
    if all(camera.scene is was for camera, was in zip(shared.cameras, before, strict=True)):
        return
    for payload, spot in POSES.items():
        shared.move(payload, *spot)
        for camera in shared.cameras:
            camera.hide(payload, 0.0)
            camera.remove_duplicate(payload)
    shared.look(12)


@pytest.fixture
def own() -> Iterator[TwoWatched]:
    """Two cameras of a test's own, to be knocked and unplugged."""
    with two_watched() as watched:
        yield watched


@pytest.mark.parametrize("payload", POSES)
def test_every_base_is_seen_where_it_stands(table: TwoWatched, payload: str) -> None:
    assert table.base(payload).status == "seen"
    assert table.off_in(payload) < TOLERANCE_IN


def test_a_base_names_the_cameras_that_see_it(table: TwoWatched) -> None:
    assert table.base(WEST).cameras == ("camera A",)
    assert table.base(EAST).cameras == ("camera B",)
    assert set(table.base(SEAM).cameras) == {"camera A", "camera B"}


def test_nothing_is_said_of_a_sound_table(table: TwoWatched) -> None:
    assert table.watcher.snapshot().flags == ()
    assert table.watcher.blind() == "" and table.watcher.troubles() == ()


def test_a_gap_across_the_seam_is_right_within_its_error(table: TwoWatched) -> None:
    snapshot = table.watcher.snapshot()
    reading = base_gap(snapshot, WEST, EAST)
    feet = [outline(snapshot.base(each), *POSES[each]) for each in (WEST, EAST)]
    assert reading.value == pytest.approx(closest_pair(feet[:1], feet[1:])[0], abs=2 * TOLERANCE_IN)


def test_the_error_of_a_gap_across_the_seam_names_a_camera(table: TwoWatched) -> None:
    pose = table.base(EAST).pose
    assert pose is not None
    own_to_it = {cause for cause in pose.shared_causes if "camera" in cause}
    assert any(cause.endswith(" of camera B") for cause in own_to_it)


def test_the_errors_of_all_bases_are_in_one_order(table: TwoWatched) -> None:
    poses = [base.pose for base in table.watcher.snapshot().bases]
    assert len({pose.shared_causes for pose in poses if pose is not None}) == 1


def test_a_base_that_one_camera_cannot_see_is_placed_by_the_other(table: TwoWatched) -> None:
    table.cameras[0].hide(SEAM)
    table.look()
    assert table.base(SEAM).status == "seen" and table.base(SEAM).cameras == ("camera B",)
    assert table.off_in(SEAM) < TOLERANCE_IN


def test_a_base_that_no_camera_sees_is_hidden_at_its_last_place(table: TwoWatched) -> None:
    for camera in table.cameras:
        camera.hide(SEAM)
    table.look()
    assert table.base(SEAM).status == "hidden" and table.off_in(SEAM) < TOLERANCE_IN


@pytest.mark.parametrize("payload", [WEST, pytest.param(SEAM, marks=pytest.mark.long)])
def test_a_base_carried_to_the_other_camera_is_never_seen_where_it_is_not(
    table: TwoWatched, payload: str
) -> None:
    table.move(payload, 44.0, 15.0, 10.0)
    for _ in range(14):
        table.look(1)
        assert table.base(payload).status != "seen" or table.off_in(payload) < TOLERANCE_IN
    assert table.base(payload).cameras == ("camera B",)


def test_one_code_in_the_parts_of_two_cameras_is_told_and_not_measured(table: TwoWatched) -> None:
    for camera in table.cameras:
        camera.duplicate(WEST, 40.0, 15.0, 10.0)
    table.look(14)
    assert table.base(WEST).status != "seen"
    assert ("duplicate", WEST) in {(f.kind, f.payload) for f in table.watcher.snapshot().flags}


def test_the_picture_is_stitched_from_both(table: TwoWatched) -> None:
    """The markers at both ends and on the seam lie where they should, to a third of a pixel."""
    view = table.watcher.top_view()
    assert view is not None
    picture = cv2.imdecode(np.frombuffer(view.jpeg, np.uint8), cv2.IMREAD_COLOR)
    book = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    found, ids, _ = cv2.aruco.ArucoDetector(book).detectMarkers(picture)
    for marker in MARKERS:
        at = found[ids.ravel().tolist().index(marker.id)].reshape(4, 2).mean(axis=0) + 0.5
        x_in = at[0] / view.px_per_in - view.margin_in
        y_in = view.size_in[1] + view.margin_in - at[1] / view.px_per_in
        here = pytest.approx((marker.x_in, marker.y_in), abs=0.5 / view.px_per_in)
        assert (x_in, y_in) == here, marker.id


def test_an_unplugged_camera_hides_only_its_own_part_and_says_so(table: TwoWatched) -> None:
    table.cameras[1].unplug()
    table.look(14)
    assert table.base(EAST).status == "hidden"
    assert table.base(WEST).status == table.base(SEAM).status == "seen"
    assert "camera B is blind" in table.said() and table.watcher.blind() == ""
    table.cameras[1].plug()
    table.clock.now += 10
    table.look(14)
    assert table.base(EAST).status == "seen" and table.said() == ""


def test_when_all_cameras_are_lost_the_table_is_blind(table: TwoWatched) -> None:
    for camera in table.cameras:
        camera.unplug()
    table.look(1)
    table.clock.now += LIMIT_S
    assert "camera A" in table.watcher.blind() and "camera B" in table.watcher.blind()
    with pytest.raises(Unmeasurable):
        base_gap(table.watcher.snapshot(), WEST, SEAM)
    for camera in table.cameras:
        camera.plug()
    table.clock.now += 10
    table.look(8)
    assert table.said() == ""


@pytest.mark.long
def test_a_frozen_camera_hides_only_its_own_part(own: TwoWatched) -> None:
    own.cameras[0].freeze()
    own.look(14)
    assert own.base(WEST).status == "hidden" and own.base(EAST).status == "seen"
    assert "camera A is blind" in own.said() and "repeats" in own.said()


def test_after_a_knock_of_one_camera_nothing_is_seen_where_it_is_not(own: TwoWatched) -> None:
    own.cameras[1].bump(dx_in=4.0, dyaw_deg=3.0)
    for _ in range(12):
        own.look(1)
        for payload in POSES:
            assert own.base(payload).status != "seen" or own.off_in(payload) < TOLERANCE_IN
    assert own.base(EAST).status == "hidden" and own.base(SEAM).status == "seen"
    assert "camera B" in own.said() and "knocked" in own.said()


@pytest.mark.long
def test_calibrating_one_camera_again_leaves_the_other_as_it_is(own: TwoWatched) -> None:
    before = own.watcher.stations[0].bearings.calibration
    own.cameras[1].bump(dx_in=4.0, dyaw_deg=3.0)
    own.look(3)
    own.watcher.stations[1].find_again()
    own.look(12)
    assert own.watcher.stations[0].bearings.calibration is before
    assert own.base(EAST).status == "seen" and own.off_in(EAST) < TOLERANCE_IN


@pytest.mark.long
def test_a_marker_typed_wrongly_is_named_and_misleads_no_reading() -> None:
    """A quarter of an inch off, a hundred times what drawn markers are; both cameras see it."""
    wrong = [
        replace(marker, x_in=marker.x_in + 0.25) if marker.id == SEAM_MARKER else marker
        for marker in MARKERS
    ]
    with two_watched(long_table(wrong)) as watched:
        told = watched.said() + " ".join(f.text for f in watched.watcher.snapshot().flags)
        assert f"marker {SEAM_MARKER} " in told
        assert all(watched.off_in(payload) < TOLERANCE_IN for payload in POSES)


@pytest.mark.long
def test_without_their_lenses_both_cameras_place_their_bases() -> None:
    """Within the ± that they claim, which is larger than with a known lens."""
    with two_watched(lens_known=False) as watched:
        snapshot = watched.watcher.snapshot()
        assert {base.status for base in snapshot.bases} == {"seen"}
        reading = base_gap(snapshot, WEST, EAST)
        feet = [outline(snapshot.base(each), *POSES[each]) for each in (WEST, EAST)]
        assert math.isclose(
            reading.value, closest_pair(feet[:1], feet[1:])[0], abs_tol=reading.plus_minus
        )


def test_the_two_cameras_agree_where_both_see(table: TwoWatched) -> None:
    seen = table.watcher.merged().seen
    for payload in (SEAM, SEAM_2):
        assert seen[payload].agrees and (seen[payload].apart_in or 0.0) < 2 * TOLERANCE_IN


LOOSE = tuple(
    Marker(k, x, y, MARKER_IN, 0.006, 30.0) for k, (x, y) in ((12, (23.0, 3.6)), (13, (27.2, 16.2)))
)
"""On the seam, where nobody typed them."""


@pytest.mark.long
def test_a_camera_with_three_typed_markers_is_placed_by_those_both_see() -> None:
    """Of the eastern camera's seven markers only three are typed; its bases are right all the
    same, within the ± that they then have."""
    few = [marker for marker in MARKERS if marker.id not in (4, 7, 9, 11)]
    typed = replace(
        long_table(few), unplaced=tuple(Unplaced(m.id, m.size_in, m.z_in) for m in LOOSE)
    )
    with two_watched(typed, drawn=long_table((*MARKERS, *LOOSE))) as watched:
        base = watched.base(EAST)
        assert base.status == "seen" and base.pose is not None
        assert watched.off_in(EAST) < plus_minus_of(base.pose)[0] < 0.2
