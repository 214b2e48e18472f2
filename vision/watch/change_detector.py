"""What of a watched table is news to a page: a number that grows when it would look otherwise."""

from __future__ import annotations

import math
import re
import threading
from collections.abc import Iterable

import cv2
import numpy as np

from vision.cameras.camera import Picture
from vision.table.snapshot import Base

_SAME_PLACE_IN = 0.02
_SAME_TURN_DEG = 0.25
_PICTURE_STEP_PX = 16
_PICTURE_CHANGED = 14.0
_RUNNING = re.compile(r"\d+(\.\d+)? (s|in)\b")


class News:
    """The version of what a page shows. Methods may be called from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._version = 0
        self._words: tuple[str, ...] = ()
        self._bases: tuple[Base, ...] = ()
        self._small: Picture | None = None

    def version(self, bases: tuple[Base, ...], words: Iterable[str]) -> int:
        """Grows when *bases* or *words* differ from the last time by more than jitter and
        running seconds, or when ``notice`` saw another picture."""
        told = tuple(_RUNNING.sub("", text) for text in words)
        with self._lock:
            if told != self._words or _any_differs(bases, self._bases):
                self._words, self._bases = told, bases
                self._version += 1
            return self._version

    def notice(self, picture: Picture) -> None:
        """See whether the picture itself changed: a hand, a die, the light."""
        high, wide = (max(1, side // _PICTURE_STEP_PX) for side in picture.shape[:2])
        # A fifth of the rows and columns is plenty, and costs a twentieth.
        some = np.ascontiguousarray(picture[::5, ::5])
        shrunk = cv2.resize(some, (wide, high), interpolation=cv2.INTER_AREA)
        small: Picture = np.asarray(shrunk, dtype=np.uint8)
        if self._small is None or self._small.shape != small.shape:
            self._small = small
        elif float(cv2.absdiff(small, self._small).max()) > _PICTURE_CHANGED:
            self._small = small
            with self._lock:
                self._version += 1


def _any_differs(new: tuple[Base, ...], told: tuple[Base, ...]) -> bool:
    if [base.payload for base in new] != [base.payload for base in told]:
        return True
    return any(_differ(*pair) for pair in zip(new, told, strict=True))


def _differ(new: Base, told: Base) -> bool:
    """Would a page show the base otherwise?"""
    if new.status != told.status or (new.pose is None) != (told.pose is None):
        return True
    if new.pose is None or told.pose is None:
        return False
    step = math.hypot(new.pose.x_in - told.pose.x_in, new.pose.y_in - told.pose.y_in)
    turn = abs((new.pose.facing_deg - told.pose.facing_deg + 180.0) % 360.0 - 180.0)
    return step > _SAME_PLACE_IN or turn > _SAME_TURN_DEG
