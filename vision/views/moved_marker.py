"""A marker that does not lie where it is typed, found by all cameras that see it.

Each camera is placed again without the marker and says where it sees it. One that has moved is
seen away from its typed place by more than laying by hand explains, and every camera sees it at
the same place.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from calibration.camera import Array, CalibrationError
from calibration.fit.reports import LEAST_MARKERS, MarkerReport
from calibration.register import Registration
from calibration.table_file import Marker

# Chi squared of a place in the plane: once in eight thousand for one marker of the table.
_STANDS_OUT = 18.0
# The same, once in a thousand: two cameras that see it at one place.
_AT_ONE_PLACE = 13.8
_WORTH_TRYING = 3
_MOST_MOVED = 3


@dataclass(frozen=True, slots=True)
class MovedMarker:
    """``off_in``: east and north of its typed place. ``seen_by``: numbers of the cameras."""

    id: int
    off_in: tuple[float, float]
    seen_by: tuple[int, ...]

    @property
    def far_in(self) -> float:
        """How far it lies from its typed place."""
        return math.hypot(*self.off_in)


def without_moved_markers(
    cameras: Sequence[Registration],
) -> tuple[tuple[Registration, ...], tuple[MovedMarker, ...]]:
    """The cameras solved again without the markers that have moved, and those markers."""
    found: list[MovedMarker] = []
    now = tuple(cameras)
    while now and len(found) < _MOST_MOVED:
        step = _worst(now)
        if step is None:
            break
        moved, now = step
        found.append(moved)
    return now, tuple(found)


@dataclass(frozen=True, slots=True, eq=False)
class _Tried:
    """One camera without the marker: (2,) where it sees it, off its place; (2, 2) covariance
    of that, the laying of the marker left out."""

    camera: int
    without: Registration
    off: Array
    covariance: Array


def _worst(
    cameras: tuple[Registration, ...],
) -> tuple[MovedMarker, tuple[Registration, ...]] | None:
    """The marker that stands out most, and all cameras without it; None when none does."""
    best: tuple[float, int, list[_Tried], Array] | None = None
    for marker in _suspects(cameras):
        tried = _tries(cameras, marker)
        laid = cameras[0].given.placement_in ** 2 * np.eye(2)
        if not tried or not _at_one_place(tried):
            continue
        off, stands_out = _together(tried, laid)
        if stands_out > _STANDS_OUT and (best is None or stands_out > best[0]):
            best = (stands_out, marker, tried, off)
    if best is None:
        return None
    _, marker, tried, off = best
    again = {each.camera: each.without for each in tried}
    after = tuple(again.get(k, camera) for k, camera in enumerate(cameras))
    return MovedMarker(marker, (float(off[0]), float(off[1])), tuple(again)), after


def _suspects(cameras: Sequence[Registration]) -> list[int]:
    """The markers that most disagree with the others, as any camera has them."""
    off: dict[int, float] = {}
    for camera in cameras:
        for row in camera.markers:
            off[row.id] = max(off.get(row.id, 0.0), row.off_in or 0.0)
    laid_in = cameras[0].given.placement_in
    ranked = sorted(off, key=lambda marker: -off[marker])
    return [marker for marker in ranked if off[marker] > 2 * laid_in][:_WORTH_TRYING]


def _tries(cameras: Sequence[Registration], marker: int) -> list[_Tried]:
    """Every camera that sees it, without it; [] when one of them cannot spare it."""
    found = []
    for k, camera in enumerate(cameras):
        seen = next((each for each in camera.seen if each.id == marker), None)
        if seen is None:
            continue
        place = next(each for each in camera.given.markers if each.id == marker)
        if len(camera.used) <= LEAST_MARKERS:
            return []
        try:
            without = camera.without(marker)
            found.append(_Tried(k, without, *_seen_off(without, seen.centre_px, place)))
        except CalibrationError:
            return []
    return found


def _seen_off(
    camera: Registration, centre_px: tuple[float, float], place: Marker
) -> tuple[Array, Array]:
    pixel = np.array([centre_px])
    calibration = camera.calibration
    at = calibration.to_table(pixel, place.z_in)
    by_pixel, by_shared = calibration.table_jacobians(pixel, place.z_in)
    sunk = calibration.heights_at(at)[:, None] * calibration.height_slopes(pixel, place.z_in)
    corner_px = camera.solution.noise.corner_px / 2
    covariance = by_shared[0].T @ by_shared[0] + corner_px**2 * by_pixel[0] @ by_pixel[0].T
    return (at + sunk)[0] - np.array([place.x_in, place.y_in]), covariance


def _at_one_place(tried: Sequence[_Tried]) -> bool:
    """Whether all cameras see it at one place, within what each may have wrong."""
    first = tried[0]
    for other in tried[1:]:
        apart = other.off - first.off
        if apart @ np.linalg.solve(first.covariance + other.covariance, apart) > _AT_ONE_PLACE:
            return False
    return True


def _together(tried: Sequence[_Tried], laid: Array) -> tuple[Array, float]:
    """Where all see it, and how far that stands out: chi squared by the surest camera alone,
    for cameras that share the other markers are wrong together."""
    weights = [np.linalg.inv(each.covariance) for each in tried]
    pull = sum((w @ each.off for w, each in zip(weights, tried, strict=True)), np.zeros(2))
    off = np.linalg.solve(np.sum(weights, axis=0), pull)
    surest = min(tried, key=lambda each: float(np.trace(each.covariance)))
    return off, float(off @ np.linalg.solve(surest.covariance + laid, off))


def with_moved_rows(
    camera: Registration, number: int, moved: Sequence[MovedMarker]
) -> Registration:
    """The camera with a row for each moved marker that it sees."""
    mine = [each for each in moved if number in each.seen_by]
    rows = [MarkerReport(each.id, False, each.far_in, 0.0) for each in mine]
    gone = {each.id for each in mine}
    kept = [row for row in camera.markers if row.id not in gone]
    return replace(
        camera,
        markers=tuple(sorted([*kept, *rows], key=lambda row: row.id)),
        missing=tuple(i for i in camera.missing if i not in gone),
    )


def marker_text(marker: MovedMarker) -> str:
    """A sentence about a marker that has moved."""
    east, north = (round(25.4 * off, 1) for off in marker.off_in)
    where = f"{abs(east):g} mm {'east' if east > 0 else 'west'} and {abs(north):g} mm "
    where += "north" if north > 0 else "south"
    return (
        f"marker {marker.id} lies {where} of where it is typed ({marker.far_in:.2f} in): it was "
        "left out; put it right or correct its place"
    )


def moved_text(marker: MovedMarker, names: Sequence[str]) -> str:
    """The same, with the cameras that say so."""
    seen = " and ".join(names[k] for k in marker.seen_by)
    return f"{marker_text(marker)}; seen so by {seen}"
