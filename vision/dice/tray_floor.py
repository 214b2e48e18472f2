"""Which way the floor of a tray lies, from its four corners on the picture.

A tray is a rectangle. Its sides that are parallel on the floor meet on the picture in vanishing
points v and w; with a focal length f and the picture's middle as origin the floor's normal is
``(x, y, f z)`` of their cross product (Hartley and Zisserman, Multiple View Geometry, 8.6), and
since the sides stand at right angles ``v . w + f f = 0``, where that is well determined.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.tray import Tray

FOCAL_SHARES = (0.6, 3.0)
"""Focal length in picture widths: a wide webcam, a telephoto."""

USUAL_FOCAL = 1.0
CONVERGES = 0.04
"""Sides that come nearer to each other by less than this share over their length meet so far
away that their meeting says nothing of the focal length."""

Floats = NDArray[np.float64]


def tilt_of_floor(tray: Tray, size_px: tuple[int, int]) -> tuple[Floats, float]:
    """How the floor is seen from the middle of a picture (width, height), and how that changes.

    Gives the normal's x and y there (2,), picture axes, and by how much they grow over the width
    of the picture, which is the width over the focal length.
    """
    wide = max(size_px)
    middle = (np.array(size_px, np.float64) - 1) / 2
    corners = (np.array(tray.corners_px, np.float64) - middle) / wide
    square = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    plane = cv2.getPerspectiveTransform(square, corners.astype(np.float32)).astype(np.float64)
    along, across = plane[:, 0], plane[:, 1]
    focal = _focal(along, across)
    normal = np.cross(along / [focal, focal, 1.0], across / [focal, focal, 1.0])
    normal = normal / np.linalg.norm(normal)
    if normal[2] > 0:  # it points at the camera
        normal = -normal
    return np.asarray(normal[:2]), 1 / focal


def _focal(along: Floats, across: Floats) -> float:
    """In picture widths, where both pairs of sides meet near enough to tell; else the usual one."""
    if min(abs(along[2]), abs(across[2])) < CONVERGES:
        return USUAL_FOCAL
    squared = -(along[:2] @ across[:2]) / (along[2] * across[2])
    if squared <= 0:
        return USUAL_FOCAL
    return float(np.clip(np.sqrt(squared), *FOCAL_SHARES))
