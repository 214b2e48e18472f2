"""Where a marker went since it was last looked at: its surroundings, followed in the light."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.fitting.marker import linear_light
from calibration.markers import MarkerSeen, Picture

_PATCH_PX = 96
_REACH_PX = 14
_ALIKE = 0.8

Light = NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class Spot:
    """A marker's surroundings when the camera was placed: corner of the patch, its light."""

    id: int
    left: int
    top: int
    light: Light


def spot_of(picture: Picture, seen: MarkerSeen) -> Spot | None:
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
    return Spot(seen.id, left, top, np.asarray(light, dtype=np.float32))


def followed(spot: Spot, picture: Picture) -> tuple[float, float] | None:
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
