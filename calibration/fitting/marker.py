"""The corners of a marker to a tenth of a pixel: it is drawn as it should look, and moved.

OpenCV's sub-pixel corners stand up to 0.85 px inside the true ones, because blur and the
camera's tone curve shrink black. Here the whole marker is drawn as it should look (its
cells, blurred by a Gaussian, lit by a sloping light) and moved until it agrees with the
picture's light, so no edge is favoured. Paper that is burnt out tells only that it is at least
so bright, and is used for no more than that.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr

from calibration.camera import Array
from calibration.fitting.shadow import Shadow, find_shadow

Picture = NDArray[np.uint8]

_MAX_FIT_PIXELS = 3600
_MARGIN_CELLS = 0.8
_LEAST_ROWS = 6
_SATURATED = 247
"""Display values from here on tell only that there was at least so much light: the tone curve
of cameras is flat there."""

_FOREIGN = 0.35

_COARSE_PIXELS, _COARSE_TURNS, _COARSE_PX = 400, 6, 0.3
_FINE_PIXELS, _FINE_TURNS, _FINE_PX = 3600, 3, 0.05
_LEAST_EXPLAINED = 0.8
_PENUMBRA_PX = 2.0
_WHITE = 0.97
_GOLDEN = 0.6180339887498949

# What is believed of a marker's light before it is looked at, weakly: no slope, and a contrast
# of full white; where the paper is burnt out nothing else tells how bright it is.
_USUAL = np.array([0.0, 0.0, 0.0, 1.0, 0.0, 0.0])
_BELIEVED = np.array([0.0, 1.0, 1.0, 1.0, 1.0, 1.0]) * 1e-3

# Display value to linear light; cameras use this curve or one near it.
_LINEAR = ((np.arange(256) / 255.0) ** 2.2).astype(np.float32)
_GREY = np.array([0.114, 0.587, 0.299], dtype=np.float32)


@dataclass(slots=True, eq=False)
class Fit:
    """Where the fit has come to: (4, 2) corners, blur in pixels, how well that explains the
    light; ``left``: mean square of what it does not; ``normal``: (15, 15) of the last step."""

    corners: Array
    blur: float = 0.8
    explained: float = 0.0
    left: float = 0.0
    normal: Array = field(default_factory=lambda: np.eye(15))

    @property
    def sigma_px(self) -> float:
        """Standard deviation of a corner coordinate, as the fit believes it."""
        covariance = np.linalg.pinv(self.normal) * self.left
        return float(np.sqrt(np.trace(covariance[:8, :8]) / 8))


def fit_marker(picture: Picture, start_px: Array, cells: Array) -> Fit | None:
    """The marker of these *cells* (1 white, 0 black, border included) near *start_px*.

    *start_px*: (4, 2) corners in printed order, right to a cell. None if it is not there.
    """
    patch = _Patch.cut(picture, start_px, cells)
    if patch is None:
        return None
    fit = Fit(start_px)
    patch.part(_COARSE_PIXELS).run(fit, _COARSE_TURNS, _COARSE_PX)
    shadow = patch.part(_COARSE_PIXELS).shadow(fit)
    if shadow is not None:
        patch, fit = patch.without(shadow), Fit(start_px)
        patch.part(_COARSE_PIXELS).run(fit, _COARSE_TURNS, _COARSE_PX)
    patch.part(_FINE_PIXELS).run(fit, _FINE_TURNS, _FINE_PX)
    side = np.linalg.norm(np.roll(start_px, -1, axis=0) - start_px, axis=1).mean()
    near = np.abs(fit.corners - start_px).max() < max(4.0, 0.35 * side)
    return fit if near and fit.explained >= _LEAST_EXPLAINED else None


def linear_light(picture: Picture) -> NDArray[np.float32]:
    """The picture as linear grey light, 0 to 1, height x width."""
    light = _LINEAR[picture]
    return light if light.ndim == 2 else np.asarray(light @ _GREY, dtype=np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class _Patch:
    """The pixels of one marker: where they are, their light, what the marker's cells are."""

    pixels: Array  # (n, 2)
    light: Array  # (n,) linear, 0..1
    full: NDArray[np.bool_]  # (n,) the sensor was full there: the true light is more
    cells: Array

    @classmethod
    def cut(cls, picture: Picture, corners: Array, cells: Array) -> _Patch | None:
        """The pixels up to most of a cell outside the corners; None when off the picture."""
        height, width = picture.shape[:2]
        grow = 1 + 2 * (_MARGIN_CELLS + 0.6) / len(cells)
        outline = corners.mean(axis=0) + (corners - corners.mean(axis=0)) * grow
        left, top = np.floor(outline.min(axis=0)).astype(int)
        right, bottom = np.ceil(outline.max(axis=0)).astype(int) + 1
        beyond = corners.max(axis=0) - (width - 1, height - 1)
        if corners.min() < 0 or beyond.max() > 0:
            return None
        left, top = max(left, 0), max(top, 0)
        crop = picture[top:bottom, left:right]
        block = max(1, round((crop.shape[0] * crop.shape[1] / _MAX_FIT_PIXELS) ** 0.5))
        rows, columns = crop.shape[0] // block, crop.shape[1] // block
        if rows < _LEAST_ROWS or columns < _LEAST_ROWS:
            return None
        crop = crop[: rows * block, : columns * block]
        # Averaged in light, not thinned out: thinning would take one colour of the sensor.
        light = _mean_blocks(linear_light(crop).astype(np.float64), block)
        # By the median of its neighbours: single pixels are full by their noise, and leaving
        # only those out would make the paper darker than it is.
        peak = np.ascontiguousarray(crop if crop.ndim == 2 else crop.max(axis=2))
        bright = (cv2.medianBlur(peak, 3) >= _SATURATED).astype(np.float64)
        full = _mean_blocks(bright, block) >= 0.5
        ys, xs = np.mgrid[0:rows, 0:columns] * block + (block - 1) / 2
        pixels = np.column_stack([xs.ravel() + left, ys.ravel() + top])
        return cls(pixels, light.ravel(), full.ravel(), cells)

    def part(self, count: int) -> _Patch:
        """About so many of the pixels, evenly strewn and in all colours of the sensor."""
        if len(self.light) <= count:
            return self
        # Multiples of the golden section fall evenly, so the smallest are an even choice.
        order = (np.arange(len(self.light)) * _GOLDEN) % 1.0
        chosen = order < count / len(self.light)
        return _Patch(self.pixels[chosen], self.light[chosen], self.full[chosen], self.cells)

    def shadow(self, fit: Fit) -> Shadow | None:
        """A hard shadow whose edge crosses the marker's white cells, as *fit* has them."""
        side = len(self.cells)
        uv = _to_marker(self.pixels, fit.corners, side)
        away = np.abs(uv - side / 2)
        inside = np.maximum(away[:, 0], away[:, 1]) < side / 2 + _MARGIN_CELLS
        look = _blurred(self.cells, uv, _cells_per_px(fit.corners, side) * fit.blur)[0]
        white = inside & (look > _WHITE)
        return find_shadow(self.pixels[white], self.light[white])

    def without(self, shadow: Shadow) -> _Patch:
        """As it would look without the shadow; what lies on its edge is left out."""
        depth = shadow.depth_px(self.pixels)
        light = np.where(depth > 0, self.light / shadow.ratio, self.light)
        clear = np.abs(depth) > _PENUMBRA_PX
        return _Patch(self.pixels[clear], light[clear], self.full[clear], self.cells)

    def run(self, fit: Fit, turns: int, still_px: float) -> None:
        """Move *fit* until no corner moves by *still_px* any more, or so many times."""
        weights, free = np.ones(len(self.light)), self.full
        for _ in range(turns):
            step, weights, free = self._step(fit, weights, free)
            moved = np.clip(step[:8].reshape(4, 2), -2.0, 2.0)
            fit.corners = fit.corners + moved
            fit.blur = float(np.clip(fit.blur * np.exp(np.clip(step[8], -0.4, 0.4)), 0.3, 4.0))
            if np.abs(moved).max() < still_px:
                break

    def _step(
        self, fit: Fit, weights: Array, free: NDArray[np.bool_]
    ) -> tuple[Array, Array, NDArray[np.bool_]]:
        """One Gauss-Newton step: (8 corner moves, log blur), new weights, which pixels are free.

        The light's slope and the contrast's slope across the marker are solved along with it.
        Where the sensor was full the true light is unknown but more, so such a pixel says
        nothing (it is free) as long as the model is brighter than it (Tobit's censored fit).
        """
        side = len(self.cells)
        uv = _to_marker(self.pixels, fit.corners, side)
        away = np.abs(uv - side / 2)
        inside = np.maximum(away[:, 0], away[:, 1]) < side / 2 + _MARGIN_CELLS
        look, by_u, by_v, by_blur = _blurred(
            self.cells, uv, _cells_per_px(fit.corners, side) * fit.blur
        )
        flat = uv / side - 0.5
        lit = np.column_stack([np.ones(len(uv)), flat, look, look[:, None] * flat])
        believed = _BELIEVED * len(uv)
        amounts, free = self._amounts(lit, weights * inside, free, believed)
        w = weights * inside * ~free
        contrast = amounts[3] + flat @ amounts[4:6]
        design = np.empty((len(uv), 15))
        design[:, :8] = _corner_slopes(flat, by_u * contrast, by_v * contrast, fit.corners, side)
        design[:, 8] = contrast * by_blur
        design[:, 9:] = lit
        design *= w[:, None]
        left = self.light - lit @ amounts
        left[free] = 0.0
        prior = np.concatenate([np.zeros(9), believed])
        pull = prior * np.concatenate([np.zeros(9), _USUAL - amounts])
        step, fit.normal = _solve(design, left * w, prior, pull)
        weights = self._judge(fit, left, inside, float(abs(amounts[3])))
        return step[:9], weights, free

    def _amounts(
        self, lit: Array, w: Array, free: NDArray[np.bool_], believed: Array
    ) -> tuple[Array, NDArray[np.bool_]]:
        """Light and contrast with their slopes, and which full pixels they leave free."""
        for _ in range(3):
            here = w * ~free
            pull = believed * _USUAL
            amounts, _ = _solve(lit * here[:, None], self.light * here, believed, pull)
            now = self.full & (lit @ amounts >= self.light)
            if np.array_equal(now, free):
                break
            free = now
        return amounts, free

    def _judge(self, fit: Fit, left: Array, inside: NDArray[np.bool_], contrast: float) -> Array:
        """Weights for the next step; *fit* is told what is left and how much it explains."""
        seen = left[inside]
        noise = max(1.4826 * float(np.median(np.abs(seen))), 1e-4)
        # Edges are never modelled as well as flat cells and tell nearly everything: only what
        # is off by a good part of the contrast, a finger or a figure, loses weight.
        reach = max(5 * noise, _FOREIGN * contrast)
        weights = np.clip(1 - (left / reach) ** 2, 0, 1)
        fit.left = float((seen**2).mean())
        spread = float(np.var(self.light[inside]))
        kept = weights[inside] ** 2
        explained = 1 - float((kept * seen**2).sum() / max(kept.sum(), 1e-9)) / max(spread, 1e-12)
        # Light under fingers and figures is thrown away; when most of it is, it is no marker.
        fit.explained = explained if kept.mean() > 0.5 else 0.0
        return np.asarray(weights)


