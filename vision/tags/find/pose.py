"""Where exactly a tag lies: Gauss-Newton on the pixels, many tags at once.

A pose takes template coordinates w = u - v·i (modules) to the plane: place = centre +
module·w. In each step the picture, sampled where the pose says, is explained by least squares
as light that varies quadratically over the symbol plus contrast that varies linearly times the
template, plus the template's change under a small shift, turn and growth. The pose is then
moved by that (inverse compositional alignment, Baker and Matthews 2004), so the slopes of a
template are computed once. Tukey weights keep a figure on the tag from pulling it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property, lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.tags.decode.decoded import Grey
from vision.tags.find.plane import Complex, LocalMaps, monomials
from vision.tags.known.occlusion import visible_parts
from vision.tags.known.templates import Array32, Grid, single

Array = NDArray[np.float64]
Rows = NDArray[np.intp]

_LIGHT = 6
"""Terms that are only light: 1, u, v, u², uv, v²."""
_CONTRAST = 3
_TUKEY = 4.0
_MAD_TO_SIGMA = 1.4826
_MOST_SHIFT_MODULES = 1.0
_MOST_TURN = 0.12
_SLANT_ROUNDS = 1
_NO_CONTRAST = 1e-3


@dataclass(frozen=True, eq=False)
class Poses:
    """n poses. ``centres``: (n,) places. ``modules``: (n,) inches a module, turned.

    ``parts``: (n,) which part of each symbol shows, a row of ``covers.visible_parts``.
    """

    centres: Complex
    modules: Complex
    parts: Rows

    def take(self, rows: Rows) -> Poses:
        """Some of them."""
        return Poses(self.centres[rows], self.modules[rows], self.parts[rows])


@dataclass(frozen=True, eq=False)
class Basis:
    """What explains the pixels of a tag with a given template: (k, terms, samples).

    Six terms of light, three of contrast, four of the pose (right, up, growth, turn).
    """

    terms: Array32

    def take(self, rows: Rows) -> Basis:
        """Those of some templates."""
        return Basis(self.terms[rows])

    @cached_property
    def products(self) -> Array32:
        """(samples, pairs) each term of the first template by itself and by those after it."""
        first, second = _pairs(self.terms.shape[1])
        return single((self.terms[0][first] * self.terms[0][second]).T)


@dataclass(frozen=True, eq=False)
class Fit:
    """What a refinement left behind.

    ``explained``: (n,) weighted share of the variance explained, 0 to 1. ``inliers``: (n,)
    mean weight. ``shift_sigma``: (n,) one standard deviation of a corner coordinate, in
    modules. ``contrast``: (n,) grey levels from ink to paper. ``patches``: (n, samples).
    """

    poses: Poses
    explained: Array
    inliers: Array
    shift_sigma: Array
    contrast: Array
    patches: Array32


def make_basis(grid: Grid, pictures: Array32, right: Array32, down: Array32) -> Basis:
    """The basis of k templates from their pictures and slopes, each (k, samples)."""
    points = grid.points
    x = (points.real / grid.modules).astype(np.float32)
    y = (-points.imag / grid.modules).astype(np.float32)
    light = np.stack([np.ones_like(x), x, y, x * x, x * y, y * y])
    re, im = points.real.astype(np.float32), points.imag.astype(np.float32)
    up = -down
    terms = np.empty((len(pictures), _LIGHT + _CONTRAST + 4, len(x)), dtype=np.float32)
    terms[:, :_LIGHT] = light
    terms[:, _LIGHT] = pictures
    terms[:, _LIGHT + 1] = pictures * x
    terms[:, _LIGHT + 2] = pictures * y
    terms[:, -4] = right
    terms[:, -3] = up
    terms[:, -2] = right * re + up * im
    terms[:, -1] = up * re - right * im
    return Basis(terms)


def in_picture(maps: LocalMaps, poses: Poses, points: Complex) -> Complex:
    """(n, m) where m template points of each pose lie in the picture."""
    return np.asarray(maps.through(poses.centres, poses.modules) @ monomials(points))


def sample(grey: Grey, maps: LocalMaps, poses: Poses, grid: Grid, fine: bool) -> Array32:
    """(n, samples) grey levels where the poses say the samples lie."""
    factors = maps.through(poses.centres, poses.modules)
    at = _monomials(grid)
    values = cv2.remap(
        grey,
        single(factors.real) @ at,
        single(factors.imag) @ at,
        cv2.INTER_CUBIC if fine else cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return np.asarray(values, dtype=np.float32)


@lru_cache(maxsize=64)
def _monomials(grid: Grid) -> Array32:
    return single(monomials(grid.points))


def refine(
    grey: Grey,
    maps: LocalMaps,
    poses: Poses,
    grid: Grid,
    basis: Basis,
    steps: int,
    *,
    robust: bool = True,
    fine: bool = True,
) -> Fit:
    """Improve n poses in *steps* steps; *basis* holds one template for all, or one each.

    The last step only measures: the fit describes the poses it returns. When *robust*, each
    step weighs the samples by what the step before left unexplained.
    """
    seen = visible_parts(grid)[poses.parts]
    weights = seen
    for _ in range(steps):
        patches = sample(grey, maps, poses, grid, fine)
        values, _ = _least_squares(patches, basis, weights)
        if robust:
            weights = seen * _tukey(patches - _explain(values, basis))
        poses = _moved(poses, values)
    patches = sample(grey, maps, poses, grid, fine)
    return _fit(poses, patches, _judged(patches, basis, weights, seen if robust else None), grid)


def slants(
    grey: Grey, maps: LocalMaps, poses: Poses, grid: Grid, basis: Basis
) -> tuple[Complex, Array]:
    """(n,) how far each tag is from a square: place = centre + module·(w + slant·w̄).

    With its standard deviation, of either part. *poses* are fitted, *basis* holds one template
    each. Two more terms beside those of ``refine`` (stretch, shear), and one step: a slant is
    some hundredths, and the model is straight as far as that.
    """
    right, up = basis.terms[:, -4], basis.terms[:, -3]
    re, im = grid.points.real.astype(np.float32), grid.points.imag.astype(np.float32)
    more = np.stack([right * re - up * im, right * im + up * re], axis=1)
    whole = Basis(np.concatenate([basis.terms, more], axis=1))
    patches = sample(grey, maps, poses, grid, fine=True)
    seen = visible_parts(grid)[poses.parts]
    weights = seen
    for _ in range(_SLANT_ROUNDS):
        values, _ = _least_squares(patches, whole, weights)
        weights = seen * _tukey(patches - _explain(values, whole))
    solved = _judged(patches, whole, weights, seen)
    contrast = np.where(
        np.abs(solved.values[:, _LIGHT]) < _NO_CONTRAST, np.inf, solved.values[:, _LIGHT]
    )
    found = -(solved.values[:, -2] + 1j * solved.values[:, -1]) / contrast
    spread = (solved.covariance[:, -1, -1] + solved.covariance[:, -2, -2]) / 2
    sigma = np.sqrt(np.maximum(solved.variance * spread, 0)) / np.abs(contrast)
    return np.asarray(found, dtype=np.complex128), np.asarray(sigma, dtype=np.float64)


def solvers(basis: Basis, grid: Grid, poses: Poses) -> Array32:
    """(n, 5, samples) what turns a patch into contrast, right, up, growth and turn.

    The rows of the least squares with the weights of what shows of each tag; *basis* holds one
    template each. The last four over the first are a shift in modules and a change of size and
    direction; light that varies over the tag is taken out.
    """
    weights = visible_parts(grid)[poses.parts]
    blank = np.zeros_like(weights)
    _, gram = _least_squares(blank, basis, weights)
    wanted = np.linalg.inv(gram)[:, [_LIGHT, -4, -3, -2, -1]]
    return single(wanted.astype(np.float32) @ (basis.terms * weights[:, None, :]))


@dataclass(frozen=True, eq=False)
class _Solved:
    values: Array
    explained: Array
    weights: Array32
    variance: Array
    covariance: Array


def _judged(patches: Array32, basis: Basis, weights: Array32, seen: Array32 | None) -> _Solved:
    """The last least squares, robust within what is *seen*, and how well it explains."""
    values, gram = _least_squares(patches, basis, weights)
    if seen is not None:
        weights = seen * _tukey(patches - _explain(values, basis))
        values, gram = _least_squares(patches, basis, weights)
    left = patches - _explain(values, basis)
    total = weights.sum(axis=1)
    mean = (weights * patches).sum(axis=1) / total
    spread = (weights * (patches - mean[:, None]) ** 2).sum(axis=1)
    unexplained = (weights * left * left).sum(axis=1)
    explained = 1 - unexplained / np.maximum(spread, 1e-6)
    variance = unexplained / np.maximum(total - values.shape[1], 1)
    return _Solved(
        values,
        np.asarray(explained, dtype=np.float64),
        weights,
        np.asarray(variance, dtype=np.float64),
        np.asarray(np.linalg.inv(gram), dtype=np.float64),
    )


def _explain(values: Array, basis: Basis) -> Array32:
    flat = values.astype(np.float32)
    if len(basis.terms) == 1:
        return np.asarray(flat @ basis.terms[0], dtype=np.float32)
    return np.asarray((flat[:, None, :] @ basis.terms)[:, 0], dtype=np.float32)


def _least_squares(patches: Array32, basis: Basis, weights: Array32) -> tuple[Array, Array]:
    """(n, terms) factors and (n, terms, terms) normal matrix."""
    terms = basis.terms
    if len(terms) == 1:
        gram = _shared_gram(basis, weights)
        right = single((weights * patches) @ terms[0].T)
    else:
        weighted = terms * weights[:, None, :]
        gram = single(weighted @ terms.transpose(0, 2, 1))
        right = single((weighted @ patches[:, :, None])[:, :, 0])
    full: Array = np.array(gram, dtype=np.float64)
    count = full.shape[1]
    diagonal = full[:, np.arange(count), np.arange(count)]
    # A hair of ridge: a blank patch has no contrast and its pose would be undetermined.
    full[:, np.arange(count), np.arange(count)] += 1e-6 * diagonal + 1e-9
    solved = np.linalg.solve(full, right.astype(np.float64)[:, :, None])
    return np.asarray(solved[:, :, 0], dtype=np.float64), full


def _shared_gram(basis: Basis, weights: Array32) -> Array32:
    count = basis.terms.shape[1]
    first, second = _pairs(count)
    upper = weights @ basis.products
    gram = np.empty((len(weights), count, count), dtype=np.float32)
    gram[:, first, second] = upper
    gram[:, second, first] = upper
    return gram


@cache
def _pairs(count: int) -> tuple[Rows, Rows]:
    """Of a symmetric matrix the upper half with its diagonal: rows and columns."""
    first, second = np.triu_indices(count)
    return first, second


def _tukey(left: Array32) -> Array32:
    """Tukey's weights; the scale from every fourth residual, which is plenty."""
    scale = _MAD_TO_SIGMA * _medians(np.abs(left[:, ::4]))
    reach = left / np.maximum(_TUKEY * scale, 1.0)[:, None]
    weights = np.maximum(1 - reach * reach, 0)
    return np.asarray(weights * weights, dtype=np.float32)


