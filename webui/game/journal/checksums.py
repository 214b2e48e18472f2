"""Seals over what the journal holds, so that a flipped bit inside a text is noticed.

SQLite checks the build of its pages, not what stands in them. Every event, move of the head and
kept thing gets a digest when it is written; all are compared when the journal is opened.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from typing import Any

TABLE = "CREATE TABLE seal (what TEXT PRIMARY KEY, digest BLOB NOT NULL)"

# Everything as bytes: a text that is no UTF-8 any more must be read all the same.
SEALED = (
    "SELECT CAST('event ' || id AS BLOB), CAST(coalesce(parent, 0) AS BLOB), "
    "CAST(kind AS BLOB), CAST(body AS BLOB), CAST(state AS BLOB) FROM event",
    "SELECT CAST('shift ' || id AS BLOB), CAST(frm AS BLOB), CAST(dest AS BLOB), "
    "CAST(body AS BLOB) FROM shift",
    "SELECT CAST('kept ' || event || ' ' || what AS BLOB), content FROM kept",
)


def seal(db: sqlite3.Connection, what: str, *parts: object) -> bytes:
    """Seal what has just been written, in the same transaction; the digest."""
    made = digest(*parts)
    db.execute("INSERT INTO seal VALUES (?, ?)", (what, made))
    return made


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


def seals(db: sqlite3.Connection) -> list[tuple[bytes, bytes]]:
    """What was sealed, and its digest, in the order in which it was written."""
    return db.execute("SELECT CAST(what AS BLOB), digest FROM seal ORDER BY rowid").fetchall()


def broken(db: sqlite3.Connection, sealed: list[tuple[bytes, bytes]]) -> str:
    """The first thing that is not as it was sealed, or is gone; "" when all is well."""
    known = dict(sealed)
    for query in SEALED:
        for what, *parts in db.execute(query):
            if known.pop(what, None) != digest(*parts):
                return str(what.decode("utf-8", "replace"))
    return next((what.decode("utf-8", "replace") for what in known), "")


def sealed_text(name: str, plain: Any) -> str:
    """What is no history (a draft, a model's place) as JSON behind its own seal."""
    text = json.dumps(plain, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return f"{digest(name, text).hex()} {text}"


def unsealed(name: str, raw: bytes) -> Any:
    """What ``sealed_text`` was given; plain JSON of an earlier version has no seal.

    Raises:
        ValueError: it is not what was written.
    """
    if raw[:1] in (b"[", b"n"):
        return json.loads(raw)
    said, _, text = raw.partition(b" ")
    if digest(name, text).hex().encode("ascii") != said:
        raise ValueError(f"{name} is not what was written")
    return json.loads(text)
