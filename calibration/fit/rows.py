"""The budget as few rows: what moves no place on the table is left out."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from calibration.camera import Array, Calibration, CalibrationError
from calibration.fit.solve import Solution, budget

_GRID = 5
_LIFTED_IN = 2.0
# What the rows left out of one cause may move a place, as a share of what all rows move the
# places on the table against one another.
_NOTHING = 0.04


def error_rows(solution: Solution, bare: Calibration) -> tuple[Array, tuple[str, ...]]:
    """(k, 15 + 6) rows for ``Calibration.errors``, and the cause of each.

    The rows of one cause are turned among themselves so that the first does most on the table
    and on ground two inches above it; those that do nothing there are left out.
    """
    parts = budget(solution)
    moves = {cause: _moves(replace(bare, errors=some)) for cause, some in parts}
    points = _GRID**2
    flat = np.vstack(list(moves.values()))[:, : 2 * points].reshape(-1, points, 2)
    whole = float(np.sqrt(((flat - flat.mean(axis=1, keepdims=True)) ** 2).sum()))
    rows, causes = [], []
    for cause, some in parts:
        # The rows far outnumber the 21 columns, so that most do nothing new.
        turn, sizes, _ = np.linalg.svd(moves[cause], full_matrices=False)
        left = np.sqrt(np.cumsum((sizes**2)[::-1])[::-1])
        kept = (turn.T @ some)[left > _NOTHING * whole]
        rows.append(kept)
        causes += [cause] * len(kept)
    return np.vstack(rows), tuple(causes)


def _moves(camera: Calibration) -> Array:
    """(k, 2 m) inches by which each row moves places all over the table, low and high."""
    outline = camera.outline
    if outline is None:
        raise ValueError("a calibration from markers knows their outline")
    xs = np.linspace(outline.west, outline.east, _GRID)
    ys = np.linspace(outline.south, outline.north, _GRID)
    flat = np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 2)
    found = []
    for height in (0.0, _LIFTED_IN):
        pixels = camera.to_pixels(np.column_stack([flat, np.full(len(flat), height)]))
        try:
            found.append(camera.table_jacobians(pixels, height)[1])
        except CalibrationError:
            continue
    shared = np.concatenate(found)
    return np.asarray(shared.transpose(1, 0, 2).reshape(shared.shape[1], -1))
