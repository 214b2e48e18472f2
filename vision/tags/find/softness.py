"""How soft this camera draws, found from tags that are known."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.tags.decode.decoded import Grey
from vision.tags.decode.forms import Bank, Form
from vision.tags.find.plane import LocalMaps
from vision.tags.find.pose import Poses, refine
from vision.tags.known.templates import Blur

CHOICES = (
    Blur(0.5, 0.0),
    Blur(0.7, 0.0),
    Blur(0.7, 1.0),
    Blur(0.9, 0.0),
    Blur(0.9, 1.0),
    Blur(1.1, 0.0),
    Blur(1.1, 1.0),
    Blur(1.4, 0.0),
    Blur(1.4, 1.0),
    Blur(1.8, 0.0),
)
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
    merits = []
    for blur in CHOICES:
        bank = Bank(form.matrices[rows], px_per_module, blur)
        own = bank.own(np.arange(len(rows)))
        fit = refine(grey, maps, poses, bank.grid, own, 1)
        merits.append(float(np.median(fit.explained * fit.inliers)))
    return CHOICES[int(np.argmax(merits))]
