"""Setting a watched table up: lens, markers, accuracy; what the page's wizard works on.

It changes a running watcher only through ``Watcher.later``, so no picture is ever measured by
half a change. Lenses are kept per camera name (device, size, focus) and never used for another.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import cast

from calibration.camera import Calibration, CalibrationError
from calibration.corners import register_corners
from calibration.found_places import Tape, find_places
from calibration.table_file import Height, TableFile
from calibration.table_file import Tape as TakenTape
from vision.setup.accuracy_map import accuracy_map
from vision.setup.by_hand import narrowed, with_heights, with_tape
from vision.setup.kept_table import KeptTable
from vision.setup.lens_making import LensMaking
from vision.setup.marker_places import place_of, refuse_odd, state_of, with_markers
from vision.setup.who_sees import sights_of
from vision.table.quality import (
    AccuracyMap,
    CameraChoice,
    CameraFacts,
    CameraView,
    CannotSetUp,
    LegibilityMap,
    LensWork,
    MarkerPlace,
    Narrowed,
    Sights,
    TableFound,
)
from vision.tags.legibility import CERTAIN, legibility
from vision.watch.stations.station_watch import StationWatch
from vision.watch.stations.watched_camera import frame_of, simulated_of, size_of, view_of
from vision.watch.watcher import Watcher

SIMULATED_KEPT = "The simulated table is not kept: its markers lie where they are drawn."


class SettingUp:
    """One table being set up. Methods may be called from any thread.

    Args:
        folder: lenses are kept in ``folder/lenses``.
        table: the file that the table is kept in; ``folder/table.toml`` where None.
        wait: lets so many seconds pass while a new picture comes.
        steady: seconds that never jump back.
        today: ISO date for a lens that is kept.
    """

    def __init__(
        self,
        folder: Path,
        table: Path | None = None,
        *,
        wait: Callable[[float], None] = time.sleep,
        steady: Callable[[], float] = time.monotonic,
        today: Callable[[], str] = lambda: date.today().isoformat(),
    ) -> None:
        self.kept = KeptTable(folder, table)
        self._lens_of: Callable[[], LensMaking] = lambda: LensMaking(
            folder / "lenses", wait=wait, steady=steady, today=today
        )
        self._lenses: tuple[LensMaking, ...] = ()
        self._lock = threading.Lock()
        self._watcher: Watcher | None = None
        self._chosen = 0

    def adopt(self, watcher: Watcher) -> None:
        """Set this watcher up from now on; call it before the watcher starts."""
        lenses = tuple(self._lens_of() for _ in watcher.stations)
        with self._lock:
            self._watcher = watcher
            self._lenses, self._chosen = lenses, min(self._chosen, len(lenses) - 1)
        for lens, station in zip(lenses, watcher.stations, strict=True):
            lens.adopt(station)

    def table(self) -> TableFile:
        """The table as it is watched now, with the bases and the scenery of the game."""
        return self._all().table

    # Camera

    def cameras(self) -> CameraChoice:
        """The cameras that can be set up, and which of them is."""
        stations = self._all().stations
        return CameraChoice(tuple(each.station.name for each in stations), self._chosen)

    def sights(self) -> Sights:
        """Who sees which part of the table, and how well they agree."""
        return sights_of(self._all())

    def choose(self, number: int) -> None:
        """Set that camera up from now on, counted from 0.

        Raises:
            CannotSetUp: there is no such camera.
        """
        count = len(self._all().stations)
        if not 0 <= number < count:
            raise CannotSetUp(f"there is no camera {number + 1} of {count}: choose one of them")
        self._chosen = number

    def camera(self) -> CameraFacts:
        """The camera as it is now."""
        station = self._now()
        shot = station.newest.newest()
        facts = cast(dict[str, object], station.facts()["device"])
        warnings = facts.get("warnings")
        said = tuple(str(each) for each in warnings) if isinstance(warnings, list) else ()
        wide, high = (0, 0) if shot is None else size_of(shot.frame)
        return CameraFacts(
            "" if shot is None else shot.frame.camera, wide, high,
            round(station.newest.frames_per_s(), 1), simulated_of(station) is not None, said,
            station.newest.trouble(),
        )  # fmt: skip

    def view(self) -> CameraView | None:
        """The newest frame as the camera gives it."""
        shot = self._now().newest.newest()
        return None if shot is None else view_of(shot.frame.picture, shot.frame.taken_s)

    # Lens, see LensMaking

    def lens(self) -> LensWork:
        """How far the lens is."""
        return self._lens_now().work(self._now())

    def begin_lens(self) -> LensWork:
        """Forget the pictures of the board and begin again."""
        self._lens_now().begin()
        return self.lens()

    def shoot(self) -> LensWork:
        """Look at the board once.

        Raises:
            CannotSetUp: the camera gives no picture.
        """
        self._lens_now().shoot(self._now())
        return self.lens()

    def lens_view(self) -> CameraView | None:
        """The picture looked at last, with the corners that were found; None before."""
        return self._lens_now().view()

    def forget_shot(self, number: int) -> LensWork:
        """Discard a picture after all."""
        self._lens_now().forget(number)
        return self.lens()

    def keep_lens(self) -> LensWork:
        """Keep the lens for this camera, size and focus, and use it.

        Raises:
            CannotSetUp: there is none yet, it is no good, or the disk refuses it.
        """
        self._lens_now().keep(self._now())
        return self.lens()

    def drop_lens(self) -> LensWork:
        """Do without the kept lens from now on.

        Raises:
            CannotSetUp: the disk refuses it.
        """
        self._lens_now().drop(self._now())
        return self.lens()

    # Markers

    def found(self) -> TableFound:
        """Where the camera is, and what each marker says of it."""
        station = self._now()
        bearings, table = station.bearings, station.table
        calibration, registration = bearings.calibration, bearings.registration
        states = tuple(state_of(marker, registration) for marker in table.markers)
        kept = self.kept.says if simulated_of(station) is None else SIMULATED_KEPT
        if calibration is None:
            trouble = bearings.blind() or station.blind()
            return TableFound(table.size_in, states, trouble, kept=kept)
        return TableFound(
            table.size_in, states, bearings.blind(), float(calibration.reprojection_px),
            calibration.held_out_in, calibration.camera_xyz_in[2], bearings.lens[0] is not None,
            bearings.by_corners, calibration.warnings, calibration.name, kept,
        )  # fmt: skip

    def find_markers(
        self,
        size_in: tuple[float, float],
        marker_in: float,
        *,
        half_turn: bool = False,
        tape: tuple[int, int, float] | None = None,
    ) -> tuple[tuple[MarkerPlace, ...], float]:
        """Where the markers seem to lie, and how surely (inches, one standard deviation).

        Raises:
            CannotSetUp: too few are seen, or they fit no camera.
        """
        station = self._now()
        lens, covariance = station.bearings.lens
        try:
            found = find_places(
                frame_of(station).picture, size_in, marker_in, lens, lens_covariance=covariance,
                half_turn=half_turn, tape=None if tape is None else Tape(*tape),
            )  # fmt: skip
        except CalibrationError as why:
            raise CannotSetUp(str(why)) from None
        return tuple(place_of(marker) for marker in found.markers), found.sigma_in

    def use_markers(
        self, size_in: tuple[float, float], places: Sequence[MarkerPlace], tolerance_in: float
    ) -> None:
        """Find the table by these markers from now on; those of a real table are kept.

        Raises:
            CannotSetUp: fewer than four, one twice, or the disk refuses it.
        """
        refuse_odd(places)
        station = self._now()
        self._refuse_size(station, size_in)

        def changed(table: TableFile) -> TableFile:
            return with_markers(table, size_in, places, tolerance_in)

        if simulated_of(station) is None:
            self.kept.keep(changed)
        watcher = self._all()
        watcher.later(lambda: watcher.use_table(changed(watcher.table)))

    def use_corners(
        self, size_in: tuple[float, float], corners: Sequence[tuple[float, float]]
    ) -> None:
        """Find the table by its corners far left, far right, near right, near left, as parts
        of the picture's width and height. They are not kept: the camera moves between evenings.

        Raises:
            CannotSetUp: they are not the corners of a table.
        """
        station = self._now()
        self._refuse_size(station, size_in)
        wide, high = size_of(frame_of(station))
        lens, covariance = station.bearings.lens
        pixels = [(x * wide - 0.5, y * high - 0.5) for x, y in corners]
        try:
            calibration = register_corners(
                pixels, size_in, (wide, high), lens, lens_covariance=covariance
            )
        except CalibrationError as why:
            raise CannotSetUp(str(why)) from None

        def change() -> None:
            watcher = self._all()
            if size_in != watcher.table.size_in:
                watcher.use_table(replace(watcher.table, size_in=size_in))
            station.bearings.use_corners(calibration)

        station.later(change)

    def find_again(self) -> None:
        """Find the table by its markers anew, in the next frame of this camera."""
        self._now().find_again()

    # Measured by hand

    def tape(self, first: int, second: int, distance_in: float) -> Narrowed:
        """Use the distance between the centres of two markers that a tape told, and keep it.

        Raises:
            CannotSetUp: no such markers, the table is not found, or the disk refuses it.
        """
        return self._measured(lambda table: with_tape(table, TakenTape(first, second, distance_in)))

    def straight_edge(self, spots: Sequence[tuple[float, float, float]]) -> Narrowed:
        """Use heights (x, y, z in inches; below the edge is negative) of the table top against a
        straight edge from marker to marker, and keep them.

        Raises:
            CannotSetUp: a place off the table, the table is not found, or the disk refuses it.
        """
        return self._measured(lambda table: with_heights(table, [Height(*s) for s in spots]))

    def _measured(self, change: Callable[[TableFile], TableFile]) -> Narrowed:
        station, watcher = self._now(), self._all()
        registration = station.bearings.registration
        if registration is None:
            raise CannotSetUp(
                "the table is not found by its markers now: wait until it is, or lay them"
            )
        found = narrowed(registration, watcher.table, change(watcher.table))
        if simulated_of(station) is None:
            self.kept.keep(change)
        watcher.later(lambda: watcher.use_table(change(watcher.table)))
        return found

    # Accuracy

    def accuracy(self) -> AccuracyMap | None:
        """The ± over the table; None while the table is not found."""
        calibration = self._calibration()
        if calibration is None:
            return None
        try:
            table = self.table()
            return accuracy_map(calibration, table.size_in, tolerances=table.tolerances)
        except CalibrationError as why:
            raise CannotSetUp(str(why)) from None

    def legibility(self, tag_mm: float) -> LegibilityMap | None:
        """How well tags of that size can be read over the table; None while it is not found."""
        calibration = self._calibration()
        if calibration is None:
            return None
        found = legibility(calibration, self.table().size_in, tag_mm / 25.4, step_in=3.0)
        rows = tuple(tuple(round(float(c), 3) for c in row) for row in found.px_per_module)
        return LegibilityMap(rows, tag_mm, CERTAIN["qr"], found.certain_share, found.advice)

    def scale_tags(self, to: float) -> None:
        """The printed tags are *to* times as large as the table file and the armies have them.

        Raises:
            CannotSetUp: a simulated table, whose tags are true.
        """
        station = self._now()
        if simulated_of(station) is not None:
            raise CannotSetUp("the simulated camera's tags are true to size")
        self._all().scale_tags(to)

    # The inner works

    def _all(self) -> Watcher:
        watcher = self._watcher
        if watcher is None:
            raise CannotSetUp("there is no camera to set up")
        return watcher

    def _now(self) -> StationWatch:
        """The camera that was chosen."""
        return self._all().stations[self._chosen]

    def _lens_now(self) -> LensMaking:
        self._all()
        return self._lenses[self._chosen]

    def _calibration(self) -> Calibration | None:
        return self._now().bearings.calibration

    @staticmethod
    def _refuse_size(station: StationWatch, size_in: tuple[float, float]) -> None:
        if simulated_of(station) is not None and size_in != station.table.size_in:
            wide, deep = station.table.size_in
            raise CannotSetUp(f"the simulated table is {wide:g} by {deep:g} in and stays so")
