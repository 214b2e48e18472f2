"""Whether a thing is a disc: tokens and coins with dots are round, the upper faces of dice are not.

From the middle of an upper face its edge lies half a side away, in its corners 0.7; round a die
that is seen at a slant the edges of its sides are found, too. Of a disc all lie on one circle.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.finder import Place
from vision.dice.networks import Picture

Floats = NDArray[np.float64]

DISC = 0.8
"""Share of the ways from the middle on which the edge lies on one circle. Of 1,508 things that were
read as dice in photographs and rendered stills none was above 0.79, and 99 of 100 below 0.69;
round tokens with dots had 0.82 or more."""

SMALLEST_PX = 20.0
"""Of smaller faces the corners are too few pixels."""

NEAR = 0.05
"""So near to the circle, in its radii, lies an edge on it."""

BETWEEN = (0.47, 0.8)
"""Where edges are looked for, in sides: outside the pips, inside what lies beside."""

_WAYS, _STEPS, _REACH, _WIDE = 72, 64, 0.95, 3
_ANGLES = np.arange(_WAYS) * 2 * np.pi / _WAYS
_CIRCLE = np.stack([np.ones(_WAYS), np.cos(_ANGLES), np.sin(_ANGLES)], axis=1)
"""Distance of a circle by angle from a place near its middle: radius, and how far that lies off."""


def is_disc(picture: Picture, place: Place) -> bool:
    """Whether what is read as a die in a picture (h, w, 3) is round."""
    return place.side_px >= SMALLEST_PX and roundness(picture, place) > DISC


def roundness(picture: Picture, place: Place) -> float:
    """The largest share of the ways from the middle whose edge lies on one circle."""
    edges = _edges(picture, place)
    return max(_share(edges, float(np.quantile(edges, begin))) for begin in (0.25, 0.5, 0.75))


def _edges(picture: Picture, place: Place) -> Floats:
    """Where colours change most on each way from the middle (72,), in sides; 0 or so: nowhere."""
    far = (np.arange(_STEPS) + 0.5) * _REACH / _STEPS
    x, y = (
        (middle + way[:, None] * far * place.side_px).astype(np.float32)
        for middle, way in ((place.x_px, np.cos(_ANGLES)), (place.y_px, np.sin(_ANGLES)))
    )
    rays = cv2.remap(picture, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    smooth = cv2.blur(rays.astype(np.float32), (3, 1))
    change = np.linalg.norm(smooth[:, _WIDE:] - smooth[:, :-_WIDE], axis=2)
    at = (far[:-_WIDE] + far[_WIDE:]) / 2
    change[:, (at < BETWEEN[0]) | (at > BETWEEN[1])] = 0
    return np.asarray(at[np.argmax(change, axis=1)])


def _share(edges: Floats, radius: float) -> float:
    """Of the edges (72,) those on the circle that is found from a radius that one begins with."""
    circle = np.array([radius, 0.0, 0.0])
    for _ in range(8):
        off = np.abs(_CIRCLE @ circle - edges)
        near = off <= max(float(np.quantile(off, 0.6)), 0.02)
        circle = np.linalg.lstsq(_CIRCLE[near], edges[near], rcond=None)[0]
    if circle[0] < BETWEEN[0]:
        return 0.0
    return float((np.abs(_CIRCLE @ circle - edges) < NEAR * circle[0]).mean())
