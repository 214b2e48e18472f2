"""How long a table takes: first sight, steady tracking, and standing still."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np

from vision.cameras.camera import Picture
from vision.tags.decode.decoded import to_grey
from vision.tags.decode.pyzbar_reader import PyzbarReader
from vision.tags.follow.track import Tracker
from vision.tags.known.proving import Conditions, overhead, scatter, take_picture
from vision.tags.tag import TagSpec

_TAGS = 40
_SIZE_IN = 25 / 25.4
_REPEATS = 5
_NOISE_GREY = 2.0


@dataclass(frozen=True, slots=True)
class Timing:
    """40 tags of 25 mm on a table of 6 x 4 ft, best of several runs, milliseconds.

    ``first_lock``: a whole picture from scratch, templates ready. ``found``: tags it found.
    ``follow_per_tag``: finding a tag again, all of them looked at. ``still``: a picture in
    which nothing changed. ``pyzbar``: pyzbar on the same picture as it is. Each by the clock;
    ``cpu``: of all cores together, which other programs on the computer disturb less.
    """

    width_px: int
    height_px: int
    found: int
    first_lock_ms: float
    follow_per_tag_ms: float
    still_ms: float
    pyzbar_ms: float
    first_lock_cpu_ms: float
    follow_per_tag_cpu_ms: float
    still_cpu_ms: float


def time_tables(*, quick: bool, seed: int, say: Callable[[str], None]) -> list[Timing]:
    """Timings at 1080p and, unless *quick*, at 4K."""
    sizes = ((1920, 1080, 21.0),) if quick else ((1920, 1080, 21.0), (3840, 2160, 42.0))
    timings = []
    for width, height, px_per_in in sizes:
        timings.append(_timing(width, height, px_per_in, seed))
        say(_line(timings[-1]))
    return timings


def _timing(width: int, height: int, px_per_in: float, seed: int) -> Timing:
    dice = np.random.default_rng(seed)
    specs = [TagSpec(f"U{number:03d}", _SIZE_IN, "H") for number in range(_TAGS)]
    calibration = overhead(width, height, px_per_in, 5.0)
    placed = scatter(specs, dice, size_in=(70.0, 46.0))
    picture = take_picture(calibration, placed, Conditions(), dice).picture
    # The first time also makes the templates, once and for all.
    trackers = [Tracker(specs) for _ in range(_REPEATS + 1)]
    locks = [_timed_ms(partial(one.read, picture, calibration)) for one in trackers]
    tracker = trackers[0]
    follows = [_timed_ms(partial(tracker.follow_all, picture)) for _ in range(_REPEATS)]
    noisy = [_noisy(picture, dice) for _ in range(_REPEATS + 2)]
    stills = [_timed_ms(partial(tracker.read, one, calibration)) for one in noisy]
    found = len(tracker.read(noisy[-1], calibration).tags)
    for one in trackers:
        one.close()
    lock, follow, still = (_best(some) for some in (locks[1:], follows, stills[2:]))
    share = 1 / max(found, 1)
    return Timing(
        width,
        height,
        found,
        lock[0],
        follow[0] * share,
        still[0],
        _pyzbar_ms(picture),
        lock[1],
        follow[1] * share,
        still[1],
    )


def _timed_ms(what: Callable[[], object]) -> tuple[float, float]:
    """By the clock, and of all cores."""
    start, cpu = time.perf_counter(), time.process_time()
    what()
    return 1000 * (time.perf_counter() - start), 1000 * (time.process_time() - cpu)


def _best(times: list[tuple[float, float]]) -> tuple[float, float]:
    return min(wall for wall, _ in times), min(cpu for _, cpu in times)


def _noisy(picture: Picture, dice: np.random.Generator) -> Picture:
    """The same still scene with fresh noise."""
    noise = _NOISE_GREY * dice.standard_normal(picture.shape, dtype=np.float32)
    return np.asarray(np.clip(np.rint(picture + noise), 0, 255), dtype=np.uint8)


def _pyzbar_ms(picture: Picture) -> float:
    """Best of two; the first also starts its process."""
    reader, grey = PyzbarReader(), to_grey(picture)
    times = [_timed_ms(partial(reader.read, grey, 1))[0] for _ in range(3)]
    reader.close()
    return min(times)


def _line(one: Timing) -> str:
    tracking_ms = one.follow_per_tag_ms * one.found
    return (
        f"{one.width_px}x{one.height_px}, {one.found}/{_TAGS} tags: "
        f"first lock {one.first_lock_ms:.0f} ms ({one.first_lock_cpu_ms:.0f} ms of CPU); "
        f"all tags re-found {one.follow_per_tag_ms:.2f} ms a tag "
        f"({one.follow_per_tag_cpu_ms:.2f} of CPU); "
        f"nothing moved {one.still_ms:.1f} ms; pyzbar {one.pyzbar_ms:.0f} ms, "
        f"{one.pyzbar_ms / max(tracking_ms, 1e-3):.0f} times re-finding all, "
        f"{one.pyzbar_ms / max(one.still_ms, 1e-3):.0f} times a picture in which nothing moved"
    )
