"""A quick look whether tags still lie where they were placed.

Nearly always they do. So what each looked like when it was placed is kept, with the part of
the least squares of ``pose`` that turns pixels into a shift: both are the same for as long as
the tag lies still (inverse compositional alignment, Baker and Matthews 2004). What then looks
the same and has not shifted needs no fit.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cameras.camera import Picture
from vision.tags.known.closed_set import FormReader
from vision.tags.known.looks import Look
from vision.tags.known.templates import Array32, single

LEAST_LIKENESS = 0.95
"""Two tags in play differ in a quarter of their modules: one in the place of another is not
this like it, and a tenth covered is not either."""
MOST_SHIFT_MODULES = 0.05
_LEAST_CONTRAST, _MOST_CONTRAST = 0.5, 2.0
_GREY = np.array([0.114, 0.587, 0.299], dtype=np.float32)
"""Of blue, green and red, ITU-R BT.601, as OpenCV greys a picture."""


@dataclass(frozen=True, eq=False)
class _Grips:
    """Of n tags: ``first``, ``second`` (n, samples) where to sample, for ``cv2.remap``;
    ``solvers`` (n, 5, samples) from pixels to contrast, shift, growth and turn; ``patches``
    (n, samples) what was sampled, ``held`` (n, 5) what that gave."""

    first: NDArray[np.int16]
    second: NDArray[np.uint16]
    solvers: Array32
    patches: Array32
    held: Array32

    def take(self, rows: NDArray[np.intp]) -> _Grips:
        """Some of them."""
        return _Grips(
            self.first[rows],
            self.second[rows],
            self.solvers[rows],
            self.patches[rows],
            self.held[rows],
        )


def _together(some: Sequence[_Grips]) -> _Grips:
    return _Grips(
        np.concatenate([one.first for one in some]),
        np.concatenate([one.second for one in some]),
        np.concatenate([one.solvers for one in some]),
        np.concatenate([one.patches for one in some]),
        np.concatenate([one.held for one in some]),
    )


class Hold:
    """What the tags of one form looked like in *picture*, in which *looks* lie in their places.

    *before*: an earlier hold, of which those tags are taken over that have not been placed
    anew; so nothing drifts away in many small steps.
    """

    def __init__(
        self,
        form: FormReader,
        looks: Sequence[Look],
        picture: Picture,
        before: Hold | None = None,
    ) -> None:
        old = {} if before is None else before._rows
        kept = [look for look in looks if id(look) in old]
        fresh = [look for look in looks if id(look) not in old]
        grips: list[_Grips] = []
        if before is not None and kept:
            grips.append(before._grips.take(np.array([old[id(look)] for look in kept])))
        if fresh:
            grips.append(_grip(form, fresh, picture))
        self.looks: tuple[Look, ...] = (*kept, *fresh)
        self._rows: dict[int, int] = {id(look): i for i, look in enumerate(self.looks)}
        self._grips: _Grips = _together(grips)
        self._half = form.form.modules / 2

    def still(self, picture: Picture, looks: Sequence[Look]) -> list[bool]:
        """Whether each of some of the looks lies as it lay, not a twentieth of a module off."""
        rows = np.array([self._rows[id(look)] for look in looks])
        whole = len(rows) == len(self.looks) and bool((rows == np.arange(len(rows))).all())
        grips = self._grips if whole else self._grips.take(rows)
        patches = _sampled(picture, grips.first, grips.second)
        now = _solved(grips.solvers, patches)
        contrast, before = now[:, 0], grips.held[:, 0]
        moved = now[:, 1:] / contrast[:, None] - grips.held[:, 1:] / before[:, None]
        shift = np.hypot(moved[:, 0], moved[:, 1])
        shift += self._half * np.hypot(moved[:, 2], moved[:, 3])
        good = (shift < MOST_SHIFT_MODULES) & (_likeness(patches, grips.patches) > LEAST_LIKENESS)
        good &= (contrast > _LEAST_CONTRAST * before) & (contrast < _MOST_CONTRAST * before)
        return [bool(one) for one in good]


def _grip(form: FormReader, looks: Sequence[Look], picture: Picture) -> _Grips:
    places, solvers = form.grip(looks)
    first, second = cv2.convertMaps(single(places.real), single(places.imag), cv2.CV_16SC2)
    maps = (np.asarray(first, dtype=np.int16), np.asarray(second, dtype=np.uint16))
    patches = _sampled(picture, *maps)
    return _Grips(*maps, solvers, patches, _solved(solvers, patches))


def _sampled(picture: Picture, first: NDArray[np.int16], second: NDArray[np.uint16]) -> Array32:
    """(n, samples) grey levels; a picture in colour is greyed there alone."""
    values = cv2.remap(picture, first, second, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    if values.ndim == 3:
        return np.asarray(cv2.transform(values, _GREY[None, :]), dtype=np.float32)
    return np.asarray(values, dtype=np.float32)


def _solved(solvers: Array32, patches: Array32) -> Array32:
    return np.asarray((solvers @ patches[:, :, None])[:, :, 0], dtype=np.float32)


def _likeness(one: Array32, other: Array32) -> NDArray[np.float64]:
    """(n,) correlation of each pair of rows."""
    count = one.shape[1]
    sums = [np.einsum("ij->i", part) for part in (one, other)]
    squares = [
        np.einsum("ij,ij->i", part, part) - total * total / count
        for part, total in zip((one, other), sums, strict=True)
    ]
    shared = np.einsum("ij,ij->i", one, other) - sums[0] * sums[1] / count
    return np.asarray(shared / np.sqrt(np.maximum(squares[0] * squares[1], 1e-6)))
