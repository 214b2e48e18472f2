"""Joins camera, tag readers, calibration and settling into one watched table."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from string import ascii_uppercase
from typing import cast

from calibration.camera import Lens
from calibration.table_file import TableFile
from vision.cameras.choose import ChosenCamera
from vision.cameras.newest import LIMIT_S, NewestFrame
from vision.simulator.camera import SimulatedCamera
from vision.watch.careful_tracker import CarefulTracker
from vision.watch.stations.camera_pose import Bearings
from vision.watch.stations.station import Station, no_matter
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
    """A watcher of that table with one camera, not started yet; the arguments as ``station``."""
    return Watcher([station(camera, table, lens, tags=tags, limit_s=limit_s, steady=steady)], table)


def watch_all(
    cameras: Sequence[tuple[ChosenCamera, Lens | None]],
    table: TableFile,
    *,
    steady: Callable[[], float] = time.monotonic,
) -> Watcher:
    """A watcher of that table with all those cameras, each with its lens or None."""
    if len(cameras) == 1:
        camera, lens = cameras[0]
        return watch(camera, table, lens, steady=steady)
    names = [f"camera {letter}" for letter in ascii_uppercase]
    return Watcher(
        [
            station(camera, table, lens, name=name, steady=steady)
            for name, (camera, lens) in zip(names, cameras, strict=False)
        ],
        table,
    )


def station(
    camera: ChosenCamera,
    table: TableFile,
    lens: Lens | None = None,
    *,
    name: str = "",
    tags: TagReader | None = None,
    limit_s: float = LIMIT_S,
    steady: Callable[[], float] = time.monotonic,
) -> Station:
    """One camera over that table with its calibration and readers.

    *lens* None: the true one of the simulated camera, else it is solved along with the pose.
    *limit_s*: age from which a frame is not measured. *steady*: seconds that never jump back.
    """
    simulated = camera if isinstance(camera, SimulatedCamera) else None
    if lens is None and simulated is not None:
        lens = simulated.lens
    newest = NewestFrame(
        camera,
        limit_s=limit_s,
        steady=steady,
        repeats=camera.repeats,
        is_drawn=simulated is not None,
    )
    facts = cast(Callable[[], dict[str, object]], getattr(camera, "facts", dict))
    calm = cast(Callable[[bool], None], getattr(camera, "calm", no_matter))
    return Station(
        newest,
        Bearings(table, lens, steady=steady),
        TableReader(table, tags or CarefulTracker(table)),
        camera.source,
        name,
        simulated,
        facts,
        calm,
    )
