"""A small long table under two simulated cameras and the whole pipeline, stepped by hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

from calibration.camera import Lens
from calibration.table_file import Marker, TableFile
from calibration.tolerances import DRAWN, DRAWN_MARKERS_IN
from tests.cameras.scenes import Clock, off
from vision.simulator.camera import SimulatedCamera
from vision.simulator.demo import tag_for
from vision.simulator.rig import hang_rig
from vision.table.snapshot import Base
from vision.watch.live import station
from vision.watch.stations.camera_pose import Bearings
from vision.watch.watcher import Watcher

SIZE_IN = (50.0, 20.0)
SIZE_PX = (1180, 820)
"""About 40 px to the inch, a little finer than the pictures of ``scenes``, whose tolerances hold
here too."""

WEST, SEAM, SEAM_2, EAST = "R01", "R02", "P01", "P02"
POSES = {
    WEST: (8.0, 10.0, 90.0),
    SEAM: (24.0, 12.5, 37.0),
    SEAM_2: (26.0, 6.5, 250.0),
    EAST: (42.0, 9.0, 200.0),
}
MARKER_IN = 1.6
SEAM_MARKER = 1
"""In the north, where both cameras see it."""

MARKERS = tuple(
    Marker(k, x, y, MARKER_IN, 0.006)
    for k, (x, y) in enumerate(
        [(x, y) for y in (18.4, 1.6) for x in (1.6, 25.0, 48.4, 13.0, 37.0)]
        + [(1.6, 10.0), (48.4, 10.0)]
    )
)


def long_table(markers: Sequence[Marker] = MARKERS) -> TableFile:
    """Four bases, of which both cameras see two, and twelve markers, of which both see two."""
    bases = tuple(tag_for(payload, 2.4, 1.6) for payload in POSES)
    return TableFile(SIZE_IN, tuple(markers), (), bases, DRAWN_MARKERS_IN, DRAWN)


class TwoWatched:
    """The long table and its watcher; ``look`` lets frames of both cameras pass, a fifth of a
    second each.

    *typed*: the table as the players believe it to be; *drawn*: as it is. *lens_known*: whether
    the cameras' lenses are given.
    """

    def __init__(
        self,
        typed: TableFile | None = None,
        *,
        drawn: TableFile | None = None,
        lens_known: bool = True,
        size_px: tuple[int, int] = SIZE_PX,
    ) -> None:
        self.clock = Clock()
        table = drawn or long_table()
        self.cameras: tuple[SimulatedCamera, ...] = hang_rig(
            table, POSES, 2, size_px=size_px, fps=0, clock=self.clock
        )
        self.table = typed or table
        stations = []
        for name, camera in zip(("camera A", "camera B"), self.cameras, strict=True):
            lens: Lens | None = camera.lens if lens_known else None
            one = station(camera, self.table, name=name, steady=self.clock)
            bearings = Bearings(self.table, lens, steady=self.clock, beside=lambda work: work())
            stations.append(replace(one, bearings=bearings))
        self.watcher = Watcher(stations, self.table)

    def look(self, frames: int = 8) -> None:
        """Let so many frames be taken and read."""
        for _ in range(frames):
            self.clock.now += 0.2
            for each in self.watcher.stations:
                each.newest.step()
            self.watcher.step()

    def move(self, payload: str, x_in: float, y_in: float, facing_deg: float) -> None:
        """A hand moves the model, before both cameras."""
        for camera in self.cameras:
            camera.move(payload, x_in, y_in, facing_deg)

    def base(self, payload: str) -> Base:
        """The base in the newest snapshot."""
        return self.watcher.snapshot().base(payload)

    def off_in(self, payload: str) -> float:
        """How far the base is seen from where it really stands."""
        return off(self.base(payload), self.cameras[0].scene.stands[payload])[0]

    def said(self) -> str:
        """The banner."""
        return " | ".join(filter(None, (self.watcher.blind(), *self.watcher.troubles())))


@contextmanager
def two_watched(
    typed: TableFile | None = None, *, drawn: TableFile | None = None, lens_known: bool = True
) -> Iterator[TwoWatched]:
    """The two cameras, settled; closed afterwards."""
    watched = TwoWatched(typed, drawn=drawn, lens_known=lens_known)
    try:
        watched.look(10)
        yield watched
    finally:
        watched.watcher.close()