def _mean_blocks(light: Array, block: int) -> Array:
    rows, columns = light.shape[0] // block, light.shape[1] // block
    return np.asarray(light.reshape(rows, block, columns, block).mean(axis=(1, 3)))


def _solve(design: Array, target: Array, prior: Array, pull: Array) -> tuple[Array, Array]:
    """Least squares with a *prior* weight for each unknown, which *pull* (prior times value)
    draws towards what is believed of it; and the normal matrix without the prior."""
    normal = design.T @ design
    held = normal + np.diag(prior + 1e-9 * max(float(np.trace(normal)), 1e-12))
    return np.asarray(np.linalg.solve(held, design.T @ target + pull), dtype=np.float64), normal


def _corner_slopes(flat: Array, by_u: Array, by_v: Array, corners: Array, side: int) -> Array:
    """(n, 8): how the look at each pixel changes with the x and y of each corner.

    Between the corners a move is shared out bilinearly; under perspective that is an
    approximation, which only decides how fast the fit arrives.
    """
    right = (corners[1] - corners[0] + corners[2] - corners[3]) / 2
    down = (corners[3] - corners[0] + corners[2] - corners[1]) / 2
    cells_by_px = -side * np.linalg.inv(np.column_stack([right, down]))
    by_px = np.column_stack([by_u, by_v]) @ cells_by_px
    u, v = flat[:, 0] + 0.5, flat[:, 1] + 0.5
    shares = np.column_stack([(1 - u) * (1 - v), u * (1 - v), u * v, (1 - u) * v])
    return np.asarray((shares[:, :, None] * by_px[:, None, :]).reshape(len(flat), 8))


