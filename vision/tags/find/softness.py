"""How soft this camera draws, found from tags that are known."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from vision.tags.decode.decoded import Grey
from vision.tags.decode.forms import Bank, Form
from vision.tags.find.plane import LocalMaps
from vision.tags.find.pose import Poses, refine
from vision.tags.known.templates import Blur

SHARPENED = (Blur(0.7, 1.0), Blur(0.9, 1.0), Blur(1.1, 1.0), Blur(1.4, 1.0))
PLAIN = tuple(Blur(sigma_px, 0.0) for sigma_px in (0.5, 0.7, 0.9, 1.1, 1.4, 1.8))
SOFTER = (Blur(1.3, 0.0), Blur(1.8, 0.0))
"""What is tried when tags do not read."""


def find_blur(
    grey: Grey,
    maps: LocalMaps,
    poses: Poses,
    rows: NDArray[np.intp],
    form: Form,
    px_per_module: float,
) -> Blur:
    """The blur that explains the tags at *poses* best; *rows* says which stands at each.

    *maps* leads from the plane to *grey*, *px_per_module* is counted in *grey*.
    """

    def merit(blur: Blur) -> float:
        bank = Bank(form.matrices[rows], px_per_module, blur)
        fit = refine(grey, maps, poses, bank.grid, bank.own(np.arange(len(rows))), 1)
        return float(np.median(fit.explained * fit.inliers))

    found = [highest(merit, choices) for choices in (SHARPENED, PLAIN)]
    return max(found, key=lambda one: one[1])[0]


def highest(merit: Callable[[Blur], float], choices: Sequence[Blur]) -> tuple[Blur, float]:
    """The choice of most merit, and its merit, where that rises to one top and falls again.

    It is climbed from the second on, so that few are tried: each costs a template a tag.
    """
    known = {1: merit(choices[1])}
    at = 1
    while True:
        for beside in {at + 1, at - 1} & set(range(len(choices))) - set(known):
            known[beside] = merit(choices[beside])
        top = max(known, key=lambda index: known[index])
        if top == at:
            return choices[at], known[at]
        at = top
