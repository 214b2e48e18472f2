"""Which of the tags that were read tell most of the camera: high ones, for height is what a flat
table cannot tell."""

from __future__ import annotations

from collections.abc import Sequence

from calibration.register import KnownTag

LEAST_TAGS = 4
MOST_TAGS = 8
"""More tags cost time and tell little more than these."""

_HILL_IN = 0.5


def on_hills(known: Sequence[KnownTag]) -> bool:
    """Whether some of those tags stand clearly higher than others."""
    heights = [tag.height_in for tag in known]
    return max(heights) - min(heights) > _HILL_IN


def most_telling(known: Sequence[KnownTag]) -> tuple[KnownTag, ...]:
    """Up to eight tags: the two highest, for height is what a flat table cannot tell, and
    the others picked evenly over the list."""
    by_height = sorted(known, key=lambda tag: -tag.height_in)
    high, rest = by_height[:2], by_height[2:]
    step = max(1.0, len(rest) / (MOST_TAGS - 2))
    picked = [rest[int(k * step)] for k in range(min(MOST_TAGS - 2, len(rest)))]
    return (*high, *picked)
