"""Has the camera moved?  The known markers, looked at where they should be, with every frame.

Law: no clock and no camera in here. A ``Reference`` remembers what the marker surroundings
looked like when the camera was placed; ``check`` compares one more picture with it and says
``Still``, ``Shifted`` (placed anew), ``Knocked`` or ``MarkersHidden``. A small patch of light is
followed per marker, about a millisecond each; nothing is searched while nothing has moved.
"""

from __future__ import annotations

import logging
import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera import Array, Calibration, CalibrationError
from calibration.fitting.marker import linear_light
from calibration.markers import MarkerSeen, Picture, find_markers
from calibration.register import Registration, register_seen_as
from calibration.table_file import Marker

STILL_IN = 0.01
"""Under this the markers have not moved; the sensor's noise shows a tenth of it."""

KNOCKED_IN = 2.0
"""Beyond this the camera was knocked: a person should look at it before anything is ruled."""

HIDDEN_AFTER_S = 10.0
"""Markers may be covered by an arm for so long before it is said."""

LEAST_MARKERS = 3

_PATCH_PX = 96
_REACH_PX = 14
_ALIKE = 0.8

_log = logging.getLogger(__name__)
Light = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Still:
    """The camera has not moved. ``moved_in``: what the markers show, noise included.

    ``loose``: markers that moved by themselves, to be put back.
    """

    moved_in: float
    loose: tuple[int, ...] = ()


@dataclass(frozen=True, eq=False)
class Shifted:
    """The camera moved a little and was placed anew; ``text`` is for the log."""

    reference: Reference
    moved_in: float
    text: str


@dataclass(frozen=True, slots=True)
class Knocked:
    """The camera moved far: no ruling until a person has looked. ``text`` says what to do."""

    moved_in: float
    text: str


@dataclass(frozen=True, slots=True)
class MarkersHidden:
    """Too few markers are seen to know; ``text`` is "" until that has lasted long."""

    seen: tuple[int, ...]
    text: str


Verdict = Still | Shifted | Knocked | MarkersHidden


@dataclass(frozen=True, slots=True, eq=False)
class _Spot:
    """A marker's surroundings when the camera was placed: corner of the patch, its light."""

    id: int
    left: int
    top: int
    light: Light


@dataclass(frozen=True, eq=False)
class Reference:
    """A registration, and what its markers looked like."""

    registration: Registration
    spots: tuple[_Spot, ...]

    @classmethod
    def of(cls, picture: Picture, registration: Registration) -> Reference:
        """Remember the markers of *registration* as they lie in *picture*."""
        used = {row.id for row in registration.markers if row.used}
        spots = [_spot(picture, seen) for seen in registration.seen if seen.id in used]
        return cls(registration, tuple(spot for spot in spots if spot is not None))

    @property
    def calibration(self) -> Calibration:
        """The calibration in force."""
        return self.registration.calibration


def check(reference: Reference, picture: Picture, *, hidden_s: float = 0.0) -> Verdict:
    """What one more picture says about the camera.

    *hidden_s*: how long too few markers have been seen before this picture, seconds.
    A picture of another size is a knock: the camera's setting was changed.
    """
    size_px = (picture.shape[1], picture.shape[0])
    if size_px != reference.registration.given.size_px:
        return Knocked(math.inf, "the camera's picture size changed: calibrate again")
    moves = follow(reference, picture)
    if len(moves) < LEAST_MARKERS:
        return _search(reference, picture, tuple(sorted(moves)), hidden_s)
    moved_in, loose = camera_move(reference, moves)
    if moved_in < STILL_IN:
        return Still(moved_in, loose)
    return _placed_anew(reference, picture, _seen_now(reference, picture))


def follow(reference: Reference, picture: Picture) -> dict[int, tuple[float, float]]:
    """How far each marker that is still near its place has moved in the picture, pixels."""
    found = ((spot.id, _followed(spot, picture)) for spot in reference.spots)
    return {marker_id: move for marker_id, move in found if move is not None}


