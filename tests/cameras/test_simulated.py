"""The simulated table: its pictures show its truth, and it misbehaves when told."""

from __future__ import annotations

import math
from collections.abc import Iterator

import cv2
import numpy as np
import pytest

from calibration.table_file import TableFile, TerrainPiece
from rules.books import RULE_SETS
from rules.kernel.protocol import RuleSet
from tests.cameras.scenes import SIZE_PX, small_table
from tests.seen_before import anew
from vision.cameras.camera import CameraError, Picture
from vision.simulator.camera import SimulatedCamera
from vision.simulator.demo import demo_table, dress, edge_markers, tag_for
from vision.simulator.ground import MARKER_CARD
from vision.simulator.models import standing, trees_of
from vision.simulator.scene import (
    CannotPlace,
    Scrap,
    Stand,
    build_scene,
    ground_under,
    label_side_in,
)
from vision.simulator.symbols import modules_of
from vision.table.snapshot import Base, Pose, Snapshot


def small_camera(**more: object) -> SimulatedCamera:
    table, poses = small_table()
    wanted: dict[str, object] = {"size_px": SIZE_PX, "fps": 0, "noise": 0.0} | more
    return SimulatedCamera(table, poses, **wanted)


@pytest.fixture(scope="module")
def camera() -> Iterator[SimulatedCamera]:
    yield small_camera()


def darkness_at(camera: SimulatedCamera, picture: Picture, xyz: tuple[float, float, float]) -> int:
    column, row = np.round(camera.pinhole.to_pixels(np.array([xyz]))[0]).astype(int)
    return int(picture[row, column].max())


@pytest.mark.parametrize("payload", ["R01", "R02", "R03"])
def test_the_three_finder_patterns_lie_where_the_truth_says(payload: str) -> None:
    """A QR code has dark 3x3 centres in three corners and not in the fourth: the middle of
    such a centre is 3.5 of 21 modules in from two sides."""
    camera = small_camera()
    picture = camera.read().picture
    stand = camera.scene.stands[payload]
    corners = np.array(stand.tag_corners_in())
    middle = corners.mean(axis=0)
    spots = middle + (corners - middle) * (1 - 7 / 21)
    dark = [darkness_at(camera, picture, tuple(spot)) < 90 for spot in spots]
    assert dark[0] and dark[1] and dark[3]


def test_a_tag_on_a_hill_is_drawn_at_the_hills_height() -> None:
    stand = small_camera().scene.stands["R03"]
    assert stand.ground_in == 2.0
    assert stand.tag_z_in == 2.0 + stand.base.tag_height_in


def test_marker_edges_lie_where_the_truth_says_to_a_twentieth_of_a_pixel() -> None:
    """Marker centres from OpenCV's detector; averaged over four corners each, on a picture
    without noise. 0.05 px is half of what the detector's own corners scatter."""
    camera = small_camera(size_px=(1920, 1080))
    found, ids, _ = cv2.aruco.ArucoDetector(
        cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), _subpixel()
    ).detectMarkers(camera.read().picture)
    assert sorted(ids.ravel().tolist()) == list(range(8))
    places = {marker.id: marker for marker in camera.scene.markers}
    off = []
    for corners, marker_id in zip(found, ids.ravel().tolist(), strict=True):
        marker = places[marker_id]
        truth = camera.pinhole.to_pixels(np.array([(marker.x_in, marker.y_in, marker.z_in)]))[0]
        off.append(corners.reshape(4, 2).mean(axis=0) - truth)
    assert np.abs(np.mean(off, axis=0)).max() < 0.05


def _subpixel() -> cv2.aruco.DetectorParameters:
    wanted = cv2.aruco.DetectorParameters()
    wanted.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    return wanted


def test_equal_seeds_give_equal_pictures_and_others_do_not() -> None:
    one, other, again = (small_camera(seed=seed, noise=2.0).read().picture for seed in (4, 5, 4))
    with anew():
        same = small_camera(seed=4, noise=2.0).read().picture
    assert np.array_equal(one, same) and np.array_equal(one, again)
    assert not np.array_equal(one, other)


