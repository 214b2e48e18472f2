"""How far the tags of one picture are from squares, and what that comes from.

A tag on a plane with slopes g (inches up per inch, east + north·i), seen from a camera H above
it and r aside (r complex, from the foot of the camera), is drawn out by its slant
E = r·g/(2H): places p of the square come to lie at p + E·p̄ (to first order, after a move, a
turn and a growth that cannot be told from those of the base). So beside the foot of the camera
a slant of hundredths tells slopes of degrees. What else slants tags is the same for all of
them: paper that was printed longer than wide, and what the calibration has wrong.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.camera import Array, Calibration
from vision.tags.tag import Tag

Complex = NDArray[np.complex128]

_PRINTED_LONGER = 0.003
"""Half of what a printer makes longer along the paper than across it, as a share."""


@dataclass(frozen=True, slots=True, eq=False)
class Slants:
    """Of n tags: ``seen`` (n,) slant, ``sigma`` (n,) of either part, ``lever`` (n,) r/(2H), so
    that slant = lever·slopes; ``in_common`` (2 n, k): what one standard deviation of each shared
    error does to the slants (real parts, then imaginary parts)."""

    seen: Complex
    sigma: Array
    lever: Complex
    in_common: Array

    @property
    def stacked(self) -> Array:
        """(2 n,) real parts, then imaginary parts."""
        return np.concatenate([self.seen.real, self.seen.imag])


def slants_of(tags: Sequence[tuple[Tag, float]], calibration: Calibration) -> Slants:
    """The slants of tags that were measured as parallelograms, each with its height in inches.

    Raises:
        CalibrationError: a tag lies where the camera looks past the table.
    """
    some = [tag for tag, _ in tags]
    each = np.repeat([height_in for _, height_in in tags], 4).astype(np.float64)
    pixels = np.array([tag.loose_px for tag in some], dtype=np.float64).reshape(-1, 2)
    seen = calibration.to_table(pixels, each) @ np.array([1, 1j])
    by_pixel, by_shared = calibration.table_jacobians(pixels, each)
    quads = seen.reshape(-1, 4)
    middle = quads.mean(axis=1)
    square = _squares(quads - middle[:, None])
    weights = square / (np.abs(square) ** 2).sum(axis=1, keepdims=True)
    slant = (quads * weights).sum(axis=1)
    east, north, up = calibration.camera_xyz_in
    lever = (middle - complex(east, north)) / 2 / (up - each[::4])
    px_in = np.sqrt(np.abs(np.linalg.det(by_pixel.reshape(-1, 4, 2, 2)[:, 0])))
    loose = np.array([tag.loose_sigma_px for tag in some])
    sigma = loose * px_in / np.abs(square[:, 0]) / 2
    shared = (by_shared @ np.array([1, 1j])).reshape(len(some), 4, -1)
    wrong = np.einsum("nj,njk->nk", weights, shared)
    paper = _PRINTED_LONGER * square[:, :1] ** 2 / np.abs(square[:, :1]) ** 2
    columns = np.hstack([wrong, paper, 1j * paper])
    in_common = np.vstack([columns.real, columns.imag])
    return Slants(slant, sigma, lever, in_common)


def _squares(quads: Complex) -> Complex:
    """(n, 4) the square that lies nearest to each of (n, 4) quadrangles round 0."""
    turns = np.array([1, 1j, -1, -1j])
    first = (quads * turns).mean(axis=1)
    return np.asarray(first[:, None] * turns.conj())
