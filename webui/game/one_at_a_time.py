"""Work that takes a while is done one piece at a time, and only for who still waits for it.

Law: a thread of the server that waits here is one that the table does not have; so only a few
may wait, and this computer's own screens go first.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

MOST_WAITING = 4
LOOK_EVERY_S = 0.2
"""How often whoever waits looks whether the visitor has hung up."""


class TooBusy(RuntimeError):
    """Enough others wait for the same kind of work; the message says to ask again."""


class HungUp(RuntimeError):
    """The visitor does not wait for it any more."""


class OneAtATime:
    """Lets one in at a time. *most_waiting*: of other computers' requests."""

    def __init__(self, most_waiting: int = MOST_WAITING) -> None:
        self._changed = threading.Condition()
        self._most = most_waiting
        self._busy = False
        self._waiting = {True: 0, False: 0}

    @contextmanager
    def turn(self, is_wanted: Callable[[], bool], is_ours: bool = False) -> Iterator[None]:
        """Hold the place for what is done within.

        Raises:
            TooBusy: too many wait already. HungUp: *is_wanted* says no.
        """
        with self._changed:
            if self._busy and not is_ours and self._waiting[False] >= self._most:
                raise TooBusy("others asked before you: ask again in a moment")
            self._waiting[is_ours] += 1
            try:
                self._wait(is_wanted, is_ours)
            finally:
                self._waiting[is_ours] -= 1
            self._busy = True
        try:
            yield
        finally:
            with self._changed:
                self._busy = False
                self._changed.notify_all()

    def _wait(self, is_wanted: Callable[[], bool], is_ours: bool) -> None:
        while self._busy or (not is_ours and self._waiting[True]):
            self._changed.wait(LOOK_EVERY_S)
            if not is_wanted():
                raise HungUp("nobody waits for it any more")
