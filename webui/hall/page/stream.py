"""The event stream of the hall's page: a line whenever something has changed."""

from __future__ import annotations

import json
from collections.abc import Generator, Iterator

from flask import Response, request

from webui.game.told import words
from webui.hall.hall import Hall
from webui.pages.stream import Streams
from webui.server.routes import Doors

HEARTBEAT_S = 10.0


def hang(doors: Doors, hall: Hall) -> None:
    """Hang /events."""
    streams = Streams()

    @doors.get("/events", "spectator", "one line whenever something has changed (event stream)")
    def events() -> Response:
        address = request.remote_addr or ""
        if not streams.enter(address):
            response = Response(words.TOO_MANY_STREAMS, 503, mimetype="text/plain")
            response.headers["Retry-After"] = "10"
            return response
        response = Response(_Lines(hall, streams, address), mimetype="text/event-stream")
        response.headers["Cache-Control"] = "no-store"
        response.headers["X-Accel-Buffering"] = "no"
        return response


class _Lines:
    """The lines of one stream. ``close`` is called however the visitor goes away."""

    def __init__(self, hall: Hall, streams: Streams, address: str) -> None:
        self._hall, self._streams, self._address = hall, streams, address
        self._lines = self._tell()
        self._gone = False

    def __iter__(self) -> Iterator[str]:
        return self._lines

    def _tell(self) -> Generator[str, None, None]:
        seen = 0
        yield "retry: 2000\n\n"
        while not self._hall.bell.closed:
            count = self._hall.bell.wait(seen, HEARTBEAT_S)
            event = "still" if count == seen else "change"
            seen = count
            yield f"event: {event}\ndata: {json.dumps({'version': count})}\n\n"

    def close(self) -> None:
        """Give the place back, once."""
        if not self._gone:
            self._gone = True
            self._lines.close()
            self._streams.leave(self._address)
