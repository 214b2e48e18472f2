"""Flat squares on the table and in the picture: corners, and how they move.

``at`` is the start of a vector of unknowns: rvec, tvec (table inches to camera inches), fx, fy,
cx, cy, k1, k2, p1, p2, k3.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from calibration.camera import Array
from calibration.optics import project as projected


@dataclass(frozen=True, slots=True, eq=False)
class Squares:
    """Printed squares in one picture.

    ``xyz_in`` (n, 3) centres, ``turned_deg`` (n,) how the printed top is turned from north,
    counter-clockwise, ``size_in`` (n,), ``corners_px`` (n, 4, 2) in printed order,
    ``sigma_px`` (n,) of one corner coordinate. For tags x, y and turned_deg are first guesses.
    """

    xyz_in: Array
    turned_deg: Array
    size_in: Array
    corners_px: Array
    sigma_px: Array

    def __len__(self) -> int:
        return len(self.size_in)

    def only(self, chosen: Array) -> Squares:
        """Those of them, by index or mask."""
        return Squares(
            self.xyz_in[chosen],
            self.turned_deg[chosen],
            self.size_in[chosen],
            self.corners_px[chosen],
            self.sigma_px[chosen],
        )

    def without(self, index: int) -> Squares:
        """All but one of them."""
        return self.only(np.arange(len(self)) != index)

    def corners_in(self) -> Array:
        """(n, 4, 3) corners on the table."""
        return square_corners(self.xyz_in, np.radians(self.turned_deg), self.size_in)


NO_SQUARES = Squares(np.empty((0, 3)), np.empty(0), np.empty(0), np.empty((0, 4, 2)), np.empty(0))


def square_corners(xyz_in: Array, turned_rad: Array, size_in: Array) -> Array:
    """(n, 4, 3) corners of flat squares: top-left, top-right, bottom-right, bottom-left."""
    local = np.array([[-0.5, 0.5], [0.5, 0.5], [0.5, -0.5], [-0.5, -0.5]])
    cos, sin = np.cos(turned_rad)[:, None], np.sin(turned_rad)[:, None]
    right, ahead = local[:, 0] * size_in[:, None], local[:, 1] * size_in[:, None]
    flat = np.stack([right * cos - ahead * sin, right * sin + ahead * cos], axis=2)
    corners = np.repeat(xyz_in[:, None, :], 4, axis=1).astype(np.float64)
    corners[:, :, :2] += flat
    return corners


def project(corners: Array, at: Array, *, fisheye: bool = False) -> tuple[Array, Array, Array]:
    """(m, 2) pixels of (…, 3) table points; slopes by (rvec, tvec, lens) and by place (m, 2, 3)."""
    points = corners.reshape(-1, 3)
    pixels, by_camera = projected(points, (at[:3], at[3:6]), at[6:15], fisheye=fisheye)
    by_place = by_camera[:, :, 3:6] @ cv2.Rodrigues(at[:3])[0]
    return pixels, by_camera.reshape(-1, 15), by_place


def placing_slopes(by_place: Array, corners: Array, centres: Array) -> Array:
    """(n, 8, 3): how a square's corners move with its x, y and turn (radians)."""
    count = len(centres)
    away = corners - centres[:, None, :]
    turning = np.stack([-away[:, :, 1], away[:, :, 0]], axis=2)
    slopes = by_place.reshape(count, 4, 2, 3)[:, :, :, :2]
    turn = np.einsum("nkij,nkj->nki", slopes, turning)
    return np.concatenate([slopes, turn[:, :, :, None]], axis=3).reshape(count, 8, 3)


def outward(corners_px: Array) -> Array:
    """(n, 4, 2): how the corners move when every edge moves outwards by one pixel."""
    ahead = np.roll(corners_px, -1, axis=1) - corners_px
    ahead /= np.linalg.norm(ahead, axis=2, keepdims=True)
    behind = np.roll(ahead, 1, axis=1)
    across = np.abs(ahead[..., 0] * behind[..., 1] - ahead[..., 1] * behind[..., 0])
    return np.asarray((behind - ahead) / np.maximum(across, 0.1)[..., None])


def as_read(corners_px: Array) -> Array:
    """(n, 4, 8): from the corners' moves to those of a whole tag: right, down, turn, growth.

    A tag is read as a square on a plane that a camera known so far shows. Its place, turn and
    size are measured; what is left of its shape is only what that camera would make of it.
    """
    away = corners_px - corners_px.mean(axis=1, keepdims=True)
    turning = np.stack([-away[..., 1], away[..., 0]], axis=2)
    ones, none = np.ones(away.shape[:2]), np.zeros(away.shape[:2])
    moves = [np.stack([ones, none], axis=2), np.stack([none, ones], axis=2), turning, away]
    rows = np.stack([move.reshape(-1, 8) for move in moves], axis=1)
    return np.asarray(rows / np.linalg.norm(rows, axis=2, keepdims=True))
