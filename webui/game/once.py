"""What is told of a game at one step, made once for everybody who asks.

Law: keeps what others have made from the line up to a step, which nothing changes any more.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable
from typing import Any, TypeVar

Told = TypeVar("Told")


class Once:
    """Belongs to one game and is forgotten with it. Its methods may be called from any thread;
    whoever asks for what is just being made waits for it."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._head = 0
        self._kept: dict[Hashable, Any] = {}

    def told(self, head: int, key: Hashable, make: Callable[[], Told]) -> Told:
        """What *make* gave at the step *head* under *key*; the very same object, so it must never
        be changed. Only what belongs to the step that was last asked about is kept."""
        with self._lock:
            if head != self._head:
                self._head, self._kept = head, {}
            if key not in self._kept:
                self._kept[key] = make()
            found: Told = self._kept[key]
            return found