def test_noise_has_the_wanted_strength_and_no_bias() -> None:
    """sigma 2 and rounding (1/12): variance 4.17 expected; 2.7 million samples."""
    clean = small_camera().read().picture.astype(int)
    noisy = small_camera(noise=2.0).read().picture.astype(int)
    middling = (clean > 30) & (clean < 220)
    difference = (noisy - clean)[middling]
    assert abs(difference.mean()) < 0.05
    assert difference.std() == pytest.approx(math.sqrt(4 + 1 / 6), rel=0.05)


def test_every_frame_has_noise_of_its_own() -> None:
    camera = small_camera(noise=2.0)
    assert not np.array_equal(camera.read().picture, camera.read().picture)


def test_a_moved_base_leaves_no_trace_at_its_old_place() -> None:
    """Moving there and back gives the very picture of before: patches join without seams."""
    camera = small_camera()
    before = camera.read().picture
    camera.move("R01", 15.0, 12.0, 10.0)
    assert not np.array_equal(before, camera.read().picture)
    camera.move("R01", 8.0, 9.0, 90.0)
    assert np.array_equal(before, camera.read().picture)


def test_a_picture_drawn_in_patches_is_that_drawn_at_once() -> None:
    table, poses = small_table()
    moved = small_camera()
    moved.move("R02", 5.0, 4.0, 300.0)
    fresh = SimulatedCamera(
        table, poses | {"R02": (5.0, 4.0, 300.0)}, size_px=SIZE_PX, fps=0, noise=0.0
    )
    assert np.array_equal(moved.read().picture, fresh.read().picture)


def test_a_base_that_climbs_the_hill_stands_on_it() -> None:
    camera = small_camera()
    camera.move("R01", 24.0, 6.0, 0.0)
    assert camera.scene.stands["R01"].ground_in == 2.0


@pytest.mark.parametrize(
    ("payload", "x", "y", "facing"),
    [
        ("X99", 5.0, 5.0, 0.0),
        ("R01", -1.0, 5.0, 0.0),
        ("R01", 5.0, 18.5, 0.0),
        ("R01", math.nan, 5.0, 0.0),
        ("R01", 5.0, 5.0, math.inf),
    ],
)
def test_a_model_cannot_be_put_where_there_is_no_table(
    camera: SimulatedCamera, payload: str, x: float, y: float, facing: float
) -> None:
    before = camera.scene
    with pytest.raises(CannotPlace):
        camera.move(payload, x, y, facing)
    assert camera.scene is before


def test_a_hand_covers_the_tag_and_goes_away_again() -> None:
    camera = small_camera()
    before = camera.read().picture
    camera.hide("R01")
    stand = camera.scene.stands["R01"]
    picture = camera.read().picture
    assert all(darkness_at(camera, picture, xyz) > 120 for xyz in stand.tag_corners_in())
    camera.hide("R01", 0.0)
    assert np.array_equal(before, camera.read().picture)


def test_a_duplicate_is_a_second_base_with_the_same_tag() -> None:
    camera = small_camera()
    before = camera.read().picture
    camera.duplicate("R01", 12.0, 13.0, 45.0)
    assert [s.base.payload for s in camera.scene.stands.values()].count("R01") == 2
    camera.remove_duplicate("R01")
    assert np.array_equal(before, camera.read().picture)


def test_foreign_codes_lie_about_until_cleared_away() -> None:
    camera = small_camera()
    before = camera.read().picture
    camera.lay_scraps([Scrap("HTTPS://EXAMPLE.ORG/<script>", 5.0, 14.0)])
    assert not np.array_equal(before, camera.read().picture)
    camera.lay_scraps([])
    assert np.array_equal(before, camera.read().picture)


