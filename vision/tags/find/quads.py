"""Dark squares on white: where ArUco tags may lie."""

from __future__ import annotations

import cv2
import numpy as np

from vision.tags.decode.decoded import Grey
from vision.tags.find.finders import Guesses

_SIZE_SLACK = 0.3
# OpenCV's own limit of 3 % of the longer side would drop every marker of a base.
_LEAST_PERIMETER = 0.003


def squares(picture: Grey, px_per_module: float, modules: int) -> Guesses:
    """Every dark square of about the right size in a rectified picture, in four turns."""
    settings = cv2.aruco.DetectorParameters()
    settings.minMarkerPerimeterRate = _LEAST_PERIMETER
    settings.adaptiveThreshWinSizeMin = 5
    settings.adaptiveThreshWinSizeMax = 33
    settings.adaptiveThreshWinSizeStep = 7
    settings.minCornerDistanceRate = 0.02
    settings.polygonalApproxAccuracyRate = 0.06
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_250)
    detector = cv2.aruco.ArucoDetector(dictionary, settings)
    named, _, nameless = detector.detectMarkers(picture)
    quads = [np.asarray(quad, dtype=np.float64).reshape(4, 2) for quad in (*named, *nameless)]
    if not quads:
        return Guesses(np.zeros(0, complex), np.zeros(0, complex), np.zeros(0))
    corners = np.stack(quads) @ np.array([1, 1j])
    top = (corners[:, 1] - corners[:, 0] + corners[:, 2] - corners[:, 3]) / 2
    size = np.abs(top) / modules / px_per_module
    right_size = np.abs(size - 1) < _SIZE_SLACK
    centres, top = corners[right_size].mean(axis=1), top[right_size] / modules
    turns = np.array([1, 1j, -1, -1j])
    turned = (top[:, None] * turns[None, :]).ravel()
    return Guesses(np.repeat(centres, 4), turned, np.zeros(turned.size))
