"""More connections than anybody needs, from one computer or from many."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import pytest

from tests.webui import toy
from tests.webui.browsing import serving
from webui.game.live import HandTable
from webui.server.app import create_app, desk_of
from webui.server.listening import Doorman


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


def test_a_gigabyte_is_refused_before_it_is_read(tmp_path: Path) -> None:
    """Else the disk of the table computer could be filled by anybody in the network."""
    with _served(tmp_path) as address, socket.create_connection(address, 20) as line:
        line.sendall(b"POST /leave HTTP/1.1\r\nHost: localhost\r\n")
        line.sendall(b"Content-Length: 1000000000\r\n\r\n")
        assert line.recv(12) == b"HTTP/1.1 413"
