"""The one distance that makes a table sure whose markers the program found by itself."""

from __future__ import annotations

import math
import threading

from calibration.register import Registration
from calibration.table_file import TableFile, Tape
from vision.setup.by_hand import narrowed, with_tape
from vision.setup.laying_markers import FOUND_ONLY_IN, ends_of_tape
from vision.table.quality import CannotSetUp, TapeWanted


class Wanted:
    """What to tape, worked out once for each time that the camera was placed: it takes a second
    or two. May be asked from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._of: Registration | None = None
        self._wanted: TapeWanted | None = None

    def of(self, camera: Registration | None, table: TableFile) -> TapeWanted | None:
        """What to tape for that camera over that table, None where nothing is missing."""
        if camera is None or table.marker_tolerance_in <= FOUND_ONLY_IN or table.tapes:
            return None
        with self._lock:
            if camera is not self._of:
                self._of, self._wanted = camera, tape_wanted(camera, table)
            return self._wanted


def tape_wanted(camera: Registration, table: TableFile) -> TapeWanted | None:
    """The longest distance between two markers that are used, and what it would do to the ±."""
    ends = ends_of_tape(table.markers, camera.used)
    if ends is None:
        return None
    spots = {marker.id: (marker.x_in, marker.y_in) for marker in table.markers}
    seems_in = math.dist(spots[ends[0]], spots[ends[1]])
    try:
        found = narrowed(camera, table, with_tape(table, Tape(*ends, seems_in)))
    except CannotSetUp:
        return None
    return TapeWanted(*ends, found.foot_before_in, found.foot_after_in)
