"""How a printed tag looks to the camera: pictures of module matrices, and what sets them apart.

Template coordinates: modules, u to the right and v down as printed, (0, 0) the centre of the
symbol. A template is sampled twice a module over the symbol and one module of quiet zone.

A pixel value is modelled as ink and paper, blurred in linear light (lens, pixel area), then
encoded with a display gamma of 2.2, then sharpened as cameras do. Local contrast
normalisation (LCN) takes out lamps, shadows and glare before identities are compared.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr

Array = NDArray[np.float64]
Array32 = NDArray[np.float32]

PER_MODULE = 2
BORDER_MODULES = 1
_EDGE_MODULES = 3
PAPER, INK = 0.80, 0.05
GAMMA = 1 / 2.2
LCN_WINDOW = 11
LCN_FLOOR = 0.12
# White is burnt out where a tenth of a symbol's samples have this grey or more; paper shows
# 0.80 of the light at which the sensor is full in a picture that is exposed for it.
_FULL_GREY = 250
_BURNT_SHARE = 0.1


@dataclass(frozen=True, slots=True)
class Blur:
    """How soft a camera draws, in pixels.

    ``sigma_px``: of the lens and the pixel. ``sharpen``: amount of the camera's unsharp mask,
    whose own radius is ``sharpen_px``. ``full``: the light from which on the sensor gives no
    more, where paper gives 0.80: white that is burnt out has eaten into the black.
    """

    sigma_px: float = 0.9
    sharpen: float = 1.0
    sharpen_px: float = 1.0
    full: float = 1.0


@dataclass(frozen=True, slots=True)
class Grid:
    """Sample places of a template of *modules* modules a side."""

    modules: int
    per_module: int = PER_MODULE

    @property
    def side(self) -> int:
        """Samples along one side."""
        return self.per_module * (self.modules + 2 * BORDER_MODULES)

    @property
    def along(self) -> Array:
        """(side,) template coordinate of each sample along one axis."""
        return _along(self.modules, self.per_module, BORDER_MODULES)

    @property
    def points(self) -> NDArray[np.complex128]:
        """(side²,) row by row, as u - v·i: the sense of turning is that of the table."""
        along = self.along
        return (along[None, :] - 1j * along[:, None]).ravel()


def _along(modules: int, per_module: int, border: int) -> Array:
    count = per_module * (modules + 2 * border)
    return (np.arange(count) + 0.5) / per_module - border - modules / 2


class Templates:
    """The templates of k matrices at one scale.

    ``picture``: (k, side²) brightness between 0 and 1. Slopes: (k, side²) change a module to
    the right and down, of the rows asked for.
    """

    def __init__(
        self, matrices: NDArray[np.bool_], px_per_module: float, blur: Blur, per_module: int = 2
    ) -> None:
        self.grid = Grid(matrices.shape[1], per_module)
        self._black = matrices.astype(np.float32)
        self._blur = blur
        self._px_per_module = px_per_module
        along = _along(self.grid.modules, per_module, _EDGE_MODULES)
        self._spread, self._slope = _spread(along, self.grid.modules, self._sigma_modules)
        self._sharpen = self._sharpener(len(along))

    @property
    def _sigma_modules(self) -> float:
        # A pixel is a square of side 1: its variance of 1/12 px² adds to that of the lens.
        return float(np.hypot(self._blur.sigma_px, 0.289)) / self._px_per_module

    def _sharpener(self, count: int) -> Array32:
        """(count, count) one axis of the unsharp mask's blur on the samples."""
        sigma = self._blur.sharpen_px / self._px_per_module * self.grid.per_module
        apart = np.arange(count)[:, None] - np.arange(count)[None, :]
        rows = np.exp(-0.5 * (apart / max(sigma, 0.3)) ** 2)
        return single(rows / rows.sum(axis=1, keepdims=True))

    @cached_property
    def picture(self) -> Array32:
        """(k, side²) brightness."""
        return self._finish(_encoded(self._light(self._black)))

    def slopes(self, rows: NDArray[np.intp]) -> tuple[Array32, Array32]:
        """(len(rows), side²) twice: change of brightness a module right, and down."""
        black = self._black[rows]
        light = self._light(black)
        steep = _encoding_slope(light) * (light < self._blur.full) * -(PAPER - INK)
        right = steep * (self._spread @ black @ self._slope.T)
        down = steep * (self._slope @ black @ self._spread.T)
        return self._finish(single(right)), self._finish(single(down))

    def _light(self, black: Array32) -> Array32:
        dark = self._spread @ black @ self._spread.T
        return single(np.minimum(PAPER - (PAPER - INK) * dark, self._blur.full))

    def _finish(self, values: Array32) -> Array32:
        """Sharpened and cut to the grid."""
        soft = self._sharpen @ values @ self._sharpen.T
        sharp = values + self._blur.sharpen * (values - soft)
        cut = (_EDGE_MODULES - BORDER_MODULES) * self.grid.per_module
        return single(sharp[:, cut:-cut, cut:-cut].reshape(len(values), -1))


