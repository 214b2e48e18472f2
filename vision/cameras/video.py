"""A video file as a camera, at its own speed, held at its last picture when it ends."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np

from vision.cameras.camera import CameraError, Frame
from vision.cameras.device import Device, Open


class VideoCamera:
    """Plays a video file once.

    After the last picture every read fails with "the video has ended": nothing on a table
    that is long gone may be measured. *pace* False reads as fast as asked (tests, batch).

    Raises:
        CameraError: no such file, or not a video that OpenCV can read.
    """

    source = "video"
    repeats = False

    def __init__(
        self,
        path: Path,
        *,
        clock: Callable[[], float] = time.time,
        pace: bool = True,
        opener: Open = cv2.VideoCapture,
    ) -> None:
        if not path.is_file():
            raise CameraError(f"{path} is not a file: name a video or a picture")
        self._path = path
        self._clock = clock
        self._device: Device = opener(str(path))
        if not self._device.isOpened():
            raise CameraError(f"{path} is not a video that can be read: try an MP4 or AVI file")
        fps = self._device.get(cv2.CAP_PROP_FPS)
        self._frame_s = 1.0 / fps if pace and 1.0 <= fps <= 240.0 else 0.0
        self._next_s = 0.0
        self._ended = False

    def read(self) -> Frame:
        """The next picture.

        Raises:
            CameraError: the video has ended.
        """
        self._wait()
        there, picture = (False, None) if self._ended else self._device.read()
        if not there or picture is None:
            self._ended = True
            raise CameraError(f"the video {self._path.name} has ended: start it again")
        seen = np.asarray(picture, dtype=np.uint8)
        return Frame(seen, self._clock(), self.source, f"video {self._path.name}")

    def close(self) -> None:
        """Close the file. May be called twice."""
        self._ended = True
        self._device.release()

    def _wait(self) -> None:
        if self._frame_s:
            now = time.monotonic()
            self._next_s = max(self._next_s + self._frame_s, now)
            time.sleep(self._next_s - now)