def camera_move(
    reference: Reference, moves: dict[int, tuple[float, float]]
) -> tuple[float, tuple[int, ...]]:
    """How far the camera's view moved on the table, inches, and the markers that moved alone.

    The camera moves all markers alike, a hand moves one: the view moved by what most of
    them show (median per axis), and who differs from a smooth move of all was touched.
    """
    ids = sorted(moves)
    places = {seen.id: seen.centre_px for seen in reference.registration.seen}
    pixels = np.array([places[i] for i in ids])
    by_px, _ = reference.calibration.table_jacobians(pixels, 0.0)
    shift = np.einsum("nij,nj->ni", by_px, np.array([moves[i] for i in ids]))
    sizes = np.linalg.norm(shift, axis=1)
    if len(ids) < 5:
        return float(np.median(sizes)), ()
    expected = _smooth_move(pixels, shift)
    alone = np.linalg.norm(shift - expected, axis=1) > max(4 * STILL_IN, float(np.median(sizes)))
    if alone.sum() > len(ids) // 3:
        alone[:] = False
    together = sizes[~alone]
    return float(np.median(together)), tuple(i for i, odd in zip(ids, alone, strict=True) if odd)


def _smooth_move(pixels: Array, shift: Array) -> Array:
    """(n, 2) of the affine move that most markers share (least squares, reweighted)."""
    middle, spread = pixels.mean(axis=0), pixels.std() + 1e-9
    design = np.column_stack([np.ones(len(pixels)), (pixels - middle) / spread])
    weights = np.ones(len(pixels))
    for _ in range(10):
        w = weights[:, None]
        answer = np.linalg.lstsq(design * w, shift * w, rcond=None)[0]
        left = np.linalg.norm(shift - design @ answer, axis=1)
        weights = np.sqrt(1 / np.maximum(left, STILL_IN / 4))
    return np.asarray(design @ answer)


def _search(
    reference: Reference, picture: Picture, near: tuple[int, ...], hidden_s: float
) -> Verdict:
    """Too few markers are where they were: hidden, or the camera looks elsewhere."""
    seen = _seen_now(reference, picture)
    if len(seen) < max(LEAST_MARKERS, len(near) + 1):
        return _hidden(near, reference, hidden_s)
    return _placed_anew(reference, picture, seen)


def _seen_now(reference: Reference, picture: Picture) -> list[MarkerSeen]:
    seen: list[MarkerSeen] = []
    markers = reference.registration.given.markers
    for family in sorted({marker.family for marker in markers}):
        ids = [marker.id for marker in markers if marker.family == family]
        seen += find_markers(picture, family, ids)
    return seen


def _placed_anew(reference: Reference, picture: Picture, seen: Sequence[MarkerSeen]) -> Verdict:
    given = reference.registration.given
    moved_in = _view_moved(reference, seen)
    if moved_in > KNOCKED_IN:
        return Knocked(
            moved_in,
            f"the camera was knocked: it sees the table {moved_in:.1f} in from where it was. "
            "Nothing is measured until you put it right and press Calibrate again",
        )
    try:
        registration = register_seen_as(seen, given)
    except CalibrationError as why:
        return MarkersHidden(tuple(each.id for each in seen), str(why))
    text = f"the camera moved by {moved_in:.2f} in at the table and was placed anew"
    _log.info(text)
    return Shifted(Reference.of(picture, registration), moved_in, text)


def _view_moved(reference: Reference, seen: Sequence[MarkerSeen]) -> float:
    """Median over the markers of how far each seems to have moved on the table, inches."""
    places = {marker.id: marker for marker in reference.registration.given.markers}
    before = {each.id: each for each in reference.registration.seen}
    known = [each for each in seen if each.id in before]
    if not known:
        return math.inf
    heights = np.array([places[each.id].z_in for each in known])
    try:
        now = reference.calibration.to_table(np.array([e.centre_px for e in known]), heights)
    except CalibrationError:
        return math.inf
    then = reference.calibration.to_table(
        np.array([before[e.id].centre_px for e in known]), heights
    )
    return float(np.median(np.linalg.norm(now - then, axis=1)))


