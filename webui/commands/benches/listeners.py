"""Open pages without a browser: each reads the event stream of a served app."""

from __future__ import annotations

import json
import socket
import threading
import time
from dataclasses import dataclass

from flask import Flask

from webui.game.position import Who
from webui.server.app import desk_of
from webui.server.sockets.listening import server_on

PATIENCE_S = 60.0
_STEPS = 5
_SPARE_THREADS = 10


@dataclass(frozen=True, slots=True)
class Heard:
    """From a step to the last page that hears of it, the median of some steps; the time of all
    cores for one step."""

    slowest_ms: float
    cpu_ms: float


class Listener(threading.Thread):
    """Reads one event stream; remembers when a head was first told."""

    def __init__(self, port: int) -> None:
        super().__init__(daemon=True)
        self.told_s: dict[int, float] = {}
        self.news = threading.Condition()
        self._line = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S)

    def run(self) -> None:
        """Read until the server hangs up."""
        with self._line as line:
            line.sendall(b"GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
            waiting = b""
            while part := line.recv(4096):
                waiting += part
                *whole, waiting = waiting.split(b"\n")
                for text in whole:
                    self._hear(text)

    def _hear(self, text: bytes) -> None:
        if not text.startswith(b"data:"):
            return
        head = json.loads(text[5:]).get("head")
        with self.news:
            self.told_s.setdefault(head, time.perf_counter())
            self.news.notify_all()

    def heard(self, head: int) -> float:
        """When *head* was told, waiting for it.

        Raises:
            TimeoutError: it was not in PATIENCE_S.
        """
        with self.news:
            if not self.news.wait_for(lambda: head in self.told_s, PATIENCE_S):
                raise TimeoutError(f"an open page has not heard of step {head}")
            return self.told_s[head]


def told_to(app: Flask, count: int) -> Heard:
    """Serve *app*, open *count* streams, take some steps of its game, and close it."""
    desk = desk_of(app)
    game = desk.the_game()
    server = server_on(app, "127.0.0.1", 0, count + _SPARE_THREADS)
    running = threading.Thread(target=server.run, daemon=True)
    running.start()
    try:
        crowd = [Listener(server.effective_port) for _ in range(count)]
        for one in crowd:
            one.start()
        for one in crowd:
            one.heard(game.journal.head)
        waits_ms, start_s = [], time.process_time()
        for number in range(_STEPS):
            began_s = time.perf_counter()
            head = game.note(f"step {number}", "", Who("umpire"), after=game.journal.head)
            waits_ms.append(1000 * (max(one.heard(head) for one in crowd) - began_s))
        spent_ms = 1000 * (time.process_time() - start_s) / _STEPS
    finally:
        desk.close()  # the streams end, and give their threads back
        server.close()
        running.join(10)
    return Heard(sorted(waits_ms)[_STEPS // 2], spent_ms)
