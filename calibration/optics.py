"""Two lenses, one way to use them: OpenCV's five-number model and OpenCV's fisheye.

``numbers`` are always (fx, fy, cx, cy, k1, k2, p1, p2, k3). The fisheye has no tangential
part; its k4 stands where p1 does. Its model: an angle t off the axis is drawn at the radius
f (t + k1 t^3 + k2 t^5 + k3 t^7 + k4 t^9) (Kannala and Brandt 2006, as OpenCV has it).
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

_STEPS = 20


def project(
    points: Array, pose: tuple[Array, Array], numbers: Array, *, fisheye: bool = False
) -> tuple[Array, Array]:
    """(n, 2) pixels of (n, 3) table points, and (n, 2, 15) slopes by (rvec, tvec, numbers).

    *pose*: rvec and tvec, table inches to camera inches.
    """
    if len(points) == 0:
        # cv2.projectPoints answers no points with one.
        return np.empty((0, 2)), np.empty((0, 2, 15))
    if fisheye:
        return _fisheye(np.asarray(points, dtype=np.float64), pose, numbers)
    matrix = np.array([[numbers[0], 0, numbers[2]], [0, numbers[1], numbers[3]], [0, 0, 1.0]])
    flat = np.ascontiguousarray(np.asarray(points, dtype=np.float64).reshape(-1, 1, 3))
    pixels, slopes = cv2.projectPoints(flat, *pose, matrix, numbers[4:9])
    by_camera = np.asarray(slopes, dtype=np.float64)[:, :15].reshape(-1, 2, 15)
    return np.asarray(pixels, dtype=np.float64).reshape(-1, 2), by_camera


def _fisheye(points: Array, pose: tuple[Array, Array], numbers: Array) -> tuple[Array, Array]:
    rvec = np.asarray(pose[0], dtype=np.float64).reshape(3)
    rotation, turning = cv2.Rodrigues(rvec)
    seen = points @ rotation.T + np.asarray(pose[1], dtype=np.float64).reshape(3)
    flat = seen[:, :2] / seen[:, 2:]
    r = np.maximum(np.hypot(flat[:, 0], flat[:, 1]), 1e-9)
    angle = np.arctan(r)
    bent, growing = _bent_angle(angle, numbers)
    share = bent / r
    out = flat * share[:, None]
    pixels = out * numbers[:2] + numbers[2:4]
    # How the drawn place moves with the flat one: radially and across.
    radial = (growing / (1 + r * r) - share) / (r * r)
    by_flat = share[:, None, None] * np.eye(2) + (
        radial[:, None, None] * flat[:, :, None] * flat[:, None, :]
    )
    by_seen = np.zeros((len(points), 2, 3))
    by_seen[:, 0, 0] = by_seen[:, 1, 1] = 1 / seen[:, 2]
    by_seen[:, :, 2] = -flat / seen[:, 2:]
    by_seen = np.asarray(numbers[:2])[None, :, None] * (by_flat @ by_seen)
    # cv2.Rodrigues' slopes: row i is d(rotation, row by row) by rvec[i].
    by_turn = np.einsum("iab,nb->nai", turning.reshape(3, 3, 3), points)
    slopes = np.zeros((len(points), 2, 15))
    slopes[:, :, :3] = by_seen @ by_turn
    slopes[:, :, 3:6] = by_seen
    slopes[:, 0, 6], slopes[:, 1, 7] = out[:, 0], out[:, 1]
    slopes[:, 0, 8] = slopes[:, 1, 9] = 1.0
    along = np.asarray(numbers[:2]) * flat / r[:, None]
    for place, power in ((10, 3), (11, 5), (14, 7), (12, 9)):
        slopes[:, :, place] = along * (angle**power)[:, None]
    return pixels, slopes


def _bent_angle(angle: Array, numbers: Array) -> tuple[Array, Array]:
    """The drawn radius over f of angles off the axis, and its slope."""
    k1, k2, k4, _, k3 = (float(k) for k in numbers[4:9])
    t2 = angle * angle
    bent = angle * (1 + t2 * (k1 + t2 * (k2 + t2 * (k3 + t2 * k4))))
    slope = 1 + t2 * (3 * k1 + t2 * (5 * k2 + t2 * (7 * k3 + t2 * 9 * k4)))
    return bent, slope


def unbend(pixels: Array, numbers: Array, *, fisheye: bool = False) -> Array:
    """(n, 2) pixels to (n, 2) undistorted places on the plane z = 1 of the camera.

    Newton's method on the lens model to far below a thousandth of a pixel. cv2.undistortPoints
    stops after five fixed-point steps, which leaves up to a pixel at the edge of a wide lens.
    """
    seen = (np.asarray(pixels, dtype=np.float64) - numbers[2:4]) / numbers[:2]
    if fisheye:
        return _unbend_fisheye(seen, numbers)
    at = seen.copy()
    for _ in range(_STEPS):
        bent, slopes = _bend(at, numbers)
        step = np.linalg.solve(slopes, (seen - bent)[:, :, None])[:, :, 0]
        at = at + np.clip(step, -0.3, 0.3)
        if np.abs(step).max(initial=0.0) < 1e-12:
            break
    return at


def _unbend_fisheye(seen: Array, numbers: Array) -> Array:
    radius = np.hypot(seen[:, 0], seen[:, 1])
    angle = radius.copy()
    for _ in range(_STEPS):
        bent, slope = _bent_angle(angle, numbers)
        step = (radius - bent) / np.maximum(slope, 0.05)
        angle = np.clip(angle + np.clip(step, -0.3, 0.3), 0.0, 1.55)
        if np.abs(step).max(initial=0.0) < 1e-12:
            break
    share = np.where(radius > 1e-9, np.tan(angle) / np.maximum(radius, 1e-9), 1.0)
    return np.asarray(seen * share[:, None])


def _bend(at: Array, numbers: Array) -> tuple[Array, Array]:
    """The five-number model on (n, 2) undistorted places, and its (n, 2, 2) slopes."""
    k1, k2, p1, p2, k3 = (float(k) for k in numbers[4:9])
    x, y = at[:, 0], at[:, 1]
    r2 = x * x + y * y
    radial = 1 + r2 * (k1 + r2 * (k2 + r2 * k3))
    # Twice the change of the radial factor with r².
    grow = 2 * (k1 + r2 * (2 * k2 + r2 * 3 * k3))
    bent = np.empty_like(at)
    bent[:, 0] = x * radial + 2 * p1 * x * y + p2 * (r2 + 2 * x * x)
    bent[:, 1] = y * radial + p1 * (r2 + 2 * y * y) + 2 * p2 * x * y
    slopes = np.empty((len(at), 2, 2))
    slopes[:, 0, 0] = radial + x * x * grow + 2 * p1 * y + 6 * p2 * x
    slopes[:, 0, 1] = slopes[:, 1, 0] = x * y * grow + 2 * p1 * x + 2 * p2 * y
    slopes[:, 1, 1] = radial + y * y * grow + 6 * p1 * y + 2 * p2 * x
    return bent, slopes
