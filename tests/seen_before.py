"""What simulated tables begin with again and again: the same ground is painted, the same noise
drawn and, in the same picture, the same camera found once a worker. All three are pure: what
they were asked is looked at whole, the picture by its digest.
"""

from __future__ import annotations

import copy
import importlib
import pickle
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from hashlib import blake2b
from typing import Any, Generic, TypeVar

import numpy as np
import pytest

T = TypeVar("T")

FINDERS = (
    "vision.watch.stations.camera_pose",
    "vision.watch.still_scene",
    "vision.views.scene",
)
"""Who finds a camera in a picture."""

MOST_BYTES = 10_000_000
"""Larger pictures and tapes (of 4K) are made anew: a worker's memory is worth more."""


_IN_VAIN: list[bool] = []
"""Something stands here while nothing is taken from what was seen before."""


@contextmanager
def anew() -> Iterator[None]:
    """As if nothing had been seen before: for who claims that twice the same comes out."""
    _IN_VAIN.append(True)
    try:
        yield
    finally:
        _IN_VAIN.pop()


class Before(Generic[T]):
    """What was made of the latest questions, by what was asked."""

    def __init__(self, most: int) -> None:
        self._kept: OrderedDict[bytes, T] = OrderedDict()
        self._most = most
        self._lock = threading.Lock()

    def of(self, asked: object, make: Callable[[], T]) -> T:
        """What was made of it before, or is made now; what fails is not kept."""
        if _IN_VAIN:
            return make()
        key = blake2b(pickle.dumps(asked)).digest()
        with self._lock:
            found = self._kept.pop(key, None)
        if found is None:
            found = make()
        with self._lock:  # the newest stands last
            self._kept[key] = found
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
        return found


def see_once(patch: pytest.MonkeyPatch) -> None:
    """From now on simulated tables share the grounds and the noise that they begin with, and
    stations and still views the cameras that they find."""
    _paint_once(patch)
    _draw_noise_once(patch)
    for name in FINDERS:
        _find_once(patch, importlib.import_module(name))


def _paint_once(patch: pytest.MonkeyPatch) -> None:
    from vision.simulator import camera

    paint, grounds = camera.paint_ground, Before[Any](4)

    def painted(scene: Any, over: Any, seed: int) -> Any:
        if over.optics.width_px * over.optics.height_px * 3 > MOST_BYTES:
            return paint(scene, over, seed)
        asked = (scene, over, seed)
        return grounds.of(asked, lambda: paint(scene, over, seed)).copy()

    patch.setattr(camera, "paint_ground", painted)


def _draw_noise_once(patch: pytest.MonkeyPatch) -> None:
    from vision.simulator.optics import exposure

    draw, tapes = exposure._half_normal, Before[Any](6)

    def drawn(random: np.random.Generator, count: int, spread: float) -> Any:
        if count > MOST_BYTES:
            return draw(random, count, spread)
        before = random.bit_generator.state

        def make() -> Any:
            tape = draw(random, count, spread)
            tape.flags.writeable = False
            return tape, random.bit_generator.state

        tape, after = tapes.of((before, count, spread), make)
        random.bit_generator.state = copy.deepcopy(after)  # as if it had been drawn now
        return tape

    patch.setattr(exposure, "_half_normal", drawn)


def _find_once(patch: pytest.MonkeyPatch, who: Any) -> None:
    find, cameras = who.register_with_report, Before[Any](12)

    def found(picture: Any, *given: Any, **known: Any) -> Any:
        asked = (blake2b(np.ascontiguousarray(picture)).digest(), picture.shape, given, known)
        one = cameras.of(asked, lambda: find(picture, *given, **known))
        # One of its own: who asks whether it is another than before is told that it is.
        return replace(one, calibration=replace(one.calibration))

    patch.setattr(who, "register_with_report", found)
