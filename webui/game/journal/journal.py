"""The log of one game: append-only SQLite, one file a game.

Law: nothing here knows a rule or a page. An event is appended after the head that its writer
saw, or refused as Stale; undo moves the head; nothing is deleted. Every write is on the disk
when the call returns (WAL, full sync), counted beside the game and folded into the file, so
that pulling the plug loses nothing that was shown, and a spoilt log little that is not told.
"""

from __future__ import annotations

import json
import logging
import sqlite3
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path

from webui.game.journal.acknowledged import (
    Acknowledged,
    Unreadable,
    acknowledge,
    acknowledged,
)
from webui.game.journal.checking import Checks, Damaged, counted
from webui.game.journal.checksums import seal, sealed_text, seals
from webui.game.journal.entries import (
    CannotKeep,
    Event,
    History,
    Plain,
    Shift,
    Stale,
    Written,
    beginning,
    spoken,
)
from webui.game.journal.lines import Lines
from webui.game.journal.loose import DRAFT, Place, draft_of, faults_in, places

__all__ = [
    "CannotKeep", "Damaged", "Event", "History", "Journal", "Plain", "Shift", "Stale", "Written",
    "beginning",
]  # fmt: skip

log = logging.getLogger(__name__)

SCHEMA = Path(__file__).with_name("schema.sql")

MOST_EVENTS = 2**63 - 1
"""The largest number that SQLite can hold."""
MOVED_ON = "the game has moved on since this page was drawn: look again"


NO_CHECKS = Checks()


