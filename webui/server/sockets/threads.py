"""The threads of the server: some are kept for this computer's own screens.

Law: a request that would take the last of them is refused at once, in a sentence; what nobody
waits for any more is not begun.
"""

from __future__ import annotations

import json
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from webui.server.access import is_this_computer
from webui.server.sockets.limits import one_computer

FOR_OURSELVES = 8
"""Threads that no other computer's request gets."""

MOST_OF_ONE = 8
"""Requests of one other computer that are answered at the same time, its event streams aside;
it may stand for all the phones behind one router, but each takes a few milliseconds."""

STREAM = "/events"

WSGI = Callable[..., Iterable[bytes]]
_BUSY = json.dumps({"error": "too much is asked at once: try again in a moment"}).encode()


class ThreadsForOurselves:
    """A WSGI app that lets other computers have all but a few of so many *threads*."""

    def __init__(self, app: WSGI, threads: int) -> None:
        self._app = app
        self._most = max(1, threads - FOR_OURSELVES)
        self._lock = threading.Lock()
        self._of: Counter[str] = Counter()
        self._all = 0

    def __call__(self, environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        """Answer one request."""
        gone = environ.get("waitress.client_disconnected")
        if gone is not None and gone():
            return _refused(start)
        address = str(environ.get("REMOTE_ADDR", ""))
        if is_this_computer(address):
            return self._app(environ, start)
        is_stream = environ.get("PATH_INFO") == STREAM
        name = "" if is_stream else one_computer(address)
        if not self._enter(name):
            return _refused(start)
        try:
            return _Answer(self._app(environ, start), lambda: self._leave(name))
        except BaseException:
            self._leave(name)
            raise

    def _enter(self, name: str) -> bool:
        with self._lock:
            if self._all >= self._most or (name and self._of[name] >= MOST_OF_ONE):
                return False
            self._all += 1
            self._of[name] += 1
            return True

    def _leave(self, name: str) -> None:
        with self._lock:
            self._all -= 1
            self._of[name] -= 1
            if not self._of[name]:
                del self._of[name]


def _refused(start: Callable[..., Any]) -> list[bytes]:
    headers = [("Content-Type", "application/json"), ("Retry-After", "1")]
    start("429 Too Many Requests", [*headers, ("Content-Length", str(len(_BUSY)))])
    return [_BUSY]


class _Answer:
    """What an app answers; tells when it has been sent, or nobody reads on."""

    def __init__(self, answer: Iterable[bytes], at_end: Callable[[], None]) -> None:
        self._answer, self._at_end = answer, at_end
        self._ended = False

    def __iter__(self) -> Iterator[bytes]:
        return iter(self._answer)

    def close(self) -> None:
        """Give the thread back, once."""
        if self._ended:
            return
        self._ended = True
        try:
            close = getattr(self._answer, "close", None)
            if close is not None:
                close()
        finally:
            self._at_end()
