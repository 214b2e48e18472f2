"""The table top as it may sag, twist and step: a few smooth shapes over the markers' outline.

A height h at r from the foot of a camera at height H moves what stands there by r h / (H - h).
What all markers show together (a tilt, a lift) moves the camera along and does no harm; these
are the shapes that are left: three sags, a twist, and two S-shapes (boards that step).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

SHAPES = 6

SHARES = np.array([0.6, 0.6, 0.6, 0.5, 0.4, 0.4])
"""One standard deviation of each shape's highest point, as a share of ``flatness_in``: their
squares add up to 1.1 at the middle of the table and 0.9 on the average of it."""

_BEYOND = 1.1
# u - u^3 is 0.385 at its highest.
_S = 1 / 0.385


@dataclass(frozen=True, slots=True)
class Outline:
    """The rectangle round the marker places, inches."""

    west: float
    east: float
    south: float
    north: float

    @classmethod
    def of(cls, places: Array) -> Outline:
        """Round (n, 2 or more) places."""
        low, high = places[:, :2].min(axis=0), places[:, :2].max(axis=0)
        return cls(float(low[0]), float(high[0]), float(low[1]), float(high[1]))

    @property
    def middle(self) -> Array:
        """(2,) its middle."""
        return np.array([(self.west + self.east) / 2, (self.south + self.north) / 2])

    @property
    def reach_in(self) -> float:
        """Half its diagonal."""
        return float(np.hypot(self.east - self.west, self.north - self.south)) / 2

    def shapes(self, xy_in: Array) -> Array:
        """(n, 6) heights at (n, 2) places when each shape's highest point is one."""
        half = np.array([self.east - self.west, self.north - self.south]) / 2
        flat = (np.asarray(xy_in)[:, :2] - self.middle) / np.maximum(half, 1e-6)
        u, v = np.clip(flat, -_BEYOND, _BEYOND).T
        sag_u, sag_v = 1 - u * u, 1 - v * v
        shapes = np.array([sag_u, sag_v, sag_u * sag_v, u * v, _S * u * sag_u, _S * v * sag_v])
        return np.asarray(shapes.T, dtype=np.float64)
