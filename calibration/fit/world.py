"""Cameras over one table of which some were not solved together with the others.

The rows of ``Calibration.errors`` are put in one order for all of them all the same, so that the
k-th row of each is what one and the same error does to it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from calibration.camera import Array, Calibration

_COLUMNS = 21


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
