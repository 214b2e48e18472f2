"""The lens that is kept for a camera, and used for exactly that one: device, size and focus."""

from __future__ import annotations

import threading
from pathlib import Path

from calibration.camera import Array, Lens
from calibration.lens import LensFound
from calibration.profile import Profile, find_profile, profile_of, profile_path, save_profile
from calibration.table_file import FileError
from vision.cameras.camera import Frame
from vision.table.quality import CannotSetUp, LensWork
from vision.watch.stations.station_watch import StationWatch
from vision.watch.stations.watched_camera import size_of


class KeptLens:
    """Lenses in one folder, and which of them a camera uses."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = threading.Lock()
        self._station: StationWatch | None = None
        self._given: tuple[Lens | None, Array | None] = (None, None)
        self._profile: Profile | None = None
        self._trouble = ""

    def adopt(self, station: StationWatch) -> None:
        """Serve this station from now on: the kept lens of its camera, or the one it has."""
        with self._lock:
            self._station = station
            self._given, self._profile = station.bearings.lens, None
        station.when_camera = lambda frame: self._recall(station, frame)

    def keep(self, found: LensFound, frame: Frame, made_on: str) -> None:
        """Keep *found* for the camera that took *frame*, and use it.

        Raises:
            CannotSetUp: the disk refuses it.
        """
        profile = profile_of(found, frame.camera, made_on=made_on)
        size_px = (found.lens.width_px, found.lens.height_px)
        try:
            save_profile(profile, profile_path(self._folder, frame.camera, size_px, None))
        except FileError as why:
            raise CannotSetUp(str(why)) from None
        self._use(profile)

    def drop(self, frame: Frame) -> None:
        """Forget the kept lens of the camera that took *frame*.

        Raises:
            CannotSetUp: the disk refuses it.
        """
        path = profile_path(self._folder, frame.camera, size_of(frame), None)
        try:
            path.unlink(missing_ok=True)
        except OSError as why:
            raise CannotSetUp(f"{path} cannot be removed: {why.strerror}") from None
        self._use(None)

    def told(self, work: LensWork, simulated: bool) -> LensWork:
        """*work* with what is said of the lens in use."""
        with self._lock:
            profile, (given, _), trouble = self._profile, self._given, self._trouble
        if profile is not None:
            made = f", made on {profile.made_on}" if profile.made_on else ""
            says = f"kept for this camera{made}: {profile.grade}, {profile.error_px:.2f} px"
            return LensWork(
                work.shots, work.coverage, work.outlines, work.grade, work.error_px,
                work.says, says, profile.grade, profile.error_px,
            )  # fmt: skip
        if given is None:
            says = "none: it is solved together with the table, so every ± is larger"
        else:
            says = "the simulated camera's own" if simulated else "from the lens file"
        in_force = f"{says}. {trouble}" if trouble else says
        return LensWork(
            work.shots, work.coverage, work.outlines, work.grade, work.error_px, work.says,
            in_force,
        )  # fmt: skip

    def _recall(self, station: StationWatch, frame: Frame) -> None:
        """In the watcher's thread, when the camera's name is new."""
        profile, trouble = None, ""
        try:
            profile = find_profile(self._folder, frame.camera, size_of(frame))
        except FileError as why:
            trouble = str(why)
        with self._lock:
            self._trouble = trouble
            if station is not self._station or (profile is None and self._profile is None):
                return
            self._profile = profile
            lens = self._given if profile is None else (profile.lens, profile.covariance)
        station.bearings.use_lens(*lens)

    def _use(self, profile: Profile | None) -> None:
        with self._lock:
            station, self._profile = self._station, profile
            lens = self._given if profile is None else (profile.lens, profile.covariance)
        if station is not None:
            station.later(lambda: station.bearings.use_lens(*lens))
