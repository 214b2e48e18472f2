"""The log of one game: append-only SQLite, one file a game.

Law: nothing here knows a rule or a page. An event is appended after the head that its writer
saw, or refused as Stale; undo moves the head; nothing is deleted. Every write is on the disk
when the call returns (WAL, full sync), so pulling the plug loses nothing that was shown.
"""

from __future__ import annotations

import json
import sqlite3
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from webui.game.journal.checksums import broken, seal, seal_all

Plain = Any
"""None, bool, int, float, str, or lists and string-keyed dicts of them."""

VERSION = 1
SCHEMA = Path(__file__).with_name("schema.sql")
COLUMNS = "id, parent, kind, body, state IS NOT NULL"


class Stale(RuntimeError):
    """Somebody was faster: the head is no longer the one this write was meant for."""


class CannotKeep(RuntimeError):
    """The disk refuses the write; nothing was changed. The message says what to do."""


class Damaged(RuntimeError):
    """The file is not a whole journal; the message names it."""


@dataclass(frozen=True, slots=True)
class Event:
    """One entry. ``body`` is plain data, as written by the kind's author in game.py."""

    id: int
    parent: int | None
    kind: str
    body: dict[str, Plain]
    changed_state: bool


@dataclass(frozen=True, slots=True)
class Written:
    """An event to be written. ``state``: the rule set's state after it, where it changes."""

    kind: str
    body: Mapping[str, Plain]
    state: Plain | None = None
    kept: Mapping[str, bytes] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Shift:
    """One move of the head, ``frm`` to ``dest``."""

    id: int
    frm: int
    dest: int
    body: dict[str, Plain]


class History(Protocol):
    """What can be read of a journal, or of one that hides something from somebody."""

    def line(self) -> tuple[Event, ...]: ...
    def everything(self) -> tuple[Event, ...]: ...
    def shifts(self) -> tuple[Shift, ...]: ...
    def kept(self, event: int, what: str) -> bytes | None: ...


