"""Where a tag may lie: guesses of the kind that suits its symbol, sorted by likeness.

A place is only proposed here, never accepted.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.tags.decode.decoded import Grey
from vision.tags.find.finders import Effort, Guesses, one_finder, three_finders
from vision.tags.find.plane import Array, Complex, Ortho
from vision.tags.find.quads import squares
from vision.tags.known.occlusion import likeness_in_parts
from vision.tags.known.templates import Array32

_SOFTEN_PX = 0.8
_TURN_ENDS_MODULES = 3.5
_PLACE_MODULES = 2.0

PX_PER_MODULE = {"qr": 1.25, "microqr": 1.5, "aruco": 3.0}
"""Scale of the rectified picture in which each symbol is looked for."""


@dataclass(frozen=True, eq=False)
class Typical:
    """What all symbols of a form have in common, coarsely: one sample a module.

    ``pattern``: (points,) zero mean, length one. ``points``: as of ``Grid.points``.
    ``soft_px``: how soft the picture is in which it is looked for. ``parts``: (parts, points)
    what may show of a symbol of which the rest is covered, see ``covers``. ``tags``: how many
    are in play.
    """

    symbol: str
    modules: int
    points: Complex
    pattern: Array32
    soft_px: float
    parts: Array32
    tags: int


@dataclass(frozen=True, eq=False)
class Proposals:
    """n places where a tag may lie, best first.

    ``centres``: (n,) on the plane. ``modules``: (n,) complex, one module along the printed
    top of the symbol, inches. ``likeness``: (n,) correlation with the typical symbol
    and mean likeness of the finders, added. ``parts``: (n,) the part that looks most like it.
    """

    centres: Complex
    modules: Complex
    likeness: Array
    parts: NDArray[np.intp]


def propose(
    ortho: Ortho,
    picture: Grey,
    size_in: float,
    typical: Typical,
    effort: Effort,
    taken: Complex | None = None,
) -> Proposals:
    """Places for symbols of *size_in* like *typical*.

    *picture*: what ``ortho.picture`` gave. *taken*: places where a tag is known to lie.
    """
    px_per_module = ortho.px_per_in * size_in / typical.modules
    guesses = _guesses(picture, px_per_module, typical, effort)
    if taken is not None:
        guesses = _elsewhere(guesses, ortho.maps(taken).terms[:, 0], px_per_module * 7)
    if len(guesses.centres) == 0:
        return Proposals(*(np.zeros(0, kind) for kind in (complex, complex, float, int)))
    in_parts = _likeness(picture, guesses, typical)
    parts = in_parts.argmax(axis=1)
    # Where a finder is covered the two finders that are left still speak for the place.
    likeness = in_parts[np.arange(len(parts)), parts] + guesses.merits
    most = effort.most_places(typical.tags)
    order = _best_apart(guesses, likeness, px_per_module, typical.modules, most)
    centres, modules = guesses.centres[order], guesses.modules[order]
    places = ortho.places(centres.real, centres.imag)
    turned = np.asarray(np.conj(modules) / ortho.px_per_in, dtype=np.complex128)
    return Proposals(places, turned, likeness[order], parts[order])


def _guesses(picture: Grey, px_per_module: float, typical: Typical, effort: Effort) -> Guesses:
    if typical.symbol == "aruco":
        return squares(picture, px_per_module, typical.modules)
    if typical.symbol == "microqr":
        return one_finder(picture, px_per_module, typical.modules, effort, typical.soft_px)
    return three_finders(picture, px_per_module, typical.modules, effort, typical.soft_px)


def _elsewhere(guesses: Guesses, taken: Complex, near_px: float) -> Guesses:
    free = np.ones(len(guesses.centres), dtype=bool)
    for place in taken:
        free &= np.abs(guesses.centres - place) > near_px
    return Guesses(guesses.centres[free], guesses.modules[free], guesses.merits[free])


def _likeness(picture: Grey, guesses: Guesses, typical: Typical) -> Array:
    """(n, parts) correlation of the picture with the typical symbol at each guess."""
    soft = cv2.GaussianBlur(picture, (0, 0), _SOFTEN_PX)
    # Rows of the picture run down, so template v, which is -Im of a point, runs along +i.
    points = np.conj(typical.points).astype(np.complex64)
    at = guesses.centres.astype(np.complex64)[:, None] + (
        guesses.modules.astype(np.complex64)[:, None] * points[None, :]
    )
    patches = cv2.remap(
        soft, np.ascontiguousarray(at.real), np.ascontiguousarray(at.imag), cv2.INTER_LINEAR
    ).astype(np.float32)
    patches -= patches.mean(axis=1, keepdims=True)
    likeness = likeness_in_parts(patches, typical.pattern, typical.parts)
    return np.asarray(likeness, dtype=np.float64)


def _best_apart(
    guesses: Guesses, likeness: Array, px_per_module: float, modules: int, most: int
) -> NDArray[np.intp]:
    """Best first, no two within two modules of one another and turned the same way."""
    order = np.argsort(-likeness)[: 6 * most]
    centres = guesses.centres[order]
    ends = centres + guesses.modules[order] * (0.5 + 0.5j) * modules
    kept: list[int] = []
    taken = np.zeros(len(order), dtype=bool)
    for i in range(len(order)):
        if taken[i]:
            continue
        kept.append(i)
        if len(kept) == most:
            break
        near = np.abs(centres - centres[i]) < _PLACE_MODULES * px_per_module
        taken |= near & (np.abs(ends - ends[i]) < _TURN_ENDS_MODULES * px_per_module)
    return order[np.array(kept, dtype=np.intp)]
