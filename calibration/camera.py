"""A calibrated camera: from the table to the picture and back, with covariance.

Frames: table inches (x east, y north, z up from the playing surface), OpenCV pixels.
The lens is OpenCV's five-coefficient model; a point h above the table is never treated as
lying on it, because it would appear r*h/(H-h) too far from the foot of the camera.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


class CalibrationError(ValueError):
    """The camera cannot be placed; the message says what was seen and what to do."""


@dataclass(frozen=True, slots=True)
class Lens:
    """OpenCV's pinhole with k1, k2, p1, p2, k3; all in pixels of width_px x height_px."""

    width_px: int
    height_px: int
    fx: float
    fy: float
    cx: float
    cy: float
    k1: float = 0.0
    k2: float = 0.0
    p1: float = 0.0
    p2: float = 0.0
    k3: float = 0.0

    @property
    def matrix(self) -> Array:
        """The (3, 3) camera matrix."""
        return np.array([[self.fx, 0, self.cx], [0, self.fy, self.cy], [0, 0, 1.0]])

    @property
    def distortion(self) -> Array:
        """(5,) k1, k2, p1, p2, k3."""
        return np.array([self.k1, self.k2, self.p1, self.p2, self.k3])


@dataclass(frozen=True, eq=False)
class Calibration:
    """Lens and pose, with the shared errors that every measurement inherits.

    ``rvec`` (3,) and ``tvec`` (3,): OpenCV's, table inches to camera inches.
    ``errors``: (k, 6 + 9) one row per shared one-sigma error, as a change of
    (rvec, tvec, fx, fy, cx, cy, k1, k2, p1, p2, k3); so the covariance is errorsᵀ·errors.
    ``reprojection_px``: RMS over the marker points used. ``held_out_in``: table error of the
    marker left out of the fit, or None. ``name``: identifies this calibration in records.
    """

    lens: Lens
    rvec: Array
    tvec: Array
    errors: Array
    reprojection_px: float
    name: str
    held_out_in: float | None = None
    warnings: tuple[str, ...] = ()

    @property
    def camera_xyz_in(self) -> tuple[float, float, float]:
        """Where the camera hangs."""
        rotation = cv2.Rodrigues(self.rvec)[0]
        x, y, z = (-rotation.T @ self.tvec.reshape(3)).tolist()
        return x, y, z

    def to_pixels(self, xyz_in: Array) -> Array:
        """(n, 3) table points to (n, 2) pixels."""
        points = np.asarray(xyz_in, dtype=np.float64).reshape(-1, 1, 3)
        pixels, _ = cv2.projectPoints(
            points, self.rvec, self.tvec, self.lens.matrix, self.lens.distortion
        )
        return np.asarray(pixels, dtype=np.float64).reshape(-1, 2)

    def to_table(self, corners_px: Array, height_in: float | Array) -> Array:
        """(n, 2) pixels to (n, 2) table points on the planes z = height_in.

        Raises:
            CalibrationError: a pixel looks past the table (its ray does not come down).
        """
        pixels = np.asarray(corners_px, dtype=np.float64).reshape(-1, 2)
        heights = np.broadcast_to(np.asarray(height_in, dtype=np.float64), (len(pixels),))
        return _to_plane(pixels, heights, self.lens, self.rvec, self.tvec)

    def table_jacobians(self, corners_px: Array, height_in: float) -> tuple[Array, Array]:
        """How a located point moves: with its pixel, (n, 2, 2), and with each shared error.

        The second is (n, k, 2): inches per one sigma of each row of ``errors``. Both by
        central differences of ``to_table``.
        """
        pixels = np.asarray(corners_px, dtype=np.float64).reshape(-1, 2)
        heights = np.full(len(pixels), float(height_in))
        own = np.empty((len(pixels), 2, 2))
        for axis in range(2):
            step = np.zeros(2)
            step[axis] = 0.5
            ahead = _to_plane(pixels + step, heights, self.lens, self.rvec, self.tvec)
            behind = _to_plane(pixels - step, heights, self.lens, self.rvec, self.tvec)
            own[:, :, axis] = ahead - behind
        shared = np.empty((len(pixels), len(self.errors), 2))
        for k, error in enumerate(self.errors):
            ahead = _to_plane(pixels, heights, *self._shifted(error))
            behind = _to_plane(pixels, heights, *self._shifted(-error))
            shared[:, k] = (ahead - behind) / 2
        return own, shared

    def _shifted(self, error: Array) -> tuple[Lens, Array, Array]:
        base = self.lens
        values = np.array([base.fx, base.fy, base.cx, base.cy, *base.distortion]) + error[6:]
        lens = Lens(base.width_px, base.height_px, *values.tolist())
        return lens, self.rvec.reshape(3) + error[:3], self.tvec.reshape(3) + error[3:6]


# cv2.undistortPoints stops after 5 fixed-point steps by default, which leaves up to a pixel
# at the edge of a wide lens.
_UNDISTORT_UNTIL = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 60, 1e-10)


def _to_plane(pixels: Array, heights: Array, lens: Lens, rvec: Array, tvec: Array) -> Array:
    """Rays through (n, 2) pixels, cut with the planes z = heights; (n, 2) inches."""
    normal = cv2.undistortPointsIter(
        pixels.reshape(-1, 1, 2), lens.matrix, lens.distortion, None, None, _UNDISTORT_UNTIL
    ).reshape(-1, 2)
    rotation = cv2.Rodrigues(np.asarray(rvec, dtype=np.float64))[0]
    eye = -rotation.T @ np.asarray(tvec, dtype=np.float64).reshape(3)
    rays = np.column_stack([normal, np.ones(len(normal))]) @ rotation
    if bool(np.any(rays[:, 2] >= -1e-6)):
        raise CalibrationError(
            "part of the picture looks past the table: tilt the camera further down"
        )
    reach = (heights - eye[2]) / rays[:, 2]
    return np.asarray(eye[:2] + rays[:, :2] * reach[:, None], dtype=np.float64)
