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


def in_common(cameras: Sequence[Looking], names: Sequence[str] = ()) -> tuple[Calibration, ...]:
    """Their calibrations, with the rows of ``errors`` in one order for all of them.

    *names*: of the cameras, for the causes of what is wrong with one of them alone.
    """
    known = [_world_rows(camera) for camera in cameras]
    causes: dict[Key, str] = {}
    for k, camera in enumerate(cameras):
        causes |= {key: cause for key, (cause, _) in known[k].items()}
        known[k] |= _own_rows(camera, k, names[k] if names else "")
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


def side_by_side(
    tied: Sequence[Calibration], others: Sequence[Calibration], names: Sequence[str]
) -> tuple[Calibration, ...]:
    """All of them with their errors in one order: what the *others*, of those *names*, have
    wrong they have in common with no camera."""
    blocks = [*([np.zeros_like(tied[0].errors)] if tied else []), *(c.errors for c in others)]
    causes = [*(tied[0].causes if tied else ())]
    for camera, name in zip(others, names, strict=True):
        known = camera.causes or ("corners",) * len(camera.errors)
        causes += [of_camera(cause, name) for cause in known]
    first = 1 if tied else 0
    found = [_among(camera, blocks, 0, causes) for camera in tied]
    return (*found, *(_among(c, blocks, first + n, causes) for n, c in enumerate(others)))


def _among(
    camera: Calibration, blocks: Sequence[Array], own: int, causes: Sequence[str]
) -> Calibration:
    rows = [
        _wide(camera.errors if k == own else np.zeros_like(block)) for k, block in enumerate(blocks)
    ]
    return replace(camera, errors=np.vstack(rows), causes=tuple(causes))


def _wide(rows: Array) -> Array:
    """The rows with all columns; a camera whose table is flat has fewer."""
    return np.pad(rows, ((0, 0), (0, _COLUMNS - rows.shape[1])))


def of_camera(cause: str, name: str) -> str:
    """As ``lens of camera B``; the cause alone where the camera has no name."""
    return f"{cause} of {name}" if name else cause


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


def _own_rows(camera: Looking, number: int, name: str) -> Rows:
    """What is wrong with this camera alone, by cause; at most as many rows as columns."""
    found: Rows = {}
    for source in sources(camera.solution):
        if source.kind in _OF_THE_WORLD or not len(source.rows):
            continue
        rows = source.rows
        if len(rows) > _COLUMNS:
            # A root of the same covariance.
            rows = np.linalg.qr(rows).R
        cause = of_camera(source.cause, name)
        found |= {(number, source.kind, k): (cause, row) for k, row in enumerate(rows)}
    return found
