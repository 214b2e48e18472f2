"""A table's place in its hall: one thread reads the game and sends, nobody waits for it.

Law: reads the game, never changes it. The outbox is filled whether or not a broker is there.
"""

from __future__ import annotations

import logging
import queue
import secrets
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Protocol

import msgspec

from rules.kernel.protocol import RuleSet
from vision.table.snapshot import Snapshot
from webui.game.game import Game
from webui.game.journal.journal import CannotKeep, Damaged, Journal, Stale
from webui.game.journal.library import Shelf
from webui.game.seen.live import LiveTable
from webui.game.told.page.hall import HallSeen
from webui.hall.table.from_hall import FromHall
from webui.hall.table.newest import Newest
from webui.hall.table.outbox import Kept, Outbox
from webui.hall.table.told import new_entries, plan_of
from webui.hall.wire import topics
from webui.hall.wire.address import Address
from webui.hall.wire.link import Ears, Link, Message
from webui.hall.wire.messages import (
    MAX_BYTES,
    Board,
    Entry,
    NotAMessage,
    Plan,
    Status,
    ToTable,
    read,
    written,
)
from webui.server.notifier import Bell

log = logging.getLogger(__name__)

WINDOW = 200
"""Entries that may be on their way at once."""

LOOK_EVERY_S = 0.5
"""What is due by the clock (a plan, a new try) is looked for so often; all else wakes us."""

KEEP_SENT_EVERY_S = 2.0
STALLED_S = 15.0
"""After so long without a word on what was sent, it is sent again."""

MOST_HEARD = 2_000

_SHORT = ("headline", "over", "title", "rules")
"""What is told of an entry that is too large for a message."""


class Publishing(Protocol):
    """What is published: a table, its games, and the bell that tells of changes."""

    live: LiveTable
    bell: Bell
    shelf: Shelf
    game: Game | None
    game_name: str
    rules: dict[str, RuleSet]

    def table(self) -> Snapshot: ...


