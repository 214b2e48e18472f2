"""Tells every open page that something has changed."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable

_log = logging.getLogger(__name__)


class Bell:
    """A count that grows, and a way to wait for it; any number of threads may wait."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._count = 1
        self._closed = False
        self._also: list[Callable[[], None]] = []

    @property
    def count(self) -> int:
        """How often it rang."""
        return self._count

    @property
    def closed(self) -> bool:
        """True when the house is shutting down: waiting is over."""
        return self._closed

    def also(self, call: Callable[[], None]) -> None:
        """Call this too at each ring, for somebody who waits for other things as well; it must
        not wait."""
        self._also.append(call)

    def ring(self) -> None:
        """Wake everybody who waits."""
        with self._changed:
            self._count += 1
            self._changed.notify_all()
        for call in self._also:
            call()

    def close(self) -> None:
        """Wake everybody for the last time. May be called twice."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def wait(self, seen: int, longest_s: float) -> int:
        """The count, as soon as it is not *seen* any more, or after *longest_s* seconds."""
        with self._changed:
            self._changed.wait_for(lambda: self._count != seen or self._closed, longest_s)
            return self._count


class Pulse:
    """Looks at a number that others make grow, and rings the bell when it has."""

    def __init__(self, number: Callable[[], int], bell: Bell, every_s: float = 0.4) -> None:
        self._number = number
        self._bell = bell
        self._every_s = every_s
        self._last = number()
        threading.Thread(target=self._run, name="pulse", daemon=True).start()

    def _run(self) -> None:
        fails = False
        while not self._bell.closed:
            try:
                self.look()
                fails = False
            except Exception:
                # Whoever watches must hear of the next change all the same.
                if not fails:
                    _log.exception("what changes could not be asked for; it is asked again")
                fails = True
            time.sleep(self._every_s)

    def look(self) -> None:
        """Compare once."""
        number = self._number()
        if number != self._last:
            self._last = number
            self._bell.ring()