def _hidden(near: tuple[int, ...], reference: Reference, hidden_s: float) -> MarkersHidden:
    if hidden_s < HIDDEN_AFTER_S:
        return MarkersHidden(near, "")
    names = ", ".join(map(str, near)) or "none"
    return MarkersHidden(
        near,
        f"only {len(near)} of {len(reference.spots)} table markers are seen ({names}) for "
        f"{hidden_s:.0f} s: whether the camera was moved cannot be told, uncover the markers",
    )


def _spot(picture: Picture, seen: MarkerSeen) -> _Spot | None:
    """The middle of the marker with as much around it as needed, inside the picture."""
    corners = np.array(seen.corners_px)
    low = np.floor(corners.min(axis=0)).astype(int) - 4
    high = np.ceil(corners.max(axis=0)).astype(int) + 5
    centre = (low + high) // 2
    half = np.minimum((high - low) // 2, _PATCH_PX)
    left, top = np.maximum(centre - half, 0).tolist()
    right, bottom = np.minimum(centre + half, (picture.shape[1], picture.shape[0])).tolist()
    if right - left < 12 or bottom - top < 12:
        return None
    light = cv2.GaussianBlur(linear_light(picture[top:bottom, left:right]), (0, 0), 0.8)
    return _Spot(seen.id, left, top, np.asarray(light, dtype=np.float32))


def _followed(spot: _Spot, picture: Picture) -> tuple[float, float] | None:
    """The patch's move in pixels to a few hundredths; None when it is not within reach."""
    tall, wide = spot.light.shape
    left, top = max(spot.left - _REACH_PX, 0), max(spot.top - _REACH_PX, 0)
    around = picture[top : spot.top + tall + _REACH_PX, left : spot.left + wide + _REACH_PX]
    if around.shape[0] < tall or around.shape[1] < wide:
        return None
    light = np.asarray(cv2.GaussianBlur(linear_light(around), (0, 0), 0.8), dtype=np.float32)
    scores = cv2.matchTemplate(light, spot.light, cv2.TM_CCOEFF_NORMED)
    _, best, _, (column, row) = cv2.minMaxLoc(scores)
    if best < _ALIKE:
        return None
    here = light[row : row + tall, column : column + wide]
    dx, dy = _fine_move(spot.light, here)
    return left + column - spot.left + dx, top + row - spot.top + dy


def _fine_move(before: Light, now: Light) -> tuple[float, float]:
    """The rest of the move, under a pixel: Lucas and Kanade's step, with brightness free.

    The slopes are the mean of both pictures', which makes one step right to second order.
    """
    mean = (before + now) / 2
    down, across = np.gradient(mean, axis=0), np.gradient(mean, axis=1)
    inner = (slice(2, -2), slice(2, -2))
    slopes = np.column_stack(
        [across[inner].ravel(), down[inner].ravel(), mean[inner].ravel(), np.ones(mean[inner].size)]
    ).astype(np.float64)
    change = (before - now)[inner].ravel().astype(np.float64)
    normal = slopes.T @ slopes + 1e-9 * np.eye(4)
    dx, dy, _, _ = np.linalg.solve(normal, slopes.T @ change).tolist()
    return float(np.clip(dx, -1, 1)), float(np.clip(dy, -1, 1))


def moved_markers_text(loose: Sequence[int], markers: Sequence[Marker]) -> str:
    """A sentence about markers that were touched, "" when none was."""
    known = {marker.id for marker in markers}
    names = ", ".join(str(i) for i in loose if i in known)
    return f"marker {names} was moved: put it back on its place" if names else ""
