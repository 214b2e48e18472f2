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
        if len(points) == 0:
            # cv2.projectPoints answers no points with one.
            return np.empty((0, 2))
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

    def table_jacobians(self, corners_px: Array, height_in: float | Array) -> tuple[Array, Array]:
        """How a located point moves: with its pixel, (n, 2, 2), and with each shared error.

        The second is (n, k, 2): inches per one sigma of each row of ``errors``. By the
        implicit function theorem from the slopes of the projection.
        """
        pixels = np.asarray(corners_px, dtype=np.float64).reshape(-1, 2)
        heights = np.broadcast_to(np.asarray(height_in, dtype=np.float64), (len(pixels),))
        points = np.column_stack([self.to_table(pixels, heights), heights])
        by_camera, by_place = self.pixel_slopes(points)
        own = np.linalg.inv(by_place[:, :, :2])
        shared = -np.einsum("nij,njc,kc->nki", own, by_camera, self.errors)
        return np.asarray(own, dtype=np.float64), np.asarray(shared, dtype=np.float64)

    def height_slopes(self, corners_px: Array, height_in: float | Array) -> Array:
        """(n, 2): how a located point moves per inch that its plane is higher."""
        pixels = np.asarray(corners_px, dtype=np.float64).reshape(-1, 2)
        heights = np.broadcast_to(np.asarray(height_in, dtype=np.float64), (len(pixels),))
        eye = np.array(self.camera_xyz_in)
        away = self.to_table(pixels, heights) - eye[:2]
        return np.asarray(-away / (eye[2] - heights)[:, None], dtype=np.float64)

    def pixel_slopes(self, xyz_in: Array) -> tuple[Array, Array]:
        """How the pixels of (n, 3) table points move with the camera and with the point.

        (n, 2, 15) by (rvec, tvec, fx, fy, cx, cy, k1, k2, p1, p2, k3), and (n, 2, 3) by
        (x, y, z) in inches.
        """
        points = np.ascontiguousarray(np.asarray(xyz_in, dtype=np.float64).reshape(-1, 1, 3))
        if len(points) == 0:
            return np.empty((0, 2, 15)), np.empty((0, 2, 3))
        _, slopes = cv2.projectPoints(
            points, self.rvec, self.tvec, self.lens.matrix, self.lens.distortion
        )
        by_camera = np.asarray(slopes, dtype=np.float64)[:, :15].reshape(-1, 2, 15)
        rotation = cv2.Rodrigues(np.asarray(self.rvec, dtype=np.float64))[0]
        return by_camera, np.asarray(by_camera[:, :, 3:6] @ rotation, dtype=np.float64)


def undistort(pixels: Array, lens: Lens) -> Array:
    """(n, 2) pixels to (n, 2) undistorted places on the plane z = 1 of the camera.

    Newton's method on the lens model to far below a thousandth of a pixel. cv2.undistortPoints
    stops after five fixed-point steps, which leaves up to a pixel at the edge of a wide lens.
    """
    seen = (np.asarray(pixels, dtype=np.float64) - (lens.cx, lens.cy)) / (lens.fx, lens.fy)
    at = seen.copy()
    for _ in range(20):
        bent, slopes = _bend(at, lens)
        step = np.linalg.solve(slopes, (seen - bent)[:, :, None])[:, :, 0]
        at = at + np.clip(step, -0.3, 0.3)
        if np.abs(step).max(initial=0.0) < 1e-12:
            break
    return at


def _bend(at: Array, lens: Lens) -> tuple[Array, Array]:
    """The lens model on (n, 2) undistorted places, and its (n, 2, 2) slopes."""
    x, y = at[:, 0], at[:, 1]
    r2 = x * x + y * y
    radial = 1 + r2 * (lens.k1 + r2 * (lens.k2 + r2 * lens.k3))
    # Twice the change of the radial factor with r².
    grow = 2 * (lens.k1 + r2 * (2 * lens.k2 + r2 * 3 * lens.k3))
    p1, p2 = lens.p1, lens.p2
    bent = np.empty_like(at)
    bent[:, 0] = x * radial + 2 * p1 * x * y + p2 * (r2 + 2 * x * x)
    bent[:, 1] = y * radial + p1 * (r2 + 2 * y * y) + 2 * p2 * x * y
    slopes = np.empty((len(at), 2, 2))
    slopes[:, 0, 0] = radial + x * x * grow + 2 * p1 * y + 6 * p2 * x
    slopes[:, 0, 1] = slopes[:, 1, 0] = x * y * grow + 2 * p1 * x + 2 * p2 * y
    slopes[:, 1, 1] = radial + y * y * grow + 6 * p1 * y + 2 * p2 * x
    return bent, slopes


def _to_plane(pixels: Array, heights: Array, lens: Lens, rvec: Array, tvec: Array) -> Array:
    """Rays through (n, 2) pixels, cut with the planes z = heights; (n, 2) inches."""
    normal = undistort(pixels, lens)
    rotation = cv2.Rodrigues(np.asarray(rvec, dtype=np.float64))[0]
    eye = -rotation.T @ np.asarray(tvec, dtype=np.float64).reshape(3)
    rays = np.column_stack([normal, np.ones(len(normal))]) @ rotation
    if bool(np.any(rays[:, 2] >= -1e-6)):
        raise CalibrationError(
            "part of the picture looks past the table: tilt the camera further down"
        )
    reach = (heights - eye[2]) / rays[:, 2]
    return np.asarray(eye[:2] + rays[:, :2] * reach[:, None], dtype=np.float64)
