"""More connections than anybody needs, from one computer or from many."""

from __future__ import annotations

import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import pytest

from tests.house.source import TOP
from tests.webui import toy
from tests.webui.browsing import serving
from webui.game.seen.live import HandTable
from webui.server.app import create_app, desk_of
from webui.server.sockets import listening
from webui.server.sockets.listening import (
    FOR_FILES,
    MOST,
    WHOLE_REQUEST_S,
    Doorman,
    Line,
    Listening,
    server_on,
)


@pytest.fixture
def door() -> Iterator[Doorman]:
    """A door at which everybody is a stranger; three may come in, two of them from one."""
    with Doorman(socket.AF_INET, socket.SOCK_STREAM) as made:
        made.is_ours = lambda address: False
        made.most_of_one, made.most_of_strangers = 2, 3
        made.bind(("127.0.0.1", 0))
        made.listen()
        yield made


def _knock(door: Doorman, stack: ExitStack) -> socket.socket:
    """Come to the door; what the server holds of the visitor."""
    stack.enter_context(socket.create_connection(door.getsockname(), 5))
    held, _ = door.accept()
    return stack.enter_context(held)


def test_one_computer_is_sent_away_until_it_lets_go_of_something(door: Doorman) -> None:
    with ExitStack() as stack:
        first = _knock(door, stack)
        _knock(door, stack)
        with pytest.raises(BlockingIOError):
            _knock(door, stack)
        first.close()
        _knock(door, stack)


def test_strangers_leave_room_for_the_table_itself(door: Doorman) -> None:
    door.most_of_one = 10
    with ExitStack() as stack:
        for _ in range(3):
            _knock(door, stack)
        with pytest.raises(BlockingIOError):
            _knock(door, stack)
        door.is_ours = lambda address: True
        _knock(door, stack)


@pytest.fixture
def full(door: Doorman, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Doorman, ExitStack]]:
    """The door with three of the same stranger inside, so full; the next one is another."""
    names = iter(["10.0.0.1"] * 3 + ["10.0.0.2"] * 9)
    real = socket.socket.accept

    def accept(self: socket.socket) -> tuple[socket.socket, object]:
        visitor, _ = real(self)
        return visitor, (next(names), 1)

    monkeypatch.setattr(socket.socket, "accept", accept)
    door.most_of_one = 10
    with ExitStack() as stack:
        for _ in range(3):
            _knock(door, stack)
        yield door, stack


def test_in_a_full_hall_who_holds_the_most_lets_go_of_one(
    full: tuple[Doorman, ExitStack],
) -> None:
    """Five computers can hold 64 connections each and ask for nothing: a phone gets in, until
    it holds as many as they."""
    door, stack = full
    _knock(door, stack)
    with pytest.raises(BlockingIOError):
        _knock(door, stack)


def test_nobody_is_sent_away_in_the_middle_of_an_answer(full: tuple[Doorman, ExitStack]) -> None:
    door, stack = full
    door.is_idle = lambda line: False
    with pytest.raises(BlockingIOError):
        _knock(door, stack)


@contextmanager
def _served(folder: Path) -> Iterator[tuple[str, int]]:
    app = create_app(folder, HandTable(toy.table()), rules=(toy.TOY,))
    with closing(desk_of(app)), serving(app, threads=4) as address:
        yield "127.0.0.1", int(address.rsplit(":", 1)[1])


def _ask(line: socket.socket) -> bytes:
    line.sendall(b"GET /join.json HTTP/1.1\r\nHost: localhost\r\n\r\n")
    return line.recv(12)


def test_a_hall_full_of_phones_does_not_shut_out_the_next(tmp_path: Path) -> None:
    """120: sixty phones with an event stream and a connection that waits for the next tap."""
    with _served(tmp_path) as address, ExitStack() as stack:
        hall = [stack.enter_context(socket.create_connection(address, 20)) for _ in range(121)]
        assert {_ask(line) for line in hall} == {b"HTTP/1.1 200"}


def _owing(server: Listening) -> list[float | None]:
    return [line.owing_since_s for line in _lines(server).values()]


@pytest.fixture
def server() -> Iterator[Listening]:
    """A server of one sentence; its own thread is the test's."""
    with closing(server_on(_hello, "127.0.0.1", 0, threads=2)) as made:
        yield made


