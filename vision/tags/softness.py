"""How soft this camera draws, found from what all tags have in common."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.tags.decoded import Grey
from vision.tags.forms import Bank, Form
from vision.tags.plane import LocalMaps
from vision.tags.pose import Poses, refine
from vision.tags.templates import Blur

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
_FEW = 16


def find_blur(
    grey: Grey,
    maps: LocalMaps,
    poses: Poses,
    own: NDArray[np.intp] | None,
    form: Form,
    px_per_module: float,
) -> Blur:
    """The blur that explains the tags at *poses* best.

    *own*: which tag stands at each pose; when that is not known (None), only those samples
    are compared that look the same in all tags of the form. *maps* leads from the plane to
    *grey*, *px_per_module* is counted in *grey*.
    """
    rows = np.arange(min(len(form.matrices), _FEW)) if own is None else own
    merits = []
    for blur in CHOICES:
        bank = Bank(form.matrices[rows], px_per_module, blur)
        basis = bank.common if own is None else bank.own(np.arange(len(own)))
        mask = bank.fixed if own is None else None
        fit = refine(grey, maps, poses, bank.grid, basis, 1, mask=mask)
        merits.append(float(np.median(fit.explained * fit.inliers)))
    return CHOICES[int(np.argmax(merits))]
