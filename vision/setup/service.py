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

from calibration.camera import Calibration, CalibrationError
from calibration.corners import register_corners
from calibration.found_places import Tape, find_places
from calibration.table_file import Height, TableFile
from calibration.table_file import Tape as TakenTape
from vision.cameras.decode import in_colour
from vision.setup import laying_markers as laying
from vision.setup.accuracy_map import NewestMap
from vision.setup.as_it_is import camera_facts, codes_in, read_in_sight, table_found
from vision.setup.by_hand import label_in_jig, measured, with_heights, with_tape
from vision.setup.kept_table import EMPTY, KeptTable
from vision.setup.lens_making import LensMaking
from vision.setup.marker_places import place_of, refuse_odd, with_markers
from vision.setup.missing_tape import Wanted
from vision.setup.who_sees import sights_of
from vision.table.quality import (
    AccuracyMap,
    CameraChoice,
    CameraFacts,
    CameraView,
    CannotSetUp,
    LabelLearned,
    LaidOut,
    LegibilityMap,
    LensWork,
    MarkerInSight,
    MarkerPlace,
    Narrowed,
    Sights,
    TableFound,
    TapeWanted,
)
from vision.table.snapshot import Base
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
        self._wanted = Wanted()
        self._map = NewestMap()

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
        return camera_facts(self._now())

    def view(self) -> CameraView | None:
        """The newest frame as the camera gave it, also when it gives none any more."""
        shot = self._now().newest.last()
        return None if shot is None else view_of(in_colour(shot.frame), shot.frame.taken_s)

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
        simulated = simulated_of(station) is not None
        return table_found(station, SIMULATED_KEPT if simulated else self.kept.says)

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
                in_colour(frame_of(station)), size_in, marker_in, lens, lens_covariance=covariance,
                half_turn=half_turn, tape=None if tape is None else Tape(*tape),
            )  # fmt: skip
        except CalibrationError as why:
            raise CannotSetUp(str(why)) from None
        return tuple(place_of(marker) for marker in found.markers), found.sigma_in

    def markers_in_sight(self) -> tuple[MarkerInSight, ...]:
        """The markers that the newest picture shows, whether their places are known or not."""
        shot = self._now().newest.newest()
        return () if shot is None else laying.in_sight(in_colour(shot.frame))

    def lay_markers(
        self,
        size_in: tuple[float, float] | None,
        marker_in: float,
        *,
        half_turn: bool = False,
        standard: bool = False,
    ) -> LaidOut:
        """Find all markers in sight and use them, on a table of *size_in* or of the size they
        seem to lie round. *standard*: their sheets fill the corners and the middles of edges.

        Raises:
            CannotSetUp: as ``find_markers`` and ``use_markers``, or the layout is another.
        """
        simulated = simulated_of(self._now()) is not None
        rough_in = size_in or (self.table().size_in if simulated else EMPTY.size_in)
        places, sigma_in = self.find_markers(rough_in, marker_in, half_turn=half_turn)
        if size_in is None and not simulated:
            size_in, places = laying.sized(places, rough_in)
        if standard:
            places = laying.standard_places(places, size_in or rough_in)
        sigma_in = laying.STANDARD_IN if standard else min(sigma_in, 1.0)
        self.use_markers(size_in or rough_in, places, sigma_in)
        return LaidOut(size_in or rough_in, tuple(places))

    def tape_wanted(self) -> TapeWanted | None:
        """The distance that would tell how large a found layout is; None where none is missing."""
        return self._wanted.of(self._now().bearings.registration, self.table())

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

    def jig(self, payload: str) -> LabelLearned:
        """Learn how the label of that base is glued, which stands in the printed jig now; keep it.

        Raises:
            CannotSetUp: the table, the jig or the base in it is not found, or the disk refuses it.
        """
        return label_in_jig(self._now(), self._all(), self.kept, payload)

    def _measured(self, change: Callable[[TableFile], TableFile]) -> Narrowed:
        return measured(self._now(), self._all(), self.kept, change)

    # Accuracy

    def accuracy(self) -> AccuracyMap | None:
        """The ± over the table; None while the table is not found."""
        calibration, table = self._calibration(), self.table()
        if calibration is None:
            return None
        try:
            return self._map.of(calibration, table)
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

    def codes_in_sight(self) -> tuple[str, ...]:
        """Every code that is legible at a glance; hostile texts."""
        return codes_in(in_colour(frame_of(self._now())))

    def tags_in_sight(self, bases: Sequence[Base]) -> tuple[str, ...]:
        """Which of the tags of those bases the newest picture shows, by payload; takes seconds.

        Raises:
            CannotSetUp: there is no picture, the table is not found, or no tag can carry a payload.
        """
        station, calibration = self._now(), self._calibration()
        if calibration is None:
            raise CannotSetUp("tags are looked for when the table is found")
        return read_in_sight(
            in_colour(frame_of(station)), calibration, bases, self._all().tags_scale
        )

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
