"""Finder patterns, the eyes of QR symbols, and what they say of where symbols lie.

A finder looks nearly the same however it is turned, so one correlation with it, averaged over
all turns, marks finders in the rectified picture. In a QR symbol pairs of marks at the right
distance say where the third must be; a Micro QR symbol has one finder and may be turned any
way about it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray
from scipy.spatial import cKDTree

from vision.tags.decode.decoded import Grey
from vision.tags.find.plane import Array, Complex
from vision.tags.known.templates import GAMMA, Array32

FINDER_MODULES = 7
_TEMPLATE_MODULES = 6.4
_SHARPER = 0.78
_FAINT_GREY = 5.0
_SCALE_SLACK = 0.12
_TURNS = 24
_SINGLES = 8
"""A lone finder is tried in every turn, so only so many-th of the peaks can be."""


@dataclass(frozen=True, slots=True)
class Effort:
    """How hard to look. ``least``: correlation from which a place counts as a finder.

    ``places``: how many are looked at, besides one for every tag in play. ``doubtful``: a place
    where nothing is believed is looked at again, in part and as if its paper were burnt out.
    """

    least: float
    peaks: int
    triples: int
    places: int
    doubtful: bool = True

    def most_places(self, tags: int) -> int:
        """How many places are looked at for so many tags."""
        return self.places + tags


QUICK = Effort(0.2, 1500, 2000, 80)
THOROUGH = Effort(0.12, 6000, 8000, 760)
GLANCE = replace(QUICK, doubtful=False)
"""For a part of the picture beside which something still moves: it is looked at again at rest."""


@dataclass(frozen=True, eq=False)
class Guesses:
    """Where symbols may lie in a rectified picture, right + down·i pixels.

    ``centres``: (n,) of the symbol. ``modules``: (n,) one module along its printed top.
    ``merits``: (n,) mean likeness of the finders, what there is to say for a guess so far.
    """

    centres: Complex
    modules: Complex
    merits: Array


def three_finders(
    picture: Grey, px_per_module: float, modules: int, effort: Effort, soft_px: float
) -> Guesses:
    """Squares of which three corners may hold finders, the best ``effort.triples``."""
    likeness = finder_likeness(picture, px_per_module, soft_px)
    peaks = _peaks(likeness, px_per_module, effort)
    between = modules - FINDER_MODULES
    corner, along = _triples(peaks, between * px_per_module)
    scores = _scores(likeness, corner, along)
    best = np.argsort(-scores)[: effort.triples]
    corner, along = corner[best], along[best]
    return Guesses(corner + along * (0.5 + 0.5j), along / between, scores[best] / 3)


def one_finder(
    picture: Grey, px_per_module: float, modules: int, effort: Effort, soft_px: float
) -> Guesses:
    """Squares of which the top-left corner may hold a finder, in every turn."""
    likeness = finder_likeness(picture, px_per_module, soft_px)
    peaks = _peaks(likeness, px_per_module, effort)[: effort.peaks // _SINGLES]
    module = px_per_module * np.exp(2j * np.pi * np.arange(_TURNS) / _TURNS)
    off = module * (0.5 + 0.5j) * (modules - FINDER_MODULES)
    centres = peaks[:, None] + off[None, :]
    modules_px = np.broadcast_to(module, centres.shape).ravel()
    return Guesses(centres.ravel(), modules_px, np.zeros(centres.size))


def finder_likeness(picture: Grey, px_per_module: float, soft_px: float) -> Array32:
    """Likeness of every place to a finder pattern of any turn, at most 1.

    The correlation, times contrast/(contrast + a little): cloth and paint make many faint
    blobs that correlate well, and no finder is that faint.
    """
    # A template sharper than the picture finds more than one that is as soft.
    template = _finder(round(px_per_module, 3), round(_SHARPER * soft_px, 2))
    size = template.shape[::-1]
    # In single precision filter2D is five times as fast as on bytes.
    shared = cv2.filter2D(
        picture.astype(np.float32), cv2.CV_32F, template, borderType=cv2.BORDER_REPLICATE
    )
    mean = cv2.boxFilter(picture, cv2.CV_32F, size, borderType=cv2.BORDER_REPLICATE)
    square = cv2.sqrBoxFilter(picture, cv2.CV_32F, size, borderType=cv2.BORDER_REPLICATE)
    # In place from here on: in single precision each of these is as large as a 4K picture.
    cv2.multiply(mean, mean, dst=mean)
    cv2.absdiff(square, mean, dst=square)
    contrast = np.asarray(cv2.sqrt(square, dst=square), dtype=np.float32)
    contrast += np.float32(_FAINT_GREY)
    # The correlation is shared/contrast: the contrast of the picture cancels from the product.
    return np.asarray(np.divide(shared, contrast, out=shared), dtype=np.float32)


@lru_cache(maxsize=16)
def _finder(px_per_module: float, blur_px: float) -> Array32:
    """The finder as far as its white ring all round, averaged over all turns, blurred.

    Less its mean and so long that its product with a picture is their correlation times the
    picture's standard deviation. No wider: at 45 degrees the corners of the window would look
    at what lies beside it.
    """
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
    soft = cv2.GaussianBlur(light / len(turns), (0, 0), blur_px * fine)
    pixels = soft.reshape(2 * half + 1, fine, 2 * half + 1, fine).mean(axis=(1, 3))
    shown = pixels**GAMMA
    shown -= shown.mean()
    return np.asarray(shown / (np.linalg.norm(shown) * np.sqrt(shown.size)), dtype=np.float32)


def _peaks(likeness: Array32, px_per_module: float, effort: Effort) -> Complex:
    """Local maxima, best first, as column + row·i."""
    reach = 2 * max(int(1.5 * px_per_module), 1) + 1
    around = cv2.dilate(likeness, np.ones((reach, reach), np.uint8))
    rows, columns = np.nonzero((likeness >= around) & (likeness > effort.least))
    order = np.argsort(-likeness[rows, columns])[: effort.peaks]
    return np.asarray(columns[order] + 1j * rows[order])


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
        inside: NDArray[np.bool_] = (columns >= 0) & (rows >= 0)
        inside &= (columns < near.shape[1]) & (rows < near.shape[0])
        values = near[np.where(inside, rows, 0), np.where(inside, columns, 0)]
        total += np.where(inside, np.maximum(values, 0), 0)
    return total
