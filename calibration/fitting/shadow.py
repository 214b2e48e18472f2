"""A hard shadow whose edge crosses what is fitted, found and taken out before the fit."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.camera import Array

_LEAST_SHARE = 0.08
"""A shadow on less of the paper than this does no harm that weights do not put right."""

_DARKEST_RATIO = 0.75
_SPLIT = 0.8
_ASTRAY = 0.06


@dataclass(frozen=True, slots=True, eq=False)
class Shadow:
    """Everything with ``normal @ place > at_px`` gets only ``ratio`` of the light.

    ``normal``: (2,) unit vector in the picture.
    """

    normal: Array
    at_px: float
    ratio: float

    def depth_px(self, places: Array) -> Array:
        """How far (n, 2) places lie inside the shadow; negative is outside."""
        return np.asarray(places @ self.normal - self.at_px)


def find_shadow(places: Array, light: Array) -> Shadow | None:
    """The straight edge between bright and dark on what should be evenly bright.

    *places*: (n, 2) pixels of white paper. *light*: (n,) linear. None where the light is even,
    or where dark and bright are not on two sides of a line.
    """
    if len(light) < 30:
        return None
    border = _border(light)
    dark = light < border
    share = float(dark.mean())
    if not _LEAST_SHARE < share < 1 - _LEAST_SHARE:
        return None
    ratio = float(np.median(light[dark]) / np.median(light[~dark]))
    between = share * (1 - share) * float(light[dark].mean() - light[~dark].mean()) ** 2
    if ratio > _DARKEST_RATIO or between < _SPLIT * float(light.var()):
        return None
    return _edge(places, dark, ratio)


def _border(light: Array) -> float:
    """The value that splits the light best in two (Otsu 1979)."""
    ordered = np.sort(light)
    count = np.arange(1, len(ordered))
    below = np.cumsum(ordered)[:-1]
    above = ordered.sum() - below
    apart = (above / (len(ordered) - count) - below / count) ** 2
    best = int((apart * count * (len(ordered) - count)).argmax())
    return float(ordered[best] + ordered[best + 1]) / 2


def _edge(places: Array, dark: NDArray[np.bool_], ratio: float) -> Shadow | None:
    """The line between dark and bright places: Fisher's direction, then the best place."""
    inner = np.cov(places[dark].T) + np.cov(places[~dark].T)
    normal = np.linalg.solve(inner, places[dark].mean(axis=0) - places[~dark].mean(axis=0))
    normal /= np.linalg.norm(normal)
    along = places @ normal
    order = np.argsort(along)
    # Astray when the line lies before each place: dark ones before it, bright ones behind it.
    bright = ~dark[order]
    astray = np.concatenate([[0], np.cumsum(dark[order])]) + np.concatenate(
        [np.cumsum(bright[::-1])[::-1], [0]]
    )
    best = int(astray.argmin())
    if astray[best] > _ASTRAY * len(dark) or not 0 < best < len(dark):
        return None
    at_px = float(along[order[best - 1]] + along[order[best]]) / 2
    return Shadow(np.asarray(normal), at_px, ratio)