def _medians(values: Array32) -> Array32:
    """(n,) of each row; numpy's own median takes three times as long for so short ones."""
    middle = values.shape[1] // 2
    if values.shape[1] % 2:
        return np.asarray(np.partition(values, middle, axis=1)[:, middle])
    sorted_there = np.partition(values, (middle - 1, middle), axis=1)
    return np.asarray(sorted_there[:, middle - 1 : middle + 1].mean(axis=1))


def _pose_change(values: Array) -> tuple[Complex, Complex]:
    contrast = np.where(np.abs(values[:, _LIGHT]) < _NO_CONTRAST, np.inf, values[:, _LIGHT])
    shift = (values[:, -4] + 1j * values[:, -3]) / contrast
    turn = (values[:, -2] + 1j * values[:, -1]) / contrast
    return np.asarray(shift, dtype=np.complex128), np.asarray(turn, dtype=np.complex128)


def _moved(poses: Poses, values: Array) -> Poses:
    shift, turn = _pose_change(values)
    shift = shift * np.minimum(1, _MOST_SHIFT_MODULES / np.maximum(np.abs(shift), 1e-12))
    turn = turn * np.minimum(1, _MOST_TURN / np.maximum(np.abs(turn), 1e-12))
    modules = poses.modules / (1 + turn)
    return Poses(poses.centres - modules * shift, modules, poses.parts)


def _fit(poses: Poses, patches: Array32, solved: _Solved, grid: Grid) -> Fit:
    contrast = solved.values[:, _LIGHT]
    pose = (
        solved.covariance[:, -4:, -4:]
        * (solved.variance / np.maximum(contrast**2, 1.0))[:, None, None]
    )
    half = grid.modules / 2
    # A corner at (h, h) moves by shift + turn·corner: each coordinate by one shift and h
    # times the growth and the turn.
    corner = (pose[:, 0, 0] + pose[:, 1, 1]) / 2 + half**2 * (pose[:, 2, 2] + pose[:, 3, 3])
    return Fit(
        poses,
        solved.explained,
        np.asarray(solved.weights.mean(axis=1), dtype=np.float64),
        np.sqrt(np.maximum(corner, 0)),
        contrast,
        patches,
    )
