"""How reading a table grows with the number of tags on it."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from vision.tags.follow.track import Tracker
from vision.tags.known.proving import Conditions, overhead, scatter, take_picture
from vision.tags.tag import TagSpec

_SIZE_IN = 20 / 25.4
_NOISE_GREY = 2.0
_STILLS = 5
COUNTS = (20, 50, 100, 200)


@dataclass(frozen=True, slots=True)
class TagCount:
    """One 4K picture of so many tags of 20 mm, the same number in play; milliseconds of CPU.

    ``first``: a whole picture from scratch. ``follow``: every tag looked at again. ``still``: a
    picture in which nothing moved.
    """

    tags: int
    found: int
    first_ms: float
    follow_ms: float
    still_ms: float


def tag_count(tags: int, seed: int) -> TagCount:
    """Draw, read and follow one table of *tags*."""
    dice = np.random.default_rng(seed)
    specs = [TagSpec(f"U{number:03d}", _SIZE_IN, "H") for number in range(tags)]
    calibration = overhead(3840, 2160, 42.0, 5.0)
    placed = scatter(specs, dice, size_in=(70.0, 46.0))
    picture = take_picture(calibration, placed, Conditions(), dice).picture
    tracker = Tracker(specs)
    try:
        first_ms = _cpu_ms(lambda: tracker.read(picture, calibration))
        follow_ms = min(_cpu_ms(lambda: tracker.follow_all(picture)) for _ in range(3))
        stills = []
        for _ in range(_STILLS):
            noise = _NOISE_GREY * dice.standard_normal(picture.shape, dtype=np.float32)
            noisy = np.asarray(np.clip(picture + noise, 0, 255), dtype=np.uint8)
            stills.append(_cpu_ms(partial(tracker.read, noisy, calibration)))
        found = len(tracker.read(picture, calibration).tags)
    finally:
        tracker.close()
    return TagCount(tags, found, first_ms, follow_ms, min(stills))


def tag_counts(counts: Sequence[int], seed: int = 1) -> list[TagCount]:
    """``tag_count`` of each; what is made once and for all is made before the first."""
    tag_count(min(counts), seed)
    return [tag_count(tags, seed) for tags in counts]


def _cpu_ms(what: Callable[[], object]) -> float:
    start = time.process_time()
    what()
    return 1000 * (time.process_time() - start)
