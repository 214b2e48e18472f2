"""Who sees which part of the table, how well, and how well they agree where two see."""

from __future__ import annotations

from itertools import combinations
from statistics import median

import numpy as np

from calibration.camera import Calibration, CalibrationError
from vision.setup.accuracy_map import accuracy_map
from vision.table.quality import CameraPart, LoosePlace, Overlap, Rows, Sights
from vision.views.join import SeenBase
from vision.watch.joining.merge import Merged
from vision.watch.stations.station_watch import StationWatch
from vision.watch.watcher import Watcher


def sights_of(watcher: Watcher) -> Sights:
    """What the cameras of that watcher see at this moment."""
    merged = watcher.merged()
    names = [each.station.name for each in watcher.stations]
    cameras = tuple(_part(each, k, merged) for k, each in enumerate(watcher.stations))
    pairs = tuple(_overlap(a, b, merged) for a, b in combinations(names, 2))
    best, rows = _best([camera.rows for camera in cameras])
    return Sights(
        watcher.table.size_in,
        cameras,
        tuple(pair for pair in pairs if pair is not None),
        best,
        rows,
        tuple(LoosePlace(p.id, p.x_in, p.y_in, p.sigma_in) for p in merged.eyes.places),
    )


def _part(station: StationWatch, number: int, merged: Merged) -> CameraPart:
    name, shot = station.station.name, station.newest.newest()
    device = "" if shot is None else shot.frame.camera
    calibration = merged.eyes.common.get(number) or station.bearings.calibration
    why = station.blind()
    if why or calibration is None:
        return CameraPart(name, device, why or "the camera has not found the table yet")
    mine = [one for one in merged.seen.values() if name in one.seen_by]
    rows = _rows(calibration, station)
    seen = [cell for row in rows for cell in row if cell > 0]
    return CameraPart(
        name, device, "", len(mine), sum(len(one.seen_by) == 1 for one in mine),
        calibration.camera_xyz_in[2], station.bearings.lens[0] is not None,
        median(seen) if seen else 0.0, max(seen, default=0.0), rows,
    )  # fmt: skip


def _rows(calibration: Calibration, station: StationWatch) -> Rows:
    table = station.table
    try:
        return accuracy_map(calibration, table.size_in, tolerances=table.tolerances).rows
    except CalibrationError:
        return ()


def _overlap(first: str, second: str, merged: Merged) -> Overlap | None:
    both: list[SeenBase] = [
        one for one in merged.seen.values() if {first, second} <= set(one.seen_by)
    ]
    if not both:
        return None
    apart = [one.apart_in or 0.0 for one in both]
    agree = sum(one.agrees for one in both)
    return Overlap(first, second, len(both), agree, median(apart), max(apart))


def _best(maps: list[Rows]) -> tuple[tuple[tuple[int, ...], ...], Rows]:
    """Who places best at each cell, from 1, and with what ±; 0 where nobody sees."""
    known = {k: np.array(rows) for k, rows in enumerate(maps) if rows}
    if not known:
        return (), ()
    whole = np.stack(list(known.values()))
    whole[whole == 0] = np.inf
    least = whole.min(axis=0)
    numbers = np.array(list(known))[whole.argmin(axis=0)] + 1
    numbers[~np.isfinite(least)] = 0
    least[~np.isfinite(least)] = 0.0
    return (
        tuple(tuple(int(cell) for cell in row) for row in numbers),
        tuple(tuple(float(cell) for cell in row) for row in least),
    )