def test_a_bump_shifts_the_whole_picture_and_undoing_it_restores_it() -> None:
    """0.5 in at 1280 px over about 35 in is some 18 px."""
    camera = small_camera()
    before = camera.read().picture
    marker = np.array([(15.0, 9.0, 0.0)])
    at_first = camera.pinhole.to_pixels(marker)[0]
    camera.bump(dx_in=0.5)
    shift = camera.pinhole.to_pixels(marker)[0] - at_first
    px_per_in = camera.pinhole.optics.focal_px / camera.pinhole.eye_in[2]
    assert shift[0] == pytest.approx(-0.5 * px_per_in, rel=0.02)
    camera.bump()
    assert np.array_equal(before, camera.read().picture)


def test_unplugged_it_fails_until_it_is_plugged_in_again() -> None:
    camera = small_camera()
    camera.unplug()
    for _ in range(2):
        with pytest.raises(CameraError, match="unplugged"):
            camera.read()
    camera.plug()
    assert camera.read().source == "simulated"


def test_a_dropped_frame_is_one_error_only() -> None:
    camera = small_camera()
    camera.drop()
    with pytest.raises(CameraError):
        camera.read()
    camera.read()


def test_frozen_it_gives_the_same_bytes_again() -> None:
    camera = small_camera(noise=2.0)
    camera.freeze()
    one = camera.read().picture
    camera.move("R01", 5.0, 5.0, 0.0)
    assert np.array_equal(one, camera.read().picture)
    camera.freeze(False)
    assert not np.array_equal(one, camera.read().picture)


def test_blur_light_and_glare_change_what_they_should() -> None:
    camera = small_camera()
    picture = camera.read().picture.astype(int)
    camera.dim(0.3)
    assert camera.read().picture.mean() < 0.75 * picture.mean()
    camera.dim(0.92)
    camera.glare(8.0, 9.0, 2.0)
    shone = camera.read().picture.astype(int)
    column, row = np.round(camera.pinhole.to_pixels(np.array([(8.0, 9.0, 0.0)]))[0]).astype(int)
    assert shone[row, column].min() > 230
    camera.glare(8.0, 9.0, 2.0, 0.0)
    assert np.array_equal(camera.read().picture, picture)
    camera.defocus(3.0)
    sharpness = cv2.Laplacian(camera.read().picture, cv2.CV_64F).std()
    assert sharpness < 0.5 * cv2.Laplacian(picture.astype(np.uint8), cv2.CV_64F).std()


def test_the_demo_has_two_armies_of_ten_bases_that_do_not_touch_each_other() -> None:
    table, poses = demo_table()
    assert len(poses) == len(table.bases) == 20
    sides = {base.side for base in table.bases}
    assert sides == {"Royalists", "Parliament"}
    spots = {p: np.array(poses[p][:2]) for p in poses}
    royal = [p for p in poses if p.startswith("R")]
    others = [p for p in poses if p.startswith("P")]
    assert min(np.hypot(*(spots[a] - spots[b])) for a in royal for b in others) > 4.0


def test_a_hand_made_snapshot_is_dressed_with_tags_and_markers() -> None:
    table = Snapshot(
        (48.0, 36.0),
        (
            Base("K1", 40 / 25.4, 20 / 25.4, Pose(10.0, 10.0, 90.0), unit="K"),
            Base("K2", 40 / 25.4, 20 / 25.4, None, status="never"),
        ),
    )
    dressed, poses = dress(table)
    assert poses == {"K1": (10.0, 10.0, 90.0)}
    assert [base.payload for base in dressed.bases] == ["K1", "K2"]
    assert len(dressed.markers) == 8
    # The label of 20 mm: 21 modules and two of margin on each side.
    assert dressed.bases[0].tag_size_in == pytest.approx(20 / 25.4 * 21 / 25)


def test_a_label_never_hangs_over_the_base_it_was_made_for() -> None:
    for front, deep in ((40, 20), (60, 40), (25, 25), (100, 50)):
        base = tag_for("A1", front / 25.4, deep / 25.4)
        right, forward = base.tag_offset_in
        half = label_side_in(base) / 2
        assert abs(right) + half <= base.frontage_in / 2 + 1e-9
        assert abs(forward) + half <= base.depth_in / 2 + 1e-9


