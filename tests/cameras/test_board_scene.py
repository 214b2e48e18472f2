"""The lens board before the simulated camera is where its own optics put it."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.printing.sheets import Board, opencv_board
from tests.cameras.scenes import SIZE_PX, small_table
from vision.simulator.board_scene import HELD
from vision.simulator.camera import SimulatedCamera


@pytest.fixture(scope="module")
def camera() -> SimulatedCamera:
    table, poses = small_table()
    return SimulatedCamera(table, poses, size_px=SIZE_PX, fps=0)


def corners_of(camera: SimulatedCamera) -> tuple[np.ndarray, np.ndarray]:
    """Board places and pixels of the corners that OpenCV's own detector finds."""
    board = opencv_board(Board())
    grey = cv2.cvtColor(camera.read().picture, cv2.COLOR_BGR2GRAY)
    found, ids, _, _ = cv2.aruco.CharucoDetector(board).detectBoard(grey)
    places, pixels = board.matchImagePoints(found, ids)
    return places, pixels


def test_sixteen_held_boards_give_back_the_true_lens(camera: SimulatedCamera) -> None:
    """OpenCV knows nothing of how the picture was made. Some 300 corners, each to 0.1 px on
    boards 300 px wide, leave the focal length at a thousandth; three of those are allowed."""
    seen = []
    for held in HELD:
        camera.hold(held)
        seen.append(corners_of(camera))
    camera.hold(None)
    places, pixels = zip(*seen, strict=True)
    error, matrix, bend, _, _ = cv2.calibrateCamera(
        places, pixels, SIZE_PX, None, None, flags=cv2.CALIB_FIX_K3
    )
    assert error < 0.15
    assert matrix[0, 0] == pytest.approx(camera.lens.fx, rel=0.003)
    assert (matrix[0, 2], matrix[1, 2]) == pytest.approx((camera.lens.cx, camera.lens.cy), abs=3)
    assert bend.ravel()[0] == pytest.approx(camera.lens.k1, abs=0.02)


def test_a_board_that_is_put_down_leaves_no_trace(camera: SimulatedCamera) -> None:
    camera.hold(HELD[0])
    camera.hold(None)
    grey = cv2.cvtColor(camera.read().picture, cv2.COLOR_BGR2GRAY)
    _, ids, _, _ = cv2.aruco.CharucoDetector(opencv_board(Board())).detectBoard(grey)
    assert ids is None or len(ids) == 0
