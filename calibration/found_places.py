"""Where table markers lie, found by the program from one picture and a rough table size.

Every marker is a square of known side, flat on the table; camera and places are solved
together. That tells the shape of the layout well and its size badly, for blur and ink change
what a small square seems to measure; one distance taken with a tape puts the size right. The
outline of all markers is then laid in the middle of the table.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from scipy.linalg import solve_triangular
from scipy.optimize import least_squares

from calibration.camera import Array, CalibrationError, Lens, undistort
from calibration.fit.beliefs import lens_belief
from calibration.fit.problem import LensBelief
from calibration.fit.squares import square_corners
from calibration.markers import MarkerSeen, Picture, find_markers, refuse_mirrored
from calibration.table_file import Marker

LEAST = 4

_TABLE_IDS = 50
"""Markers from this number on are tags on bases."""
_CORNER_PX = 0.2
_SHRINK_PX = 0.5
"""How far blur and ink may move every edge of a marker outwards or inwards, pixels."""
_PINNED_IN = 1e-3
_SHAPE_IN = 0.04
_TAPE_IN = 0.04


@dataclass(frozen=True, slots=True)
class Tape:
    """A distance between the centres of two markers, measured by hand."""

    first: int
    second: int
    distance_in: float


@dataclass(frozen=True, slots=True)
class FoundPlaces:
    """The markers where they seem to lie, and how surely: one standard deviation per axis."""

    markers: tuple[Marker, ...]
    sigma_in: float


def find_places(
    picture: Picture,
    size_in: tuple[float, float],
    marker_size_in: float,
    lens: Lens | None = None,
    *,
    lens_covariance: Array | None = None,
    family: str = "aruco_4x4_50",
    half_turn: bool = False,
    tape: Tape | None = None,
) -> FoundPlaces:
    """The places of all markers of *family* in the picture.

    *size_in*: of the table, roughly; it says which way its long side lies and where its middle
    is. The markers' printed tops look north, most of them; *half_turn*: south.

    Raises:
        CalibrationError: fewer than four markers, squares that fit no camera, or a tape
            between markers that are not seen, or a mirrored picture.
    """
    seen = find_markers(picture, family)
    if len(seen) < LEAST:
        refuse_mirrored(picture, family, range(_TABLE_IDS), LEAST)
    _enough(seen)
    height, width = picture.shape[:2]
    belief = lens_belief(lens, lens_covariance, (width, height))
    places, sigma_in = _Layout.of(seen, belief, marker_size_in).solved()
    if tape is not None:
        places, sigma_in = _scaled(places, [each.id for each in seen], tape)
    laid = _on_table(places, size_in, half_turn)
    markers = (
        Marker(
            each.id, round(x, 2), round(y, 2), marker_size_in,
            turned_deg=round(turned, 1), family=family,
        )
        for each, (x, y, turned) in zip(seen, laid.tolist(), strict=True)
    )  # fmt: skip
    return FoundPlaces(tuple(markers), sigma_in)


def _enough(seen: Sequence[MarkerSeen]) -> None:
    if len(seen) >= LEAST:
        return
    names = ", ".join(str(each.id) for each in seen) or "none"
    raise CalibrationError(
        f"{len(seen)} markers are seen ({names}) and {LEAST} are needed: lay them along the "
        "table's edge, where the camera sees them whole"
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Layout:
    """Unknown: pose (6), lens (9), shrink (1), then (x, y, turned in radians) of each marker."""

    pixels: Array
    side_in: float
    belief: LensBelief
    root: Array
    sigma_px: Array

    @classmethod
    def of(cls, seen: Sequence[MarkerSeen], belief: LensBelief, side_in: float) -> _Layout:
        pixels = np.array([each.corners_px for each in seen])
        sigma = np.array([max(each.sigma_px, _CORNER_PX) for each in seen])
        root = np.asarray(np.linalg.cholesky(belief.covariance), dtype=np.float64)
        return cls(pixels, side_in, belief, root, sigma)

    def solved(self) -> tuple[Array, float]:
        """(n, 3) of (x, y, turned in degrees) in a frame of their own, and how surely."""
        ends = [
            least_squares(self._pull, start, x_scale="jac", max_nfev=60, args=(start[16:19],))
            for start in self._starts()
        ]
        best = min(ends, key=lambda end: float(end.cost))
        rms_px = float(np.sqrt(2 * best.cost / self.pixels.size)) * _CORNER_PX
        if not np.isfinite(rms_px) or rms_px > 3.0 * _CORNER_PX + 1.0:
            raise CalibrationError(
                "the markers do not look like squares of that size flat on a table: check the "
                "side you typed, and that they lie flat"
            )
        places = best.x[16:].reshape(-1, 3).copy()
        places[:, 2] = np.degrees(places[:, 2])
        return places, max(_SHAPE_IN, self._reach_sigma(best.x, np.asarray(best.jac)))

    def _starts(self) -> list[Array]:
        """A camera that looks straight down, for lenses of several lengths when unsure."""
        lens = self.belief.lens
        unsure = self.belief.covariance[0, 0] ** 0.5 > 0.05 * lens.fx
        return [self._start(factor) for factor in ((1.0, 0.75, 1.4) if unsure else (1.0,))]

    def _start(self, factor: float) -> Array:
        numbers = self.belief.lens.numbers
        numbers[:2] *= factor
        lens = Lens(1, 1, *numbers.tolist())
        flat = undistort(self.pixels.reshape(-1, 2), lens).reshape(-1, 4, 2)
        sides = np.linalg.norm(np.roll(flat, -1, axis=1) - flat, axis=2)
        height_in = self.side_in / float(np.median(sides))
        spots = flat * (height_in, -height_in)
        up = spots[:, 0] + spots[:, 1] - spots[:, 2] - spots[:, 3]
        turned = np.arctan2(up[:, 1], up[:, 0]) - np.pi / 2
        centres = spots.mean(axis=1)
        # Table y runs up the picture, so a camera that looks down is turned by half about x.
        pose = [np.pi, 0.0, 0.0, 0.0, 0.0, height_in]
        return np.concatenate([pose, numbers, [0.0], np.column_stack([centres, turned]).ravel()])

    def _pull(self, at: Array, pin: Array) -> Array:
        """Residuals over their standard deviations; *pin*: where the first marker is held, so
        that the frame does not drift."""
        places = at[16:].reshape(-1, 3)
        centres = np.column_stack([places[:, :2], np.zeros(len(places))])
        sides = np.full(len(places), self.side_in)
        corners = square_corners(centres, places[:, 2], sides)
        matrix = np.array([[at[6], 0, at[8]], [0, at[7], at[9]], [0, 0, 1.0]])
        found, _ = cv2.projectPoints(corners.reshape(-1, 1, 3), at[:3], at[3:6], matrix, at[10:15])
        model = np.asarray(found, dtype=np.float64).reshape(-1, 4, 2)
        away = model - model.mean(axis=1, keepdims=True)
        outward = away / np.maximum(np.linalg.norm(away, axis=2, keepdims=True), 1e-6)
        off = model - np.sqrt(2) * at[15] * outward - self.pixels
        beyond = solve_triangular(self.root, at[6:15] - self.belief.lens.numbers, lower=True)
        pinned = (places[0] - pin) / _PINNED_IN
        return np.concatenate(
            [(off / self.sigma_px[:, None, None]).ravel(), beyond, [at[15] / _SHRINK_PX], pinned]
        )

    def _reach_sigma(self, at: Array, slopes: Array) -> float:
        """Half the standard deviation of the longest distance between two markers."""
        places = at[16:].reshape(-1, 3)[:, :2]
        apart = places[:, None] - places[None]
        i, j = np.unravel_index(int(np.argmax(np.linalg.norm(apart, axis=2))), apart.shape[:2])
        along = apart[i, j] / np.linalg.norm(apart[i, j])
        pull = np.zeros(len(at))
        pull[16 + 3 * i : 18 + 3 * i], pull[16 + 3 * j : 18 + 3 * j] = along, -along
        scale = np.maximum(np.linalg.norm(slopes, axis=0), 1e-9)
        scaled = slopes / scale
        spread = np.linalg.pinv(scaled.T @ scaled) / np.outer(scale, scale)
        return math.sqrt(max(float(pull @ spread @ pull), 0.0)) / 2


def _scaled(places: Array, ids: list[int], tape: Tape) -> tuple[Array, float]:
    missing = [number for number in (tape.first, tape.second) if number not in ids]
    if missing or tape.first == tape.second:
        raise CalibrationError(
            f"the tape lies between markers {tape.first} and {tape.second}: name two different "
            f"markers that are seen ({', '.join(map(str, ids))})"
        )
    first, second = (places[ids.index(number), :2] for number in (tape.first, tape.second))
    seems_in = float(np.linalg.norm(first - second))
    by = tape.distance_in / seems_in
    if not 0.9 < by < 1.1:
        raise CalibrationError(
            f"markers {tape.first} and {tape.second} seem {seems_in:.1f} in apart and the tape "
            f"says {tape.distance_in:.1f}: check the tape, and the side of the markers"
        )
    scaled = places.copy()
    scaled[:, :2] *= by
    reach = float(np.linalg.norm(places[:, :2] - places[:, :2].mean(axis=0), axis=1).max())
    return scaled, float(np.hypot(_SHAPE_IN, _TAPE_IN * reach / seems_in))


def _on_table(places: Array, size_in: tuple[float, float], half_turn: bool) -> Array:
    """The places turned and shifted so that their outline lies in the middle of the table."""
    (cx, cy), (one, other), angle = cv2.minAreaRect(places[:, :2].astype(np.float32))
    wide_first = (one >= other) == (size_in[0] >= size_in[1])
    turn = -np.radians(angle if wide_first else angle + 90.0)
    # Of the two ways round, the one in which most markers' tops look north.
    north = np.cos(np.radians(places[:, 2]) + turn).sum()
    turn += np.pi * ((north < 0) != half_turn)
    cos, sin = np.cos(turn), np.sin(turn)
    away = places[:, :2] - (cx, cy)
    laid = away @ np.array([[cos, sin], [-sin, cos]])
    facing = (places[:, 2] + np.degrees(turn) + 180.0) % 360.0 - 180.0
    return np.column_stack([laid + np.array(size_in) / 2, facing])
