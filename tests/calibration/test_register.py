"""The camera is placed from markers whose true camera is known, lens known and unknown."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from calibration.camera import Calibration, CalibrationError, Lens
from calibration.markers import MarkerSeen, find_markers
from calibration.register import KnownTag, Registration, Typed, register_seen, register_with_report
from calibration.table_file import Marker
from calibration.tolerances import AS_TYPED
from tests.calibration.pinhole import Pinhole, edge_markers, paint, square

CAMERA = Pinhole()
LENS = Lens(1920, 1080, 1600, 1600, 962, 537, -0.08, 0.02, 3e-4, -2e-4)
SIZE_PX = (1920, 1080)
NOISE_PX = 0.1


def see(
    markers: tuple[Marker, ...], camera: Pinhole = CAMERA, noise_px: float = NOISE_PX, seed: int = 5
) -> list[MarkerSeen]:
    """Markers as a perfect reader with Gaussian corner noise would see them."""
    rng = np.random.default_rng(seed)
    found = []
    for marker in markers:
        corners = square(marker.x_in, marker.y_in, marker.z_in, marker.size_in, marker.turned_deg)
        pixels = (
            camera.see(corners) + rng.normal(0, noise_px, (4, 2))
            if noise_px
            else camera.see(corners)
        )
        found.append(MarkerSeen(marker.id, tuple(map(tuple, pixels.tolist())), 0.1, 1.0))
    return found


EXACT = Typed(AS_TYPED)
"""Everything is as typed: what is left are pixels, and half a millimetre of placing."""
HALF_MM_IN = 0.5 / 25.4


def register_exact(
    seen: list[MarkerSeen],
    markers: tuple[Marker, ...],
    size_px: tuple[int, int],
    lens: Lens | None,
) -> Registration:
    """The camera over a table that is as its file says."""
    return register_seen(seen, markers, size_px, lens, placement_sigma_in=HALF_MM_IN, typed=EXACT)


def grid_errors(calibration: Calibration, height_in: float, camera: Pinhole = CAMERA) -> np.ndarray:
    """(n,) how far off a grid of table points is located, inches."""
    xs, ys = np.meshgrid(np.linspace(2, 70, 9), np.linspace(2, 46, 7))
    flat = np.column_stack([xs.ravel(), ys.ravel()])
    pixels = camera.see(np.column_stack([flat, np.full(len(flat), height_in)]))
    return np.linalg.norm(calibration.to_table(pixels, height_in) - flat, axis=1)


def turned_right(corners_px: tuple[tuple[float, float], ...]) -> tuple[tuple[float, float], ...]:
    """Where they lie when a picture of SIZE_PX is turned by a quarter, clockwise."""
    return tuple((SIZE_PX[1] - 1 - y, x) for x, y in corners_px)


def test_without_noise_the_true_camera_comes_out() -> None:
    found = register_exact(see(edge_markers(), noise_px=0), edge_markers(), SIZE_PX, LENS)
    assert np.allclose(found.calibration.camera_xyz_in, CAMERA.eye, atol=1e-3)
    assert grid_errors(found.calibration, 2.0).max() < 1e-4


def test_known_lens_places_within_noise() -> None:
    """0.1 px at 21 px/in is 0.005 in a corner; 32 corners leave a fifth of it at the middle
    and about half of it at the rim, so 0.005 in everywhere is two standard deviations."""
    found = register_exact(see(edge_markers()), edge_markers(), SIZE_PX, LENS)
    assert grid_errors(found.calibration, 0.1).max() < 0.005


def test_unknown_lens_comes_out_without_noise() -> None:
    """Weak beliefs about the lens may pull, but by far less than a thousandth of an inch."""
    found = register_exact(see(edge_markers(), noise_px=0), edge_markers(), SIZE_PX, None)
    assert grid_errors(found.calibration, 0.0).max() < 0.005


def test_a_picture_turned_by_a_quarter_says_the_same_of_the_camera() -> None:
    """A camera on its side has the same lens, so nothing but the turn differs. Its height is
    what a flat table tells worst without a lens: it stops within a hundredth of an inch."""
    seen = see(edge_markers())
    upright = [replace(each, corners_px=turned_right(each.corners_px)) for each in seen]
    flat = register_exact(seen, edge_markers(), SIZE_PX, None).calibration
    on_its_side = register_exact(upright, edge_markers(), (1080, 1920), None).calibration
    assert np.allclose(on_its_side.camera_xyz_in, flat.camera_xyz_in, atol=0.02)


@pytest.mark.parametrize("lens", [LENS, None], ids=["lens known", "lens unknown"])
def test_the_stated_error_covers_the_true_one(lens: Lens | None) -> None:
    """Markers truly laid 0.5 mm off (as believed): over 8 tables, the located points lie
    within 2 stated standard deviations per axis about 95 % of the time. 8 tables x 35
    strongly correlated points leave a few percent of play on either side."""
    inside, steps = [], np.stack(np.meshgrid(np.linspace(4, 68, 7), np.linspace(4, 44, 5)), -1)
    flat = steps.reshape(-1, 2)
    for seed in range(8):
        rng = np.random.default_rng(100 + seed)
        truly = tuple(
            replace(m, x_in=m.x_in + rng.normal(0, 0.0197), y_in=m.y_in + rng.normal(0, 0.0197))
            for m in edge_markers()
        )
        calibration = register_exact(
            see(truly, seed=seed), edge_markers(), SIZE_PX, lens
        ).calibration
        pixels = CAMERA.see(np.column_stack([flat, np.full(len(flat), 0.1)]))
        off = calibration.to_table(pixels, 0.1) - flat
        _, shared = calibration.table_jacobians(pixels, 0.1)
        sigma = np.sqrt((shared**2).sum(axis=1))
        inside.append((np.abs(off) < 2 * sigma).mean())
    assert 0.85 < float(np.mean(inside)) <= 1.0


PLACES = [(8 + 14.0 * (k % 5), 8 + 16.0 * (k // 5), 37.0 * k) for k in range(15)]
"""Of tags all over the table, each turned otherwise."""


def read_through(
    camera: Calibration,
    place: tuple[float, float, float],
    up_in: float = 0.12,
    true_camera: Pinhole = CAMERA,
) -> KnownTag:
    """A tag as the closed-set reader sees it: a square on the table of *camera*, which may be
    wrong, laid by least squares over where the true corners seem to lie."""
    x_in, y_in, turned_deg = place
    true = true_camera.see(square(x_in, y_in, up_in, 1.6, turned_deg))
    seems = camera.to_table(true, up_in) @ np.array([1, 1j])
    local = np.array([-1 + 1j, 1 + 1j, 1 - 1j, -1 - 1j])
    laid = seems.mean() + local * (np.conj(local) @ seems / 8)
    read = camera.to_pixels(np.column_stack([laid.real, laid.imag, np.full(4, up_in)]))
    return KnownTag(1.6, up_in, tuple(map(tuple, read.tolist())), 0.03)


@pytest.mark.long
def test_tags_read_through_a_wrong_lens_do_not_confirm_it() -> None:
    """From four markers the lens comes out wrong, and tags are fitted with the shapes it gives
    them: only their sizes are news. Over some tables the points lie within two of the stated
    standard deviations about 95 % of the time, as without the tags."""
    four = edge_markers()[:4]
    flat = np.stack(np.meshgrid(np.linspace(4, 68, 7), np.linspace(4, 44, 5)), -1).reshape(-1, 2)
    inside = []
    for seed in range(8):
        first = register_exact(see(four, seed=seed), four, SIZE_PX, None)
        known = [read_through(first.calibration, place) for place in PLACES]
        calibration = first.with_tags(known).calibration
        pixels = CAMERA.see(np.column_stack([flat, np.full(len(flat), 0.1)]))
        off = calibration.to_table(pixels, 0.1) - flat
        _, shared = calibration.table_jacobians(pixels, 0.1)
        inside.append((np.abs(off) < 2 * np.sqrt((shared**2).sum(axis=1))).mean())
    assert 0.85 < float(np.mean(inside)) <= 1.0


def test_three_tags_on_a_hill_tell_a_long_lens_far_up() -> None:
    """Twice as far up with twice the focal length the markers look all but the same. A place
    2 in up is then found within two of the stated standard deviations per axis."""
    far = replace(CAMERA, focal=3200.0, eye=(37.0, 20.0, 148.0), k1=-0.02, k2=0.0)
    first = register_exact(see(edge_markers(), far), edge_markers(), SIZE_PX, None)
    known = [
        read_through(first.calibration, place, 2.12 if k < 3 else 0.12, far)
        for k, place in enumerate(PLACES)
    ]
    found = first.with_tags(known).calibration
    places = np.array([[10.0, 10.0, 2.0], [60.0, 40.0, 2.0]])
    off = found.to_table(far.see(places), 2.0) - places[:, :2]
    _, shared = found.table_jacobians(far.see(places), 2.0)
    assert (np.abs(off) < 2 * np.sqrt((shared**2).sum(axis=1))).all()


def test_a_marker_three_inches_off_is_named_and_left_out() -> None:
    typed = tuple(replace(m, x_in=m.x_in + 3) if m.id == 5 else m for m in edge_markers())
    found = register_exact(see(edge_markers()), typed, SIZE_PX, LENS)
    row = next(row for row in found.markers if row.id == 5)
    assert not row.used and row.off_in == pytest.approx(3.0, abs=0.02)
    assert any("marker 5" in text for text in found.calibration.warnings)
    assert grid_errors(found.calibration, 0.1).max() < 0.008


def test_too_few_markers_is_a_sentence_that_names_the_one_to_uncover() -> None:
    some = [seen for seen in see(edge_markers()) if seen.id in (1, 4, 5)]
    with pytest.raises(
        CalibrationError, match=r"3 of 8 table markers seen \(1, 4, 5\): uncover the far-left one"
    ):
        register_seen(some, edge_markers(), SIZE_PX, LENS)


def test_a_lens_for_another_picture_size_is_refused() -> None:
    with pytest.raises(CalibrationError, match="3840 x 2160"):
        register_exact(see(edge_markers()), edge_markers(), (3840, 2160), LENS)


def test_turned_and_raised_markers_are_placed_as_typed() -> None:
    markers = tuple(replace(m, turned_deg=90.0 * m.id, z_in=0.25) for m in edge_markers())
    found = register_exact(see(markers), markers, SIZE_PX, LENS)
    assert grid_errors(found.calibration, 1.0).max() < 0.006


def test_held_out_markers_show_their_placing_error() -> None:
    """One of eight laid 0.1 in off shows about that when it is left out of the fit."""
    typed = tuple(replace(m, y_in=m.y_in + 0.05) if m.id == 4 else m for m in edge_markers())
    found = register_exact(see(edge_markers()), typed, SIZE_PX, LENS)
    row = next(row for row in found.markers if row.id == 4)
    assert row.off_in == pytest.approx(0.05, abs=0.02)


@pytest.mark.timeout(60)
def test_painted_markers_are_found_without_bias() -> None:
    """Blur and gamma shrink black; the edge fit may not (centres 0.03 px, edges 0.06 px)."""
    camera = replace(CAMERA, width=1280, height=720, focal=1066.7, cx=641.0, cy=358.0)
    markers = edge_markers()[:4]
    found = find_markers(paint(camera, markers))
    assert [seen.id for seen in found] == [0, 1, 2, 3]
    for seen, marker in zip(found, markers, strict=True):
        true = camera.see(square(marker.x_in, marker.y_in, 0, marker.size_in, 0))
        off = np.array(seen.corners_px) - true
        assert np.abs(off.mean(axis=0)).max() < 0.03
        out = true - true.mean(axis=0)
        out /= np.linalg.norm(out, axis=1, keepdims=True)
        assert abs((off * out).sum(axis=1).mean()) < 0.06


@pytest.mark.timeout(60)
def test_a_picture_registers_end_to_end() -> None:
    camera = replace(CAMERA, width=1280, height=720, focal=1066.7, cx=641.0, cy=358.0)
    lens = Lens(1280, 720, 1066.7, 1066.7, 641, 358, -0.08, 0.02, 3e-4, -2e-4)
    found = register_with_report(paint(camera, edge_markers()), edge_markers(), lens)
    # 14 px/in: 0.03 px centres are 0.002 in, doubled at the rim.
    assert grid_errors(found.calibration, 0.0, camera).max() < 0.006


@pytest.mark.timeout(60)
@pytest.mark.parametrize("upside_down", [False, True], ids=["left for right", "top for bottom"])
def test_a_mirrored_picture_is_named_as_such(*, upside_down: bool) -> None:
    """No marker is hidden there, and to uncover one would not help."""
    camera = replace(CAMERA, width=1280, height=720, focal=1066.7, cx=641.0, cy=358.0)
    picture = paint(camera, edge_markers())
    mirrored = picture[::-1] if upside_down else picture[:, ::-1]
    with pytest.raises(CalibrationError, match="mirrored"):
        register_with_report(np.ascontiguousarray(mirrored), edge_markers(), None)
