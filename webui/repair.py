"""What is done with a journal that is damaged: keep it, and go on with the better of its
readable part and the newest backup.

Law: the damaged file itself is only ever renamed.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path

from webui.journal import SCHEMA, CannotKeep, Damaged, Journal

TABLES = {
    "event": "id, parent, kind, body, state",
    "shift": "id, frm, dest, body",
    "kept": "event, what, content",
    "placed": "payload, body",
}


@dataclass(frozen=True, slots=True)
class Salvage:
    """A journal that can be used again, and the sentence for the people at the table."""

    journal: Journal
    says: str


def open_or_repair(path: Path, backup: Path) -> Salvage:
    """Open the journal at *path*; when it is damaged, what can be saved of it.

    Raises:
        Damaged: neither the file nor the backup holds a single event.
        CannotKeep: the disk refuses.
    """
    try:
        return Salvage(Journal(path), "")
    except Damaged as why:
        return _repair(path, backup, str(why))


def _repair(path: Path, backup: Path, why: str) -> Salvage:
    aside = _set_aside(path)
    candidates = [found for found in (_read(aside), _read(backup)) if found["event"]]
    if not candidates:
        raise Damaged(f"{why}; nothing in it could be read. It is kept as {aside.name}")
    best = max(candidates, key=lambda found: len(found["event"]))
    part = path.with_suffix(".part")
    part.unlink(missing_ok=True)
    _write(part, best)
    part.replace(path)
    says = (
        f"{why}. {len(best['event'])} steps of the game were saved: look whether the last ones "
        f"are there. The damaged file is kept as {aside.name}"
    )
    return Salvage(Journal(path), says)


def _set_aside(path: Path) -> Path:
    number = 1
    while (aside := path.with_name(f"{path.name}.damaged-{number}")).exists():
        number += 1
    for tail in ("-wal", "-shm", ""):
        with suppress(FileNotFoundError):
            path.with_name(path.name + tail).replace(aside.with_name(aside.name + tail))
    return aside


def _read(path: Path) -> dict[str, list[tuple[object, ...]]]:
    """Every row that can still be read, table by table; empty lists where nothing can."""
    found: dict[str, list[tuple[object, ...]]] = {table: [] for table in [*TABLES, "game"]}
    if not path.exists():
        return found
    with suppress(sqlite3.DatabaseError), closing(sqlite3.connect(path)) as damaged:
        for table, columns in TABLES.items():
            found[table] = _rows(damaged, table, columns)
        found["game"] = _rows(damaged, "game", "head")
    found["event"] = _whole_lines(found["event"])
    return found


def _rows(damaged: sqlite3.Connection, table: str, columns: str) -> list[tuple[object, ...]]:
    """Rows by ascending rowid, stepping over those on unreadable pages."""
    rows: list[tuple[object, ...]] = []
    at, misses = 0, 0
    while misses < 50:
        query = f"SELECT rowid, {columns} FROM {table} WHERE rowid > ? ORDER BY rowid LIMIT 1"
        try:
            row = damaged.execute(query, (at,)).fetchone()
        except sqlite3.DatabaseError:
            at, misses = at + 1, misses + 1
            continue
        if row is None:
            break
        at, misses = row[0], 0
        rows.append(row[1:])
    return rows


def _whole_lines(events: list[tuple[object, ...]]) -> list[tuple[object, ...]]:
    """Only events whose ancestors were all read as well."""
    known: set[object] = {None}
    whole = []
    for event in events:
        if event[1] in known and isinstance(event[3], str):
            known.add(event[0])
            whole.append(event)
    return whole


def _write(path: Path, found: dict[str, list[tuple[object, ...]]]) -> None:
    ids = {int(str(event[0])) for event in found["event"]}
    heads = [row[0] for row in found["game"] if row[0] in ids]
    found["shift"] = [row for row in found["shift"] if row[1] in ids and row[2] in ids]
    found["kept"] = [row for row in found["kept"] if row[0] in ids]
    try:
        with closing(sqlite3.connect(path)) as new:
            new.executescript(SCHEMA.read_text(encoding="utf-8"))
            for table, columns in TABLES.items():
                marks = ", ".join("?" * len(columns.split(", ")))
                new.executemany(f"INSERT INTO {table} VALUES ({marks})", found[table])
            new.execute("UPDATE game SET head = ?", (heads[0] if heads else max(ids),))
            new.commit()
    except sqlite3.OperationalError as why:
        raise CannotKeep(f"the saved part of the game cannot be written ({why})") from None