def _to_marker(pixels: Array, corners: Array, side: int) -> Array:
    """(n, 2) pixels in cells of the marker, (0, 0) its top-left corner."""
    square = np.array([[0, 0], [side, 0], [side, side], [0, side]], dtype=np.float64)
    inverse = np.linalg.inv(_homography(square, corners))
    mapped = pixels @ inverse[:, :2].T + inverse[:, 2]
    return np.asarray(mapped[:, :2] / mapped[:, 2:], dtype=np.float64)


def _homography(source: Array, target: Array) -> Array:
    rows = []
    for (x, y), (u, v) in zip(source, target, strict=True):
        rows.append([x, y, 1, 0, 0, 0, -u * x, -u * y])
        rows.append([0, 0, 0, x, y, 1, -v * x, -v * y])
    solved = np.linalg.solve(np.array(rows), target.ravel())
    return np.append(solved, 1.0).reshape(3, 3)


def _cells_per_px(corners: Array, side: int) -> Array:
    """(2,) cells a pixel along the marker's own x and y: the blur is round in the picture."""
    top = np.linalg.norm(corners[1] - corners[0]) + np.linalg.norm(corners[2] - corners[3])
    flank = np.linalg.norm(corners[3] - corners[0]) + np.linalg.norm(corners[2] - corners[1])
    return np.array([2 * side / top, 2 * side / flank])


