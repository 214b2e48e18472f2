"""Where the camera is: found once, watched with every frame, found again after a knock."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

from calibration.camera import Calibration, CalibrationError, Lens
from calibration.register import register
from calibration.table_file import TableFile
from vision.cameras.camera import Picture

_AGAIN_S = 1.0

_log = logging.getLogger(__name__)


class Bearings:
    """The calibration in force.

    Args:
        table: its markers.
        lens: of the camera, None when it has to be found along with the pose.
        steady: seconds of a clock that never jumps back.
    """

    def __init__(
        self,
        table: TableFile,
        lens: Lens | None = None,
        *,
        steady: Callable[[], float] = time.monotonic,
    ) -> None:
        self._table = table
        self._lens = lens
        self._steady = steady
        self._calibration: Calibration | None = None
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
        return self._calibration

    def blind(self) -> str:
        """Why this camera must not measure now, as a sentence; "" when it may."""
        return "" if self._calibration is not None else self._why

    def troubles(self) -> tuple[str, ...]:
        """Sentences for the banner."""
        return (self._why,) if self._why else ()

    def forget(self) -> None:
        """Find the camera anew in the next frame."""
        self._calibration = None
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
            self._calibration = register(
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
        self._why = ""
        _log.info("camera found: %s", self._calibration.name)
