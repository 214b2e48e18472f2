"""How far each tag is from a square: what a label that does not lie level is seen as.

The closed-set reader lays squares. Of the tags it believes it is then measured which
parallelogram explains the pixels best; what that says of the base is judged elsewhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.tags.decode.decoded import Corners, Grey
from vision.tags.find.pose import slants
from vision.tags.known.closed_set import FormReader
from vision.tags.known.looks import Look

# The residuals of neighbouring samples are not independent, and ink and sensor are not square to
# the last. On rendered frames of level tags these two make errors and sigmas agree.
_FACTOR, _FLOOR = 1.9, 0.0006
_SQUARE = np.array([-1 + 1j, 1 + 1j, 1 - 1j, -1 - 1j])


def loosened(reader: FormReader, small: Grey, looks: Sequence[Look]) -> list[Look]:
    """The looks with the corners of the parallelogram that each is seen as.

    *small*: the picture shrunk as the reader reads it.
    """
    found = list(looks)
    rows = np.array([look.row for look in looks], dtype=np.intp)
    for some, near, bank in reader.templates_for(looks):
        maps = reader.maps_for(near)
        slant, sigma = slants(small, maps, near, bank.grid, bank.own(rows[some]))
        square = _SQUARE * (reader.form.modules / 2)
        loose = square + slant[:, None] * square.conj()
        places = near.centres[:, None] + near.modules[:, None] * loose
        corners = reader.in_pixels(places.ravel()).reshape(-1, 4)
        share = np.hypot(_FACTOR * sigma, _FLOOR)
        for k, i in enumerate(some.tolist()):
            # Four corners that are off by this, each for itself, make the slant so unsure.
            off_px = float(np.sqrt(2) * share[k] * looks[i].side_px)
            found[i] = replace(looks[i], loose_px=_corners(corners[k]), loose_sigma_px=off_px)
    return found


def _corners(square: np.ndarray) -> Corners:
    one, two, three, four = ((float(at.real), float(at.imag)) for at in square)
    return one, two, three, four
