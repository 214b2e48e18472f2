"""Where the camera is: found once, watched with every frame, found again after a knock.

Where the lens is not known it is solved along with the pose from the markers, which lie in one
plane and so tell little of it. Tags of known size at known heights tell the rest; they are
brought in as soon as some are seen.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Sequence

from calibration.camera import Calibration, CalibrationError, Lens
from calibration.register import KnownTag, Registration, register_with_report
from calibration.table_file import TableFile
from vision.cameras.camera import Picture

LEAST_TAGS = 4
MOST_TAGS = 8
"""More tags cost time and tell little more than these."""

_AGAIN_S = 1.0

_log = logging.getLogger(__name__)

Work = Callable[[], None]


def in_a_thread(work: Work) -> None:
    """Do it beside everything else."""
    threading.Thread(target=work, name="lens", daemon=True).start()


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
        self._steady = steady
        self._beside = beside
        self._calibration: Calibration | None = None
        self._found: Registration | None = None
        self._better: Registration | None = None
        self._learning = False
        self._why = "the camera has not found the table yet"
        self._again_s = steady()

    @property
    def calibration(self) -> Calibration | None:
        """The one in force, None before the markers were found."""
        return self._calibration

    def take(self, picture: Picture, still: bool) -> Calibration | None:
        """Look at the markers of one more frame; *still*: nothing on the table moves."""
        if self._calibration is None:
            self._find(picture)
        elif self._better is not None:
            self._found, self._better = self._better, None
            self._calibration = self._found.calibration
            _log.info("lens known better: %s", self._calibration.name)
        return self._calibration

    def learn(self, known: Sequence[KnownTag]) -> None:
        """Make use of tags of known size, once, where the lens is not known."""
        found = self._found
        if self._lens is not None or self._learning or found is None or len(known) < LEAST_TAGS:
            return
        self._learning = True
        chosen = most_telling(known)
        self._beside(lambda: self._learn(found, chosen))

    def blind(self) -> str:
        """Why this camera must not measure now, as a sentence; "" when it may."""
        return "" if self._calibration is not None else self._why

    def troubles(self) -> tuple[str, ...]:
        """Sentences for the banner."""
        return (self._why,) if self._why else ()

    def forget(self) -> None:
        """Find the camera anew in the next frame."""
        self._calibration = self._found = self._better = None
        self._learning = False
        self._again_s = self._steady()
        self._why = "the camera is being found again"

    def facts(self) -> dict[str, object]:
        """The quality of the calibration, plain JSON."""
        calibration = self._calibration
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

    def _find(self, picture: Picture) -> None:
        began_s = self._steady()
        if began_s < self._again_s:
            return
        try:
            self._found = register_with_report(
                picture,
                self._table.markers,
                self._lens,
                placement_sigma_in=self._table.marker_tolerance_in,
            )
        except CalibrationError as why:
            self._why = str(why)
            took_s = self._steady() - began_s
            # Looking in vain may cost a quarter of one core, no more.
            self._again_s = self._steady() + max(_AGAIN_S, 3 * took_s)
            return
        self._calibration = self._found.calibration
        self._why = ""
        _log.info("camera found: %s", self._calibration.name)

    def _learn(self, found: Registration, chosen: Sequence[KnownTag]) -> None:
        try:
            better = found.with_tags(chosen)
        except CalibrationError as why:
            _log.warning("the tags do not help to find the lens: %s", why)
            return
        # The camera may have been found anew meanwhile.
        if found is self._found:
            self._better = better


def most_telling(known: Sequence[KnownTag]) -> tuple[KnownTag, ...]:
    """Up to eight tags: the two highest, for height is what a flat table cannot tell, and
    the others picked evenly over the list."""
    by_height = sorted(known, key=lambda tag: -tag.height_in)
    high, rest = by_height[:2], by_height[2:]
    step = max(1.0, len(rest) / (MOST_TAGS - 2))
    picked = [rest[int(k * step)] for k in range(min(MOST_TAGS - 2, len(rest)))]
    return (*high, *picked)
