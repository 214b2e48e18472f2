"""What keeps a page fresh: one stream of events, and the picture."""

from __future__ import annotations

import json
import threading
from collections import Counter
from collections.abc import Callable, Generator, Iterator

from flask import Response, request

from webui.game.position import NotNow
from webui.game.seen.live import SeenFromAbove
from webui.game.told import words
from webui.server.access import is_this_computer
from webui.server.last_picture import LastPicture
from webui.server.notifier import Bell
from webui.server.routes import Doors
from webui.server.session import Desk
from webui.server.sockets.listening import THREADS

HEARTBEAT_S = 10.0
MOST_STREAMS = THREADS - 16
"""Each holds a thread of the server, which must have some to spare beyond these."""


MOST_OF_ONE = 8
"""From one address; a phone has one or two pages open. This computer itself has no such limit."""

FOR_OURSELVES = 6
"""Kept free for this computer's own screens, however many strangers there are."""


class Streams:
    """How many are open; refuses more than the server has threads for, and floods from one."""

    def __init__(
        self,
        most: int = MOST_STREAMS,
        most_of_one: int = MOST_OF_ONE,
        for_ourselves: int = FOR_OURSELVES,
    ) -> None:
        self._lock = threading.Lock()
        self._most = most
        self._most_of_one = most_of_one
        self._for_ourselves = for_ourselves
        self._open: Counter[str] = Counter()
        self._seats: Counter[str] = Counter()

    @property
    def open(self) -> int:
        """How many are open."""
        return self._open.total()

    def here(self) -> dict[str, int]:
        """How many screens look on, by side; "" for those of no side."""
        with self._lock:
            return dict(self._seats)

    def enter(self, address: str = "", side: str = "") -> bool:
        """Take a place; False when there is none, or *address* has enough."""
        with self._lock:
            ours = is_this_computer(address)
            room = self._most - (0 if ours else self._for_ourselves)
            flood = self._open[address] >= self._most_of_one and not ours
            if self.open >= room or flood:
                return False
            self._open[address] += 1
            self._seats[side] += 1
            return True

    def leave(self, address: str = "", side: str = "") -> None:
        """Give the place back."""
        with self._lock:
            self._seats[side] -= 1
            if self._seats[side] <= 0:
                del self._seats[side]
            self._open[address] -= 1
            if self._open[address] <= 0:
                del self._open[address]


def hang(doors: Doors, desk: Desk, streams: Streams, newest: LastPicture) -> None:
    """Hang /events and /picture.jpg."""

    def what(count: int) -> dict[str, object]:
        game = desk.game
        head = 0 if game is None else game.present().head
        return {"version": count, "game": desk.game_name, "head": head, "here": streams.here()}

    line = SaidOnce(what, streams.here)

    @doors.get("/events", "spectator", "one line whenever something has changed (event stream)")
    def events() -> Response:
        address = request.remote_addr or ""
        side = doors.who().side
        if not streams.enter(address, side):
            return too_many()

        return told(Told(desk.bell, line, lambda: streams.leave(address, side)))

    @doors.get("/picture.jpg", "spectator", "the newest rectified picture of the table")
    def picture() -> Response:
        # While blind the last good picture stays; the page shows it dimmed, with its age.
        camera = request.args.get("camera", "")
        top = _of_camera(desk, camera) if camera else newest()
        if top is None:
            raise NotNow(desk.live.blind() or "there is no picture of this table")
        tag = f'"{camera}{top.taken_s:.3f}"'
        if request.headers.get("If-None-Match") == tag:
            return Response(status=304)
        response = Response(top.jpeg, mimetype="image/jpeg")
        response.headers["ETag"] = tag
        response.headers["Cache-Control"] = "no-cache"
        return response


def _of_camera(desk: Desk, camera: str) -> SeenFromAbove | None:
    """The picture of one of several cameras alone; of all while that one is blind."""
    live = desk.live
    if camera not in live.camera_names():
        raise NotNow("there is no camera of that name")
    return live.top_view_of(camera) or live.top_view()


class SaidOnce:
    """What every open page is told at a ring of the bell, as one line of JSON: the first stream
    that wakes makes it, all others send the same.  It is made anew when *beside* is another."""

    def __init__(
        self, what: Callable[[int], dict[str, object]], beside: Callable[[], object]
    ) -> None:
        self._what = what
        self._beside = beside
        self._lock = threading.Lock()
        self._said: tuple[object, str] = (None, "")

    def __call__(self, count: int) -> str:
        """The line at that *count* of the bell."""
        asked = (count, self._beside())
        with self._lock:
            if self._said[0] != asked:
                self._said = (asked, json.dumps(self._what(count)))
            return self._said[1]


class Told:
    """The lines of one event stream: *what* is the case now, as JSON, by the count of the *bell*,
    whenever it rings. ``close`` calls *leave*, however the visitor goes away."""

    def __init__(self, bell: Bell, what: Callable[[int], str], leave: Callable[[], None]) -> None:
        self._bell = bell
        self._what = what
        self._leave = leave
        self._lines = self._tell()
        self._gone = False

    def __iter__(self) -> Iterator[str]:
        return self._lines

    def _tell(self) -> Generator[str, None, None]:
        seen = 0
        yield "retry: 2000\n\n"
        while not self._bell.closed:
            count = self._bell.wait(seen, HEARTBEAT_S)
            if self._bell.closed:
                return  # what was told of is being let go
            event = "still" if count == seen else "change"
            seen = count
            yield f"event: {event}\ndata: {self._what(count)}\n\n"

    def close(self) -> None:
        """Give the place back, once."""
        if not self._gone:
            self._gone = True
            self._lines.close()
            self._leave()


def told(lines: Told) -> Response:
    """An event stream, kept by nobody on its way."""
    response = Response(lines, mimetype="text/event-stream")
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Accel-Buffering"] = "no"
    return response


def too_many() -> Response:
    """The answer to whom no stream can be given; he asks again."""
    response = Response(words.TOO_MANY_STREAMS, 503, mimetype="text/plain")
    response.headers["Retry-After"] = "10"
    return response
