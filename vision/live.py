"""Joins camera, tag readers, calibration and settling into one watched table."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import cast

from calibration.camera import Calibration, Lens
from calibration.table_file import TableFile
from vision.bearings import Bearings
from vision.cameras.camera import Picture
from vision.cameras.choose import ChosenCamera
from vision.cameras.newest import LIMIT_S, NewestFrame
from vision.cameras.simulated import SimulatedCamera
from vision.hills import heights_of
from vision.table_reader import TableReader, TagReader, specs_of
from vision.tags.found import Found
from vision.tags.open_readers import OpenReaders
from vision.tags.track import Tracker
from vision.watcher import Watcher

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

    def close(self) -> None:
        """Give back what it holds. May be called twice."""
        self._readers.close()

    def _anew(self) -> Tracker:
        return Tracker(self._specs, grounds_in=self._grounds_in, readers=self._readers)


def watch(
    camera: ChosenCamera,
    table: TableFile,
    lens: Lens | None = None,
    *,
    tags: TagReader | None = None,
    limit_s: float = LIMIT_S,
    steady: Callable[[], float] = time.monotonic,
) -> Watcher:
    """A watcher of that table, not started yet.

    *lens* None: the true one of the simulated camera, else it is solved along with the pose.
    *limit_s*: age from which a frame is not measured. *steady*: seconds that never jump back.
    """
    simulated = camera if isinstance(camera, SimulatedCamera) else None
    if lens is None and simulated is not None:
        lens = simulated.lens
    newest = NewestFrame(
        camera, limit_s=limit_s, steady=steady, repeats=camera.source == "picture"
    )
    facts = cast(Callable[[], dict[str, object]], getattr(camera, "facts", dict))
    return Watcher(
        newest,
        table,
        Bearings(table, lens, steady=steady),
        TableReader(table, tags or CarefulTracker(table)),
        source=camera.source,
        movable=simulated,
        camera_facts=facts,
    )
