"""The sockets that the page is served on: room for a full hall, and none for a flood.

A phone holds some two connections, one of them the event stream, so sixty spectators are more
than the hundred that waitress takes by itself; beyond its limit it listens to nobody.
"""

from __future__ import annotations

import errno
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any

from waitress import wasyncore
from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.server import TcpWSGIServer
from waitress.task import ThreadedTaskDispatcher

from webui.server.access import is_this_computer
from webui.server.doors.proxy import BehindProxy, OnlyDirect
from webui.server.doors.public_address import ProxyDoor
from webui.server.sockets.threads import ThreadsForOurselves

MOST = 400
"""Open at once; Windows watches at most 512 sockets."""

THREADS = 236
"""Of the page's server: one for each page that is kept fresh, and some to answer with."""

FOR_OURSELVES = 40
"""Connections that the table's own screens always get."""

FOR_FILES = 90
"""Files that the program itself has open: games, cameras, log, the libraries of Python."""

MOST_OF_ONE = 64
"""From one other computer, which may stand for several phones behind one router."""

MOST_OF_PROXIES = 160
"""From the proxies together, where there is a door for them; so many fewer from the room."""

IDLE_S = 30
"""A connection on which nothing is asked for so long is closed; the browser opens another."""

WHOLE_REQUEST_S = 20.0
"""A request that is still not whole after so long is no phone's, however slow the network."""

MAX_READ_BYTES = 1_048_576
"""Of a body, before the app says that it is too large; waitress would keep a gigabyte."""


class Doorman(socket.socket):
    """A listening socket that hangs up on whoever holds too many connections already."""

    is_ours: Callable[[str], bool] = staticmethod(is_this_computer)
    is_idle: Callable[[socket.socket], bool] = staticmethod(lambda line: True)
    most_of_strangers = MOST - FOR_OURSELVES
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
        if len(mine) >= self.most_of_one or not self._room_for(len(mine)):
            visitor.close()
            raise BlockingIOError(errno.EWOULDBLOCK, "sent away")
        self._held.setdefault(address[0], mine).append(visitor)
        return visitor, address

    def _open_of(self, address: str) -> list[socket.socket]:
        """What *address* holds open; all that was closed since is forgotten."""
        still = {
            each: [one for one in theirs if one.fileno() >= 0]
            for each, theirs in self._held.items()
        }
        self._held = {each: theirs for each, theirs in still.items() if theirs}
        return self._held.get(address, [])

    def _room_for(self, mine: int) -> bool:
        """Is there room for one more of somebody who holds so many?  In a full hall whoever
        holds the most lets go of one that waits for nothing."""
        if sum(len(each) for each in self._held.values()) < self.most_of_strangers:
            return True
        most = max(self._held.values(), key=len)
        idle = next((line for line in most if self.is_idle(line)), None)
        if idle is None or len(most) <= mine + 1:
            return False
        most.remove(idle)
        with suppress(OSError):  # the server closes it when it finds that nothing comes any more
            idle.shutdown(socket.SHUT_RDWR)
        return True


