"""A calibrated camera: from the table to the picture and back, with covariance.

Frames: table inches (x east, y north, z up from the playing surface), OpenCV pixels.
The lens is OpenCV's five-coefficient model or its fisheye; a point h above the table is never
treated as lying on it, because it would appear r*h/(H-h) too far from the foot of the camera.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.flatness import Outline
from calibration.optics import project, unbend

Array = NDArray[np.float64]


class CalibrationError(ValueError):
    """The camera cannot be placed; the message says what was seen and what to do."""


@dataclass(frozen=True, slots=True)
class Lens:
    """OpenCV's pinhole with k1, k2, p1, p2, k3, or its fisheye with k1 to k4; all in pixels of
    width_px x height_px."""

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
    k4: float = 0.0
    model: Literal["pinhole", "fisheye"] = "pinhole"

    @classmethod
    def of(cls, like: Lens, numbers: Array) -> Lens:
        """The lens of those nine ``numbers``, of the model and picture size of *like*."""
        fx, fy, cx, cy, k1, k2, p1, p2, k3 = (float(number) for number in numbers)
        size = (like.width_px, like.height_px, fx, fy, cx, cy)
        if like.is_fisheye:
            return cls(*size, k1, k2, 0.0, 0.0, k3, p1, "fisheye")
        return cls(*size, k1, k2, p1, p2, k3)

    @property
    def is_fisheye(self) -> bool:
        """Whether it draws angles, not tangents."""
        return self.model == "fisheye"

    @property
    def numbers(self) -> Array:
        """(9,) as ``calibration.optics`` has them."""
        return np.array([self.fx, self.fy, self.cx, self.cy, *self.distortion])

    @property
    def matrix(self) -> Array:
        """The (3, 3) camera matrix."""
        return np.array([[self.fx, 0, self.cx], [0, self.fy, self.cy], [0, 0, 1.0]])

    @property
    def distortion(self) -> Array:
        """(5,) k1, k2, p1, p2, k3; of a fisheye k1, k2, k4, 0, k3."""
        tangential = (self.k4, 0.0) if self.is_fisheye else (self.p1, self.p2)
        return np.array([self.k1, self.k2, *tangential, self.k3])


@dataclass(frozen=True, eq=False)
class Calibration:
    """Lens and pose, with the shared errors that every measurement inherits.

    ``rvec`` (3,) and ``tvec`` (3,): OpenCV's, table inches to camera inches.
    ``errors``: (k, 6 + 9) one row per shared one-sigma error, as a change of
    (rvec, tvec, fx, fy, cx, cy, k1, k2, p1, p2, k3); so the covariance is errorsᵀ·errors.
    Six more columns are changes of the table's own shape (``calibration.flatness``).
    ``causes``: what each row comes from, a word each; () when nobody said.
    ``wobble_px``: how far rows of the picture may waver, each by itself, to the right and down.
    ``outline`` and ``warp``: the shape of the table top as the markers show it.
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
    causes: tuple[str, ...] = ()
    outline: Outline | None = None
    warp: tuple[float, ...] = ()
    wobble_px: tuple[float, float] = (0.0, 0.0)

    @property
    def camera_xyz_in(self) -> tuple[float, float, float]:
        """Where the camera hangs."""
        rotation = cv2.Rodrigues(self.rvec)[0]
        x, y, z = (-rotation.T @ self.tvec.reshape(3)).tolist()
        return x, y, z

    def to_pixels(self, xyz_in: Array) -> Array:
        """(n, 3) table points to (n, 2) pixels."""
        points = np.asarray(xyz_in, dtype=np.float64).reshape(-1, 3)
        return self._projected(points)[0]

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
        shared = -np.einsum("nij,njc,kc->nki", own, by_camera, self.errors[:, :15])
        if self.outline is not None and self.errors.shape[1] > 15:
            lifted = self.outline.shapes(points) @ self.errors[:, 15:].T
            shared = shared + lifted[:, :, None] * self.height_slopes(pixels, heights)[:, None, :]
        return np.asarray(own, dtype=np.float64), np.asarray(shared, dtype=np.float64)

    def height_slopes(self, corners_px: Array, height_in: float | Array) -> Array:
        """(n, 2): how a located point moves per inch that its plane is higher."""
        pixels = np.asarray(corners_px, dtype=np.float64).reshape(-1, 2)
        heights = np.broadcast_to(np.asarray(height_in, dtype=np.float64), (len(pixels),))
        eye = np.array(self.camera_xyz_in)
        away = self.to_table(pixels, heights) - eye[:2]
        return np.asarray(-away / (eye[2] - heights)[:, None], dtype=np.float64)

    def heights_at(self, xy_in: Array) -> Array:
        """(n,) how high the table top lies at (n, 2) places, as far as the markers show it."""
        if self.outline is None or not self.warp:
            return np.zeros(len(xy_in))
        return np.asarray(self.outline.shapes(xy_in) @ np.array(self.warp), dtype=np.float64)

    def pixel_slopes(self, xyz_in: Array) -> tuple[Array, Array]:
        """How the pixels of (n, 3) table points move with the camera and with the point.

        (n, 2, 15) by (rvec, tvec, fx, fy, cx, cy, k1, k2, p1, p2, k3), and (n, 2, 3) by
        (x, y, z) in inches.
        """
        by_camera = self._projected(np.asarray(xyz_in, dtype=np.float64).reshape(-1, 3))[1]
        rotation = cv2.Rodrigues(np.asarray(self.rvec, dtype=np.float64))[0]
        return by_camera, np.asarray(by_camera[:, :, 3:6] @ rotation, dtype=np.float64)

    def _projected(self, points: Array) -> tuple[Array, Array]:
        pose = (self.rvec, self.tvec)
        return project(points, pose, self.lens.numbers, fisheye=self.lens.is_fisheye)


def undistort(pixels: Array, lens: Lens) -> Array:
    """(n, 2) pixels to (n, 2) undistorted places on the plane z = 1 of the camera."""
    return unbend(pixels, lens.numbers, fisheye=lens.is_fisheye)


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
