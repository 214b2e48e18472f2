"""Where the camera is: found once, watched with every frame, found again after a knock.

Where the lens is not known it is solved along with the pose from the markers, which lie in one
plane and so tell little of it. Tags of known size at known heights tell the rest; they are
brought in as soon as some are seen.
"""

from __future__ import annotations

import logging
import math
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from calibration.camera import Array, Calibration, CalibrationError, Lens
from calibration.register import KnownTag, Registration, register_with_report, typed_of
from calibration.table_file import TableFile
from calibration.watch import (
    STILL_IN,
    Knocked,
    MarkersHidden,
    Reference,
    Shifted,
    Still,
    Sway,
    Swaying,
    check,
    moved_markers_text,
    zoomed_text,
)
from vision.cameras.camera import Picture
from vision.views.tie import register_helped
from vision.watch.settle import Sighting
from vision.watch.stations.telling_tags import LEAST_TAGS, most_telling, on_hills

NO_MARKERS = (
    "the table was found by its corners alone: if the camera is knocked nobody notices, "
    "so lay markers as soon as you can"
)

MOST_SWAY_IN = 0.1
"""A camera that is further off its place at this moment is waited for; nearer, what is seen is
put right by what the markers show."""

_QUIET_IN, _STEADY_IN = 0.003, 0.004
_AT_REST = 3
_SWAY_TOLD_IN, _SWAY_TOLD_S = 0.01, 2.0
_WATCHED_S = 3.0
_UNSURE_SHARE = 0.2
_WAVE_IN = 4.0
_AGAIN_S = 1.0

_log = logging.getLogger(__name__)

Work = Callable[[], None]


def in_a_thread(work: Work) -> None:
    """Do it beside everything else."""
    threading.Thread(target=work, name="lens", daemon=True).start()


