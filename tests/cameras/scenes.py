"""A small simulated table under the whole pipeline, stepped by hand, with a clock of its own."""

from __future__ import annotations

import math
from dataclasses import replace

from calibration.table_file import TableFile, TerrainPiece
from calibration.tolerances import DRAWN, DRAWN_MARKERS_IN
from vision.simulator.camera import SimulatedCamera
from vision.simulator.demo import edge_markers, tag_for
from vision.simulator.scene import Spot, Stand
from vision.table.snapshot import Base
from vision.watch.live import watch
from vision.watch.watcher import Watcher

SIZE_PX = (1280, 720)

TOLERANCE_IN = 0.015
"""About 32 px to the inch. A corner is read to some 0.05 px, a tenth of a pixel is 0.003 in; the
facing of a 40 px symbol is then good to 0.13°, which swings a base half an inch from its tag
by 0.001 in; the calibration from eight markers adds as much again. Three sigma of all: 0.015."""

TOLERANCE_DEG = 0.5


def small_table() -> tuple[TableFile, dict[str, Spot]]:
    """A 30 by 18 in table with three bases, one on a 2 in hill; small pictures show its tags
    well."""
    hill = TerrainPiece("hill", ((20.0, 4.0), (28.0, 4.0), (28.0, 12.0), (20.0, 12.0)), 2.0)
    size = (30.0, 18.0)
    bases = tuple(tag_for(f"R0{k}", 2.4, 1.6, side="Royalists") for k in (1, 2, 3))
    poses = {"R01": (8.0, 9.0, 90.0), "R02": (14.0, 6.0, 37.0), "R03": (24.0, 8.0, 200.0)}
    return TableFile(size, edge_markers(size), (hill,), bases, DRAWN_MARKERS_IN, DRAWN), poses


class Clock:
    """Seconds that pass when told."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


class Watched:
    """The small table and its watcher; ``look`` lets frames pass, a fifth of a second each.

    *drawn*: whether the watcher knows of the hill. *listed*: and of the bases.
    """

    def __init__(self, *, drawn: bool = True, listed: bool = True) -> None:
        self.clock = Clock()
        self.table, poses = small_table()
        table = self.table if drawn else replace(self.table, terrain=())
        table = table if listed else replace(table, bases=())
        self.camera = SimulatedCamera(self.table, poses, size_px=SIZE_PX, fps=0, clock=self.clock)
        self.watcher: Watcher = watch(self.camera, table, steady=self.clock)

    def look(self, frames: int = 8) -> None:
        """Let so many frames be taken and read."""
        for _ in range(frames):
            self.clock.now += 0.2
            self.watcher.newest.step()
            self.watcher.step()

    def base(self, payload: str) -> Base:
        """The base in the newest snapshot."""
        return self.watcher.snapshot().base(payload)

    def off_in(self, payload: str) -> float:
        """How far the base is seen from where it really stands."""
        return off(self.base(payload), self.camera.scene.stands[payload])[0]

    def off_deg(self, payload: str) -> float:
        """How far its facing is seen from what it really is."""
        return off(self.base(payload), self.camera.scene.stands[payload])[1]


def off(base: Base, stand: Stand) -> tuple[float, float]:
    """Inches and degrees between where a base is seen and where it stands."""
    pose = base.pose
    assert pose is not None
    away = math.hypot(pose.x_in - stand.x_in, pose.y_in - stand.y_in)
    return away, abs((pose.facing_deg - stand.facing_deg + 180.0) % 360.0 - 180.0)