def _blurred(cells: Array, uv: Array, blur_cells: Array) -> tuple[Array, Array, Array, Array]:
    """The marker's look at (n, 2) places and its change with u, v and log blur; each (n,).

    Cells are boxes, so the blurred marker is a product of error functions in u and v; of the
    edges between cells only those within three blurs of a place are counted.
    """
    reach = math.ceil(0.5 + 3 * float(blur_cells.max()))
    padded = np.pad(cells, reach + 2, constant_values=1.0)
    first_u, u = _boxes(uv[:, 0], reach, float(blur_cells[0]))
    first_v, v = _boxes(uv[:, 1], reach, float(blur_cells[1]))
    window = np.arange(2 * reach + 1)
    last = padded.shape[0] - 1
    rows = (first_v[:, None] + window + reach + 2).clip(0, last)
    columns = (first_u[:, None] + window + reach + 2).clip(0, last)
    near = padded[rows[:, :, None], columns[:, None, :]]
    along = np.einsum("nij,njk->kni", near, u)
    look, by_v, by_blur = np.einsum("nik,ni->kn", v, along[0])
    by_blur += np.einsum("ni,ni->n", v[:, :, 0], along[2])
    return look, np.einsum("ni,ni->n", v[:, :, 0], along[1]), by_v, by_blur


def _boxes(at: Array, reach: int, blur: float) -> tuple[NDArray[np.int64], Array]:
    """The first of the 2 reach + 1 cells round each place, and (n, 2 reach + 1, 3): how much of
    each of them a blurred point sees, and how that changes by place and by log blur."""
    first = np.rint(at).astype(np.int64) - reach
    edges = first[:, None] + np.arange(1, 2 * reach + 1)
    away = (at[:, None] - edges) / blur
    bell = np.exp(-0.5 * away * away) / math.sqrt(2 * math.pi)
    passed = np.stack([ndtr(away), bell / blur, -bell * away], axis=2)
    seen = np.zeros((len(at), 2 * reach + 1, 3))
    seen[:, 0, 0] = 1.0
    seen[:, 1:] = passed
    seen[:, :-1] -= passed
    return first, seen
