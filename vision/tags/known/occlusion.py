"""What may lie over part of a tag, and what then still shows.

A hand or a neighbour's base reaches in from one side. So for each of eight sides and two
depths there is a *part* of the symbol that would still show; part 0 is all of it. A place
is compared with what all tags share in each part, and the best part is taken: a tag of which
a tenth is covered is then as easy to find as a free one. The part is chosen by what all tags
share and never by a name, so it favours no name over another.

A figure stands about in the middle, where what all tags share says nothing. So what is not
believed as a whole is judged once more without an oval of its middle, of several sizes and
directions: what shows on either side of it is taken together.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from vision.tags.known.templates import Array32, Grid

SIDES = 8
SHARES = (0.12, 0.25)
"""Shares of the symbol that are given up."""

EDGE_PARTS = 1 + SIDES * len(SHARES)
"""Part 0 and those without a side come first, those without the middle after them."""

_ROUND = (0.15, 0.26, 0.37)
_LONG = (0.22, 0.34)
_LONGER = 1.8
_DIRECTIONS = 4


@lru_cache(maxsize=16)
def visible_parts(grid: Grid) -> Array32:
    """(28, samples): 1 where a part shows, 0 where it is covered; row 0 shows all."""
    u, v = grid.points.real, -grid.points.imag
    on = (np.abs(u) <= grid.modules / 2) & (np.abs(v) <= grid.modules / 2)
    parts = [np.ones(len(u), dtype=np.float32)]
    for share in SHARES:
        for turn in 2 * np.pi * np.arange(SIDES) / SIDES:
            along = u * np.cos(turn) + v * np.sin(turn)
            parts.append((along >= np.quantile(along[on], share)).astype(np.float32))
    ovals = [(share, 1.0, 0.0) for share in _ROUND]
    turns = np.pi * np.arange(_DIRECTIONS) / _DIRECTIONS
    ovals += [(share, _LONGER, float(turn)) for share in _LONG for turn in turns]
    for share, longer, turn in ovals:
        along = u * np.cos(turn) + v * np.sin(turn)
        across = v * np.cos(turn) - u * np.sin(turn)
        reach = np.hypot(along / longer, across)
        parts.append((reach >= np.quantile(reach[on], share)).astype(np.float32))
    return np.stack(parts)


def likeness_in_parts(patches: Array32, pattern: Array32, parts: Array32) -> Array32:
    """(n, parts) correlation of (n, samples) patches with a pattern within each part.

    Times the root of the share that shows: a part must explain better what is left, or it is
    not worth giving up the rest.
    """
    count = parts.sum(axis=1)
    inside = parts * pattern
    along = inside.sum(axis=1)
    length = np.einsum("ij,ij->i", inside, inside) - along * along / count
    total = patches @ parts.T
    spread = (patches * patches) @ parts.T - total * total / count
    shared = patches @ inside.T - total * along / count
    likeness = shared / np.sqrt(np.maximum(spread, 1.0) * np.maximum(length, 1e-9))
    return np.asarray(likeness * np.sqrt(count / parts.shape[1]), dtype=np.float32)
