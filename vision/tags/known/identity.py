"""Which tag it is, and whether it is one of ours at all.

Identity is decided by the modules, all of them: patch and templates are normalised for local
contrast, what all templates have in common is taken out, and what is left is correlated. The
score of the best template is ``rho``, its lead over the next is ``margin``. Nothing is
trimmed or weighted away here: a foreign tag differs from ours in just the modules that a
robust score would drop.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.tags.known.templates import Array32, LocalContrast, unit_rows

Array = NDArray[np.float64]
Rows = NDArray[np.intp]


@dataclass(frozen=True, eq=False)
class Scores:
    """n patches judged.

    ``best``: (n,) row of the template judged. ``rho``: (n,) its correlation, ``margin``: its
    lead over the best other one. ``common``: (n,) correlation with what all share.
    ``apart``: (n,) how unlike the two templates are, one less their own correlation: a tag
    seen perfectly leads by just that much.
    """

    best: Rows
    rho: Array
    margin: Array
    common: Array
    apart: Array


def together(scores: Sequence[Scores], rows: Sequence[Rows]) -> Scores:
    """Scores of some patches each, as scores of all: *rows* say which patches."""
    order = np.argsort(np.concatenate(rows))
    each = zip(*((s.best, s.rho, s.margin, s.common, s.apart) for s in scores), strict=True)
    best, rho, margin, common, apart = (np.concatenate(parts)[order] for parts in each)
    return Scores(best, rho, margin, common, apart)


class Identities:
    """The identifying part of k templates at one scale, within what is *seen* (samples,)."""

    def __init__(self, pictures: Array32, side: int, seen: Array32) -> None:
        self._contrast = LocalContrast(side, seen)
        normal = self._contrast(pictures)
        common = self._contrast(pictures.mean(axis=0, keepdims=True))[0]
        # Nothing is left of it where all that the templates show is burnt out.
        length = max(float(np.linalg.norm(common)), 1e-12)
        self._common = np.asarray(common / length, dtype=np.float32)
        self._parts = unit_rows(self._without_common(normal))

    def judge(self, patches: Array32, rows: Rows | None = None) -> Scores:
        """The best template of each patch, or each as the given template.

        The margin is negative if another is better than the given one.
        """
        likeness, common = self._likeness(patches)
        return self._scores(likeness, likeness.argmax(axis=1) if rows is None else rows, common)

    def _likeness(self, patches: Array32) -> tuple[Array32, Array]:
        """(n, k) with every template, (n,) with what all share."""
        normal = self._contrast(patches)
        common = unit_rows(normal) @ self._common
        parts = unit_rows(self._without_common(normal))
        return np.asarray(parts @ self._parts.T, dtype=np.float32), common.astype(np.float64)

    def _without_common(self, normal: Array32) -> Array32:
        along = normal @ self._common
        return np.asarray(normal - along[:, None] * self._common[None, :], dtype=np.float32)

    def _scores(self, likeness: Array32, rows: Rows, common: Array) -> Scores:
        each = np.arange(len(rows))
        rho = likeness[each, rows].astype(np.float64)
        if likeness.shape[1] == 1:
            # A set of one tag without decoys has no other: its lead is over nothing.
            return Scores(rows, rho, rho, common, np.ones(len(rows)))
        others = likeness.copy()
        others[each, rows] = -1
        second = others.argmax(axis=1)
        alike = np.einsum("ij,ij->i", self._parts[rows], self._parts[second])
        apart = np.asarray(1 - alike, dtype=np.float64)
        return Scores(rows, rho, rho - np.maximum(others[each, second], 0), common, apart)
