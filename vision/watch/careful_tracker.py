"""The tag tracker as the watcher uses it: quick, and afresh whenever that is in doubt."""

from __future__ import annotations

from calibration.camera import Calibration
from calibration.table_file import TableFile
from vision.cameras.camera import Picture
from vision.tags.decode.open_readers import OpenReaders
from vision.tags.follow.track import Tracker
from vision.tags.found import Found
from vision.watch.hills import heights_of
from vision.watch.table_reader import specs_of

_LIGHT_STEP_PX = 32
_LIGHT_STROKE = 6.0
"""So many levels of 255, on average over the picture and from one to the next."""


class CarefulTracker:
    """A tracker that starts anew when what it remembers may be wrong.

    It looks only where the picture changed. When the light changes at one stroke, all of it
    does, and a base that was moved in the same moment would not stand out.
    """

    def __init__(self, table: TableFile) -> None:
        self._specs = specs_of(table)
        self._grounds_in = heights_of(table.terrain)
        self._readers = OpenReaders()
        self._tracker = self._anew()
        self._light: float | None = None

    def read(self, picture: Picture, calibration: Calibration | None) -> Found:
        """What is in this picture, the next of the same camera."""
        light = float(picture[::_LIGHT_STEP_PX, ::_LIGHT_STEP_PX].mean())
        if self._light is not None and abs(light - self._light) > _LIGHT_STROKE:
            self.afresh()
        self._light = light
        return self._tracker.read(picture, calibration)

    def afresh(self) -> None:
        """Trust nothing that was read before the next picture."""
        self._tracker = self._anew()

    def use_grounds(self, grounds_in: tuple[float, ...]) -> None:
        """Heights a base may stand on from now on."""
        if grounds_in != self._grounds_in:
            self._grounds_in = grounds_in
            self.afresh()

    def close(self) -> None:
        """Give back what it holds. May be called twice."""
        self._readers.close()

    def _anew(self) -> Tracker:
        return Tracker(self._specs, grounds_in=self._grounds_in, readers=self._readers)