def _hello(environ: object, start: Callable[..., object]) -> list[bytes]:
    start("200 OK", [("Content-Length", "2")])
    return [b"hi"]


def test_a_server_that_another_thread_closes_serves_no_more() -> None:
    """Else its thread went round without a pause for as long as the program ran."""
    made = server_on(_hello, "127.0.0.1", 0, threads=2)
    running = threading.Thread(target=made.run, daemon=True)
    running.start()
    with socket.create_connection(("127.0.0.1", made.effective_port), 60) as line:
        assert _ask(line) == b"HTTP/1.1 200"
    made.close()
    running.join(60)
    assert not running.is_alive()


def _until(server: Listening, is_so: Callable[[], bool]) -> None:
    """Serve until something is so."""
    end_s = time.monotonic() + 60
    while time.monotonic() < end_s:
        if is_so():
            return
        server.serve_once(0.01)
    raise AssertionError("it did not come about")


def _lines(server: Listening) -> dict[int, Line]:
    lines: dict[int, Line] = server._servers[0].active_channels
    return lines


def test_a_request_that_is_never_whole_is_hung_up_on(
    server: Listening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One letter every ten seconds held a connection for ever, 360 of them the whole hall."""
    at_s = [100.0]
    monkeypatch.setattr(listening.time, "monotonic", lambda: at_s[0])
    address = ("127.0.0.1", server.effective_port)
    with socket.create_connection(address, 20) as slow, socket.create_connection(address, 20) as ok:
        ok.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        _until(server, lambda: len(_lines(server)) == 2)
        for letter in b"GET / HTT":
            slow.sendall(bytes([letter]))
            server.serve_once(0.01)
        _until(server, lambda: _owing(server).count(None) == 1)
        at_s[0] += WHOLE_REQUEST_S + 1
        server._servers[0].maintenance(time.time())
        assert _owing(server) == [None]
        assert slow.recv(1) == b""


def test_who_reads_nothing_gives_its_thread_back(server: Listening) -> None:
    """An export of many pictures does not fit into what waitress keeps of it."""
    address = ("127.0.0.1", server.effective_port)
    with socket.create_connection(address, 20):
        _until(server, lambda: len(_lines(server)) == 1)
        (line,) = _lines(server).values()
        line.owing_since_s = None
        line.total_outbufs_len, line.last_activity = 1, 0.0
        server._servers[0].maintenance(time.time())
        assert _lines(server) == {}


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit")
@pytest.mark.parametrize(
    ("soft", "hard", "most"), [(256, 4096, MOST), (256, 256, 256 - FOR_FILES), (4096, 4096, MOST)]
)
def test_a_system_that_lets_few_files_be_open_leaves_room_for_the_table(
    soft: int, hard: int, most: int
) -> None:
    """macOS and many services begin with 256, which connections alone would use up."""
    code = (
        "import resource\n"
        f"resource.setrlimit(resource.RLIMIT_NOFILE, ({soft}, {hard}))\n"
        "from webui.server.sockets.listening import most_connections\n"
        "print(most_connections(), resource.getrlimit(resource.RLIMIT_NOFILE)[0])"
    )
    told = subprocess.run([sys.executable, "-c", code], cwd=TOP, capture_output=True, text=True)
    found, limit = map(int, told.stdout.split())
    assert found == most and limit >= most + FOR_FILES


def test_of_all_that_may_be_open_strangers_get_less(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of 100 connections 40 are left to the table's own screens."""
    given: list[int] = []
    opened = listening._listening
    monkeypatch.setattr(listening, "most_connections", lambda: 100)
    monkeypatch.setattr(
        listening, "_listening", lambda *door: given.append(door[-1]) or opened(*door)
    )
    listening.server_on(lambda environ, start: [], "127.0.0.1", 0, 2).close()
    assert given == [60]


def test_a_gigabyte_is_refused_before_it_is_read(tmp_path: Path) -> None:
    """Else the disk of the table computer could be filled by anybody in the network."""
    with _served(tmp_path) as address, socket.create_connection(address, 20) as line:
        line.sendall(b"POST /leave HTTP/1.1\r\nHost: localhost\r\n")
        line.sendall(b"Content-Length: 1000000000\r\n\r\n")
        assert line.recv(12) == b"HTTP/1.1 413"
