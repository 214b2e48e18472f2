"""Tags of one form: same symbol, same size, hence the same finder patterns and the same scale.

A ``Form`` knows its tags and decoys; a ``Bank`` is what they look like at one scale through
one camera. Banks are made when a scale is first met and then kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from vision.tags.codes import module_matrix
from vision.tags.find.pose import Basis, make_basis
from vision.tags.find.proposals import Typical
from vision.tags.known.decoys import make_decoys
from vision.tags.known.identity import Identities, Scores, together
from vision.tags.known.occlusion import EDGE_PARTS, visible_parts
from vision.tags.known.templates import Array32, Blur, Grid, Templates, unit_rows
from vision.tags.tag import TagSpec

Rows = NDArray[np.intp]
SCALE_STEP = 1.2
"""Ratio of one scale for which templates are made to the next."""


_MOST_SETS = 3
"""Sets of tags whose templates are kept: a table's for its first look and for the looks after it,
and another table's. After some hard pictures those of a set hold 100 to 300 MB."""


class Bank:
    """The tags and decoys of a form at *px_per_module* through *blur*."""

    def __init__(
        self, matrices: NDArray[np.bool_], px_per_module: float, blur: Blur, per_module: int = 2
    ) -> None:
        self._templates = Templates(matrices, px_per_module, blur, per_module)
        self.grid: Grid = self._templates.grid
        self.blur = blur
        pictures = self._templates.picture
        right, down = self._templates.slopes(np.arange(len(matrices)))
        self._parts = (pictures, right, down)
        self._judges: dict[int, Identities] = {}
        mean = [part.mean(axis=0, keepdims=True) for part in self._parts]
        self.common = make_basis(self.grid, mean[0], mean[1], mean[2])

    def _identities(self, part: int) -> Identities:
        if part not in self._judges:
            seen = visible_parts(self.grid)[part]
            self._judges[part] = Identities(self._parts[0], self.grid.side, seen)
        return self._judges[part]

    def forget_parts(self) -> None:
        """Keep only what judges all of a symbol: the other parts hold ten times as much."""
        self._judges = {part: judge for part, judge in self._judges.items() if part == 0}

    def judge(self, patches: Array32, parts: Rows, rows: Rows | None = None) -> Scores:
        """The best template of each patch, or each as the template of *rows*.

        Each only within that one of the ``parts`` of a symbol that shows.
        """
        kinds = np.unique(parts).tolist()
        if len(kinds) == 1:
            return self._identities(kinds[0]).judge(patches, rows)
        groups = [np.nonzero(parts == kind)[0] for kind in kinds]
        scores = [
            self._identities(kind).judge(patches[group], None if rows is None else rows[group])
            for kind, group in zip(kinds, groups, strict=True)
        ]
        return together(scores, groups)

    def own(self, rows: Rows) -> Basis:
        """The basis of each of these templates."""
        pictures, right, down = self._parts
        return make_basis(self.grid, pictures[rows], right[rows], down[rows])


class Form:
    """The tags of one symbol and size, and their decoys.

    Rows of every bank: first ``specs``, then ``decoys``.
    """

    def __init__(self, specs: Sequence[TagSpec], decoys: int) -> None:
        self.specs = tuple(specs)
        self.decoys = make_decoys(self.specs, decoys)
        self.matrices = np.stack([module_matrix(s) for s in (*self.specs, *self.decoys)])
        self.size_in = self.specs[0].size_in
        self.symbol = self.specs[0].symbol
        self.modules = int(self.matrices.shape[1])
        self.height_in = float(np.median([spec.height_in for spec in self.specs]))
        self._banks: dict[tuple[float, Blur, int], Bank] = {}

    def bank(self, px_per_module: float, blur: Blur, per_module: int = 2) -> Bank:
        """The bank for a scale, made at most once."""
        key = (round(px_per_module, 3), blur, per_module)
        if key not in self._banks:
            self._banks[key] = Bank(self.matrices, px_per_module, blur, per_module)
        return self._banks[key]

    def typical(self, px_per_module: float, soft_px: float, softened_px: float) -> Typical:
        """What all of them have in common, one sample a module.

        *soft_px*: blur of the picture in which it is looked for; it is softened by
        *softened_px* more before it is compared.
        """
        blur = Blur(float(np.hypot(soft_px, softened_px)), 0.0)
        coarse = Templates(self.matrices, px_per_module, blur, per_module=1)
        mean = coarse.picture.mean(axis=0, keepdims=True)
        pattern = unit_rows(mean - mean.mean())[0]
        points = coarse.grid.points
        parts = self._parts(coarse.grid)
        tags = len(self.specs)
        return Typical(self.symbol, self.modules, points, pattern, soft_px, parts, tags)

    def _parts(self, grid: Grid) -> Array32:
        """The parts in which a symbol is looked for; a small one says too little in part."""
        parts = visible_parts(grid)[:EDGE_PARTS]
        return parts if self.symbol == "qr" else parts[:1]


def make_forms(specs: Sequence[TagSpec], decoys: int) -> tuple[Form, ...]:
    """One form for every symbol, count of modules and size in *specs*.

    Raises:
        ValueError: a payload stands in *specs* twice.
        CodeError: a payload does not fit its symbol.
    """
    payloads = [spec.payload for spec in specs]
    twins = sorted({payload for payload in payloads if payloads.count(payload) > 1})
    if twins:
        raise ValueError(f"two tags in play have the payload {twins[0]!r}: print one anew")
    return _forms(tuple(specs), decoys)


@lru_cache(maxsize=_MOST_SETS)
def _forms(specs: tuple[TagSpec, ...], decoys: int) -> tuple[Form, ...]:
    groups: dict[tuple[str, int, float], list[TagSpec]] = {}
    for spec in specs:
        key = (spec.symbol, module_matrix(spec).shape[0], round(spec.size_in, 3))
        groups.setdefault(key, []).append(spec)
    return tuple(Form(group, decoys) for group in groups.values())
