"""Does a coded picture show what those before it did? Told by its length alone, unopened.

Law: pure; numbers in, verdicts out. A JPEG spends bits on what its squares show. Of a still scene
only the sensor's noise differs, and over a hundred thousand squares it evens out: the lengths of
4K pictures with noise of two grey levels had a standard deviation of 145 of 1.9 million bytes. A
hand took 40,000, a base put an inch and a half on 600 to 1,000, a fifth of an inch 0 to 250. So
pictures are opened now and then all the same, and lengths that scatter widely say nothing at all.
"""

from __future__ import annotations

from collections import deque
from statistics import fmean, median

_KNOWN = 12
_REMEMBERED = 30
_NEWEST = 3
_SIGMAS = 3.5
_SIGMAS_TOGETHER = 3.0
_LEAST_SIGMA_BYTES = 4.0
"""Lengths are whole bytes, and a scatter told from a dozen of them may be far too small."""
_MOST_SHARE = 0.0008
"""A camera whose lengths scatter by more, as one that keeps to a bit rate, is always looked at."""
_TO_SIGMA = 0.6745 * 2**0.5
"""The median of the absolute difference of two normal numbers, in their sigmas."""


class Lengths:
    """The lengths of the newest pictures of one still scene, bytes."""

    def __init__(self) -> None:
        self._newest: deque[int] = deque(maxlen=_REMEMBERED)

    def forget(self) -> None:
        """Something changed: what is known of the lengths holds no more."""
        self._newest.clear()

    def note(self, length: int) -> None:
        """One more picture of the still scene had this length."""
        self._newest.append(length)

    def is_usual(self, length: int) -> bool:
        """Is *length* one that the still scene has by its noise alone?

        So must be the mean of it and the last two: a change too small to stand out once stays.
        False until enough were noted, and where they differ so much that it would say nothing.
        """
        if len(self._newest) < _KNOWN:
            return False
        known = list(self._newest)
        steps = [abs(one - other) for one, other in zip(known, known[1:], strict=False)]
        sigma = max(median(steps) / _TO_SIGMA, _LEAST_SIGMA_BYTES)
        if sigma > _MOST_SHARE * length:
            return False
        older, newest = known[: 1 - _NEWEST], [*known[1 - _NEWEST :], length]
        unsure = (1 / len(newest) + 1 / len(older)) ** 0.5
        together = abs(fmean(newest) - fmean(older)) < _SIGMAS_TOGETHER * unsure * sigma
        return together and abs(length - fmean(known)) < _SIGMAS * sigma
