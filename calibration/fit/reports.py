"""How each marker took part, and what is said of those that were left out."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from calibration.camera import Array, Calibration, Lens
from calibration.fit.problem import LENS
from calibration.fit.solve import Solution, held_out
from calibration.markers import MarkerSeen
from calibration.table_file import Marker

LEAST_MARKERS = 4
"""Fewer do not place a camera."""


@dataclass(frozen=True, slots=True)
class MarkerReport:
    """How one marker took part. ``off_in``: the table error it shows when left out of the fit."""

    id: int
    used: bool
    off_in: float | None
    left_px: float


def used_rows(ids: list[int], off: Array, solution: Solution) -> list[MarkerReport]:
    """Those that took part; *off* (n,) inches as ``held_out_in`` has it."""
    left = np.sqrt((solution.shape_px**2).sum(axis=2).mean(axis=1))
    return [
        MarkerReport(name, True, float(off[k]) if len(off) else None, float(left[k]))
        for k, name in enumerate(ids)
    ]


def left_out_rows(
    found: list[MarkerSeen], left_out: set[int], places: dict[int, Marker], camera: Calibration
) -> list[MarkerReport]:
    """Those that were seen and left out, and where the camera sees them."""
    rows = []
    for each in found:
        if each.id in left_out:
            place = places[each.id]
            at = camera.to_table(np.array([each.centre_px]), place.z_in)[0]
            off = float(np.hypot(at[0] - place.x_in, at[1] - place.y_in))
            rows.append(MarkerReport(each.id, False, off, 0.0))
    return rows


def warnings_of(
    rows: list[MarkerReport], moved: dict[int, str], known: int, doubts: tuple[str, ...]
) -> tuple[str, ...]:
    """All that is said of the *known* markers of a table; *moved*: sentences of their own."""
    said = [moved.get(row.id) or _wrong_marker(row) for row in rows if not row.used]
    said += doubts
    used = sum(row.used for row in rows)
    if used < min(known, 6):
        said.append(f"only {used} of {known} table markers are used: uncover the others")
    return tuple(said)


def _wrong_marker(row: MarkerReport) -> str:
    if (row.off_in or 0.0) < 0.1:
        return (
            f"marker {row.id} lies in its place but looks otherwise than the table file has it "
            "(its size, or which way its top is turned): it was left out"
        )
    return (
        f"marker {row.id} is {row.off_in:.1f} in from where the table file has it: it was left "
        "out; put it right or correct its place"
    )


def held_out_in(solution: Solution) -> Array:
    """(n,) inches: each marker's error on the table when it is left out of the fit."""
    squares = solution.problem.markers
    if len(squares) < LEAST_MARKERS:
        return np.empty(0)
    off = []
    for index, at in enumerate(held_out(solution)):
        lens = Lens.of(solution.problem.belief.lens, at[LENS])
        camera = Calibration(lens, at[:3], at[3:6], np.empty((0, 15)), 0.0, "")
        place = squares.xyz_in[index]
        corners = camera.to_table(squares.corners_px[index], float(place[2]))
        off.append(float(np.linalg.norm(corners.mean(axis=0) - place[:2])))
    return np.array(off)
