"""How soft a camera draws is found by few tries."""

from __future__ import annotations

import pytest

from vision.tags.find.softness import highest
from vision.tags.known.templates import Blur

CHOICES = [Blur(sigma_px, 0.0) for sigma_px in (0.5, 0.7, 0.9, 1.1, 1.4, 1.8)]


@pytest.mark.parametrize(("at", "tries"), [(0, 3), (1, 3), (2, 4), (3, 5), (5, 6)])
def test_the_best_softness_is_climbed_to_from_the_second(at: int, tries: int) -> None:
    """The second, its neighbours, and the one after each step up."""
    tried: list[Blur] = []

    def merit(blur: Blur) -> float:
        tried.append(blur)
        return -abs(CHOICES.index(blur) - at)

    assert highest(merit, CHOICES) == (CHOICES[at], 0)
    assert len(tried) == tries