def test_right_and_forward_of_a_base_are_those_of_its_facing() -> None:
    """Facing north, right is east; facing east, right is south."""
    base = tag_for("A1", 2.0, 2.0)
    assert Stand(base, 10.0, 10.0, 90.0).at(1.0, 2.0) == pytest.approx((11.0, 12.0))
    assert Stand(base, 10.0, 10.0, 0.0).at(1.0, 2.0) == pytest.approx((12.0, 9.0))


def test_the_ground_is_the_highest_hill_under_a_place() -> None:
    low = TerrainPiece("hill", ((0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)), 1.0)
    high = TerrainPiece("hill", ((4.0, 4.0), (6.0, 4.0), (6.0, 6.0), (4.0, 6.0)), 2.0)
    wood = TerrainPiece("wood", ((0.0, 0.0), (10.0, 0.0), (10.0, 10.0)), 3.0)
    assert ground_under((low, high, wood), 5.0, 5.0) == 2.0
    assert ground_under((low, high, wood), 1.0, 5.0) == 1.0
    assert ground_under((low, high, wood), 11.0, 5.0) == 0.0


def test_a_pose_for_a_base_that_is_not_in_play_is_refused() -> None:
    table, _ = small_table()
    with pytest.raises(CannotPlace, match="X1"):
        build_scene(table, {"X1": (1.0, 1.0, 0.0)})


def test_markers_lie_on_a_large_table_and_outside_a_small_board() -> None:
    """A board of 35 by 25 in has no room to spare for them."""
    assert all(0 < m.x_in < 72 and 0 < m.y_in < 48 for m in edge_markers((72.0, 48.0)))
    board = edge_markers((35.0, 25.0))
    assert all(not (0 < m.x_in < 35) or not (0 < m.y_in < 25) for m in board)
    assert len(board) == 8


def test_a_marker_makes_way_for_a_base_in_the_middle_of_its_side() -> None:
    base = (36.0, 46.0, 1.5)
    for marker in edge_markers((72.0, 48.0), [base]):
        reach = math.dist((marker.x_in, marker.y_in), base[:2]) - base[2]
        assert reach > marker.size_in * 0.65 * math.sqrt(2)


def test_the_camera_sees_markers_that_lie_outside_the_board() -> None:
    camera = small_camera()
    for marker in camera.scene.markers:
        spot = camera.pinhole.to_pixels(np.array([(marker.x_in, marker.y_in, 0.0)]))[0]
        assert np.all(spot > 20) and np.all(spot < np.array(SIZE_PX) - 20)


def test_trees_stand_in_woods_and_make_way_for_bases() -> None:
    wood = TerrainPiece("wood", ((10.0, 4.0), (20.0, 4.0), (20.0, 14.0), (10.0, 14.0)), 1.5)
    table, _ = small_table()
    wooded = TableFile(table.size_in, table.markers, (wood,), table.bases)
    trees = trees_of(wooded, seed=1)
    assert len(trees) > 6
    assert all(10 < tree.x_in < 20 and 4 < tree.y_in < 14 for tree in trees)
    scene = build_scene(wooded, {"R01": (15.0, 9.0, 0.0)})
    left = standing(trees, scene)
    assert 0 < len(left) < len(trees)
    assert all(math.hypot(tree.x_in - 15, tree.y_in - 9) > 2.0 for tree in left)


@pytest.mark.parametrize("book", RULE_SETS, ids=lambda book: str(book.name))
def test_every_demo_can_be_shown_with_every_tag_in_view(book: RuleSet) -> None:
    """Each payload can be printed, and no card of a marker lies on a base or under it."""
    table, poses = dress(book.demo().table)
    scene = build_scene(table, poses)
    assert len(scene.stands) == len(table.bases) > 0
    for stand in scene.stands.values():
        assert len(modules_of(stand.base)) == 21
        for marker in table.markers:
            apart = math.dist((marker.x_in, marker.y_in), (stand.x_in, stand.y_in))
            card = marker.size_in * MARKER_CARD / 2
            assert apart > card + min(stand.base.frontage_in, stand.base.depth_in) / 2