class HallTable:
    """One table of a hall. ``call`` and ``seen`` are for its own page."""

    def __init__(
        self,
        desk: Publishing,
        address: Address,
        name: str,
        *,
        ca: Path | None = None,
        now: Callable[[], float] = time.time,
    ) -> None:
        """Open the outbox; nothing is sent before ``start``.

        Raises:
            CannotKeep, Damaged: the outbox cannot be had. ValueError: *name* has no letter.
        """
        self.name, self._slug = name[:120], topics.slug(name)
        if not self._slug:
            raise ValueError(f"{name!r} is no name for a table: give it letters or digits.")
        self._desk, self._address, self._now = desk, address, now
        self._outbox = Outbox(desk.shelf.folder / "hall.sqlite")
        self._at = self._outbox.sent  # everything up to here is on its way
        self._acknowledged_to, self._kept_by_hall = self._at, -1
        self._heard: queue.Queue[Callable[[], None]] = queue.Queue(MOST_HEARD)
        self._flying: dict[int, int] = {}
        self._progress_s = time.monotonic()
        self._ask = ""
        self._up = False
        self._unread = True
        self._kept_sent_s = time.monotonic()
        self._scored: tuple[Game | None, int] | None = None
        self._wake = threading.Event()
        self._game: tuple[str, Game] | None = None
        self._from_hall = FromHall()
        self._closed = threading.Event()
        self._newest = Newest(self._topic, lambda message: self._link.publish(message))
        self._link = self._linked(ca)
        desk.bell.also(self._wake.set)
        self._thread = threading.Thread(target=self._work, name="hall table", daemon=True)

    def _linked(self, ca: Path | None) -> Link:
        """The connection, not begun yet, with the last will that this table is gone."""
        will = Message(self._topic("status"), written(self._status(online=False)))
        hall = self._address.hall
        return Link(
            self._address,
            f"drumhead-{hall}-{self._slug}-{self._newest.run[:8]}",
            (topics.board(hall), topics.to_table(hall, self._slug)),
            self._ears(),
            will=will,
            ca=ca,
        )

    def start(self) -> None:
        """Begin to publish; returns at once."""
        self._link.start()
        self._thread.start()

    def close(self) -> None:
        """Say good-bye and let go of everything. May be called twice."""
        if self._closed.is_set():
            return
        self._closed.set()
        self._wake.set()
        if self._thread.is_alive():
            self._thread.join(5)
        self._unread = True
        self._look()
        self._link.close(Message(self._topic("status"), written(self._status(online=False))))
        self._outbox.close()

    # For the table's own page

    def call(self, text: str, side: str) -> str:
        """Call an umpire; the id of the call. It is kept even while there is no network.

        Raises:
            NotNow: enough calls are waiting. CannotKeep: the disk refuses it.
        """
        self._from_hall.refuse_another_call()
        call, at_s = secrets.token_hex(16), max(0.0, self._now())
        body = {"text": text[:500], "side": side[:120]}
        self._outbox.add([Kept("call", self._desk.game_name, call, at_s, body)])
        self._from_hall.called(call, text[:500], at_s)
        self._desk.bell.ring()
        return call

    def seen(self) -> HallSeen:
        """The hall as the table's page shows it."""
        waiting = self._outbox.last - self._outbox.sent
        return self._from_hall.seen(self.name, self._link.trouble or self._denied(), waiting)

    def _denied(self) -> str:
        """Why the broker takes nothing of this table; "" while it does."""
        why = self._link.denied
        name = f'start it with the --table-name that the address belongs to, not "{self.name}"'
        return f"{why}: {name}" if why else ""

    def _ears(self) -> Ears:
        """What the connection hears waits for our own thread: paho calls with a lock of its own
        held, which ``publish`` needs as well."""

        def later(call: Callable[[], None]) -> None:
            with suppress(queue.Full):  # what is lost of it is sent or asked for again
                self._heard.put_nowait(call)
            self._wake.set()

        return Ears(
            lambda: later(self._came_up),
            lambda topic, payload: later(partial(self._came, topic, payload)),
            lambda number: later(partial(self._acknowledged, number)),
        )

    # On the thread of its own: what was heard

    def _take_heard(self) -> None:
        """All that was heard since."""
        for _ in range(MOST_HEARD):
            try:
                self._heard.get_nowait()()
            except queue.Empty:
                break
        if self._acknowledged_to > self._outbox.sent:
            self._outbox.set_sent(self._acknowledged_to)
        if time.monotonic() > self._kept_sent_s + KEEP_SENT_EVERY_S:
            self._kept_sent_s = time.monotonic()
            self._outbox.keep_sent()

    def _came_up(self) -> None:
        self._up, self._scored = True, None
        self._newest.forget()
        self._begin_at(self._outbox.sent)

    def _begin_at(self, seq: int) -> None:
        """What follows *seq* is sent next."""
        self._at = self._acknowledged_to = seq
        self._flying.clear()
        self._progress_s = time.monotonic()

    def _acknowledged(self, number: int) -> None:
        seq = self._flying.pop(number, None)
        if seq is not None:
            self._progress_s = time.monotonic()
            # The broker answers in order, so all before it are there as well.
            self._acknowledged_to = max(self._acknowledged_to, seq)

    def _came(self, topic: str, payload: bytes) -> None:
        try:
            if topic == topics.board(self._address.hall):
                if self._from_hall.hear_board(read(payload, Board)):
                    self._desk.bell.ring()
            elif topic == topics.to_table(self._address.hall, self._slug):
                self._hear(read(payload, ToTable))
        except NotAMessage as why:
            log.warning("a message of the hall on %s %s", topic, why)

    def _hear(self, told: ToTable) -> None:
        if told.stream != self._outbox.stream:
            return
        self._kept_by_hall = told.kept
        if told.kept > self._outbox.last:
            log.warning("the hall knows more of this table than its outbox: a new stream")
            self._outbox.begin_anew()
            self._begin_at(0)
        elif told.ask != self._ask:
            self._ask = told.ask
            self._outbox.set_sent(told.kept)
            self._begin_at(told.kept)
        if self._from_hall.hear_answers(told.answers):
            self._desk.bell.ring()

    # On the thread of its own: what is sent

    def _work(self) -> None:
        seen = 0
        self._catch_up()
        while not self._closed.is_set():
            try:
                self._look()
            except (CannotKeep, Damaged) as why:
                log.error("the hall is not told of everything: %s", why)
                self._unread = not self._closed.wait(5)
                continue
            except Exception as why:  # whatever it is, the table plays on and this is tried again
                log.error("the hall could not be told", exc_info=why)
                self._unread = not self._closed.wait(5)
                continue
            self._wake.wait(LOOK_EVERY_S)
            self._wake.clear()
            count = self._desk.bell.count
            self._unread, seen = count != seen, count

    def _look(self) -> None:
        """Read what is new, send what is due; what a wall shows first, the disk later."""
        self._take_heard()
        self._up = self._up and self._link.up
        if self._up:
            self._send_score()
        if self._unread:
            self._read_game()
            self._newest.plan_is_due = True
        if not self._up:
            return
        self._send_entries()
        self._newest.tell_status(self._status(online=True), self._kept_by_hall)
        self._newest.tell_plan(self._plan)

    def _catch_up(self) -> None:
        """What was played in other games just before the program was killed."""
        for name in self._outbox.games():
            if name and name != self._desk.game_name:
                self._read_shut(name)

    def _read_shut(self, name: str) -> None:
        """What is new in a game that is not open any more."""
        try:
            journal, _ = self._desk.shelf.open(name)
        except (KeyError, CannotKeep, Damaged) as why:
            log.info("the game %s is not told to the hall: %s", name, why)
            return
        try:
            # What is a secret in any book is none of the hall's business in this one.
            books = self._desk.rules.values()
            self._read(name, journal, frozenset().union(*(book.secret for book in books)))
        finally:
            journal.close()

    def _read_game(self) -> None:
        game, name = self._desk.game, self._desk.game_name
        if self._game is not None and self._game[1] is not game:
            before, its = self._game
            self._game = None
            try:
                self._read(before, its.journal, its.rules.secret)
            except Stale:  # closed already
                self._read_shut(before)
        if game is None or game is not self._desk.game or not name:
            return
        self._game = (name, game)
        self._read(name, game.journal, game.rules.secret)

    def _read(self, name: str, journal: Journal, secret: frozenset[str]) -> None:
        event, shift = self._outbox.reached(name)
        entries, last, last_shift = new_entries(name, journal, secret, event, shift)
        if (last, last_shift) != (event, shift):
            self._outbox.add(entries, (name, last, last_shift))

    def _send_entries(self) -> None:
        if not self._flying:
            self._progress_s = time.monotonic()
        elif time.monotonic() - self._progress_s > STALLED_S:
            self._begin_at(self._outbox.sent)
        room = WINDOW - len(self._flying)
        if room <= 0 or self._at >= self._outbox.last:
            return
        for seq, kept in self._outbox.after(self._at, room):
            number = self._link.publish(self._entry(seq, kept))
            if number is None:
                return
            self._flying[number], self._at = seq, seq

    def _entry(self, seq: int, kept: Kept) -> Message:
        entry = Entry(
            stream=self._outbox.stream,
            seq=seq,
            kind=kept.kind,
            game=kept.game,
            ref=kept.ref,
            at_s=kept.at_s,
            age_s=min(1e9, max(0.0, self._now() - kept.at_s)),
            body=kept.body,
        )
        payload = written(entry)
        if len(payload) > MAX_BYTES:
            small = {key: kept.body[key] for key in _SHORT if key in kept.body}
            small["too_large"] = len(payload)
            payload = written(msgspec.structs.replace(entry, body=small))
        return Message(self._topic("log"), payload, retain=False)

    def _topic(self, kind: str) -> str:
        return topics.of_table(self._address.hall, self._slug, kind)

    def _status(self, *, online: bool) -> Status:
        live = self._desk.live
        return Status(
            run=self._newest.run,
            n=self._newest.next(),
            online=online,
            name=self.name,
            stream=self._outbox.stream,
            seq=self._outbox.last,
            source=live.source,
            trouble=live.blind()[:2000],
        )

    def _send_score(self) -> None:
        """Reckoned anew only when something happened in the game."""
        game = self._desk.game
        at = (game, 0 if game is None else game.journal.count.writes)
        if at != self._scored:
            self._newest.tell_score(game, self._desk.game_name)
            self._scored = at

    def _plan(self, run: str, n: int) -> Plan:
        game = self._desk.game
        sides = [] if game is None else [army.side for army in game.present().armies]
        squares = (0, 0) if game is None else game.rules.squares
        return plan_of(self._desk.table(), sides, squares, run, n)
