"""Is the file that was opened a whole journal?  SQLite's own check, the seals, and the shape
and bounds of everything that will be read from it.

Law: a damaged file is never changed in here.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from webui.game.journal.acknowledged import Acknowledged
from webui.game.journal.checksums import broken, seal_all, seals

VERSION = 1
MAX_TEXT = 4_000_000
"""Letters in one body or state: a hundred times what the longest needs."""


class Damaged(RuntimeError):
    """The file is not a whole journal; the message names it."""


class Checks(NamedTuple):
    """What the writers of a journal know of its contents: each says what is wrong, or ""."""

    event: Callable[[str, dict[str, Any]], str] = lambda kind, body: ""
    kept: Callable[[str, bytes], str] = lambda what, content: ""
    shift: Callable[[dict[str, Any]], str] = lambda body: ""


def counted(db: sqlite3.Connection, checks: Checks) -> Acknowledged:
    """How much there is in a whole journal.

    Raises:
        Damaged: it is not whole; the message says what is not.
        sqlite3.DatabaseError: it cannot be read.
    """
    verdict = db.execute("PRAGMA quick_check(1)").fetchone()[0]
    if verdict != "ok":
        raise Damaged(str(verdict))
    row = db.execute("SELECT version, head FROM game").fetchone()
    if row is None or row[0] != VERSION:
        raise Damaged(f"it is not a game of version {VERSION}")
    query = "SELECT count(*) FROM sqlite_master WHERE name = 'seal'"
    if db.execute(query).fetchone()[0] == 0:
        db.execute("BEGIN IMMEDIATE")
        seal_all(db)
        db.execute("COMMIT")
    sealed = seals(db)
    why = broken(db, sealed)
    if why:
        raise Damaged(f"{why} is not what was written")
    why = misshapen(db, checks)
    if why:
        raise Damaged(why)
    return _counted(db, sealed, row[1] or 0)


def _counted(db: sqlite3.Connection, sealed: list[tuple[bytes, bytes]], head: int) -> Acknowledged:
    count = Acknowledged(head=head)
    for what, made in sealed:
        count = count.then(what.decode("utf-8"), made)
    ends = db.execute(
        "SELECT max(id) FROM event UNION SELECT dest FROM shift WHERE id = "
        "(SELECT max(id) FROM shift)"
    ).fetchall()
    if (head or None,) not in ends:
        raise Damaged("it does not say where the game stands")
    return count


def misshapen(db: sqlite3.Connection, checks: Checks) -> str:
    """The first row that is not what a writer can have written, "" when there is none."""
    events = db.execute("SELECT id, parent, kind, body, state FROM event ORDER BY id")
    known: set[int] = set()
    for row in events:
        why = wrong_event(row, known, checks)
        if why:
            return f"step {row[0]} {why}"
        known.add(row[0])
    for row in db.execute("SELECT id, frm, dest, body FROM shift ORDER BY id"):
        why = wrong_shift(row, known, checks)
        if why:
            return f"undo {row[0]} {why}"
    for row in db.execute("SELECT event, what, content FROM kept"):
        why = wrong_kept(row, known, checks)
        if why:
            return f"what was kept with step {row[0]} {why}"
    return ""


def wrong_event(row: Iterable[Any], known: set[int], checks: Checks) -> str:
    """What is wrong with a row of the table ``event``; *known*: the steps before it."""
    number, parent, kind, body, state = row
    if type(number) is not int or number < 1 or number in known:
        return "has no number of its own"
    if parent is None and known or parent is not None and parent not in known:
        return "follows no step before it"
    plain = object_of(body)
    if type(kind) is not str or plain is None:
        return "is none"
    if state is not None and object_of(state) is None:
        return "leaves no state"
    return checks.event(kind, plain)


def wrong_shift(row: Iterable[Any], known: set[int], checks: Checks) -> str:
    """What is wrong with a row of the table ``shift``."""
    _, frm, dest, body = row
    if frm not in known or dest not in known:
        return "leads from or to no step"
    plain = object_of(body)
    return "is none" if plain is None else checks.shift(plain)


def wrong_kept(row: Iterable[Any], known: set[int], checks: Checks) -> str:
    """What is wrong with a row of the table ``kept``."""
    event, what, content = row
    if event not in known or type(what) is not str or type(content) is not bytes:
        return "belongs to none"
    return checks.kept(what, content)


def object_of(text: object) -> dict[str, Any] | None:
    """The JSON object that a text holds, None when it holds none that can be read."""
    if not isinstance(text, str) or len(text) > MAX_TEXT:
        return None
    try:
        plain = json.loads(text, parse_constant=_refuse)
    except (ValueError, RecursionError):
        return None
    return plain if isinstance(plain, dict) else None


def _refuse(word: str) -> None:
    raise ValueError(f"{word} is no number")
