"""Seals over what the journal holds, so that a flipped bit inside a text is noticed.

SQLite checks the build of its pages, not what stands in them. Every event, move of the head and
kept thing gets a digest when it is written; all are compared when the journal is opened.
"""

from __future__ import annotations

import hashlib
import sqlite3

TABLE = "CREATE TABLE seal (what TEXT PRIMARY KEY, digest BLOB NOT NULL)"

# Everything as bytes: a text that is no UTF-8 any more must be read all the same.
SEALED = (
    "SELECT CAST('event ' || id AS BLOB), CAST(coalesce(parent, 0) AS BLOB), "
    "CAST(kind AS BLOB), CAST(body AS BLOB), CAST(state AS BLOB) FROM event",
    "SELECT CAST('shift ' || id AS BLOB), CAST(frm AS BLOB), CAST(dest AS BLOB), "
    "CAST(body AS BLOB) FROM shift",
    "SELECT CAST('kept ' || event || ' ' || what AS BLOB), content FROM kept",
)


def seal(db: sqlite3.Connection, what: str, *parts: object) -> None:
    """Seal what has just been written, in the same transaction."""
    db.execute("INSERT INTO seal VALUES (?, ?)", (what, digest(*parts)))


def digest(*parts: object) -> bytes:
    """16 bytes over parts of any length, each kept apart from the next."""
    made = hashlib.sha256()
    for part in parts:
        raw = part if isinstance(part, bytes) else str(part).encode("utf-8")
        made.update(b"-" if part is None else b"%d:" % len(raw) + raw)
    return made.digest()[:16]


def seal_all(db: sqlite3.Connection) -> None:
    """Seal a journal that was written before there were seals."""
    db.execute(TABLE)
    for query in SEALED:
        for what, *parts in db.execute(query).fetchall():
            seal(db, what.decode("utf-8"), *parts)


def broken(db: sqlite3.Connection) -> str:
    """The first thing that is not as it was sealed, or is gone; "" when all is well."""
    kept = db.execute("SELECT CAST(what AS BLOB), digest FROM seal").fetchall()
    known: dict[bytes, bytes] = dict(kept)
    for query in SEALED:
        for what, *parts in db.execute(query):
            if known.pop(what, None) != digest(*parts):
                return str(what.decode("utf-8", "replace"))
    return next((what.decode("utf-8", "replace") for what in known), "")
