"""What a table has to tell its hall, in order, in ``hall.sqlite`` beside the games.

Law: entries are only added. Each is one thing of a game's journal (or a call), numbered from 1
within the outbox's own ``stream``, so that whoever keeps them knows a gap and a repetition.
"""

from __future__ import annotations

import json
import secrets
import sqlite3
import threading
from collections.abc import Iterable
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from webui.game.journal.entries import CannotKeep, Stale, spoken
from webui.hall.wire.messages import EntryKind

_SCHEMA = """
CREATE TABLE IF NOT EXISTS stream (one INTEGER PRIMARY KEY CHECK (one = 1), id TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS entry (
    seq  INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    game TEXT NOT NULL,
    ref  TEXT NOT NULL,
    at_s REAL NOT NULL,
    body TEXT NOT NULL,
    UNIQUE (game, kind, ref)
);
CREATE TABLE IF NOT EXISTS reached (
    game   TEXT PRIMARY KEY,
    event  INTEGER NOT NULL,
    shift  INTEGER NOT NULL
);
CREATE TABLE IF NOT EXISTS sent (one INTEGER PRIMARY KEY CHECK (one = 1), seq INTEGER NOT NULL);
INSERT OR IGNORE INTO sent VALUES (1, 0);
"""


@dataclass(frozen=True, slots=True)
class Kept:
    """An entry without its number. ``ref``: which step of the game's journal it is."""

    kind: EntryKind
    game: str
    ref: str
    at_s: float
    body: dict[str, Any]


class Outbox:
    """An open outbox. Its methods may be called from any thread."""

    def __init__(self, path: Path) -> None:
        """Open or create it.

        Raises:
            CannotKeep, Damaged: it cannot be had; a sentence.
        """
        self._path = path
        self._lock = threading.RLock()
        with spoken(path):
            self._db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
            self._db.execute("PRAGMA journal_mode=WAL")
            self._db.execute("PRAGMA synchronous=FULL")
            self._db.executescript(_SCHEMA)
            fresh = (secrets.token_hex(16),)
            self._db.execute("INSERT OR IGNORE INTO stream VALUES (1, ?)", fresh)
        self._read_ends()

    def _read_ends(self) -> None:
        self._stream = str(self._one("SELECT id FROM stream"))
        self._last = int(self._one("SELECT coalesce(max(seq), 0) FROM entry"))
        self._sent = self._sent_kept = int(self._one("SELECT seq FROM sent"))

    def close(self) -> None:
        """May be called twice."""
        with self._lock:
            with suppress(CannotKeep, Stale):  # then more is sent again than need be
                self.keep_sent()
            self._db.close()

    @property
    def stream(self) -> str:
        """The id of this outbox; no other table has it."""
        return self._stream

    @property
    def last(self) -> int:
        """The number of the newest entry, 0 before the first."""
        return self._last

    @property
    def sent(self) -> int:
        """Up to which number the broker has them."""
        return self._sent

    def set_sent(self, seq: int) -> None:
        """The broker has all up to *seq*. It is on the disk after ``keep_sent`` only: what a
        kill makes forgotten is sent again, and dropped by the hall."""
        self._sent = seq

    def keep_sent(self) -> None:
        """Write down how far the broker has them.

        Raises:
            CannotKeep: the disk refuses it.
        """
        with self._lock, spoken(self._path):
            if self._sent != self._sent_kept:
                self._db.execute("UPDATE sent SET seq = ?", (self._sent,))
                self._sent_kept = self._sent

    def reached(self, game: str) -> tuple[int, int]:
        """The last event and the last shift of *game* that are in here."""
        with self._lock, spoken(self._path):
            row = self._db.execute(
                "SELECT event, shift FROM reached WHERE game = ?", (game,)
            ).fetchone()
        return (0, 0) if row is None else (int(row[0]), int(row[1]))

    def games(self) -> tuple[str, ...]:
        """Every game that anything is in here of."""
        with self._lock, spoken(self._path):
            return tuple(row[0] for row in self._db.execute("SELECT game FROM reached"))

    def add(self, entries: Iterable[Kept], reached: tuple[str, int, int] | None = None) -> None:
        """Add entries, and up to where their game has been read; all or nothing.

        What is in here already is not added again.

        Raises:
            CannotKeep: the disk refuses it.
        """
        rows = [(each.kind, each.game, each.ref, each.at_s, _text(each.body)) for each in entries]
        with self._lock, spoken(self._path):
            self._db.execute("BEGIN IMMEDIATE")
            try:
                for row in rows:
                    # Not "INSERT OR IGNORE", which would leave a gap in the numbers.
                    self._db.execute(
                        "INSERT INTO entry (seq, kind, game, ref, at_s, body) "
                        "SELECT (SELECT coalesce(max(seq), 0) + 1 FROM entry), ?1, ?2, ?3, ?4, ?5 "
                        "WHERE NOT EXISTS (SELECT 1 FROM entry "
                        "WHERE game = ?2 AND kind = ?1 AND ref = ?3)",
                        row,
                    )
                if reached is not None:
                    self._db.execute("INSERT OR REPLACE INTO reached VALUES (?, ?, ?)", reached)
                self._db.execute("COMMIT")
            except BaseException:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise
            self._last = int(self._one("SELECT coalesce(max(seq), 0) FROM entry"))

    def after(self, seq: int, most: int) -> list[tuple[int, Kept]]:
        """The entries that follow *seq*, oldest first, at most so many."""
        with (
            self._lock,
            spoken(self._path),
            closing(
                self._db.execute(
                    "SELECT seq, kind, game, ref, at_s, body FROM entry WHERE seq > ? "
                    "ORDER BY seq LIMIT ?",
                    (seq, most),
                )
            ) as rows,
        ):
            return [
                (seq, Kept(kind, game, ref, at_s, json.loads(body)))
                for seq, kind, game, ref, at_s, body in rows
            ]

    def begin_anew(self) -> None:
        """Take another stream: a hall knows more of this one than is in here, so it was put
        back from a copy and its numbers mean two things."""
        with self._lock, spoken(self._path):
            self._db.execute("UPDATE stream SET id = ?", (secrets.token_hex(16),))
            self._db.execute("UPDATE sent SET seq = 0")
            self._read_ends()

    def _one(self, query: str) -> Any:
        with self._lock, spoken(self._path):
            return self._db.execute(query).fetchone()[0]


def _text(body: dict[str, Any]) -> str:
    return json.dumps(body, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
