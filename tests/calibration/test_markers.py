"""Marker corners against the truth of pictures drawn with other arithmetic."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.fitting.shadow import find_shadow
from calibration.markers import find_markers
from vision.bench.markers import compare_markers
from vision.cameras.camera import Picture
from vision.simulator.demo import demo_table
from vision.simulator.draws import Drawn, draw
from vision.simulator.world import PERFECT, World

TOLERANCE_PX = 0.25
"""Sensor noise moves a corner by some 0.03 px and the tone curve by as much as it is not the
one assumed, about a tenth; twice that."""


def drawn_in(world: World, size_px: tuple[int, int] = (1920, 1080)) -> Drawn:
    return draw(demo_table()[0], {}, world, size_px=size_px)


def worst_px(drawn: Drawn, picture: Picture | None = None) -> float:
    seen = find_markers(drawn.picture if picture is None else picture, ids=range(8))
    assert sorted(one.id for one in seen) == list(range(8))
    return max(
        float(np.linalg.norm(np.array(one.corners_px) - drawn.markers_px[one.id], axis=1).max())
        for one in seen
    )


@pytest.mark.parametrize(
    "stops", [0.0, *(pytest.param(stops, marks=pytest.mark.long) for stops in (0.5, 1.0)), 1.5]
)
def test_corners_stand_where_they_are_though_the_paper_is_burnt_out(stops: float) -> None:
    """Burnt paper spreads in the picture: by half a pixel at a stop, were it believed."""
    assert worst_px(drawn_in(World(overexposed=stops))) < TOLERANCE_PX


@pytest.mark.long
def test_corners_stand_where_they_are_in_a_4k_picture() -> None:
    assert worst_px(drawn_in(PERFECT, (3840, 2160))) < TOLERANCE_PX


def test_a_grey_picture_is_read_as_a_coloured_one() -> None:
    drawn = drawn_in(PERFECT)
    grey = cv2.cvtColor(drawn.picture, cv2.COLOR_BGR2GRAY)
    assert worst_px(drawn, np.asarray(grey, dtype=np.uint8)) < TOLERANCE_PX


@pytest.mark.parametrize(
    "share", [0.4, *(pytest.param(share, marks=pytest.mark.long) for share in (0.55, 0.7))]
)
def test_a_hard_shadow_across_a_marker_does_not_move_its_corners(share: float) -> None:
    """A shadow's edge looks like an edge of the print: by up to two pixels, were it believed."""
    assert worst_px(drawn_in(World(shadow=share))) < TOLERANCE_PX


def test_uneven_paper_without_a_straight_edge_is_no_shadow() -> None:
    """Dark spots strewn over bright paper: half of the places, on no side of any line."""
    dice = np.random.default_rng(1)
    places = dice.uniform(0, 50, (300, 2))
    assert find_shadow(places, np.where(dice.random(300) < 0.5, 0.3, 0.9)) is None


def test_a_straight_shadow_is_found_where_it_lies() -> None:
    """Everything right of x = 20 has 0.4 of the light; 300 places tell the edge to a pixel."""
    places = np.random.default_rng(1).uniform(0, 50, (300, 2))
    shadow = find_shadow(places, np.where(places[:, 0] > 20, 0.32, 0.8))
    assert shadow is not None and shadow.ratio == pytest.approx(0.4)
    assert shadow.depth_px(np.array([(20.0, 25.0), (30.0, 25.0)])) == pytest.approx((0, 10), abs=1)


def test_markers_too_small_for_the_first_look_are_found_by_the_next() -> None:
    """Shrunk to 640 px the markers of a 6 ft table are 16 px, under 3 px a cell."""
    drawn = drawn_in(PERFECT)
    small = cv2.resize(drawn.picture, (640, 360), interpolation=cv2.INTER_AREA)
    assert len(find_markers(np.asarray(small, dtype=np.uint8), ids=range(8))) == 8


def test_a_marker_that_lies_there_twice_is_left_out() -> None:
    drawn = drawn_in(PERFECT)
    picture = drawn.picture.copy()
    left, top = np.floor(drawn.markers_px[0].min(axis=0)).astype(int) - 8
    right, bottom = np.ceil(drawn.markers_px[0].max(axis=0)).astype(int) + 8
    copy = picture[top:bottom, left:right]
    picture[500 : 500 + len(copy), 900 : 900 + copy.shape[1]] = copy
    assert [seen.id for seen in find_markers(picture, ids=range(8))] == list(range(1, 8))


def test_the_bench_finds_our_corners_nearer_than_opencvs() -> None:
    rows = {row.finder: row for row in compare_markers(quick=True, seed=2, say=lambda _: None)}
    ours, theirs = rows["drumhead"], rows["cv2.aruco subpix"]
    assert ours.found == ours.laid == 16
    assert ours.worst_px is not None and theirs.median_px is not None
    assert ours.worst_px < theirs.median_px
