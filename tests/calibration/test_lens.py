"""A lens whose truth is known comes back from boards; pictures that cannot tell it are refused."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.boards import FAMILIES, BoardKind, BoardSeen, find_boards
from calibration.camera import CalibrationError
from calibration.command import calibrate_command, calibrate_lens_command
from calibration.lens import LensFound, calibrate_lens, lens_from_boards
from tests.calibration.pinhole import Pinhole

KIND = BoardKind(9, 6)
SIZE_PX = (1280, 720)
# The board lies at the origin; the camera goes round it. Squares are the unit of length.
CAMERA = Pinhole(1280, 720, 1000.0, 642.0, 355.0, -0.15, 0.05, 2e-4, -3e-4, roll_deg=0.0)


def cameras(count: int, tilt_deg: float = 35.0) -> list[Pinhole]:
    """Cameras that see the board from all sides, each with it elsewhere in the picture."""
    seen = []
    for k in range(count):
        turn, tilt = 2.4 * k, math.radians(tilt_deg * (0.4 + 0.6 * (k % 3) / 2))
        middle = (4 + 5 * math.cos(1.7 * k), 2.5 + 3 * math.sin(1.7 * k), 0.0)
        away = 13 + 2 * (k % 4)
        eye = (
            middle[0] + away * math.sin(tilt) * math.cos(turn),
            middle[1] + away * math.sin(tilt) * math.sin(turn),
            away * math.cos(tilt),
        )
        seen.append(replace(CAMERA, eye=eye, target=middle, roll_deg=20.0 * k))
    return seen


def board_seen(camera: Pinhole, noise_px: float, seed: int = 0) -> BoardSeen:
    across, down = np.meshgrid(np.arange(9.0), np.arange(6.0))
    board = np.column_stack([across.ravel(), down.ravel()])
    # The board's y runs down its rows: in the table's frame that is south.
    pixels = camera.see(np.column_stack([board[:, 0], 5 - board[:, 1], np.zeros(54)]))
    return BoardSeen(board, pixels + np.random.default_rng(seed).normal(0, 1, (54, 2)) * noise_px)


def found(count: int = 12, noise_px: float = 0.1, tilt_deg: float = 35.0) -> LensFound:
    seen = [board_seen(c, noise_px, k) for k, c in enumerate(cameras(count, tilt_deg))]
    return lens_from_boards(KIND, seen, [f"{k}.jpg" for k in range(count)], SIZE_PX)


def test_the_true_lens_comes_out_within_its_stated_error() -> None:
    """Every number within 3 stated standard deviations (9 numbers, true at 97 %)."""
    result = found()
    true = np.array([1000, 1000, 642, 355, -0.15, 0.05, 2e-4, -3e-4, 0])
    lens = result.lens
    got = np.array([lens.fx, lens.fy, lens.cx, lens.cy, *lens.distortion])
    assert (np.abs(got - true) < 3 * np.sqrt(np.diag(result.covariance))).all()
    # 648 corners of 0.1 px tell the focal length to a thousandth.
    assert result.lens.fx == pytest.approx(1000, rel=0.002)


def test_the_error_is_that_of_the_corners() -> None:
    """0.2 px per axis is 0.283 px a corner; the fit takes 80 of 1296 degrees of freedom, which
    leaves 0.274, give or take 2 % (one standard deviation of 1216 squares)."""
    assert found(noise_px=0.2).report.error_px == pytest.approx(0.274, rel=0.06)


def test_a_dozen_good_pictures_are_graded_good() -> None:
    report = found().report
    assert report.grade == "good"
    assert all(picture.kept for picture in report.pictures)


def refocused(breathing: float) -> LensFound:
    """Every second picture of twelve at a focal length that is larger by that share."""
    seen = []
    for k, camera in enumerate(cameras(12)):
        focal = camera.focal * (1 + breathing * (k % 2))
        seen.append(board_seen(replace(camera, focal=focal), 0.1, k))
    return lens_from_boards(KIND, seen, [f"{k}.jpg" for k in range(12)], SIZE_PX)


def test_halves_of_the_pictures_that_disagree_are_told_and_make_it_less_sure() -> None:
    """Two per cent of focal length between two pictures, as a lens that hunts for focus has:
    each half alone knows it to two tenths of one."""
    result, steady = refocused(0.02), found()
    assert "every second picture" in result.report.advice
    assert result.covariance[0, 0] > 4 * steady.covariance[0, 0]


def test_halves_of_good_pictures_agree() -> None:
    assert "every second picture" not in refocused(0.0).report.advice


def test_few_pictures_are_graded_fair_and_say_what_is_wanted() -> None:
    report = found(count=5).report
    assert report.grade != "good"
    assert report.advice


def test_a_blurred_picture_is_discarded_with_the_reason() -> None:
    seen = [board_seen(c, 0.1, k) for k, c in enumerate(cameras(10))]
    seen[4] = board_seen(cameras(10)[4], 4.0, 99)
    report = lens_from_boards(KIND, seen, [f"{k}.jpg" for k in range(10)], SIZE_PX).report
    assert [p.name for p in report.pictures if not p.kept] == ["4.jpg"]
    assert "far above" in report.pictures[4].reason
    assert report.error_px < 0.2


def test_a_picture_without_the_board_is_named() -> None:
    seen = [board_seen(c, 0.1, k) for k, c in enumerate(cameras(9))]
    report = lens_from_boards(KIND, [*seen, None], [f"{k}.jpg" for k in range(10)], SIZE_PX).report
    assert not report.pictures[9].kept and "no chessboard" in report.pictures[9].reason


def test_a_board_always_held_the_same_way_is_refused() -> None:
    """Parallel boards leave focal length and distance undecided, however small the error."""
    flat = [
        replace(CAMERA, eye=(x, y, 14.0), target=(x, y + 0.001, 0.0), roll_deg=0.0)
        for x, y in ((4, 2.5), (4.3, 2.5), (4, 2.2), (4.3, 2.2))
    ]
    seen = [board_seen(c, 0.15, k) for k, c in enumerate(flat)]
    with pytest.raises(CalibrationError, match="held the same way|do not tell the lens"):
        lens_from_boards(KIND, seen, ["a", "b", "c", "d"], SIZE_PX)


def test_two_pictures_are_too_few() -> None:
    with pytest.raises(CalibrationError, match="at least 3 are needed"):
        found(count=2)


def test_a_fisheye_is_refused() -> None:
    """Equidistant projection (r = f times the angle) at 150 degrees: no Brown lens does that."""
    seen = []
    for k, camera in enumerate(cameras(10)):
        across, down = np.meshgrid(np.arange(9.0), np.arange(6.0))
        board = np.column_stack([across.ravel(), down.ravel()])
        flat = np.column_stack([board[:, 0], 5 - board[:, 1], np.zeros(54)]) * 3
        local = (flat - np.array(camera.eye)) @ camera.axes().T
        angle = np.arctan2(np.hypot(local[:, 0], local[:, 1]), local[:, 2])
        way = local[:, :2] / np.maximum(np.hypot(local[:, 0], local[:, 1])[:, None], 1e-9)
        seen.append(BoardSeen(board, way * angle[:, None] * 320 + (640, 360)))
        assert k < 10
    with pytest.raises(CalibrationError, match="fisheye|do not tell"):
        lens_from_boards(KIND, seen, [str(k) for k in range(10)], SIZE_PX)


def test_pictures_of_different_sizes_are_refused() -> None:
    with pytest.raises(CalibrationError, match="differ in size"):
        calibrate_lens([np.zeros((480, 640), np.uint8), np.zeros((720, 1280), np.uint8)])


def test_pictures_without_a_board_are_refused() -> None:
    with pytest.raises(CalibrationError, match="no picture shows"):
        calibrate_lens([np.full((240, 320), 128, np.uint8)] * 3)


def paper(grey: np.ndarray) -> np.ndarray:
    """The board on white paper."""
    return np.pad(grey, 60, constant_values=255)


def test_the_size_of_a_chessboard_is_found_out() -> None:
    squares = (np.indices((5, 8)).sum(axis=0) % 2 * 255).astype(np.uint8)
    picture = paper(np.kron(squares, np.ones((40, 40), np.uint8)))
    kind, seen = find_boards([picture])
    assert kind == BoardKind(7, 4)
    assert seen[0] is not None
    # Corners lie between pixels: after 60 white and k squares of 40, at 60 + 40 k - 0.5.
    xs = np.sort(seen[0].pixels[:, 0].round(1))
    assert xs[0] == pytest.approx(99.5, abs=0.2) and xs[-1] == pytest.approx(339.5, abs=0.2)


@pytest.mark.parametrize(
    ("columns", "rows", "legacy"), [(5, 7, False), (7, 5, False), (6, 8, False), (6, 8, True)]
)
def test_columns_rows_and_layout_of_a_charuco_board_are_found_out(
    columns: int, rows: int, legacy: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first is looked for in all ten families, which is most of the work; the others in
    two."""
    if (columns, rows) != (5, 7):
        two = {name: FAMILIES[name] for name in ("aruco_4x4_50", "aruco_5x5_100")}
        monkeypatch.setattr("calibration.boards.FAMILIES", two)
    book = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_5X5_100)
    board = cv2.aruco.CharucoBoard((columns, rows), 4.0, 3.0, book)
    board.setLegacyPattern(legacy)
    picture = paper(np.asarray(board.generateImage((columns * 60, rows * 60)), np.uint8))
    kind, seen = find_boards([picture])
    assert kind is not None
    assert (kind.columns, kind.rows, kind.legacy) == (columns, rows, legacy)
    assert kind.family == "aruco_5x5_100"
    assert kind.marker_share == pytest.approx(0.75, abs=0.03)
    assert seen[0] is not None and len(seen[0].pixels) == (columns - 1) * (rows - 1)


def test_the_command_says_what_is_wrong_and_ends_with_two(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = tmp_path / "a.jpg"
    broken.write_bytes(b"not a picture")
    assert calibrate_lens_command([str(broken)]) == 2
    assert "is not a picture" in capsys.readouterr().err
    assert calibrate_command([]) == 2
    assert calibrate_lens_command([str(tmp_path / "none.jpg")]) == 2


def test_the_command_refuses_pictures_without_a_board_with_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "grey.png"
    cv2.imwrite(str(path), np.full((240, 320), 128, np.uint8))
    assert calibrate_command(["lens", str(path), "--out", str(tmp_path / "lens.toml")]) == 1
    assert "no picture shows" in capsys.readouterr().err
    assert not (tmp_path / "lens.toml").exists()
