"""What is done with a journal that is damaged: keep it, and go on with the better of its
readable part and the newest backup.

Law: the damaged file itself is only ever renamed.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from webui.game.journal.checksums import digest, seal_all
from webui.game.journal.journal import SCHEMA, CannotKeep, Damaged, Journal

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


def _read(path: Path) -> dict[str, list[tuple[Any, ...]]]:
    """Every row that can still be read, table by table; empty lists where nothing can."""
    found: dict[str, list[tuple[Any, ...]]] = {table: [] for table in [*TABLES, "game"]}
    if not path.exists():
        return found
    with suppress(sqlite3.DatabaseError), closing(sqlite3.connect(path)) as damaged:
        for table, columns in TABLES.items():
            found[table] = _rows(damaged, table, columns)
        found["game"] = _rows(damaged, "game", "head")
        _drop_changed(found, dict(_rows(damaged, "seal", "what, digest")))
    found["event"] = _whole_lines(_without_blind(found))
    return found


def _drop_changed(found: dict[str, list[tuple[Any, ...]]], seals: dict[Any, Any]) -> None:
    """Leave out what is not what was sealed; a journal from before the seals is left as it is."""
    if not seals:
        return

    def whole(what: str, *parts: object) -> bool:
        return bool(seals.get(what) == digest(*parts))

    found["event"] = [
        row for row in found["event"] if whole(f"event {row[0]}", row[1] or 0, *row[2:])
    ]
    found["shift"] = [row for row in found["shift"] if whole(f"shift {row[0]}", *row[1:])]
    found["kept"] = [row for row in found["kept"] if whole(f"kept {row[0]} {row[1]}", row[2])]


def _rows(damaged: sqlite3.Connection, table: str, columns: str) -> list[tuple[Any, ...]]:
    """Rows by ascending rowid, stepping over those on unreadable pages."""
    rows: list[tuple[Any, ...]] = []
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
        if row[0] <= at:  # a spoilt page leads the search in a circle
            at, misses = at + 1, misses + 1
            continue
        at, misses = row[0], 0
        rows.append(row[1:])
    return rows


def _without_blind(found: dict[str, list[tuple[Any, ...]]]) -> list[tuple[Any, ...]]:
    """Without an action that is still open and has lost its table: it could not go on."""
    tables = {row[0] for row in found["kept"] if row[1] == "snapshot"}
    last_done = max((row[0] for row in found["event"] if row[2] == "done"), default=0)
    return [
        row
        for row in found["event"]
        if row[2] != "declare" or row[0] in tables or row[0] < last_done
    ]


def _whole_lines(events: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """Only events whose ancestors were all read as well."""
    known: set[object] = {None}
    whole = []
    for event in events:
        if event[1] in known and isinstance(event[3], str):
            known.add(event[0])
            whole.append(event)
    return whole


def _head(found: dict[str, list[tuple[Any, ...]]], ids: set[int]) -> int:
    """Where the game stood, if that can be believed; else its newest step."""
    ends = {max(ids), *(row[2] for row in found["shift"][-1:])}
    return next((int(row[0]) for row in found["game"] if row[0] in ends), max(ids))


def _write(path: Path, found: dict[str, list[tuple[Any, ...]]]) -> None:
    ids = {int(str(event[0])) for event in found["event"]}
    found["shift"] = [row for row in found["shift"] if row[1] in ids and row[2] in ids]
    found["kept"] = [row for row in found["kept"] if row[0] in ids]
    try:
        with closing(sqlite3.connect(path)) as new:
            new.executescript(SCHEMA.read_text(encoding="utf-8"))
            for table, columns in TABLES.items():
                marks = ", ".join("?" * len(columns.split(", ")))
                new.executemany(f"INSERT INTO {table} VALUES ({marks})", found[table])
            new.execute("DROP TABLE seal")
            seal_all(new)
            new.execute("UPDATE game SET head = ?", (_head(found, ids),))
            new.commit()
    except sqlite3.OperationalError as why:
        raise CannotKeep(f"the saved part of the game cannot be written ({why})") from None