class Journal:
    """An open journal. Its methods may be called from any thread."""

    def __init__(self, path: Path) -> None:
        """Open or create the journal at *path*.

        Raises:
            Damaged: the file is there but is not a whole journal of this version.
            CannotKeep: it cannot be created.
        """
        self.path = path
        self._lock = threading.RLock()
        # An event never changes once it is written, so each is read and decoded once.
        self._known: dict[int, Event] = {}
        with _spoken(path):
            self._db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        try:
            self._prepare()
        except BaseException:
            self._db.close()
            raise

    def _prepare(self) -> None:
        with _spoken(self.path):
            self._db.execute("PRAGMA journal_mode=WAL")
            self._db.execute("PRAGMA synchronous=FULL")
            self._db.execute("PRAGMA foreign_keys=ON")
            tables = self._db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
            if tables == 0:
                self._create()
            self._check()
            self._check_seals()

    def _create(self) -> None:
        # One transaction: a kill in the middle leaves an empty file, which is created again.
        script = SCHEMA.read_text(encoding="utf-8")
        self._db.executescript(f"BEGIN IMMEDIATE;\n{script}\nCOMMIT;")

    def _check(self) -> None:
        verdict = self._db.execute("PRAGMA quick_check(1)").fetchone()[0]
        if verdict != "ok":
            raise Damaged(f"{self.path.name} is damaged ({verdict})")
        row = self._db.execute("SELECT version, head FROM game").fetchone()
        if row is None or row[0] != VERSION:
            raise Damaged(f"{self.path.name} is not a game of version {VERSION}")

    def _check_seals(self) -> None:
        """What stands in the pages is what was written; the head is where it was left."""
        query = "SELECT count(*) FROM sqlite_master WHERE name = 'seal'"
        if self._db.execute(query).fetchone()[0] == 0:
            self._db.execute("BEGIN IMMEDIATE")
            seal_all(self._db)
            self._db.execute("COMMIT")
        changed = broken(self._db)
        if changed:
            raise Damaged(f"{self.path.name} is damaged ({changed} is not what was written)")
        ends = self._db.execute(
            "SELECT max(id) FROM event UNION SELECT dest FROM shift WHERE id = "
            "(SELECT max(id) FROM shift)"
        ).fetchall()
        if (self.head or None,) not in ends:
            raise Damaged(f"{self.path.name} is damaged (it does not say where the game stands)")

    def close(self) -> None:
        """Close the file. May be called twice."""
        with self._lock:
            self._db.close()

    @property
    def head(self) -> int:
        """The id of the newest event of the line being played, 0 before the first."""
        with self._lock:
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
        seal(self._db, f"event {new}", parent, step.kind, *texts)
        for what, content in step.kept.items():
            self._db.execute("INSERT INTO kept VALUES (?, ?, ?)", (new, what, content))
            seal(self._db, f"kept {new} {what}", content)
        return new

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
            seal(self._db, f"shift {cursor.lastrowid}", after, dest, text)
            self._db.execute("UPDATE game SET head = ?", (dest,))
            self._db.execute("DELETE FROM draft")

    def event(self, number: int) -> Event:
        """The event of that id.

        Raises:
            KeyError: there is none.
        """
        with self._lock:
            if number not in self._known:
                self._read_new()
            return self._known[number]

    def line(self, head: int | None = None) -> tuple[Event, ...]:
        """The line being played, oldest first; or the one that ends with *head*.

        Raises:
            KeyError: there is no such event.
        """
        with self._lock:
            found: list[Event] = []
            at: int | None = (self.head if head is None else head) or None
            while at is not None:
                found.append(self.event(at))
                at = found[-1].parent
        return tuple(reversed(found))

    def everything(self) -> tuple[Event, ...]:
        """Every event ever written, also the undone ones, in the order written."""
        with self._lock:
            self._read_new()
            return tuple(self._known.values())

    def shifts(self) -> tuple[Shift, ...]:
        """Every move of the head, in order."""
        with self._lock:
            rows = self._db.execute("SELECT id, frm, dest, body FROM shift ORDER BY id").fetchall()
        return tuple(Shift(row[0], row[1], row[2], json.loads(row[3])) for row in rows)

    def state(self, at: int) -> Plain:
        """The state after the event *at*: its own, or that of its nearest ancestor with one.

        Raises:
            KeyError: no ancestor has a state.
        """
        with self._lock:
            row = self._db.execute(
                "WITH RECURSIVE up(id, parent, state, depth) AS ("
                "SELECT id, parent, state, 0 FROM event WHERE id = ? UNION ALL "
                "SELECT event.id, event.parent, event.state, up.depth + 1 FROM event "
                "JOIN up ON event.id = up.parent WHERE up.state IS NULL) "
                "SELECT state FROM up WHERE state IS NOT NULL",
                (at,),
            ).fetchone()
        if row is None:
            raise KeyError(at)
        return json.loads(row[0])

    def kept(self, event: int, what: str) -> bytes | None:
        """What was kept with an event, or None."""
        with self._lock:
            row = self._db.execute(
                "SELECT content FROM kept WHERE event = ? AND what = ?", (event, what)
            ).fetchone()
        return None if row is None else bytes(row[0])

    def draft(self) -> Plain:
        """The half-typed answer to the open prompt, or None."""
        with self._lock:
            row = self._db.execute(
                "SELECT CAST(draft.body AS BLOB) FROM draft JOIN game ON draft.head = game.head"
            ).fetchone()
        return None if row is None else _plain(row[0])

    def set_draft(self, body: Plain, *, after: int) -> None:
        """Keep a half-typed answer; it goes when the head moves.

        Raises:
            Stale, CannotKeep: as ``append``.
        """
        with self._writing(after):
            self._db.execute("INSERT OR REPLACE INTO draft VALUES (1, ?, ?)", (after, _text(body)))

    def placed(self) -> dict[str, Plain]:
        """Where models were put by hand on a table without a camera of its own."""
        with self._lock:
            query = "SELECT CAST(payload AS BLOB), CAST(body AS BLOB) FROM placed"
            rows = self._db.execute(query).fetchall()
        found = {payload.decode("utf-8", "replace"): _plain(body) for payload, body in rows}
        return {payload: place for payload, place in found.items() if place is not None}

    def set_placed(self, places: Mapping[str, Plain]) -> None:
        """Keep where models were put, by payload; all or none.

        Raises:
            CannotKeep: the disk refuses it.
        """
        with self._lock, _spoken(self.path):
            self._db.execute("BEGIN IMMEDIATE")
            try:
                for payload, body in places.items():
                    row = (payload, _text(body))
                    self._db.execute("INSERT OR REPLACE INTO placed VALUES (?, ?)", row)
                self._db.execute("COMMIT")
            except BaseException:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise

    def back_up(self, path: Path) -> None:
        """Write a whole copy to *path*.

        Raises:
            CannotKeep: the disk refuses it.
        """
        part = path.with_suffix(".part")
        with self._lock, _spoken(path):
            try:
                part.unlink(missing_ok=True)
                with closing(sqlite3.connect(part)) as copy:
                    self._db.backup(copy)
                part.replace(path)
            except OSError as why:
                raise CannotKeep(f"{path} cannot be written ({why.strerror})") from None

    def _read_new(self) -> None:
        """Decode the events written since the last reading."""
        newest = max(self._known, default=0)
        query = f"SELECT {COLUMNS} FROM event WHERE id > ? ORDER BY id"
        for row in self._db.execute(query, (newest,)).fetchall():
            self._known[row[0]] = Event(
                row[0], row[1], row[2], json.loads(row[3]), bool(row[4])
            )

    @contextmanager
    def _writing(self, after: int) -> Iterator[None]:
        with self._lock, _spoken(self.path):
            self._db.execute("BEGIN IMMEDIATE")
            try:
                head = int(self._db.execute("SELECT head FROM game").fetchone()[0] or 0)
                if head != after:
                    raise Stale("the game has moved on since this page was drawn: look again")
                yield
                self._db.execute("COMMIT")
            except BaseException:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise


@contextmanager
def _spoken(path: Path) -> Iterator[None]:
    """SQLite's complaints in words."""
    try:
        yield
    except sqlite3.OperationalError as why:
        if str(why).startswith("no such"):  # the description of the tables is spoilt
            raise Damaged(f"{path.name} is damaged ({why})") from None
        raise CannotKeep(
            f"nothing was recorded, {path.name} cannot be written ({why}): free some space on "
            "the disk, or start again with --data and a folder you may write to"
        ) from None
    except sqlite3.DatabaseError as why:
        raise Damaged(f"{path.name} is damaged ({why})") from None


def _plain(raw: bytes) -> Plain:
    """What was half typed or placed; None when it cannot be read any more: it is no history."""
    try:
        return json.loads(raw)
    except ValueError:
        return None


def _text(plain: Plain) -> str:
    return json.dumps(plain, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
