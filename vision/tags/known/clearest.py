"""In which part of a symbol that is partly covered its name is clearest.

A part is first chosen by what all tags share, on a coarse look; what covers a tag may be small or
dark enough to hide in that. So a place that shows the build of a tag, but no name in its part, is
judged once in every part, and the one that speaks clearest for a name is fitted and asked.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from vision.tags.decode.forms import Bank
from vision.tags.known.accept import clearness
from vision.tags.known.identity import Array, Scores
from vision.tags.known.occlusion import EDGE_PARTS, visible_parts
from vision.tags.known.templates import Array32

Rows = NDArray[np.intp]

_WORTH_A_PART = 0.5


def clearest_parts(bank: Bank, patches: Array32) -> tuple[Rows, Rows, Rows]:
    """(m,) each: which of the (n, samples) patches are worth a fit, the row of *bank* that they
    look like, and the part in which they do; a patch may be worth one with an edge and one
    without its middle.

    Without the middle what shows is much the same for all names, so the likest part is taken;
    along the edges names differ, and the part that sets this one apart best is.
    """
    whole = range(EDGE_PARTS)
    around = range(EDGE_PARTS, len(visible_parts(bank.grid)))
    found = (_best(bank, patches, whole, clearness), _best(bank, patches, around, _likeness))
    rows, best, parts = (np.concatenate(each) for each in zip(*found, strict=True))
    return rows, best, parts


def _best(
    bank: Bank, patches: Array32, kinds: range, merit: Callable[[Scores], Array]
) -> tuple[Rows, Rows, Rows]:
    tried = [bank.judge(patches, np.full(len(patches), kind)) for kind in kinds]
    rho = np.stack([scores.rho for scores in tried])
    merits = np.stack([merit(scores) for scores in tried])
    first = np.where(rho > _WORTH_A_PART, merits, -np.inf).argmax(axis=0)
    each = np.arange(len(patches))
    rows = np.nonzero(rho[first, each] > _WORTH_A_PART)[0]
    best = np.stack([scores.best for scores in tried])[first, each]
    return rows, best[rows], first[rows] + kinds.start


def _likeness(scores: Scores) -> Array:
    return scores.rho
