"""The hall: hears all tables, keeps what they tell, and tells them what umpires say.

Law: no request and no response in here. Messages are taken by one thread, many in one
transaction; a table is told that something is kept only after it is.
"""

from __future__ import annotations

import logging
import queue
import secrets
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from msgspec import Struct

from webui.game.journal.journal import CannotKeep
from webui.game.position import NotNow
from webui.hall.archive import Archive, Arrived, Call
from webui.hall.board import BoardKeeper
from webui.hall.tables import Tables
from webui.hall.wire import topics
from webui.hall.wire.address import Address
from webui.hall.wire.link import Ears, Link, Message
from webui.hall.wire.messages import (
    KINDS,
    MAX_BYTES,
    Board,
    Entry,
    NotAMessage,
    Status,
    ToTable,
    read,
    written,
)
from webui.server.notifier import Bell

log = logging.getLogger(__name__)

MOST_WAITING = 20_000
"""Messages that wait to be taken; what comes beyond is asked for again."""

BATCH = 500
LOOK_EVERY_S = 1.0
BEHIND_S = 2.0
"""A table that has told of more than was kept for so long is asked for it."""

LONGEST_BEHIND_S = 30.0
CLOCK_EVERY_S = 10.0


class Hall:
    """One hall on one broker. ``bell`` rings whenever a page would look different."""

    def __init__(
        self,
        address: Address,
        archive: Archive,
        *,
        ca: Path | None = None,
        now: Callable[[], float] = time.time,
    ) -> None:
        self.address, self.archive, self.now = address, archive, now
        self.bell, self.tables = Bell(), Tables()
        self.board = BoardKeeper(archive, now)
        self.refused = 0
        self._inbox: queue.Queue[tuple[str, bytes, float]] = queue.Queue(MOST_WAITING)
        self._came_up = threading.Event()
        self._asks: dict[str, str] = {}
        self._behind: dict[str, tuple[float, float]] = {}
        self._told: dict[str, bytes] = {}
        self._clock_s = 0.0
        self._closed = threading.Event()
        self._link = Link(
            address,
            f"drumhead-hall-{secrets.token_hex(6)}",
            (topics.every_table(address.hall),),
            Ears(self._came_up.set, self._hear),
            will=Message(topics.board(address.hall), written(Board(online=False))),
            ca=ca,
            longest_wait_s=5.0,
            guarded=True,
        )
        self._thread = threading.Thread(target=self._work, name="hall", daemon=True)

    def start(self) -> None:
        """Begin to listen; returns at once."""
        self._link.start()
        self._thread.start()

    def close(self) -> None:
        """Let go of everything. May be called twice."""
        if self._closed.is_set():
            return
        self._closed.set()
        self.bell.close()
        if self._thread.is_alive():
            self._thread.join(10)
        board = Message(topics.board(self.address.hall), written(Board(online=False)))
        self._link.close(board)
        self.archive.close()

    @property
    def trouble(self) -> str:
        """Why the hall hears nothing; "" while it does."""
        return self._link.trouble

    def answer(self, place: str, call: str, says: str, by: str) -> Call:
        """Answer a table's call.

        Raises:
            NotNow: there is no such call. CannotKeep: it cannot be kept.
        """
        found = self.archive.answer(place, call, says, by, self.now())
        if found is None:
            raise NotNow("there is no such call any more")
        self._tell(found.place, found.stream)
        self.changed(found.place)
        return found

    def tell_all(self) -> None:
        """Publish the board: something on it was changed."""
        self._link.publish(Message(topics.board(self.address.hall), written(self.board.message())))
        self._clock_s = time.monotonic()
        self.bell.ring()

    def changed(self, place: str) -> None:
        """A page would look different."""
        self.tables.touch(place)
        self.bell.ring()

    # On the connection's thread

    def _hear(self, topic: str, payload: bytes) -> None:
        if len(payload) > MAX_BYTES:
            self.refused += 1
            return
        with suppress(queue.Full):
            self._inbox.put_nowait((topic, payload, self.now()))

    # On the thread of its own

    def _work(self) -> None:
        looked_s = 0.0
        while not self._closed.is_set():
            try:
                self._take_batch()
                if self._came_up.is_set():
                    self._came_up.clear()
                    self._greet()
                if time.monotonic() >= looked_s + LOOK_EVERY_S:
                    looked_s = time.monotonic()
                    self._look()
            except CannotKeep as why:
                log.error("the hall keeps nothing: %s", why)
                self._closed.wait(2)
            except Exception as why:  # one message must not end the hall
                log.error("the hall stumbled", exc_info=why)
                self._closed.wait(0.5)

    def _take_batch(self) -> None:
        """All that has come, in one transaction."""
        batch = []
        with suppress(queue.Empty):
            batch.append(self._inbox.get(timeout=0.1))
            while len(batch) < BATCH:
                batch.append(self._inbox.get_nowait())
        arrived: list[Arrived] = []
        news = False
        for topic, payload, came_s in batch:
            place_kind = topics.read_topic(self.address.hall, topic)
            if place_kind is None or not payload:
                continue
            place, kind = place_kind
            try:
                message = read(payload, KINDS[kind])
            except NotAMessage as why:
                self.refused += 1
                log.info("a message on %s %s", topic[:100], str(why)[:200])
                continue
            if isinstance(message, Entry):
                arrived.append(Arrived(place, message, came_s))
            else:
                news = self._newest(place, message) or news
        if news:
            self.bell.ring()  # a wall does not wait for the disk
        if arrived and self._keep(arrived):
            self.bell.ring()

    def _newest(self, place: str, message: Struct) -> bool:
        before = self.tables.statuses().get(place)
        taken = self.tables.take(place, message)
        if taken and isinstance(message, Status):
            fresh = before is None or (before.run, before.online) != (message.run, message.online)
            if fresh and message.online:
                self._asks[place] = secrets.token_hex(16)
                self._tell(place, message.stream)
        return taken

    def _keep(self, arrived: list[Arrived]) -> bool:
        """Keep what has come; was anything of it new?"""
        taken = self.archive.add(arrived)
        for one in taken:
            self.tables.touch(one.place)
        done = {(one.place, one.entry.stream) for one in taken}
        for place, stream in {(one.place, one.entry.stream) for one in arrived}:
            last = max(o.entry.seq for o in arrived if (o.place, o.entry.stream) == (place, stream))
            if last > self.archive.kept(place, stream):
                # One of the middle is missing; asked for at once, and then as ``_look`` does.
                self._behind.setdefault(place, (0.0, BEHIND_S))
            elif (place, stream) in done:
                self._tell(place, stream)
        return bool(taken)

    def _look(self) -> None:
        """Ask those who have told of more than is kept; keep the tables' clocks right."""
        now_s = time.monotonic()
        for place, status in self.tables.statuses().items():
            if not status.online or status.seq <= self.archive.kept(place, status.stream):
                self._behind.pop(place, None)
                continue
            due_s, wait_s = self._behind.setdefault(place, (now_s + BEHIND_S, BEHIND_S))
            if now_s >= due_s:
                self._asks[place] = secrets.token_hex(16)
                self._tell(place, status.stream)
                wait_s = min(LONGEST_BEHIND_S, 2 * wait_s)
                self._behind[place] = (now_s + wait_s, wait_s)
        if self.board.is_running and now_s >= self._clock_s + CLOCK_EVERY_S:
            self.tell_all()

    def _greet(self) -> None:
        """A connection has come up: a broker may have lost what it was given to retain."""
        self._told.clear()
        self.tell_all()
        for place, status in self.tables.statuses().items():
            self._asks[place] = secrets.token_hex(16)
            self._tell(place, status.stream)

    def _tell(self, place: str, stream: str) -> None:
        told = ToTable(
            stream=stream,
            kept=self.archive.kept(place, stream),
            ask=self._asks.setdefault(place, secrets.token_hex(16)),
            answers=self.archive.answers(place, stream),
        )
        payload = written(told)
        if self._told.get(place) == payload:
            return
        sent = self._link.publish(Message(topics.to_table(self.address.hall, place), payload))
        if sent is not None:
            self._told[place] = payload
