"""Joins camera, tag readers, calibration and settling into one watched table."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import cast

from calibration.camera import Lens
from calibration.table_file import TableFile
from vision.cameras.choose import ChosenCamera
from vision.cameras.newest import LIMIT_S, NewestFrame
from vision.simulator.camera import SimulatedCamera
from vision.watch.careful_tracker import CarefulTracker
from vision.watch.stations.camera_pose import Bearings
from vision.watch.table_reader import TableReader, TagReader
from vision.watch.watcher import Watcher


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
    newest = NewestFrame(camera, limit_s=limit_s, steady=steady, repeats=camera.source == "picture")
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
