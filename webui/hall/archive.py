"""Every battle of a hall, kept for good: SQLite by default, PostgreSQL where it is named.

Law: entries are only added, each once and after the one before it in its stream. Who answers
a call and who is given points is kept beside them.
"""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from webui.hall.database import Database
from webui.hall.wire.messages import Answer, Entry

_SCHEMA = """
CREATE TABLE IF NOT EXISTS entry (
    place TEXT NOT NULL, stream TEXT NOT NULL, seq BIGINT NOT NULL, kind TEXT NOT NULL,
    game TEXT NOT NULL, ref TEXT NOT NULL, at_s DOUBLE PRECISION NOT NULL,
    received_s DOUBLE PRECISION NOT NULL, body TEXT NOT NULL, PRIMARY KEY (place, stream, seq)
);
CREATE INDEX IF NOT EXISTS entry_of_game ON entry (place, stream, game, seq);
CREATE TABLE IF NOT EXISTS umpire_call (
    id TEXT NOT NULL, place TEXT NOT NULL, stream TEXT NOT NULL, since_s DOUBLE PRECISION
    NOT NULL, text TEXT NOT NULL, side TEXT NOT NULL, answer TEXT NOT NULL,
    answered_by TEXT NOT NULL, answered_s DOUBLE PRECISION NOT NULL, PRIMARY KEY (place, id)
);
CREATE TABLE IF NOT EXISTS battle (
    place TEXT NOT NULL, stream TEXT NOT NULL, game TEXT NOT NULL, title TEXT NOT NULL,
    rules TEXT NOT NULL, source TEXT NOT NULL, side_0 TEXT NOT NULL, side_1 TEXT NOT NULL,
    begun_s DOUBLE PRECISION NOT NULL, rulings BIGINT NOT NULL, is_over BIGINT NOT NULL,
    winner TEXT NOT NULL, PRIMARY KEY (place, stream, game)
);
CREATE TABLE IF NOT EXISTS result (
    place TEXT NOT NULL, stream TEXT NOT NULL, game TEXT NOT NULL, side BIGINT NOT NULL,
    entrant TEXT NOT NULL, points DOUBLE PRECISION, PRIMARY KEY (place, stream, game, side)
);
CREATE TABLE IF NOT EXISTS setting (name TEXT PRIMARY KEY, body TEXT NOT NULL);
"""


MOST_CALLS = 200
"""That a queue shows."""


@dataclass(frozen=True, slots=True)
class Arrived:
    """An entry as it came: from which table, and when by the hall's clock."""

    place: str
    entry: Entry
    received_s: float


@dataclass(frozen=True, slots=True)
class Call:
    """A table's call for an umpire. ``since_s``: when, by the hall's clock."""

    id: str
    place: str
    stream: str
    since_s: float
    text: str
    side: str
    answer: str = ""
    answered_by: str = ""
    answered_s: float = 0.0


@dataclass(frozen=True, slots=True)
class Battle:
    """One battle of a table. ``winner`` "" of one that is over is a draw."""

    place: str
    stream: str
    game: str
    title: str
    rules: str
    source: str
    side_0: str
    side_1: str
    begun_s: float
    rulings: int
    is_over: int
    winner: str


