"""Two halves of the evidence against each other: sampling error is not model error.

A covariance says how far noise moves an answer if the model is right. Where a model is wrong (a
board that is bent, a lens that was refocused between two pictures) two halves of the pictures
disagree by more than their covariances allow, and the answer is as unsure as that says: its
covariance is grown by Birge's ratio (Birge, Physical Review 40, 1932).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.special import gammaincinv

from calibration.camera import Array

_SURELY = 0.999
# The same for what is tried with every picture: once in a hundred thousand.
_QUITE_SURELY = 0.99999
# More evidence has to narrow a direction by this share of its variance to say anything of it.
_SAYS = 0.1


@dataclass(frozen=True, slots=True)
class Halves:
    """``ratio``: chi squared over its degrees of freedom between two halves; ``disagree``:
    once in a thousand if the model is right."""

    ratio: float = 0.0
    disagree: bool = False

    @property
    def grown(self) -> float:
        """By how much the covariance has to be grown."""
        return max(1.0, self.ratio)


def compare(first: tuple[Array, Array], second: tuple[Array, Array]) -> Halves:
    """Two independent answers, each (n,) numbers with their (n, n) covariance."""
    known = np.diag(first[1] + second[1]) > 0
    apart, spread = (first[0] - second[0])[known], (first[1] + second[1])[np.ix_(known, known)]
    unit = np.sqrt(np.diag(spread))
    apart = apart / unit
    squared = float(apart @ np.linalg.solve(spread / np.outer(unit, unit), apart))
    many = int(known.sum())
    return Halves(squared / many, squared > chi_squared(_SURELY, many))


def contradicts(alone: tuple[Array, Array], joint: tuple[Array, Array]) -> bool:
    """Does more evidence lead away from an answer by more than that answer may be wrong?

    *alone*: (n,) and covariance (n, n) before; *joint*: with the further evidence. Where both
    are right the way between them has the covariance of the first less that of the second
    (Hausman, Econometrica 46, 1978).
    """
    unit = np.sqrt(np.diag(alone[1]))
    root = np.linalg.cholesky(alone[1] / np.outer(unit, unit) + 1e-12 * np.eye(len(unit)))
    narrowed = alone[1] / np.outer(unit, unit) - joint[1] / np.outer(unit, unit)
    whole = np.linalg.solve(root, np.linalg.solve(root, narrowed).T)
    shares, turn = np.linalg.eigh((whole + whole.T) / 2)
    way = turn.T @ np.linalg.solve(root, (joint[0] - alone[0]) / unit)
    says = shares > _SAYS
    squared = float((way[says] ** 2 / shares[says]).sum())
    return bool(says.any()) and squared > chi_squared(_QUITE_SURELY, int(says.sum()))


def chi_squared(share: float, count: int) -> float:
    """What the sum of *count* squares, each of a standard normal, is below in *share* of all cases.

    The quantile of the chi-squared distribution by the inverse of the incomplete gamma function
    (Abramowitz and Stegun 26.4.19). ``scipy.stats`` says the same to the last bit, for 22 MB.
    """
    return 2.0 * float(gammaincinv(count / 2, share))