class Hanging:
    """How the camera hangs: at rest, swaying a little, or not to be measured with now.

    A sway shifts everything alike. What the markers show of it in a picture is taken off every
    base of that picture; what they do not agree in (a rolling shutter) goes into the ±.
    """

    def __init__(self, steady: Callable[[], float]) -> None:
        self._steady = steady
        # Never changed, only put anew: others ask what is told while a picture is read.
        self._sways: tuple[tuple[float, Sway], ...] = ()
        self._now: Sway | None = None
        self._middle = (0.0, 0.0)

    def begin(self, middle_in: tuple[float, float]) -> None:
        """It was placed in this picture; the sway is told at *middle_in* of the table."""
        self._sways = ()
        self._now, self._middle = None, middle_in

    def rests(self, sway: Sway) -> bool:
        """Note what the markers show in one more picture: the same for some pictures now?"""
        now_s = self._steady()
        kept = (one for one in self._sways if one[0] >= now_s - _WATCHED_S)
        self._sways = (*kept, (now_s, sway))
        self._now = sway
        newest = [one.shift_in(*self._middle) for _, one in self._sways[-_AT_REST:]]
        return len(newest) == _AT_REST and all(
            math.dist(newest[-1], one) < _STEADY_IN for one in newest
        )

    def look_away(self) -> None:
        """Nothing is known of the picture that comes next until ``rests`` is told of it."""
        self._now = None

    @property
    def zoomed(self) -> float:
        """How many times larger this picture shows everything than the one it was placed by."""
        return 1.0 if self._now is None else self._now.zoomed

    @property
    def too_far(self) -> bool:
        """Is the camera too far off its place in this picture to be measured with?"""
        return self._now is not None and self._now.off_in > MOST_SWAY_IN

    @property
    def off_place(self) -> bool:
        """Has the camera left its place, and was it not placed anew yet?"""
        return self._now is not None and self._now.off_in >= STILL_IN

    def told(self) -> str:
        """A sentence about a camera that keeps on swaying, "" for one at rest."""
        sways = self._sways
        if not sways or sways[-1][0] - sways[0][0] < _SWAY_TOLD_S:
            return ""
        shifts = [one.shift_in(*self._middle) for _, one in sways]
        wide_in = max(math.dist(one, shifts[0]) for one in shifts)
        rest_in = sorted(one.rest_in for _, one in sways)[len(sways) // 2]
        if max(wide_in, 2 * rest_in) < _SWAY_TOLD_IN:
            return ""
        sway_in = max(wide_in, 2 * rest_in)
        does = "nothing is measured while it moves" if sway_in > MOST_SWAY_IN else "the ± grows"
        told = f"the camera sways by {sway_in:.2f} in at the table"
        return f"{told} (or its image stabiliser is on): {does}"

    def steadied(self, sighting: Sighting) -> Sighting:
        """What was seen in this picture, as a camera at rest would have seen it."""
        if self._now is None:
            return sighting
        off_in, rest_in = self._now.off_in, self._now.rest_in
        if max(off_in, rest_in) < _QUIET_IN:
            return sighting
        pose = sighting.pose
        east, north = self._now.shift_in(pose.x_in, pose.y_in)
        xx, xy, xf, yy, yf, ff = pose.own
        # A wobble of some inches' wave turns a base by its slope.
        turned = math.degrees(rest_in / _WAVE_IN)
        own = (xx + rest_in**2, xy, xf, yy + rest_in**2, yf, ff + turned**2)
        unsure = _UNSURE_SHARE * off_in
        shared = (*pose.shared, (unsure, 0.0, 0.0), (0.0, unsure, 0.0))
        moved = replace(pose, x_in=pose.x_in - east, y_in=pose.y_in - north, own=own, shared=shared)
        return replace(sighting, pose=moved)


class Bearings:
    """The calibration in force.

    Args:
        table: its markers.
        lens: of the camera, None when it has to be found along with the pose.
        steady: seconds of a clock that never jumps back.
        beside: how slow work is done.
    """

    def __init__(
        self,
        table: TableFile,
        lens: Lens | None = None,
        *,
        steady: Callable[[], float] = time.monotonic,
        beside: Callable[[Work], None] = in_a_thread,
    ) -> None:
        self._table = table
        self._lens = lens
        self._lens_covariance: Array | None = None
        self._by_corners: Calibration | None = None
        self._steady = steady
        self._beside = beside
        self._reference: Reference | None = None
        self._better: Registration | None = None
        self._learning = False
        self._why = "the camera has not found the table yet"
        self._note = ""
        self._zoomed = 1.0
        self._hanging = Hanging(steady)
        self._unsure_since_s: float | None = None
        self._again_s = steady()
        self.others: Callable[[], Sequence[Registration]] = tuple
        """Of the other cameras over this table, how they were placed."""

    @property
    def calibration(self) -> Calibration | None:
        """The one in force, None before the markers were found."""
        if self._by_corners is not None:
            return self._by_corners
        return None if self._reference is None else self._reference.calibration

    @property
    def registration(self) -> Registration | None:
        """How the markers led to it; None before, and where a person showed the corners."""
        by_markers = self._reference is not None and self._by_corners is None
        return self._reference.registration if by_markers and self._reference else None

    @property
    def by_corners(self) -> bool:
        """Whether a person showed the corners of the table, for want of markers."""
        return self._by_corners is not None

    @property
    def lens(self) -> tuple[Lens | None, Array | None]:
        """The lens that is taken as known, and its covariance."""
        return self._lens, self._lens_covariance

    def use_lens(self, lens: Lens | None, covariance: Array | None = None) -> None:
        """Take that lens as known (None: solve it along) and find the camera anew."""
        self._lens, self._lens_covariance = lens, covariance
        self.forget()

    def use_table(self, table: TableFile) -> None:
        """Find the camera anew by the markers of that table."""
        self._table = table
        self.forget()

    def use_corners(self, calibration: Calibration) -> None:
        """Stand by that calibration, for which a person showed the corners of the table."""
        self.forget()
        self._by_corners = calibration
        self._why = ""
        self._note = NO_MARKERS

    def take(
        self, picture: Picture, colour: Callable[[], Picture] | None = None
    ) -> Calibration | None:
        """The calibration for one more frame: the one in force, or a new one.

        *colour*: gives the colours of a grey picture, in which markers are found best.

        A small shift of the camera is put right without a word; after a knock ``blind``
        says what to do, and nothing may be measured until it is put right.
        """
        if self._by_corners is not None:
            return self._by_corners
        if self._reference is None:
            self._find(picture, colour)
        else:
            if self._better is not None:
                better, self._better = self._better, None
                self._place(Reference.of(picture, better))
                _log.info("lens known better: %s", better.calibration.name)
            self._check(self._reference, picture, colour)
        return self.calibration

    def learn(self, known: Sequence[KnownTag]) -> None:
        """Make use of tags of known size, once: where the lens is not known they help to find it,
        where it is, those on hills tell of a zoom."""
        reference = self._reference
        if self._learning or reference is None or len(known) < LEAST_TAGS or self.blind():
            return
        if self._lens is not None and not on_hills(known):
            return
        self._learning = True
        chosen = most_telling(known) if self._lens is None else known
        self._beside(lambda: self._learn(reference, chosen))

    def blind(self) -> str:
        """Why this camera must not measure now, as a sentence; "" when it may."""
        return self._why

    @property
    def unsteady(self) -> bool:
        """Does the camera move so much at this moment that this picture cannot be measured?"""
        return self._hanging.too_far

    @property
    def off_place(self) -> bool:
        """Must the next pictures tell where the camera comes to rest?"""
        return self._hanging.off_place

    def steadied(self, sightings: Iterable[Sighting]) -> tuple[Sighting, ...]:
        """What was seen in the picture that was taken last, without the camera's sway."""
        return tuple(self._hanging.steadied(sighting) for sighting in sightings)

    def troubles(self) -> tuple[str, ...]:
        """Sentences for the banner, besides why it is blind."""
        calibration = self.calibration
        warned = () if calibration is None or self.by_corners else calibration.warnings
        zoomed = zoomed_text(self._zoomed * self._hanging.zoomed)
        said = (self._note, self._hanging.told(), zoomed, *warned)
        return tuple(text for text in said if text)

    def forget(self) -> None:
        """Find the camera anew in the next frame."""
        self._reference = self._better = self._unsure_since_s = self._by_corners = None
        self._learning = False
        self._note, self._zoomed = "", 1.0
        self._hanging.begin(self._middle_in)
        self._again_s = self._steady()
        self._why = "the camera is being found again"

    def facts(self) -> dict[str, object]:
        """The quality of the calibration, plain JSON."""
        calibration = self.calibration
        if calibration is None:
            return {"found": False, "why": self._why}
        return {
            "found": True,
            "name": calibration.name,
            "reprojection_px": float(calibration.reprojection_px),
            "held_out_in": calibration.held_out_in,
            "height_in": calibration.camera_xyz_in[2],
            "lens_known": self._lens is not None,
            "warnings": list(calibration.warnings),
        }

    def _find(self, picture: Picture, colour: Callable[[], Picture] | None) -> None:
        began_s = self._steady()
        if began_s < self._again_s:
            return
        try:
            found = self._registered(picture if colour is None else colour())
        except CalibrationError as why:
            self._why = str(why)
            self._wait_after(began_s)
            return
        self._place(Reference.of(picture, found))
        self._why = ""
        _log.info("camera found: %s", found.calibration.name)

    def _registered(self, picture: Picture) -> Registration:
        """By the markers of typed places; where they are too few, by those others see, too."""
        try:
            return register_with_report(
                picture,
                self._table.markers,
                self._lens,
                lens_covariance=self._lens_covariance,
                placement_sigma_in=self._table.marker_tolerance_in,
                typed=typed_of(self._table),
            )
        except CalibrationError:
            others = self.others() if self._table.unplaced else ()
            if not others:
                raise
        return register_helped(picture, self._table, self._lens, self._lens_covariance, others)

    def _check(
        self, reference: Reference, picture: Picture, colour: Callable[[], Picture] | None
    ) -> None:
        self._hanging.look_away()
        began_s = self._steady()
        if began_s < self._again_s:
            return
        since_s = self._unsure_since_s
        verdict = check(
            reference,
            picture,
            hidden_s=0.0 if since_s is None else began_s - since_s,
            rests=self._hanging.rests,
            colour=colour,
        )
        match verdict:
            case Swaying():
                self._why, self._unsure_since_s = "", None
            case Still(_, loose):
                self._note = moved_markers_text(loose, self._table.markers)
                self._why, self._unsure_since_s = "", None
            case Shifted(anew, _, _, zoomed):
                self._place(anew)
                # A lens that is solved along with the pose is that of the new picture.
                self._zoomed = self._zoomed * zoomed if self._lens is not None else 1.0
                self._why, self._note, self._unsure_since_s = "", "", None
                # The lens is solved anew with the pose, and may be helped anew.
                self._learning = False
            case Knocked(_, text):
                self._why = text
                self._wait_after(began_s)
            case MarkersHidden(_, text):
                self._note = text
                self._unsure_since_s = began_s if since_s is None else since_s
                self._wait_after(began_s)

    def _place(self, reference: Reference) -> None:
        self._reference = reference
        self._hanging.begin(self._middle_in)

    @property
    def _middle_in(self) -> tuple[float, float]:
        wide, deep = self._table.size_in
        return wide / 2, deep / 2

    def _wait_after(self, began_s: float) -> None:
        """Looking all over the picture may cost a quarter of one core, no more."""
        now = self._steady()
        self._again_s = now + max(_AGAIN_S, 3 * (now - began_s))

    def _learn(self, reference: Reference, chosen: Sequence[KnownTag]) -> None:
        try:
            better = reference.registration.with_tags(chosen)
        except CalibrationError as why:
            _log.warning("the tags do not help to find the lens: %s", why)
            return
        # A camera whose lens is known stays where it is: only what is told of it is new.
        said, told = reference.calibration.warnings, better.calibration.warnings
        same = self._lens is not None and said == told
        # The camera may have been found anew meanwhile.
        if reference is self._reference and not same:
            self._better = better
