"""What setting up asks of a watched camera: its frames as they are, and JPEGs of them."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from calibration.camera import Array
from vision.cameras.camera import Frame, Picture
from vision.simulator.camera import SimulatedCamera
from vision.table.quality import CameraView, CannotSetUp
from vision.watch.stations.station_watch import StationWatch

VIEW_WIDTH_PX = 1280

_WAIT_S = 12.0
_STEP_S = 0.02
_QUALITY = 80


def size_of(frame: Frame) -> tuple[int, int]:
    """Width and height of a frame, pixels."""
    return int(frame.picture.shape[1]), int(frame.picture.shape[0])


def simulated_of(station: StationWatch) -> SimulatedCamera | None:
    """The simulated camera, None where a real one is watched."""
    movable = station.movable
    return movable if isinstance(movable, SimulatedCamera) else None


def frame_of(station: StationWatch) -> Frame:
    """The newest frame.

    Raises:
        CannotSetUp: there is none yet.
    """
    shot = station.newest.newest()
    if shot is None:
        raise CannotSetUp(station.newest.trouble() or "the camera gives no picture yet")
    return shot.frame


def two_frames(
    station: StationWatch, wait: Callable[[float], None], steady: Callable[[], float]
) -> tuple[Frame, Frame]:
    """Two frames that were begun after now, one after the other. *wait* lets seconds pass.

    Raises:
        CannotSetUp: they do not come.
    """
    newest, frames, last_s = station.newest, list[Frame](), -1.0
    shot = newest.newest()
    if shot is not None:
        last_s = shot.came_s
    until_s = steady() + _WAIT_S
    # The first new one may have been begun before.
    while len(frames) < 3:
        shot = newest.newest()
        if shot is not None and shot.came_s != last_s:
            last_s = shot.came_s
            frames.append(shot.frame)
            continue
        if steady() > until_s:
            raise CannotSetUp(newest.trouble() or "the camera gives no new picture")
        wait(_STEP_S)
    return frames[1], frames[2]


def view_of(picture: Picture, taken_s: float, corners: Array | None = None) -> CameraView:
    """The picture as a JPEG of at most ``VIEW_WIDTH_PX``, with rings round *corners* (n, 2)."""
    scale = min(1.0, VIEW_WIDTH_PX / picture.shape[1])
    size = (max(1, round(picture.shape[1] * scale)), max(1, round(picture.shape[0] * scale)))
    small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    for x, y in np.empty((0, 2)) if corners is None else corners * scale:
        cv2.circle(small, (round(x), round(y)), 5, (255, 255, 255), 3, cv2.LINE_AA)
        cv2.circle(small, (round(x), round(y)), 5, (180, 40, 200), 2, cv2.LINE_AA)
    done, coded = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
    if not done:
        raise RuntimeError("OpenCV could not write a JPEG")
    return CameraView(coded.tobytes(), scale, taken_s)
