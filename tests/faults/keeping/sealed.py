"""Game files that are sealed as they should be and hold absurd things all the same."""

from __future__ import annotations

import json
import random
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from tests.faults.keeping.evening import Evening, broken_pages, page_on
from tests.faults.mutants import absurd
from tests.faults.tally import Tally
from webui.game.journal.acknowledged import count_path
from webui.game.journal.checksums import seal_all
from webui.server.app import desk_of

COLUMNS = (
    ("event", "body"), ("event", "body"), ("event", "state"), ("event", "kind"),
    ("event", "parent"), ("shift", "body"), ("shift", "dest"), ("shift", "frm"),
    ("kept", "content"), ("kept", "what"), ("placed", "body"), ("placed", "payload"),
    ("game", "head"), ("game", "version"),
)  # fmt: skip
NUMBERS: tuple[Any, ...] = (None, 0, -1, 1, 2, 3, 7, 10**12, "x", 1.5, b"\xff\xfe")
NO_OBJECTS = ("", "{", "null", "[]", '"x"', "7", "NaN", "[" * 5000, '{"a":' * 900 + "1" + "}" * 900)


def sealed_files(folder: Path, count: int, rules: str, seed: int = 0) -> Tally:
    """So many absurd files of a played game, each opened by a start of the program."""
    tally, chance = Tally("sealed but absurd game files"), random.Random(seed)
    evening = Evening(folder, rules, seed)
    for _ in range(count):
        room = evening.copy()
        path = room / "games" / f"{evening.kept.name}.drumhead"
        where = spoil(path, chance)
        tally.tried += 1
        try:
            wrong = _started(room, evening, tally)
        except Exception as why:  # noqa: BLE001 - the harness counts whatever comes
            wrong = f"the start failed: {type(why).__name__}: {why}"
        if wrong:
            tally.wrong.append(f"{where}: {wrong}"[:400])
            shutil.copy(path, folder / f"wrong-{tally.tried}.drumhead")
    return tally


def _started(room: Path, evening: Evening, tally: Tally) -> str:
    app = page_on(room, evening.rules)
    desk = desk_of(app)
    told = bool(desk.notices)
    tally.kinds["told" if told else "opened as it is"] += 1
    wrong = broken_pages(app)
    desk.close()
    return "; ".join(wrong)


def spoil(path: Path, chance: random.Random) -> str:
    """One absurd value somewhere, and seals that fit; where."""
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        query = "SELECT name FROM sqlite_master WHERE type = 'trigger'"
        for (name,) in db.execute(query).fetchall():
            db.execute(f"DROP TRIGGER {name}")
        db.execute("PRAGMA foreign_keys = OFF")
        db.execute("PRAGMA ignore_check_constraints = ON")
        table, column = chance.choice(COLUMNS)
        where = _one_value(db, table, column, chance)
        db.execute("DROP TABLE seal")
        try:
            seal_all(db)
        except (sqlite3.Error, ValueError):
            where += " (seals do not fit)"
    count_path(path).unlink(missing_ok=True)
    return where


def _one_value(db: sqlite3.Connection, table: str, column: str, chance: random.Random) -> str:
    rows = db.execute(f"SELECT rowid, {column} FROM {table} WHERE {column} IS NOT NULL").fetchall()
    if not rows:
        return f"{table}.{column} is empty"
    rowid, old = chance.choice(rows)
    new = _another(old, column, chance)
    try:
        db.execute(f"UPDATE {table} SET {column} = ? WHERE rowid = ?", (new, rowid))
    except (sqlite3.Error, OverflowError) as why:
        return f"{table}.{column} cannot be {new!r}: {why}"
    return f"{table}.{column} of {rowid} = {str(new)[:120]!r}"


def _another(old: object, column: str, chance: random.Random) -> object:
    if column not in ("body", "state", "content") or chance.random() < 0.1:
        return chance.choice(NUMBERS)
    if chance.random() < 0.15:
        return chance.choice(NO_OBJECTS)
    raw = old if isinstance(old, str) else bytes(str(old), "utf-8")
    if isinstance(old, bytes):
        raw = old
    try:
        plain = json.loads(raw)
        text = json.dumps(absurd(plain, chance))
    except ValueError:
        return chance.choice(NO_OBJECTS)
    return text.encode("utf-8") if isinstance(old, bytes) else text
