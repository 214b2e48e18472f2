"""The lens step of setting up: pictures of the board, one by one, until there is a lens to keep."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from datetime import date
from pathlib import Path

import numpy as np

from calibration.camera import Array
from vision.cameras.camera import Picture
from vision.cameras.decode import in_colour
from vision.setup.kept_lens import KeptLens
from vision.setup.lens_shots import LensShots
from vision.simulator.board_scene import HELD
from vision.table.quality import CameraView, CannotSetUp, LensWork
from vision.watch.stations.station_watch import StationWatch
from vision.watch.stations.watched_camera import frame_of, simulated_of, two_frames, view_of


class LensMaking:
    """A lens being made. Methods may be called from any thread.

    Args:
        folder: lenses are kept there, one file for each camera.
        wait: lets so many seconds pass while a new picture comes.
        steady: seconds that never jump back.
        today: ISO date for a lens that is kept.
    """

    def __init__(
        self,
        folder: Path,
        *,
        wait: Callable[[float], None] = time.sleep,
        steady: Callable[[], float] = time.monotonic,
        today: Callable[[], str] = lambda: date.today().isoformat(),
    ) -> None:
        self._wait = wait
        self._steady = steady
        self._today = today
        self._lock = threading.RLock()
        self._shots = LensShots()
        self._looked: tuple[Picture, Array, float] | None = None
        self._held = 0
        self._kept = KeptLens(folder)

    def adopt(self, station: StationWatch) -> None:
        """Use the kept lens of this station's camera from now on."""
        self._kept.adopt(station)

    def work(self, station: StationWatch) -> LensWork:
        """How far the lens is."""
        with self._lock:
            work = self._shots.work()
        return self._kept.told(work, simulated_of(station) is not None)

    def begin(self) -> None:
        """Forget the pictures of the board and begin again."""
        with self._lock:
            self._shots, self._looked, self._held = LensShots(), None, 0

    def shoot(self, station: StationWatch) -> None:
        """Look at the board once; a simulated camera is shown it in the next of its ways.

        Raises:
            CannotSetUp: the camera gives no picture.
        """
        with self._lock:
            camera = simulated_of(station)
            if camera is not None:
                camera.hold(HELD[self._held % len(HELD)])
                self._held += 1
            try:
                before, frame = two_frames(station, self._wait, self._steady)
            finally:
                if camera is not None:
                    camera.hold(None)
            seen = self._shots.consider(frame.picture, before.picture)
            corners = np.empty((0, 2)) if seen is None else seen.pixels
            self._looked = (in_colour(frame), corners, frame.taken_s)

    def view(self) -> CameraView | None:
        """The picture looked at last, with the corners that were found; None before."""
        with self._lock:
            looked = self._looked
        if looked is None:
            return None
        picture, corners, taken_s = looked
        return view_of(picture, taken_s, corners)

    def forget(self, number: int) -> None:
        """Discard a picture after all."""
        with self._lock:
            self._shots.forget(number)

    def keep(self, station: StationWatch) -> None:
        """Keep the lens for this camera, size and focus, and use it.

        Raises:
            CannotSetUp: there is none yet, it is no good, or the disk refuses it.
        """
        with self._lock:
            found = self._shots.found
        if found is None:
            raise CannotSetUp("there is no lens yet: take a few more pictures of the board")
        if found.report.grade == "redo":
            raise CannotSetUp(f"this lens would do harm: {found.report.advice}")
        self._kept.keep(found, frame_of(station), self._today())

    def drop(self, station: StationWatch) -> None:
        """Do without the kept lens from now on; it is solved with the pose again."""
        self._kept.drop(frame_of(station))