def _spread(along: Array, modules: int, sigma: float) -> tuple[Array32, Array32]:
    """(samples, modules): share of each module in each sample, and its change a module on."""
    edges = np.arange(modules + 1) - modules / 2
    reach = (edges[None, :] - along[:, None]) / sigma
    share = np.diff(ndtr(reach), axis=1)
    change = -np.diff(np.exp(-0.5 * reach**2), axis=1) / (sigma * np.sqrt(2 * np.pi))
    return share.astype(np.float32), change.astype(np.float32)


def single(values: NDArray[Any]) -> Array32:
    """In single precision, in one piece."""
    return np.ascontiguousarray(values, dtype=np.float32)


def _encoded(light: Array32) -> Array32:
    return single(light ** np.float32(GAMMA))


def _encoding_slope(light: Array32) -> Array32:
    return np.asarray(GAMMA * light ** np.float32(GAMMA - 1), dtype=np.float32)


class LocalContrast:
    """Local contrast normalisation of (k, side²) patches: (a - mean) / sqrt(variance + floor).

    Mean and variance over a window of ``LCN_WINDOW`` samples, mirrored at the edges; the
    floor is (0.12 of the patch's own spread)², so flat parts stay flat. Samples that are not
    *seen* (0 in (side²,)) count nowhere, and are 0 in the answer.
    """

    def __init__(self, side: int, seen: Array32, window: int = LCN_WINDOW) -> None:
        self._side = side
        self._mean = _window_means(side, window)
        self._seen = seen.reshape(side, side)
        self._share = np.maximum(self._mean @ self._seen @ self._mean.T, 1e-3)
        self._weights = self._seen.ravel() / self._seen.sum()

    def __call__(self, patches: Array32) -> Array32:
        """(k, side²) normalised."""
        square = patches.reshape(-1, self._side, self._side)
        # Centred on the patch's mean first: the variance is a difference of squares.
        square = square - self._average(square)
        mean = self._blurred(square)
        spread = self._blurred(square * square) - mean * mean
        floor = LCN_FLOOR**2 * self._average(square * square) + 1e-9
        normal = self._seen * (square - mean) / np.sqrt(np.maximum(spread, 0) + floor)
        return single(normal.reshape(len(square), -1))

    def _average(self, square: Array32) -> Array32:
        """(k, 1, 1) mean of what is seen."""
        return single((square.reshape(len(square), -1) @ self._weights)[:, None, None])

    def _blurred(self, square: Array32) -> Array32:
        return single(self._mean @ (square * self._seen) @ self._mean.T / self._share)


def _window_means(side: int, window: int) -> Array32:
    """(side, side): row i averages the window round i, mirrored at both ends."""
    rows = np.zeros((side, side))
    for i in range(side):
        for j in range(i - window // 2, i + window // 2 + 1):
            mirrored = -j if j < 0 else j
            mirrored = 2 * (side - 1) - mirrored if mirrored >= side else mirrored
            rows[i, mirrored] += 1 / window
    return rows.astype(np.float32)


def is_burnt(patches: Array32) -> NDArray[np.bool_]:
    """(n,) whether the paper in each of n patches is burnt out."""
    return np.asarray((patches >= _FULL_GREY).mean(axis=1) > _BURNT_SHARE)


def unit_rows(values: Array32) -> Array32:
    """Each row divided by its length."""
    length = np.sqrt(np.einsum("ij,ij->i", values, values))[:, None]
    return np.asarray(values / np.maximum(length, 1e-12), dtype=np.float32)