class Journal:
    """An open journal. Its methods may be called from any thread."""

    def __init__(self, path: Path, checks: Checks = NO_CHECKS) -> None:
        """Open or create the journal at *path*. ``said`` is what was acknowledged of it
        before, ``count`` what there is; ``faults``: what beside the history cannot be read.

        Raises:
            Damaged: the file is there but is not a whole journal of this version.
            CannotKeep: it cannot be created.
        """
        self.path = path
        self.count = Acknowledged()
        self.said: Acknowledged | None = None
        self.faults: list[str] = []
        self._lock = threading.RLock()
        self._lines = Lines()
        self._sealed: list[tuple[str, bytes]] = []
        self._line = 0
        self._read_count()
        with spoken(path):
            self._db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        try:
            self._prepare(checks)
        except BaseException:
            self._db.close()
            raise

    def _read_count(self) -> None:
        """Before the database: another program's newest step must not seem lost."""
        try:
            self.said = acknowledged(self.path)
        except Unreadable as why:
            self.faults.append(
                f"the count kept beside {self.path.name} cannot be read ({why}): "
                "look whether the last steps are there"
            )

    def _prepare(self, checks: Checks) -> None:
        with spoken(self.path):
            self._db.execute("PRAGMA journal_mode=WAL")
            self._db.execute("PRAGMA synchronous=FULL")
            self._db.execute("PRAGMA foreign_keys=ON")
            tables = self._db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
            if tables == 0:
                self._create()
            try:
                self.count = counted(self._db, checks)
            except Damaged as why:
                raise Damaged(f"{self.path.name} is damaged ({why})") from None
            self.faults += faults_in(self._db)
            if tables == 0:
                self.fold()

    def _create(self) -> None:
        if self.said is not None and self.said.steps:
            raise Damaged(f"{self.path.name} is damaged (it is empty)")
        # One transaction: a kill in the middle leaves an empty file, which is created again.
        script = SCHEMA.read_text(encoding="utf-8")
        self._db.executescript(f"BEGIN IMMEDIATE;\n{script}\nCOMMIT;")

    def lost(self) -> str:
        """What was acknowledged before and is not there, as a sentence; "" when all is."""
        said, here = self.said, self.count
        if said is None or here.writes >= said.writes and self._begins_with(said):
            return ""
        gone = said.steps - here.steps
        if gone > 0:
            return f"{gone} of the {said.steps} steps that were recorded are missing"
        return "the last steps are not those that were recorded"

    def _begins_with(self, said: Acknowledged) -> bool:
        found = Acknowledged()
        with self._lock:
            for what, made in seals(self._db)[: said.writes]:
                found = found.then(what.decode("utf-8"), made)
        whole = self.count.writes > said.writes or self.head == said.head
        return found.chain == said.chain and whole

    def close(self) -> None:
        """May be called twice."""
        with self._lock:
            self._db.close()

    @property
    def head(self) -> int:
        """The id of the newest event of the line being played, 0 before the first."""
        with self._reading():
            return int(self._db.execute("SELECT head FROM game").fetchone()[0] or 0)

    def append(
        self,
        kind: str,
        body: Mapping[str, Plain],
        *,
        after: int,
        state: Plain | None = None,
        kept: Mapping[str, bytes] | None = None,
    ) -> int:
        """Write one event after the head *after* and make it the head; its id.

        Raises:
            As ``append_all``.
        """
        return self.append_all([Written(kind, body, state, kept or {})], after=after)[0]

    def append_all(self, steps: Sequence[Written], *, after: int) -> tuple[int, ...]:
        """Write events, each after the one before, or none of them; their ids. The first
        follows the head *after*, the last becomes the head.

        Raises:
            Stale: the head is another one by now. Nothing was written.
            CannotKeep: the disk is full or read-only. Nothing was written.
        """
        ids: list[int] = []
        with self._writing(after):
            for step in steps:
                ids.append(self._insert(step, ids[-1] if ids else after))
            self._db.execute("UPDATE game SET head = ?", (ids[-1],))
            self._db.execute("DELETE FROM draft")
        return tuple(ids)

    def _insert(self, step: Written, parent: int) -> int:
        texts = _text(step.body), None if step.state is None else _text(step.state)
        cursor = self._db.execute(
            "INSERT INTO event(parent, kind, body, state) VALUES (?, ?, ?, ?)",
            (parent or None, step.kind, *texts),
        )
        new = int(cursor.lastrowid or 0)
        self._seal(f"event {new}", parent, step.kind, *texts)
        for what, content in step.kept.items():
            self._db.execute("INSERT INTO kept VALUES (?, ?, ?)", (new, what, content))
            self._seal(f"kept {new} {what}", content)
        return new

    def _seal(self, what: str, *parts: object) -> None:
        self._sealed.append((what, seal(self._db, what, *parts)))

    def shift(self, dest: int, body: Mapping[str, Plain], *, after: int) -> None:
        """Move the head to the event *dest*.

        Raises:
            Stale: the head is not *after* any more.
            KeyError: there is no such event.
            CannotKeep: the disk refuses it.
        """
        self.event(dest)
        with self._writing(after):
            text = _text(body)
            cursor = self._db.execute(
                "INSERT INTO shift(frm, dest, body) VALUES (?, ?, ?)", (after, dest, text)
            )
            self._seal(f"shift {cursor.lastrowid}", after, dest, text)
            self._db.execute("UPDATE game SET head = ?", (dest,))
            self._db.execute("DELETE FROM draft")

    def event(self, number: int) -> Event:
        """The event of that id.

        Raises:
            KeyError: there is none.
        """
        with self._reading():
            return self._lines.event(number, self._db)

    def line(self, head: int | None = None) -> tuple[Event, ...]:
        """The line being played, oldest first; or the one that ends with *head*.

        Raises:
            KeyError: there is no such event.
        """
        with self._reading():
            return self._lines.line(self.head if head is None else head, self._db)

    def everything(self) -> tuple[Event, ...]:
        """Every event ever written, also the undone ones, in the order written."""
        with self._reading():
            return self._lines.everything(self._db)

    def shifts(self) -> tuple[Shift, ...]:
        """Every move of the head, in order."""
        with self._reading():
            rows = self._db.execute("SELECT id, frm, dest, body FROM shift ORDER BY id").fetchall()
        return tuple(Shift(row[0], row[1], row[2], json.loads(row[3])) for row in rows)

    def state(self, at: int) -> Plain:
        """The state after the event *at*: its own, or that of its nearest ancestor with one.

        Raises:
            KeyError: no ancestor has a state.
        """
        with self._reading():
            where = self._lines.with_state(at, self._db)
            row = self._db.execute("SELECT state FROM event WHERE id = ?", (where,)).fetchone()
        return json.loads(row[0])

    def counted(self, at: int, what: str) -> int | None:
        """What the state after the event *at* counts under that name, as turns; None where it
        counts no such thing."""
        try:
            found = self.state(at).get(what)
        except KeyError:
            return None
        return found if isinstance(found, int) else None

    def kept(self, event: int, what: str) -> bytes | None:
        """What was kept with an event, or None."""
        if event > MOST_EVENTS:
            return None
        with self._reading():
            row = self._db.execute(
                "SELECT content FROM kept WHERE event = ? AND what = ?", (event, what)
            ).fetchone()
        return None if row is None else bytes(row[0])

    def draft(self) -> Plain:
        """The half-typed answer to the open prompt, or None."""
        with self._reading():
            row = self._db.execute(
                "SELECT CAST(draft.body AS BLOB) FROM draft JOIN game ON draft.head = game.head"
            ).fetchone()
        return None if row is None else draft_of(row[0])

    def set_draft(self, body: Plain, *, after: int) -> None:
        """Keep a half-typed answer; it goes when the head moves.

        Raises:
            Stale, CannotKeep: as ``append``.
        """
        with self._writing(after):
            text = sealed_text(DRAFT, body)
            self._db.execute("INSERT OR REPLACE INTO draft VALUES (1, ?, ?)", (after, text))

    def placed(self) -> dict[str, Place]:
        """Where models were put by hand on a table without a camera of its own, by payload:
        x_in, y_in, facing_deg."""
        with self._reading():
            return places(self._db)

    def set_placed(self, put: Mapping[str, Place]) -> None:
        """Keep where models were put, by payload; all or none.

        Raises:
            CannotKeep: the disk refuses it.
        """
        with self._writing(None):
            for payload, place in put.items():
                row = (payload, sealed_text(payload, list(place)))
                self._db.execute("INSERT OR REPLACE INTO placed VALUES (?, ?)", row)

    def back_up(self, path: Path) -> None:
        """Write a whole copy to *path*.

        Raises:
            CannotKeep: the disk refuses it.
        """
        part = path.with_suffix(".part")
        with self._lock, spoken(path):
            try:
                part.unlink(missing_ok=True)
                with closing(sqlite3.connect(part)) as copy:
                    self._db.backup(copy)
                part.replace(path)
            except OSError as why:
                raise CannotKeep(f"{path} cannot be written ({why.strerror})") from None

    @contextmanager
    def _reading(self) -> Iterator[None]:
        with self._lock, spoken(self.path):
            yield

    @contextmanager
    def _writing(self, after: int | None) -> Iterator[None]:
        """One transaction, acknowledged at its end; *after*: the head it is meant for, if any."""
        with self._lock:
            with spoken(self.path):
                self._db.execute("BEGIN IMMEDIATE")
                try:
                    head = int(self._db.execute("SELECT head FROM game").fetchone()[0] or 0)
                    if after is not None and head != after:
                        raise Stale(MOVED_ON)
                    yield
                    self._db.execute("COMMIT")
                except BaseException:
                    self._sealed.clear()
                    if self._db.in_transaction:
                        self._db.execute("ROLLBACK")
                    raise
            self._count_new()
            self.fold()

    def _count_new(self) -> None:
        if not self._sealed:
            return
        count = replace(self.count, head=self.head)
        for what, made in self._sealed:
            count = count.then(what, made)
        self._sealed.clear()
        self.count = count
        self.acknowledge()

    def acknowledge(self) -> None:
        """Count beside the game what it holds, unless that is counted already."""
        with self._lock:
            if self.said == self.count:
                return
            # After a loss neither line may go on claiming more.
            anew = self.said is None or self.count.writes <= self.said.writes
            try:
                for line in (0, 1) if anew else (self._line,):
                    acknowledge(self.path, self.count, line)
            except OSError as why:
                # The step itself is kept, and that is what matters.
                log.warning("%s cannot be counted: %s", self.path.name, why)
                return
            self.said, self._line = self.count, 1 - self._line

    def fold(self) -> None:
        """Take the log into the file, so that one spoilt log never holds an evening."""
        with self._lock:
            try:
                self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            except sqlite3.OperationalError as why:
                # It stays in the log, where it is kept as well; the next step tries again.
                log.info("%s stays in its log: %s", self.path.name, why)


def _text(plain: Plain) -> str:
    return json.dumps(plain, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
