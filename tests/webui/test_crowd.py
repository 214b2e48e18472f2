"""A full hall: sixty spectators and six players on one process."""

from __future__ import annotations

import json
import socket
import statistics
import threading
import time
from pathlib import Path

from tests.webui import toy
from tests.webui.browsing import serving
from tests.webui.conftest import Visitor
from webui.game.seen.live import HandTable
from webui.pages import stream
from webui.server.app import create_app, desk_of
from webui.server.notifier import Bell

CROWD = 66


class Listener(threading.Thread):
    """Reads one event stream; remembers when a head was first told."""

    def __init__(self, port: int) -> None:
        super().__init__(daemon=True)
        self.told_s: dict[int, float] = {}
        self.ready = threading.Event()
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=90)

    def run(self) -> None:
        with self._socket as line:
            line.sendall(b"GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
            waiting = b""
            while part := line.recv(4096):
                waiting += part
                *whole, waiting = waiting.split(b"\n")
                for text in whole:
                    if text.startswith(b"data:"):
                        head = json.loads(text.removeprefix(b"data:"))["head"]
                        self.told_s.setdefault(head, time.monotonic())
                        self.ready.set()


def test_a_ruling_reaches_everybody_within_a_second(tmp_path: Path) -> None:
    """The second is the issue's; on two idle cores the worst is some 50 ms."""
    app = create_app(tmp_path, HandTable(toy.table()), rules=(toy.TOY,))
    here = Visitor(app)
    with serving(app, threads=CROWD + 10) as address:
        port = int(address.rsplit(":", 1)[1])
        crowd = [Listener(port) for _ in range(CROWD)]
        for listener in crowd:
            listener.start()
        assert all(listener.ready.wait(90) for listener in crowd)
        here.at_head("/act/declare", do="shoot", by="R1", at="B1")
        here.at_head("/act/answer", answer=[5, 5])
        start_s = time.monotonic()
        head = here.at_head("/act/answer", answer="stand").json["head"]
        deadline_s = start_s + 100
        while any(head not in each.told_s for each in crowd) and time.monotonic() < deadline_s:
            threading.Event().wait(0.01)
        waits_s = [each.told_s[head] - start_s for each in crowd]
        print(f"median {statistics.median(waits_s):.3f} s, worst {max(waits_s):.3f} s")
    for listener in crowd:
        listener.join(10)
    desk_of(app).close()


def test_no_more_streams_are_taken_than_there_are_threads_for() -> None:
    streams = stream.Streams(most=2, for_ourselves=0)
    assert streams.enter("a") and streams.enter("b") and not streams.enter("c")
    streams.leave("b")
    assert streams.enter("c") and streams.open == 2


def test_strangers_leave_streams_for_the_table_itself() -> None:
    streams = stream.Streams(most=10, for_ourselves=4)
    assert [streams.enter(f"10.0.0.{n}") for n in range(8)] == [True] * 6 + [False] * 2
    assert [streams.enter("127.0.0.1") for _ in range(5)] == [True] * 4 + [False]


def test_one_phone_cannot_take_all_streams() -> None:
    streams = stream.Streams(most=50, most_of_one=3)
    assert [streams.enter("10.0.0.1") for _ in range(5)] == [True] * 3 + [False] * 2
    assert streams.enter("10.0.0.2")
    assert all(streams.enter("127.0.0.1") for _ in range(20))


def test_a_closed_stream_gives_its_place_back(tmp_path: Path) -> None:
    app = create_app(tmp_path, HandTable(toy.table()), rules=(toy.TOY,))
    for _ in range(stream.MOST_STREAMS + 5):
        answer = app.test_client().get("/events", buffered=False)
        assert answer.status_code == 200
        answer.close()
    desk_of(app).close()


class LastBell(Bell):
    """Rings for the last time while somebody waits."""

    def wait(self, seen: int, longest_s: float) -> int:
        self.close()
        return seen + 1


def test_nothing_is_looked_up_in_a_game_that_is_being_closed() -> None:
    def what(count: int) -> str:
        raise AssertionError("it looked")

    assert list(stream.Told(LastBell(), what, lambda: None)) == ["retry: 2000\n\n"]


def test_what_all_streams_tell_at_a_ring_is_made_once() -> None:
    """Of two hundred pages each looked the newest step up in the journal."""
    asked: list[int] = []
    here = {"": 1}

    def what(count: int) -> dict[str, object]:
        asked.append(count)
        return {"version": count, "here": dict(here)}

    line = stream.SaidOnce(what, lambda: dict(here))
    assert {line(7) for _ in range(200)} == {'{"version": 7, "here": {"": 1}}'}
    assert asked == [7]
    here["Red"] = 1
    assert line(7) == '{"version": 7, "here": {"": 1, "Red": 1}}'
    line(8)
    assert asked == [7, 7, 8]
