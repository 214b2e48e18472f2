"""Setting a watched table up: lens, markers, accuracy; what the page's wizard works on.

It changes a running watcher only through ``Watcher.later``, so no picture is ever measured by
half a change. Lenses are kept per camera name (device, size, focus) and never used for another.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import cast

import cv2
import numpy as np
import tomli_w

from calibration.camera import Array, Calibration, CalibrationError
from calibration.corners import register_corners
from calibration.found_places import Tape, find_places
from calibration.register import Registration
from calibration.table_file import Marker, TableFile, table_toml
from vision.accuracy_map import accuracy_map
from vision.cameras.board_scene import HELD
from vision.cameras.camera import Frame, Picture
from vision.cameras.simulated import SimulatedCamera
from vision.careful_tracker import CarefulTracker
from vision.kept_lens import KeptLens, size_of
from vision.lens_shots import LensShots
from vision.measure.quality import (
    AccuracyMap,
    CameraFacts,
    CameraView,
    CannotSetUp,
    LegibilityMap,
    LensWork,
    MarkerPlace,
    MarkerState,
    TableFound,
)
from vision.table_reader import TableReader
from vision.tags.legibility import CERTAIN, legibility
from vision.watcher import Watcher

VIEW_WIDTH_PX = 1280
LEAST_MARKERS = 4
MOST_MARKERS = 60

_WAIT_S = 12.0
_STEP_S = 0.02
_QUALITY = 80
_SAME_PLACE_IN = 0.001


class SettingUp:
    """One table being set up. Methods may be called from any thread.

    Args:
        folder: lenses are kept in ``folder/lenses``, the table in ``folder/table.toml``.
        wait: lets time pass while a new picture comes.
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
        self._folder = folder
        self._wait = wait
        self._steady = steady
        self._today = today
        self._lock = threading.RLock()
        self._shots = LensShots()
        self._looked: tuple[Picture, Array, float] | None = None
        self._held = 0
        self._kept = KeptLens(folder / "lenses")
        self._watcher: Watcher | None = None

    def adopt(self, watcher: Watcher) -> None:
        """Set this watcher up from now on; call it before the watcher starts."""
        with self._lock:
            self._watcher = watcher
        self._kept.adopt(watcher)

    def table(self) -> TableFile:
        """The table as it is set up now."""
        return self._now().table

    # Camera

    def camera(self) -> CameraFacts:
        """The camera as it is now."""
        watcher = self._now()
        shot = watcher.newest.newest()
        facts = cast(dict[str, object], watcher.facts()["device"])
        warnings = facts.get("warnings")
        said = tuple(str(each) for each in warnings) if isinstance(warnings, list) else ()
        wide, high = (0, 0) if shot is None else size_of(shot.frame)
        return CameraFacts(
            "" if shot is None else shot.frame.camera, wide, high,
            round(watcher.newest.frames_per_s(), 1), self._simulated() is not None, said,
            watcher.newest.trouble(),
        )  # fmt: skip

    def view(self) -> CameraView | None:
        """The newest frame as the camera gives it."""
        shot = self._now().newest.newest()
        return None if shot is None else _view(shot.frame.picture, shot.frame.taken_s)

    # Lens

    def lens(self) -> LensWork:
        """How far the lens is."""
        with self._lock:
            work = self._shots.work()
        return self._kept.told(work, self._simulated() is not None)

    def begin_lens(self) -> LensWork:
        """Forget the pictures of the board and begin again."""
        with self._lock:
            self._shots, self._looked, self._held = LensShots(), None, 0
        return self.lens()

    def shoot(self) -> LensWork:
        """Look at the board once; a simulated camera is shown it in the next of its ways.

        Raises:
            CannotSetUp: the camera gives no picture.
        """
        with self._lock:
            camera = self._simulated()
            if camera is not None:
                camera.hold(HELD[self._held % len(HELD)])
                self._held += 1
            try:
                before, frame = self._two_frames()
            finally:
                if camera is not None:
                    camera.hold(None)
            seen = self._shots.consider(frame.picture, before.picture)
            corners = np.empty((0, 2)) if seen is None else seen.pixels
            self._looked = (frame.picture, corners, frame.taken_s)
        return self.lens()

    def lens_view(self) -> CameraView | None:
        """The picture looked at last, with the corners that were found; None before."""
        with self._lock:
            looked = self._looked
        if looked is None:
            return None
        picture, corners, taken_s = looked
        return _view(picture, taken_s, corners)

    def forget_shot(self, number: int) -> LensWork:
        """Discard a picture after all."""
        with self._lock:
            self._shots.forget(number)
        return self.lens()

    def keep_lens(self) -> LensWork:
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
        self._kept.keep(found, self._frame(), self._today())
        return self.lens()

    def drop_lens(self) -> LensWork:
        """Do without the kept lens from now on; it is solved with the pose again."""
        self._kept.drop(self._frame())
        return self.lens()

    # Markers

    def found(self) -> TableFound:
        """Where the camera is, and what each marker says of it."""
        watcher = self._now()
        bearings, table = watcher.bearings, watcher.table
        calibration, registration = bearings.calibration, bearings.registration
        states = tuple(self._state(marker, registration) for marker in table.markers)
        if calibration is None:
            return TableFound(table.size_in, states, bearings.blind() or watcher.blind())
        return TableFound(
            table.size_in, states, bearings.blind(), float(calibration.reprojection_px),
            calibration.held_out_in, calibration.camera_xyz_in[2], bearings.lens[0] is not None,
            bearings.by_corners, calibration.warnings, calibration.name,
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
        lens, covariance = self._now().bearings.lens
        try:
            found = find_places(
                self._frame().picture, size_in, marker_in, lens, lens_covariance=covariance,
                half_turn=half_turn, tape=None if tape is None else Tape(*tape),
            )  # fmt: skip
        except CalibrationError as why:
            raise CannotSetUp(str(why)) from None
        return tuple(_place(marker) for marker in found.markers), found.sigma_in

    def use_markers(
        self, size_in: tuple[float, float], places: Sequence[MarkerPlace], tolerance_in: float
    ) -> None:
        """Find the table by these markers from now on, and keep them.

        Raises:
            CannotSetUp: fewer than four, one twice, or the disk refuses it.
        """
        ids = [place.id for place in places]
        twice = sorted({number for number in ids if ids.count(number) > 1})
        if twice:
            raise CannotSetUp(f"marker {twice[0]} is listed twice")
        if not LEAST_MARKERS <= len(places) <= MOST_MARKERS:
            raise CannotSetUp(
                f"{len(places)} markers are listed: from {LEAST_MARKERS} to {MOST_MARKERS} are used"
            )
        before = self.table()
        known = {marker.id: marker for marker in before.markers}
        markers = tuple(_marker(place, known.get(place.id)) for place in places)
        if _mostly_kept(markers, known):
            # Mending one place does not make the others any surer than they were found.
            tolerance_in = max(tolerance_in, before.marker_tolerance_in)
        table = replace(
            self._resized(size_in), markers=markers, marker_tolerance_in=tolerance_in
        )
        self._change(table)

    def use_corners(
        self, size_in: tuple[float, float], corners: Sequence[tuple[float, float]]
    ) -> None:
        """Find the table by its corners far left, far right, near right, near left, as parts
        of the picture's width and height.

        Raises:
            CannotSetUp: they are not the corners of a table.
        """
        watcher = self._now()
        table, (wide, high) = self._resized(size_in), size_of(self._frame())
        lens, covariance = watcher.bearings.lens
        pixels = [(x * wide - 0.5, y * high - 0.5) for x, y in corners]
        try:
            calibration = register_corners(
                pixels, size_in, (wide, high), lens, lens_covariance=covariance
            )
        except CalibrationError as why:
            raise CannotSetUp(str(why)) from None

        def change() -> None:
            if table != watcher.table:
                watcher.use_table(table)
            watcher.bearings.use_corners(calibration)

        watcher.later(change)

    def find_again(self) -> None:
        """Find the table by its markers anew, in the next frame."""
        watcher = self._now()
        watcher.later(watcher.calibrate_again)

    # Accuracy

    def accuracy(self) -> AccuracyMap | None:
        """The ± over the table; None while the table is not found."""
        calibration = self._calibration()
        if calibration is None:
            return None
        try:
            return accuracy_map(calibration, self.table().size_in)
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

    def scale_tags(self, by: float) -> None:
        """The printed tags are *by* times as large as the table has them now.

        Raises:
            CannotSetUp: a simulated table, whose tags are true, or the disk refuses it.
        """
        if self._simulated() is not None:
            raise CannotSetUp("the simulated camera's tags are true to size")
        watcher, table = self._now(), self.table()
        bases = tuple(replace(base, tag_size_in=base.tag_size_in * by) for base in table.bases)
        scaled = replace(table, bases=bases)
        reader = TableReader(scaled, CarefulTracker(scaled))
        _save(scaled, self._folder / "table.toml")
        watcher.later(lambda: watcher.use_table(scaled, reader))

    # The inner works

    def _now(self) -> Watcher:
        watcher = self._watcher
        if watcher is None:
            raise CannotSetUp("there is no camera to set up")
        return watcher

    def _simulated(self) -> SimulatedCamera | None:
        movable = self._now().movable
        return movable if isinstance(movable, SimulatedCamera) else None

    def _calibration(self) -> Calibration | None:
        return self._now().bearings.calibration

    def _frame(self) -> Frame:
        newest = self._now().newest
        shot = newest.newest()
        if shot is None:
            raise CannotSetUp(newest.trouble() or "the camera gives no picture yet")
        return shot.frame

    def _two_frames(self) -> tuple[Frame, Frame]:
        """Two frames that were begun after now, one after the other."""
        newest, frames, last_s = self._now().newest, list[Frame](), -1.0
        shot = newest.newest()
        if shot is not None:
            last_s = shot.came_s
        until_s = self._steady() + _WAIT_S
        # The first new one may have been begun before.
        while len(frames) < 3:
            shot = newest.newest()
            if shot is not None and shot.came_s != last_s:
                last_s = shot.came_s
                frames.append(shot.frame)
                continue
            if self._steady() > until_s:
                raise CannotSetUp(newest.trouble() or "the camera gives no new picture")
            self._wait(_STEP_S)
        return frames[1], frames[2]

    def _state(self, marker: Marker, registration: Registration | None) -> MarkerState:
        place = _place(marker)
        if registration is None:
            return MarkerState(place, False, False)
        seen = {each.id: each for each in registration.seen}.get(marker.id)
        row = {each.id: each for each in registration.markers}.get(marker.id)
        if seen is None or row is None:
            return MarkerState(place, False, False)
        wide, high = registration.given.size_px
        at = ((seen.centre_px[0] + 0.5) / wide, (seen.centre_px[1] + 0.5) / high)
        return MarkerState(place, True, row.used, row.off_in, at)

    def _resized(self, size_in: tuple[float, float]) -> TableFile:
        """The table with that size; the simulated one has the size it has."""
        table = self.table()
        if self._simulated() is not None and size_in != table.size_in:
            wide, deep = table.size_in
            raise CannotSetUp(f"the simulated table is {wide:g} by {deep:g} in and stays so")
        return replace(table, size_in=size_in)

    def _change(self, table: TableFile) -> None:
        watcher = self._now()
        if self._simulated() is None:
            _save(table, self._folder / "table.toml")
        watcher.later(lambda: watcher.use_table(table))


def _view(picture: Picture, taken_s: float, corners: Array | None = None) -> CameraView:
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


def _place(marker: Marker) -> MarkerPlace:
    return MarkerPlace(marker.id, marker.x_in, marker.y_in, marker.size_in, marker.turned_deg)


def _marker(place: MarkerPlace, known: Marker | None) -> Marker:
    """The marker as typed; its height and family stay what they were."""
    like = known or Marker(place.id, 0.0, 0.0, place.size_in)
    return replace(
        like, x_in=place.x_in, y_in=place.y_in, size_in=place.size_in, turned_deg=place.turned_deg
    )


def _save(table: TableFile, path: Path) -> None:
    part = path.with_suffix(".part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_text(tomli_w.dumps(table_toml(table)), encoding="utf-8")
        part.replace(path)
    except OSError as why:
        raise CannotSetUp(f"{path} cannot be written: {why.strerror}") from None


def _mostly_kept(markers: Sequence[Marker], known: Mapping[int, Marker]) -> bool:
    """Do at least half of the markers lie where they were listed before?"""
    kept = [
        marker
        for marker in markers
        if marker.id in known
        and math.hypot(marker.x_in - known[marker.id].x_in, marker.y_in - known[marker.id].y_in)
        < _SAME_PLACE_IN
    ]
    return 2 * len(kept) >= len(markers)