class Line(HTTPChannel):
    """A connection that knows since when it has owed the rest of a request."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.owing_since_s: float | None = time.monotonic()

    def received(self, data: bytes) -> bool:
        """Take what has come; True when it was of use."""
        taken: bool = super().received(data)
        if self.request is None:
            self.owing_since_s = None
        elif self.owing_since_s is None:
            self.owing_since_s = time.monotonic()
        return taken


class Server(TcpWSGIServer):
    """Listens on one address."""

    channel_class = Line

    def maintenance(self, now: float) -> None:
        """Close what is idle, what never asks a whole question, and what does not listen."""
        super().maintenance(now)
        late_s = time.monotonic() - WHOLE_REQUEST_S
        for line in list(self.active_channels.values()):
            if line.owing_since_s is not None and line.owing_since_s < late_s:
                line.handle_close()
            elif line.total_outbufs_len and line.last_activity < now - self.adj.channel_timeout:
                line.handle_close()  # a thread may wait until it has been read out

    def is_idle(self, line: socket.socket) -> bool:
        """Is nothing being answered on this connection?"""
        channel = self.active_channels.get(line.fileno())
        return channel is None or not channel.requests


class Listening:
    """All addresses of a host; ``run`` serves until Ctrl-C, ``close`` lets go of everything."""

    def __init__(self, servers: list[Server], sockets: dict[int, Any], threads: Any) -> None:
        self._servers, self._map, self._threads = servers, sockets, threads
        self._ended = threading.Event()
        self._at_work = threading.Lock()

    @property
    def effective_port(self) -> int:
        """The port that it listens on."""
        return int(self._servers[0].effective_port)

    def serve_once(self, timeout_s: float = 1.0) -> None:
        """Wait for something to do, at most so long, and do it."""
        wasyncore.loop(timeout=timeout_s, use_poll=True, map=self._map, count=1)

    def run(self) -> None:
        """Serve until Ctrl-C or SIGTERM, or until another thread closes it."""
        with self._at_work, suppress(KeyboardInterrupt, SystemExit):
            while not self._ended.is_set():
                self.serve_once()

    def close(self) -> None:
        """Let ``run`` end where another thread is in it, then the threads, then the sockets.
        May be called twice.

        In this order, and the triggers not at all while a thread is at work: a thread that ends
        pulls one, and ``run`` would close them when it finds their socket closed.
        """
        if not self._ended.is_set():
            self._ended.set()
            self._servers[0].pull_trigger()
        with self._at_work:
            pass
        for server in self._servers:
            server.accepting = False
            server.socket.close()
        self._threads.shutdown()
        if not self._threads.threads:
            wasyncore.close_all(self._map, ignore_all=True)


def server_on(
    app: Callable[..., Iterable[bytes]],
    host: str,
    port: int,
    threads: int,
    proxy: ProxyDoor | None = None,
) -> Listening:
    """A server of a WSGI *app* that listens on every address of *host*, and for the *proxy* on
    a door of its own, whose visitors are never this computer.

    Raises:
        OSError: it cannot listen there.
    """
    most = most_connections()
    strangers = most - FOR_OURSELVES - (0 if proxy is None else MOST_OF_PROXIES)
    doors = [_listening(*place, strangers) for place in _places(host, port)]
    outer = [] if proxy is None else _for_proxies(proxy, most)
    settings = Adjustments(
        sockets=[*doors, *outer],
        threads=threads,
        connection_limit=most,
        channel_timeout=IDLE_S,
        cleanup_interval=5,
        # One more is read while one is answered, so that a visitor who hangs up is noticed.
        channel_request_lookahead=1,
        max_request_body_size=MAX_READ_BYTES,
        # With a proxy the two doors look at what is said of forwarding; without, nobody may see it.
        clear_untrusted_proxy_headers=proxy is None,
    )
    workers = ThreadedTaskDispatcher()
    workers.set_thread_count(threads)
    sockets: dict[int, Any] = {}
    served = ThreadsForOurselves(app, threads)
    inner = served if proxy is None else OnlyDirect(served)
    servers = [_serving(inner, door, sockets, workers, settings) for door in doors]
    if proxy is not None:
        met = BehindProxy(served, proxy)
        servers += [_serving(met, door, sockets, workers, settings) for door in outer]
    return Listening(servers, sockets, workers)


def _places(host: str, port: int) -> Iterable[tuple[int, Any]]:
    found = socket.getaddrinfo(
        host, port, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP, flags=socket.AI_PASSIVE
    )
    places = dict.fromkeys((int(family), address) for family, _, _, _, address in found)
    if host == "::":  # whoever asks for every address means the old ones too
        places[int(socket.AF_INET), ("0.0.0.0", port)] = None
    return places


def _for_proxies(proxy: ProxyDoor, most: int) -> list[Doorman]:
    """A proxy holds the connections of all its visitors, this computer's own included: the room
    keeps its share, and no proxy has more than all proxies."""
    share = min(MOST_OF_PROXIES, most // 2)
    doors = [_listening(*place, share) for place in _places(proxy.host, proxy.port)]
    for door in doors:
        door.most_of_one = share
        door.is_ours = lambda address: False
    return doors


def _serving(
    app: Any, door: Doorman, sockets: dict[int, Any], workers: Any, settings: Any
) -> Server:
    info = (door.family, door.type, door.proto, door.getsockname())
    server = Server(
        app, sockets, True, door, dispatcher=workers, adj=settings, bind_socket=False, sockinfo=info
    )
    door.is_idle = server.is_idle
    return server


def most_connections() -> int:
    """How many may be open at once: as many as the system lets us open files, which macOS and
    some services set to 256 until they are asked for more."""
    if sys.platform == "win32":
        return MOST
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST + FOR_FILES
    if soft != resource.RLIM_INFINITY and soft < wanted:
        more = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (more, hard))
            soft = more
    return MOST if soft == resource.RLIM_INFINITY else max(60, min(MOST, soft - FOR_FILES))


def _listening(family: int, address: Any, strangers: int) -> Doorman:
    door = Doorman(family, socket.SOCK_STREAM)
    door.most_of_strangers = strangers
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
