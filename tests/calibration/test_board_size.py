"""What board it is: told, guessed from what the pictures show, and never a fisheye for a guess."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.boards import FAMILIES, BoardKind, find_boards
from calibration.camera import CalibrationError
from calibration.command import calibrate_lens_command
from calibration.lens import calibrate_lens

SMALL_PX, LARGE_PX = (480, 360), (720, 540)
"""The large ones are wider than what the sizes of a board are tried on, 640: they are made
smaller first."""
FOCAL_WIDTHS = 5 / 6
SQUARE, EDGE, RUG = 60, 6, 400


@pytest.fixture(autouse=True)
def few_families(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of which of ten families a board's markers are is asked in ``test_lens.py``, and here by the
    long tests: it is two thirds of the work."""
    if request.node.get_closest_marker("long") is None:
        two = {name: FAMILIES[name] for name in ("aruco_4x4_50", "aruco_5x5_100")}
        monkeypatch.setattr("calibration.boards.FAMILIES", two)


def rug_with_board(period: float) -> np.ndarray:
    """Nine by seven squares with a narrow white edge on a striped rug, one pixel a unit."""
    light = (np.indices((7, 9)).sum(axis=0) % 2).astype(np.uint8)
    board = np.pad(np.kron(35 + 200 * light, np.ones((SQUARE, SQUARE))), EDGE, constant_values=235)
    high, wide = board.shape
    stripes = 110 + 75 * np.sign(np.sin(np.arange(wide + 2 * RUG) * 2 * np.pi / period))
    rug = np.tile(stripes, (high + 2 * RUG, 1)).astype(np.uint8)
    rug[RUG : RUG + high, RUG : RUG + wide] = board
    return rug


@cache
def pictures(period: float, size_px: tuple[int, int] = SMALL_PX) -> list[np.ndarray]:
    """The rug seen through a lens without distortion, tilted by 15 to 30 degrees to all sides."""
    random, count = np.random.default_rng(7), 4
    rug = rug_with_board(period)
    middle = np.array([[1, 0, -rug.shape[1] / 2], [0, 1, -rug.shape[0] / 2], [0, 0, 1.0]])
    wide, high = size_px
    focal_px = FOCAL_WIDTHS * wide
    camera = np.array([[focal_px, 0, wide / 2], [0, focal_px, high / 2], [0, 0, 1.0]])
    seen = []
    for k in range(count):
        turn, tilt = 2 * np.pi * k / count, np.radians(15 + 15 * random.random())
        turned, _ = cv2.Rodrigues(
            np.array([np.cos(turn) * tilt, np.sin(turn) * tilt, random.normal(0, 0.15)])
        )
        away = np.array([*random.uniform(-40, 40, 2), 800 + 120 * random.random()])
        onto = camera @ np.column_stack([turned[:, :2], away]) @ middle
        big = cv2.warpPerspective(
            rug, np.diag([2, 2, 1.0]) @ onto, (2 * wide, 2 * high), borderValue=110
        )
        small = cv2.resize(
            cv2.GaussianBlur(big, (0, 0), 1.1), size_px, interpolation=cv2.INTER_AREA
        )
        noisy = small + random.normal(0, 2, small.shape)
        seen.append(np.clip(noisy, 0, 255).astype(np.uint8))
    return seen


@pytest.mark.parametrize(
    ("period", "size_px"),
    [
        (24, SMALL_PX),
        pytest.param(14, LARGE_PX, marks=pytest.mark.long),
        pytest.param(24, LARGE_PX, marks=pytest.mark.long),
    ],
)
def test_a_board_on_a_patterned_floor_is_sized_and_gives_its_lens(
    period: float, size_px: tuple[int, int]
) -> None:
    """The stripes join in, and the pictures vote for sizes that differ. 400 or 600 px within 1 %:
    corners of 0.05 px on boards of a third of the picture, tilted by 20 degrees, tell it to
    some 3 px."""
    found = calibrate_lens(pictures(period, size_px))
    assert (found.report.board.columns, found.report.board.rows) == (8, 6)
    assert all(picture.kept for picture in found.report.pictures)
    assert found.lens.fx == pytest.approx(FOCAL_WIDTHS * size_px[0], rel=0.01)
    assert found.report.error_px < 0.1


@pytest.mark.long
def test_a_size_that_is_told_is_believed(tmp_path: Path) -> None:
    paths = [tmp_path / f"{k}.png" for k in range(3)]
    for path, picture in zip(paths, pictures(24)[:3], strict=True):
        cv2.imwrite(str(path), picture)
    out = tmp_path / "lens.toml"
    names = [str(path) for path in paths]
    assert calibrate_lens_command([*names, "--board", "6x8", "--out", str(out)]) == 0
    assert out.is_file()


@pytest.mark.long
def test_a_size_told_wrong_is_no_fisheye_without_a_word(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(CalibrationError, match=r"was told .*9 x 7 inner corners.*--board 8x6"):
        calibrate_lens(pictures(24)[:3], kind=BoardKind(9, 7))


@pytest.mark.parametrize("said", ["8", "8x", "x6", "2x2", "8x-6", "99x99", "big"])
def test_what_is_no_size_is_told_how_to_write_one(
    said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        calibrate_lens_command(["a.jpg", "--board", said])
    assert ended.value.code == 2 and "write them as 8x6" in capsys.readouterr().err


@pytest.mark.parametrize("legacy", [pytest.param(False, marks=pytest.mark.long), True])
def test_a_charuco_board_with_white_for_black_is_read(legacy: bool) -> None:
    """An option of other calibration programs. Corners lie as on the board printed normally."""
    book = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_5X5_100)
    board = cv2.aruco.CharucoBoard((6, 8), 4.0, 3.0, book)
    board.setLegacyPattern(legacy)
    plain = np.asarray(board.generateImage((240, 320)), np.uint8)
    normal = np.pad(plain, 40, constant_values=255)
    kind, seen = find_boards([255 - normal])
    _, truth = find_boards([normal])
    assert kind is not None and kind.inverted and kind.legacy == legacy
    assert str(kind).endswith("white for black")
    assert seen[0] is not None and truth[0] is not None
    assert np.allclose(seen[0].pixels, truth[0].pixels, atol=0.05)


def test_pictures_of_an_odd_size_are_named_with_their_sizes() -> None:
    usual, odd = np.zeros((720, 1280), np.uint8), np.zeros((360, 640), np.uint8)
    with pytest.raises(CalibrationError, match=r"most are 1280x720, but d\.jpg is 640x360"):
        calibrate_lens([usual, usual, usual, odd], ["a.jpg", "b.jpg", "c.jpg", "d.jpg"])


def test_of_many_odd_sizes_a_few_are_named() -> None:
    sizes = [np.zeros((100 + k, 200), np.uint8) for k in range(9)]
    with pytest.raises(CalibrationError, match="and 2 more"):
        calibrate_lens(sizes)
