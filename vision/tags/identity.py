"""Which tag it is, and whether it is one of ours at all.

Identity is decided by the modules, all of them: patch and templates are normalised for local
contrast, what all templates have in common is taken out, and what is left is correlated. The
score of the best template is ``rho``, its lead over the next is ``margin``. Nothing is
trimmed or weighted away here: a foreign tag differs from ours in just the modules that a
robust score would drop.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.tags.templates import Array32, LocalContrast, unit_rows

Array = NDArray[np.float64]
Rows = NDArray[np.intp]


@dataclass(frozen=True, eq=False)
class Scores:
    """n patches judged. ``best``: (n,) row of the best template. ``rho``, ``margin``: (n,)."""

    best: Rows
    rho: Array
    margin: Array
    second: Rows


class Identities:
    """The identifying part of k templates at one scale."""

    def __init__(self, pictures: Array32, side: int) -> None:
        self._contrast = LocalContrast(side)
        normal = self._contrast(pictures)
        common = self._contrast(pictures.mean(axis=0, keepdims=True))[0]
        self._common = common / np.linalg.norm(common)
        self.parts = unit_rows(self._without_common(normal))

    def _without_common(self, normal: Array32) -> Array32:
        along = normal @ self._common
        return np.asarray(normal - along[:, None] * self._common[None, :], dtype=np.float32)

    def likeness(self, patches: Array32) -> Array32:
        """(n, k) correlation of every patch with every template."""
        parts = unit_rows(self._without_common(self._contrast(patches)))
        return np.asarray(parts @ self.parts.T, dtype=np.float32)

    def judge(self, patches: Array32) -> Scores:
        """Best template, its correlation and its lead, for each patch."""
        likeness = self.likeness(patches)
        first_two = np.argpartition(-likeness, 1, axis=1)[:, :2]
        values = np.take_along_axis(likeness, first_two, axis=1)
        turned = values[:, 0] < values[:, 1]
        first_two[turned] = first_two[turned][:, ::-1]
        values[turned] = values[turned][:, ::-1]
        rho = values[:, 0].astype(np.float64)
        margin = rho - values[:, 1]
        return Scores(first_two[:, 0], rho, margin, first_two[:, 1])
