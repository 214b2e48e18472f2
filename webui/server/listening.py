"""The sockets that the page is served on: room for a full hall, and none for a flood.

A phone holds some two connections, one of them the event stream, so sixty spectators are more
than the hundred that waitress takes by itself; beyond its limit it listens to nobody.
"""

from __future__ import annotations

import errno
import socket
import sys
from collections.abc import Callable, Iterable
from typing import Any

from waitress.server import MultiSocketServer, TcpWSGIServer, create_server

from webui.server.access import is_this_computer

MOST = 400
"""Open at once; Windows watches at most 512 sockets."""

MOST_OF_STRANGERS = 360
"""From other computers all together: the table's own screen always gets in."""

MOST_OF_ONE = 64
"""From one other computer, which may stand for several phones behind one router."""

IDLE_S = 30
"""A connection on which nothing is asked for so long is closed; the browser opens another."""

MAX_READ_BYTES = 1_048_576
"""Of a body, before the app says that it is too large; waitress would keep a gigabyte."""


class Doorman(socket.socket):
    """A listening socket that hangs up on whoever holds too many connections already."""

    is_ours: Callable[[str], bool] = staticmethod(is_this_computer)
    most_of_strangers = MOST_OF_STRANGERS
    most_of_one = MOST_OF_ONE

    def __init__(self, family: int, kind: int) -> None:
        super().__init__(family, kind)
        self._held: dict[str, list[socket.socket]] = {}

    def accept(self) -> tuple[socket.socket, Any]:
        """The next visitor.

        Raises:
            BlockingIOError: nobody came, or somebody was sent away.
        """
        visitor, address = super().accept()
        if self.is_ours(address[0]):
            return visitor, address
        mine = self._open_of(address[0])
        everybody = sum(len(each) for each in self._held.values())
        if len(mine) >= self.most_of_one or everybody >= self.most_of_strangers:
            visitor.close()
            raise BlockingIOError(errno.EWOULDBLOCK, "sent away")
        mine.append(visitor)
        return visitor, address

    def _open_of(self, address: str) -> list[socket.socket]:
        """What *address* holds open; all that was closed since is forgotten."""
        still = {
            each: [one for one in theirs if one.fileno() >= 0]
            for each, theirs in self._held.items()
        }
        self._held = {each: theirs for each, theirs in still.items() if theirs}
        return self._held.setdefault(address, [])


def server_on(
    app: Callable[..., Iterable[bytes]], host: str, port: int, threads: int
) -> TcpWSGIServer | MultiSocketServer:
    """A server of a WSGI *app* that listens on every address of *host*; ``run()`` serves.

    Raises:
        OSError: it cannot listen there.
    """
    found = socket.getaddrinfo(
        host, port, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP, flags=socket.AI_PASSIVE
    )
    places = dict.fromkeys((family, address) for family, _, _, _, address in found)
    if host == "::":  # whoever asks for every address means the old ones too
        places[socket.AF_INET, ("0.0.0.0", port)] = None
    return create_server(
        app,
        sockets=[_listening(family, address) for family, address in places],
        threads=threads,
        connection_limit=MOST,
        channel_timeout=IDLE_S,
        max_request_body_size=MAX_READ_BYTES,
        asyncore_use_poll=True,
    )


def _listening(family: int, address: Any) -> Doorman:
    door = Doorman(family, socket.SOCK_STREAM)
    if sys.platform != "win32":  # on Windows this would let two servers share a port
        door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if family == socket.AF_INET6:
        door.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
    try:
        door.bind(address)
    except OSError:
        door.close()
        raise
    return door
