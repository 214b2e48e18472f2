"""The errors of several cameras over one table: which of them they have in common.

A marker that lies a millimetre off, a stretched tape, prints of another size and a table that
sags deceive every camera that looks, and each in its own way; corners and lenses are wrong in
each camera by themselves. The rows of ``Calibration.errors`` are put in one order for all
cameras, so that the k-th row of each is what one and the same error does to it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from calibration.camera import Array, Calibration
from calibration.fit.solve import Solution, sources

_COLUMNS = 21
_OF_THE_WORLD = ("placing", "common", "measured")

Key = tuple[object, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Looking:
    """One camera: its solution, the ids of the markers it used in the solution's order, and the
    names of the tapes it could use."""

    calibration: Calibration
    solution: Solution
    marker_ids: tuple[int, ...]
    tapes: tuple[tuple[int, int], ...] = ()


def in_common(cameras: Sequence[Looking]) -> tuple[Calibration, ...]:
    """Their calibrations, with the rows of ``errors`` in one order for all of them."""
    known = [_world_rows(camera) for camera in cameras]
    causes: dict[Key, str] = {}
    for k, camera in enumerate(cameras):
        causes |= {key: cause for key, (cause, _) in known[k].items()}
        known[k] |= _own_rows(camera, k)
        causes |= {key: cause for key, (cause, _) in known[k].items()}
    nothing = np.zeros(_COLUMNS)
    return tuple(
        replace(
            camera.calibration,
            errors=np.array([known[k][key][1] if key in known[k] else nothing for key in causes]),
            causes=tuple(causes.values()),
        )
        for k, camera in enumerate(cameras)
    )


Rows = dict[Key, tuple[str, Array]]


def _world_rows(camera: Looking) -> Rows:
    """What the world has wrong, by name: each marker's place and turn, scale, prints, shape."""
    found: Rows = {}
    common = 0
    for source in sources(camera.solution):
        if source.kind == "placing":
            names: list[Key] = [("marker", i, axis) for i in camera.marker_ids for axis in range(3)]
        elif source.kind == "common":
            names, common = [("common", common)], common + 1
        elif source.kind == "measured":
            heights = len(source.rows) - len(camera.tapes)
            names = [("tape", *ends) for ends in camera.tapes]
            names += [("height", k) for k in range(heights)]
        else:
            continue
        named = zip(names, source.rows, strict=True)
        found |= {name: (source.cause, row) for name, row in named}
    return found


def _own_rows(camera: Looking, number: int) -> Rows:
    """What is wrong with this camera alone, by cause; at most as many rows as columns."""
    found: Rows = {}
    for source in sources(camera.solution):
        if source.kind in _OF_THE_WORLD or not len(source.rows):
            continue
        rows = source.rows
        if len(rows) > _COLUMNS:
            # A root of the same covariance.
            rows = np.linalg.qr(rows).R
        found |= {(number, source.kind, k): (source.cause, row) for k, row in enumerate(rows)}
    return found
