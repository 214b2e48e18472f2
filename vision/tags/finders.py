"""Where a tag may lie: places where three finder patterns stand at the corners of a square.

The finder pattern of a QR symbol looks nearly the same however it is turned, so one
correlation with it, averaged over all turns, marks finders in the rectified picture. Pairs of
marks at the right distance say where the third must be; the sum of the three is the score.
A place is only proposed here, never accepted.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray
from scipy.spatial import cKDTree

from vision.tags.decoded import Grey
from vision.tags.plane import Array, Complex, Ortho

Array32 = NDArray[np.float32]

_TEMPLATE_MODULES = 9.0
_BLUR_PX = 0.7
_SOFTEN_PX = 0.8
_SCALE_SLACK = 0.12


@dataclass(frozen=True, slots=True)
class Effort:
    """How hard to look. ``least``: correlation from which a place counts as a finder."""

    least: float
    peaks: int
    triples: int
    places: int


QUICK = Effort(0.3, 3000, 4000, 150)
THOROUGH = Effort(0.2, 10000, 8000, 250)


@dataclass(frozen=True, eq=False)
class Proposals:
    """n places where a tag may lie, best first.

    ``centres``: (n,) on the plane, ``sides``: (n,) complex, along the printed top of the
    symbol from left to right and as long as it, inches. ``scores``: (n,)
    correlation with the typical symbol.
    """

    centres: Complex
    sides: Complex
    scores: Array

    def take(self, rows: NDArray[np.intp]) -> Proposals:
        """Some of them."""
        return Proposals(self.centres[rows], self.sides[rows], self.scores[rows])


def propose(
    ortho: Ortho, picture: Grey, size_in: float, typical: Typical, effort: Effort
) -> Proposals:
    """Places for symbols of *size_in* like *typical*.

    *picture*: what ``ortho.picture`` gave.
    """
    modules = typical.modules
    px_per_module = ortho.px_per_in * size_in / modules
    likeness = finder_likeness(picture, px_per_module)
    peaks, _ = _peaks(likeness, px_per_module, effort)
    apart = (modules - 7) * px_per_module
    corner, along = _triples(peaks, apart)
    if len(corner) == 0:
        return Proposals(np.zeros(0, complex), np.zeros(0, complex), np.zeros(0))
    scores = _scores(likeness, corner, along)
    best = np.argsort(-scores)[: effort.triples]
    corner, along = corner[best], along[best]
    alike = _likeness_of_whole(picture, corner, along, typical)
    order = _best_apart(corner, along, alike, px_per_module, effort.places)
    return _on_plane(ortho, corner[order], along[order], alike[order], modules)


@dataclass(frozen=True, eq=False)
class Typical:
    """What all symbols of a form have in common, coarsely: one sample a module.

    ``pattern``: (points,) zero mean, length one. ``points``: as of ``Grid.points``.
    """

    modules: int
    points: Complex
    pattern: Array32


def _likeness_of_whole(
    picture: Grey, corner: Complex, along: Complex, typical: Typical
) -> Array:
    """Correlation of the whole symbol with the typical one, for each triple of finders."""
    soft = cv2.GaussianBlur(picture, (0, 0), _SOFTEN_PX)
    module = along / (typical.modules - 7)
    centre = corner + along * (0.5 + 0.5j)
    # Rows of the picture run down, so template v, which is -Im of a point, runs along +i.
    at = centre[:, None] + module[:, None] * np.conj(typical.points)[None, :]
    patches = cv2.remap(
        soft, at.real.astype(np.float32), at.imag.astype(np.float32), cv2.INTER_LINEAR
    ).astype(np.float32)
    patches -= patches.mean(axis=1, keepdims=True)
    length = np.sqrt(np.einsum("ij,ij->i", patches, patches))
    return np.asarray(patches @ typical.pattern / np.maximum(length, 1.0), dtype=np.float64)


def finder_likeness(picture: Grey, px_per_module: float) -> Array32:
    """Correlation, -1 to 1, of every place with a finder pattern of any turn."""
    template = _finder(round(px_per_module, 3))
    half = template.shape[0] // 2
    padded = cv2.copyMakeBorder(picture, half, half, half, half, cv2.BORDER_REPLICATE)
    likeness = cv2.matchTemplate(padded, template, cv2.TM_CCOEFF_NORMED)
    return np.asarray(likeness, dtype=np.float32)


@lru_cache(maxsize=16)
def _finder(px_per_module: float) -> Grey:
    """The finder and one module of white round it, averaged over all turns, blurred."""
    fine = 6
    half = int(np.ceil(_TEMPLATE_MODULES / 2 * px_per_module))
    count = fine * (2 * half + 1)
    along = (np.arange(count) + 0.5) / fine - half - 0.5
    turns = np.deg2rad(np.arange(0, 90, 7.5))
    light = np.zeros((count, count))
    for turn in turns:
        u = (along[None, :] * np.cos(turn) + along[:, None] * np.sin(turn)) / px_per_module
        v = (along[:, None] * np.cos(turn) - along[None, :] * np.sin(turn)) / px_per_module
        ring = np.maximum(np.abs(u), np.abs(v))
        light += (ring > 3.5) | ((ring > 1.5) & (ring < 2.5))
    soft = cv2.GaussianBlur(light / len(turns), (0, 0), _BLUR_PX * fine)
    pixels = soft.reshape(2 * half + 1, fine, 2 * half + 1, fine).mean(axis=(1, 3))
    return np.asarray(np.rint(40 + 200 * pixels**0.45), dtype=np.uint8)


def _peaks(likeness: Array32, px_per_module: float, effort: Effort) -> tuple[Complex, Array]:
    """Local maxima, best first, as column + row·i, and their likeness."""
    reach = 2 * max(int(1.5 * px_per_module), 1) + 1
    around = cv2.dilate(likeness, np.ones((reach, reach), np.uint8))
    rows, columns = np.nonzero((likeness >= around) & (likeness > effort.least))
    values = likeness[rows, columns]
    order = np.argsort(-values)[: effort.peaks]
    return columns[order] + 1j * rows[order], values[order].astype(np.float64)


def _triples(peaks: Complex, apart: float) -> tuple[Complex, Complex]:
    """Corner finders, and the vector from each to the finder right of it as printed.

    Every pair at the distance of two neighbours gives two symbols (the pair is its top, or
    its left side, in either sense); every pair at the distance of the diagonal gives two.
    """
    if len(peaks) < 2:
        return np.zeros(0, complex), np.zeros(0, complex)
    tree = cKDTree(np.column_stack([peaks.real, peaks.imag]))
    pairs = tree.query_pairs(apart * np.sqrt(2) * (1 + _SCALE_SLACK), output_type="ndarray")
    first, second = peaks[pairs[:, 0]], peaks[pairs[:, 1]]
    length = np.abs(second - first)
    side = np.abs(length / apart - 1) < _SCALE_SLACK
    diagonal = np.abs(length / apart / np.sqrt(2) - 1) < _SCALE_SLACK
    a = np.concatenate([first[side], second[side]])
    b = np.concatenate([second[side], first[side]])
    # Picture rows run down, so a turn by +i is clockwise: right to down, as printed.
    corners, alongs = [a, a], [b - a, (b - a) * -1j]
    c, d = first[diagonal], second[diagonal]
    for start, end in ((c, d), (d, c)):
        # start is the finder to the right, end the one below; the corner is between them.
        along = (start - end) / (1 - 1j)
        corners.append(start - along)
        alongs.append(along)
    return np.concatenate(corners), np.concatenate(alongs)


def _scores(likeness: Array32, corner: Complex, along: Complex) -> Array:
    """Sum of the likeness at the three finders; each may be a pixel off, none below zero."""
    near = cv2.dilate(likeness, np.ones((3, 3), np.uint8))
    total = np.zeros(len(corner))
    for place in (corner, corner + along, corner + along * 1j):
        columns = np.rint(place.real).astype(int)
        rows = np.rint(place.imag).astype(int)
        inside = (columns >= 0) & (rows >= 0)
        inside &= (columns < near.shape[1]) & (rows < near.shape[0])
        values = near[np.where(inside, rows, 0), np.where(inside, columns, 0)]
        total += np.where(inside, np.maximum(values, 0), 0)
    return total


def _best_apart(
    corner: Complex, along: Complex, scores: Array, px_per_module: float, most: int
) -> NDArray[np.intp]:
    """Best first, no two within two modules of one another and turned the same way."""
    order = np.argsort(-scores)[: 6 * most]
    centre = (corner + along * (0.5 + 0.5j))[order]
    ends = centre + along[order] * (0.5 + 0.5j)
    kept: list[int] = []
    taken = np.zeros(len(order), dtype=bool)
    for i in range(len(order)):
        if taken[i]:
            continue
        kept.append(i)
        if len(kept) == most:
            break
        near = np.abs(centre - centre[i]) < 2 * px_per_module
        taken |= near & (np.abs(ends - ends[i]) < 3.5 * px_per_module)
    return order[np.array(kept, dtype=np.intp)]


def _on_plane(
    ortho: Ortho, corner: Complex, along: Complex, scores: Array, modules: int
) -> Proposals:
    centre = corner + along * (0.5 + 0.5j)
    places = ortho.places(centre.real, centre.imag)
    sides = np.asarray(np.conj(along) / ortho.px_per_in * modules / (modules - 7), complex)
    return Proposals(places, sides, scores)