class Archive:
    """An open archive. Its methods may be called from any thread."""

    def __init__(self, database: Database) -> None:
        self._db = database
        self._lock = threading.RLock()
        self._kept: dict[tuple[str, str], int] = {}
        self._calls: list[Call] | None = None
        with self._lock, self._db.writing():
            for part in _SCHEMA.split(";"):
                if part.strip():
                    self._db.run(part)

    def close(self) -> None:
        """May be called twice."""
        with self._lock:
            self._db.close()

    def kept(self, place: str, stream: str) -> int:
        """Up to which number the entries of a stream are here."""
        with self._lock:
            if (place, stream) not in self._kept:
                rows = self._db.rows(
                    "SELECT coalesce(max(seq), 0) FROM entry WHERE place = ? AND stream = ?",
                    (place, stream),
                )
                self._kept[place, stream] = int(rows[0][0])
            return self._kept[place, stream]

    def add(self, arrived: Sequence[Arrived]) -> list[Arrived]:
        """Keep those that follow what is here; gives them. All or none.

        Raises:
            CannotKeep: the database refuses it; nothing was kept.
        """
        with self._lock:
            reached: dict[tuple[str, str], int] = {}
            taken = []
            try:
                with self._db.writing():
                    for one in arrived:
                        key = (one.place, one.entry.stream)
                        if one.entry.seq == reached.get(key, self.kept(*key)) + 1:
                            self._insert(one)
                            reached[key] = one.entry.seq
                            taken.append(one)
                self._kept.update(reached)
                if any(one.entry.kind == "call" for one in taken):
                    self._calls = None
            except BaseException:
                # A server that dies while it keeps may have kept: it is asked anew.
                self._kept.clear()
                raise
            return taken

    def _insert(self, one: Arrived) -> None:
        entry = one.entry
        body = json.dumps(entry.body, ensure_ascii=False)
        self._db.run(
            "INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (one.place, entry.stream, entry.seq, entry.kind, _clean(entry.game),
             _clean(entry.ref), entry.at_s, one.received_s, body),
        )  # fmt: skip
        key = (one.place, entry.stream, _clean(entry.game))
        if entry.kind == "begin":
            self._begin(key, entry.body, one.received_s - entry.age_s)
        elif entry.kind == "ruling":
            self._ruled(key, entry.body.get("over"))
        elif entry.kind == "undo":
            self._db.run(f"UPDATE battle SET is_over = 0, winner = '' {_KEY}", key)
        elif entry.kind == "call":
            self._called(one)

    def _begin(self, key: tuple[str, str, str], body: dict[str, Any], begun_s: float) -> None:
        sides = [_word(side.get("side")) for side in _dicts(body.get("sides"))[:2]]
        sides += [""] * (2 - len(sides))
        told = [_word(body.get(name)) for name in ("title", "rules", "source")]
        self._db.run(
            "INSERT INTO battle VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 0, '') "
            "ON CONFLICT (place, stream, game) DO NOTHING",
            (*key, *told, *sides, begun_s),
        )

    def _ruled(self, key: tuple[str, str, str], over: object) -> None:
        self._db.run(f"UPDATE battle SET rulings = rulings + 1 {_KEY}", key)
        if isinstance(over, dict):
            won = (_word(over.get("winner")), *key)
            self._db.run(f"UPDATE battle SET is_over = 1, winner = ? {_KEY}", won)

    def _called(self, one: Arrived) -> None:
        body = one.entry.body
        if not _CALL.fullmatch(one.entry.ref):
            return
        since_s = one.received_s - min(one.entry.age_s, 7 * 86400.0)
        self._db.run(
            "INSERT INTO umpire_call VALUES (?, ?, ?, ?, ?, ?, '', '', 0) "
            "ON CONFLICT (place, id) DO NOTHING",
            (one.entry.ref, one.place, one.entry.stream, since_s, _word(body.get("text"), 500),
             _word(body.get("side"))),
        )  # fmt: skip

    # Calls

    def calls(self) -> list[Call]:
        """Those that wait, longest first, then those answered, newest first."""
        known = self._calls  # a wall does not wait until the disk has what is being kept
        if known is None:
            with self._lock:
                rows = self._db.rows(
                    "SELECT * FROM umpire_call ORDER BY (answer <> ''), "
                    "CASE WHEN answer = '' THEN since_s ELSE -answered_s END LIMIT ?",
                    (MOST_CALLS,),
                )
                known = self._calls = [Call(*row) for row in rows]
        return known

    def answer(self, place: str, call: str, says: str, by: str, now_s: float) -> Call | None:
        """Answer a call; the call, None where there is none of that id."""
        with self._lock:
            with self._db.writing():
                self._db.run(
                    "UPDATE umpire_call SET answer = ?, answered_by = ?, answered_s = ? "
                    "WHERE place = ? AND id = ?",
                    (says, by, now_s, place, call),
                )
            self._calls = None
            rows = self._db.rows(
                "SELECT * FROM umpire_call WHERE place = ? AND id = ?", (place, call)
            )
        return Call(*rows[0]) if rows else None

    def answers(self, place: str, stream: str) -> list[Answer]:
        """The newest answers to a table's calls, oldest first."""
        with self._lock:
            rows = self._db.rows(
                "SELECT id, answer, answered_by FROM umpire_call WHERE place = ? AND stream = ? "
                "AND answer <> '' ORDER BY answered_s DESC LIMIT 20",
                (place, stream),
            )
        return [Answer(*row) for row in reversed(rows)]

    # Battles

    def battles(self) -> list[Battle]:
        """Every battle, newest first."""
        with self._lock:
            rows = self._db.rows("SELECT * FROM battle ORDER BY begun_s DESC, place, game")
        return [Battle(*row) for row in rows]

    def entries(self, place: str, stream: str, game: str) -> list[dict[str, Any]]:
        """All that happened in a battle, in order."""
        with self._lock:
            rows = self._db.rows(
                "SELECT seq, kind, ref, at_s, body FROM entry "
                "WHERE place = ? AND stream = ? AND game = ? ORDER BY seq",
                (place, stream, game),
            )
        return [
            {"seq": seq, "kind": kind, "ref": ref, "at_s": at_s, "body": json.loads(body)}
            for seq, kind, ref, at_s, body in rows
        ]

    def sequence(self, place: str) -> list[tuple[str, int]]:
        """Stream and number of all that is kept of a table, in the order of its numbers."""
        with self._lock:
            rows = self._db.rows(
                "SELECT stream, seq FROM entry WHERE place = ? ORDER BY stream, seq", (place,)
            )
        return [(str(stream), int(seq)) for stream, seq in rows]

    def results(self) -> dict[tuple[str, str, str, int], tuple[str, float | None]]:
        """By battle and side: who played it and the points given by hand."""
        with self._lock:
            rows = self._db.rows("SELECT * FROM result")
        return {(row[0], row[1], row[2], int(row[3])): (row[4], row[5]) for row in rows}

    def set_result(
        self, key: tuple[str, str, str], side: int, entrant: str, points: float | None
    ) -> None:
        """Say who played a side of a battle, and with how many points; None as the scheme says."""
        with self._lock, self._db.writing():
            self._db.run(
                "INSERT INTO result VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (place, stream, game, "
                "side) DO UPDATE SET entrant = excluded.entrant, points = excluded.points",
                (*key, side, entrant, points),
            )

    # Settings

    def setting(self, name: str) -> Any:
        """What was kept under *name*, None before the first time."""
        with self._lock:
            rows = self._db.rows("SELECT body FROM setting WHERE name = ?", (name,))
        return json.loads(rows[0][0]) if rows else None

    def set_setting(self, name: str, body: Any) -> None:
        """Keep a plain value under *name*."""
        with self._lock, self._db.writing():
            self._db.run(
                "INSERT INTO setting VALUES (?, ?) "
                "ON CONFLICT (name) DO UPDATE SET body = excluded.body",
                (name, json.dumps(body)),
            )


_CALL = re.compile("[0-9a-f]{32}")
_KEY = "WHERE place = ? AND stream = ? AND game = ?"


def _clean(text: str) -> str:
    """PostgreSQL takes no NUL in a text."""
    return text.replace("\0", "")


def _word(value: object, most: int = 120) -> str:
    return _clean(value)[:most] if isinstance(value, str) else ""


def _dicts(value: object) -> list[dict[str, Any]]:
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []
