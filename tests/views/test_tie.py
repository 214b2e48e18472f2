"""Cameras solved together. Truth is the drawn world; the split of errors is exact arithmetic."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import tomli_w

from calibration.camera import Calibration, CalibrationError, Lens
from calibration.fit.joint import Joint, Seat
from calibration.fit.solve import budget
from calibration.markers import MarkerSeen
from calibration.register import Registration, Typed, given_for, register_seen_as
from calibration.table_file import (
    MARKER_TOLERANCE_IN,
    Marker,
    TableFile,
    Tape,
    Unplaced,
    load_table,
    table_toml,
)
from tests.calibration.pinhole import Pinhole, square
from tests.views.world_draws import MARKERS, cameras
from vision.views.tie import fresh_tapes, register_tied, tie

CORNER_PX = 0.1
LOOSE = (Unplaced(20, 2.3622), Unplaced(21, 2.3622))
LOOSE_AT = {20: (68.0, 30.0, 25.0), 21: (77.0, 50.0, 200.0)}
"""Nobody typed where they lie; both cameras see them."""
FEW = tuple(marker for marker in MARKERS if marker.id in (0, 2, 4, 5, 7, 10))
"""Of the typed ones the eastern camera sees three: two in the middle and a corner."""

BOTH = pytest.mark.parametrize(
    "lens_known",
    [
        pytest.param(True, id="lens known"),
        pytest.param(False, id="lens unknown", marks=pytest.mark.long),
    ],
)


def seen_by(
    eye: Pinhole, rng: np.random.Generator, markers: Sequence[Marker] = MARKERS
) -> list[MarkerSeen]:
    """Every marker that is whole in the picture, with noise at its corners. *markers*: where
    those of typed places really lie."""
    laid = {m.id: (m.x_in, m.y_in, m.turned_deg, m.size_in) for m in markers}
    laid |= {one.id: (*LOOSE_AT[one.id], one.size_in) for one in LOOSE}
    found = []
    for number, (x, y, turned, size) in laid.items():
        pixels = eye.see(square(x, y, 0.0, size, turned))
        if (pixels > 8).all() and (pixels < (eye.width - 8, eye.height - 8)).all():
            pixels = pixels + rng.normal(0, CORNER_PX, pixels.shape)
            found.append(MarkerSeen(number, tuple(map(tuple, pixels.tolist())), 0.1, 1.0))
    return found


def lens_of(eye: Pinhole) -> Lens:
    """The true one."""
    return Lens(
        eye.width, eye.height, eye.focal, eye.focal, eye.cx, eye.cy, eye.k1, eye.k2, eye.p1, eye.p2
    )  # fmt: skip


def pair(
    seed: int,
    markers: tuple[Marker, ...] = MARKERS,
    *,
    lens_known: bool = True,
    laid_in: float = 0.0,
) -> tuple[list[Registration], list[Pinhole]]:
    """Two cameras, each placed by itself where it can be, else with the help of the other.
    *laid_in*: how far hands laid the markers from where they are typed, one sigma an axis."""
    rng = np.random.default_rng(seed)
    eyes = list(cameras(rng))
    truly = [
        replace(m, x_in=m.x_in + east, y_in=m.y_in + north)
        for m, (east, north) in zip(
            MARKERS, rng.normal(0, laid_in, (len(MARKERS), 2)).tolist(), strict=True
        )
    ]
    found: list[Registration] = []
    for eye in eyes:
        given = given_for(
            (eye.width, eye.height),
            markers,
            lens_of(eye) if lens_known else None,
            typed=Typed(unplaced=LOOSE),
        )
        seen = seen_by(eye, rng, truly)
        try:
            found.append(register_seen_as(seen, given))
        except CalibrationError:
            found.append(register_tied(found, seen, given))
    return found, eyes


def spots_in(eye: Pinhole) -> np.ndarray:
    """(n, 2) places all over what a camera sees of the table."""
    x = eye.eye[0]
    xs = np.linspace(max(4.0, x - 40), min(140.0, x + 40), 6)
    return np.stack(np.meshgrid(xs, np.linspace(6, 66, 4)), axis=-1).reshape(-1, 2)


def test_one_camera_alone_is_as_sure_as_it_says_itself() -> None:
    found, _ = pair(1)
    alone = found[0]
    rows = np.vstack([rows for _, rows in budget(alone.solution)])
    (tied,) = tie([alone]).calibrations
    whole, right = tied.errors.T @ tied.errors, rows.T @ rows
    scale = np.sqrt(np.outer(np.diag(right), np.diag(right)))
    assert np.abs((whole - right) / scale).max() < 1e-3


@BOTH
def test_the_errors_of_both_cameras_are_a_root_of_their_joint_covariance(
    *, lens_known: bool
) -> None:
    found, _ = pair(2, lens_known=lens_known)
    seats = tuple(Seat(one.solution.problem, one.used, one.solution.unknowns) for one in found)
    answer = Joint(seats).solved()
    assert answer is not None
    (first, second), causes = answer.errors()
    kept = np.concatenate([answer.joint.places(k)[:15] for k in (0, 1)])
    right = answer.covariance[np.ix_(kept, kept)]
    rows = np.hstack([first[:, :15], second[:, :15]])
    scale = np.sqrt(np.outer(np.diag(right), np.diag(right)))
    assert np.abs((rows.T @ rows - right) / scale).max() < 1e-3
    assert len(causes) == len(first) == len(second)


def test_two_cameras_agree_better_when_they_are_solved_together() -> None:
    """Markers laid a millimetre off pull each camera its own way; what both see lies at one
    place for both. Apart by less than half as far, over six draws."""
    spots = np.array([(70.0, 20.0), (72.0, 36.0), (74.0, 52.0), (60.0, 12.0), (84.0, 60.0)])
    alone, together = 0.0, 0.0
    for seed in range(6):
        found, eyes = pair(seed, laid_in=MARKER_TOLERANCE_IN)
        alone += _apart([each.calibration for each in found], eyes, spots)
        together += _apart(tie(found).calibrations, eyes, spots)
    assert together < alone / 4


def _apart(found: Sequence[Calibration], eyes: Sequence[Pinhole], spots: np.ndarray) -> float:
    """Sum of squares of how far apart two cameras see the same places, inches."""
    flat = np.column_stack([spots, np.zeros(len(spots))])
    first, second = (
        _seen_at(camera, eye.see(flat)) for camera, eye in zip(found, eyes, strict=True)
    )
    return float(((first - second) ** 2).sum())


def _seen_at(camera: Calibration, pixels: np.ndarray) -> np.ndarray:
    """Where a camera takes places of the table top to be, as high as it has found it to lie."""
    at = camera.to_table(pixels, 0.0)
    return at + camera.heights_at(at)[:, None] * camera.height_slopes(pixels, 0.0)


@pytest.mark.parametrize("seed", range(3))
def test_a_camera_with_three_typed_markers_is_placed_by_those_that_the_other_sees(
    seed: int,
) -> None:
    """Its places are right within the 95 % that it claims, at least nine times of ten."""
    found, eyes = pair(seed, FEW)
    assert len(set(found[1].used) - {20, 21}) == 3
    camera, eye = tie(found).calibrations[1], eyes[1]
    spots = spots_in(eye)
    pixels = eye.see(np.column_stack([spots, np.zeros(len(spots))]))
    off = camera.to_table(pixels, 0.0) - spots
    shared = camera.table_jacobians(pixels, 0.0)[1]
    sigma = np.sqrt((shared**2).sum(axis=(1, 2)))
    assert (np.linalg.norm(off, axis=1) < 1.96 * sigma).mean() >= 0.9
    assert np.linalg.norm(off, axis=1).max() < 0.2


def test_without_markers_in_common_it_is_not_placed() -> None:
    rng = np.random.default_rng(3)
    eyes = cameras(rng)
    given = given_for((eyes[1].width, eyes[1].height), FEW, lens_of(eyes[1]))
    with pytest.raises(CalibrationError, match="3 of"):
        register_tied([], seen_by(eyes[1], rng), given)


@BOTH
def test_a_marker_that_nobody_typed_is_found_where_it_lies(*, lens_known: bool) -> None:
    found, _ = pair(4, lens_known=lens_known)
    places = tie(found).places
    assert [place.id for place in places] == [20, 21]
    for place in places:
        off = math.dist((place.x_in, place.y_in), LOOSE_AT[place.id][:2])
        assert off < 3 * place.sigma_in and place.seen_by == (0, 1)


def test_a_marker_that_nobody_typed_makes_the_cameras_surer_of_each_other() -> None:
    """The ± of the distance between a place that A sees and one that B sees."""
    found, _ = pair(5)
    bare = [register_seen_as(each.seen, each.given) for each in found]

    def sigma_in(cameras_: list[Registration]) -> float:
        first, second = tie(cameras_).calibrations
        west = first.table_jacobians(first.to_pixels(np.array([(60.0, 36.0, 0.0)])), 0.0)[1][0]
        east = second.table_jacobians(second.to_pixels(np.array([(84.0, 36.0, 0.0)])), 0.0)[1][0]
        return float(np.linalg.norm(east - west))

    assert sigma_in(found) < sigma_in(bare)


def test_a_tape_that_two_cameras_see_is_used_once() -> None:
    rng = np.random.default_rng(6)
    eye = cameras(rng)[0]
    typed = Typed(tapes=(Tape(0, 1, 48.25),))
    given = given_for((eye.width, eye.height), MARKERS, lens_of(eye), typed=typed)
    camera = register_seen_as(seen_by(eye, rng), given)
    assert [len(tapes) for tapes in fresh_tapes([camera, camera])] == [1, 0]


def test_markers_that_nobody_typed_are_read_back_from_the_file(tmp_path: Path) -> None:
    table = TableFile((144.0, 72.0), MARKERS, unplaced=LOOSE)
    path = tmp_path / "table.toml"
    path.write_text(tomli_w.dumps(table_toml(table)), encoding="utf-8")
    assert load_table(path) == table
