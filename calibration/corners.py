"""Where the camera is, from the four corners of the table that a person showed on a picture.

For tables without markers. A click is good to a few pixels, so the ± is larger, and nothing
tells when the camera is knocked.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from scipy.linalg import solve_triangular
from scipy.optimize import least_squares

from calibration.camera import Array, Calibration, CalibrationError, Lens
from calibration.fit.beliefs import lens_belief
from calibration.fit.problem import LensBelief

CLICK_SIGMA_PX = 3.0
"""A corner shown with care on an enlarged picture 1920 px wide; scaled with the width."""

PLACE_SIGMA_IN = 0.15
"""How square and true to its typed size a table is, per corner and axis."""


@dataclass(frozen=True, slots=True, eq=False)
class _Clicks:
    """(4, 3) table corners, (4, 2) pixels, and the root of the lens's covariance."""

    places: Array
    pixels: Array
    click_px: float
    belief: LensBelief
    root: Array

    def pull(self, at: Array) -> Array:
        """Residuals over their standard deviations, for (rvec, tvec, lens)."""
        seen = _project(self.places, at)
        off = (seen - self.pixels).ravel() / self._sigma(at)
        beyond = solve_triangular(self.root, at[6:] - self.belief.lens.numbers, lower=True)
        return np.concatenate([off, beyond])

    def _sigma(self, at: Array) -> float:
        """Pixels by which a corner may be off: the click, and the table itself."""
        sides = np.linalg.norm(np.roll(self.pixels, -1, axis=0) - self.pixels, axis=1).sum()
        round_in = np.linalg.norm(np.roll(self.places, -1, axis=0) - self.places, axis=1).sum()
        return float(np.hypot(self.click_px, PLACE_SIGMA_IN * sides / round_in))


def register_corners(
    corners_px: Sequence[tuple[float, float]],
    size_in: tuple[float, float],
    size_px: tuple[int, int],
    lens: Lens | None = None,
    *,
    lens_covariance: Array | None = None,
) -> Calibration:
    """The calibration from the corners north-west, north-east, south-east, south-west.

    Raises:
        CalibrationError: they are not the corners of a table seen from above.
    """
    pixels = np.array(corners_px, dtype=np.float64).reshape(4, 2)
    _refuse_crossed(pixels, size_px)
    wide, deep = size_in
    places = np.array([(0, deep, 0), (wide, deep, 0), (wide, 0, 0), (0, 0, 0)], dtype=np.float64)
    belief = lens_belief(lens, lens_covariance, size_px)
    click_px = CLICK_SIGMA_PX * size_px[0] / 1920
    root = np.asarray(np.linalg.cholesky(belief.covariance), dtype=np.float64)
    clicks = _Clicks(places, pixels, click_px, belief, root)
    found = least_squares(clicks.pull, _start(clicks), x_scale="jac", method="lm")
    return _calibration(found.x, np.asarray(found.jac), clicks, size_px)


def _start(clicks: _Clicks) -> Array:
    lens = clicks.belief.lens
    done, rvec, tvec = cv2.solvePnP(
        clicks.places, clicks.pixels, lens.matrix, lens.distortion, flags=cv2.SOLVEPNP_IPPE
    )
    if not done:
        raise CalibrationError("these four points are not a table: show its corners again")
    return np.concatenate([np.ravel(rvec), np.ravel(tvec), lens.numbers])


def _calibration(
    at: Array, slopes: Array, clicks: _Clicks, size_px: tuple[int, int]
) -> Calibration:
    scale = np.linalg.norm(slopes, axis=0)
    scaled = slopes / scale
    covariance = np.linalg.pinv(scaled.T @ scaled)
    values, vectors = np.linalg.eigh(covariance)
    errors = (vectors * np.sqrt(np.maximum(values, 0))).T / scale
    left = _project(clicks.places, at) - clicks.pixels
    print_of = hashlib.sha256(np.round(at, 9).tobytes()).hexdigest()[:10]
    made = Calibration(
        Lens(*size_px, *at[6:].tolist()),
        at[:3],
        at[3:6],
        errors,
        float(np.sqrt((left**2).sum(axis=1).mean())),
        f"corners shown by hand {print_of}",
        None,
        ("the table was found by its corners alone: every ± is larger",),
    )
    if not np.isfinite(at).all() or made.camera_xyz_in[2] <= 0:
        raise CalibrationError(
            "these corners do not fit a camera above the table: show them again, north-west first"
        )
    return made


def _project(places: Array, at: Array) -> Array:
    matrix = np.array([[at[6], 0, at[8]], [0, at[7], at[9]], [0, 0, 1.0]])
    pixels, _ = cv2.projectPoints(places, at[:3], at[3:6], matrix, at[10:15])
    return np.asarray(pixels, dtype=np.float64).reshape(-1, 2)


def _refuse_crossed(pixels: Array, size_px: tuple[int, int]) -> None:
    """In a picture (y down) north-west, north-east, south-east, south-west go clockwise."""
    ahead = np.roll(pixels, -1, axis=0) - pixels
    turns = ahead[:, 0] * np.roll(ahead, -1, axis=0)[:, 1]
    turns -= ahead[:, 1] * np.roll(ahead, -1, axis=0)[:, 0]
    if not np.isfinite(pixels).all() or bool((turns <= 0).any()):
        raise CalibrationError(
            "show the four corners in the order far left, far right, near right, near left"
        )
    across, other = pixels[2] - pixels[0], pixels[3] - pixels[1]
    area = abs(float(across[0] * other[1] - across[1] * other[0])) / 2
    if area < 0.02 * size_px[0] * size_px[1]:
        raise CalibrationError(
            "the table is too small in the picture: lower the camera, or show the corners again"
        )
