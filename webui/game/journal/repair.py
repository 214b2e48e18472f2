"""What is done with a journal that is damaged or has lost steps: keep what was found, and go on
with the better of its readable part and the newest backup.

Law: what was found is only ever copied and renamed; what is read of it is read from a copy.
"""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from webui.game.journal.acknowledged import SUFFIX
from webui.game.journal.checking import Checks, wrong_event, wrong_kept, wrong_shift
from webui.game.journal.checksums import digest, seal_all
from webui.game.journal.entries import CannotKeep
from webui.game.journal.journal import NO_CHECKS, SCHEMA, Damaged, Journal

TABLES = {
    "event": "id, parent, kind, body, state",
    "shift": "id, frm, dest, body",
    "kept": "event, what, content",
    "placed": "payload, body",
}
LOG = "-wal"
TAILS = (LOG, "-shm", SUFFIX, "")
BEFORE = ".before"

Rows = dict[str, list[tuple[Any, ...]]]


@dataclass(frozen=True, slots=True)
class Salvage:
    """A journal that can be used again, and the sentence for the people at the table."""

    journal: Journal
    says: str


def open_or_repair(path: Path, backup: Path, checks: Checks = NO_CHECKS) -> Salvage:
    """Open the journal at *path*; when it is damaged, what can be saved of it.

    Raises:
        Damaged: neither the file nor the backup holds a single event.
        CannotKeep: the disk refuses.
    """
    found = _copied(path)
    try:
        salvage = _opened(path, found, backup, checks)
    except BaseException:
        _drop(found)
        raise
    _drop(found)
    salvage.journal.acknowledge()
    return salvage


def _opened(path: Path, found: Path | None, backup: Path, checks: Checks) -> Salvage:
    if found is None and not path.stat().st_size and backup.exists():
        return _repair(path, found, backup, checks, f"{path.name} is damaged (it is empty)")
    try:
        journal = Journal(path, checks)
    except Damaged as why:
        return _repair(path, found, backup, checks, str(why))
    lost = journal.lost()
    if not lost:
        return Salvage(journal, ". ".join(journal.faults))
    there = journal.count.steps
    if there == 0 or there < len(_read(backup, checks)["event"]):
        journal.close()
        return _repair(path, found, backup, checks, lost)
    aside = _set_aside(path, found or path, copy=True)
    return Salvage(journal, _told(lost, there, aside))


def _told(why: str, steps: int, aside: Path) -> str:
    return (
        f"{why}. {steps} steps of the game were saved: look whether the last ones "
        f"are there. The damaged file is kept as {aside.name}"
    )


def _repair(path: Path, found: Path | None, backup: Path, checks: Checks, why: str) -> Salvage:
    source = found or path
    candidates = [rows for rows in (_read(source, checks), _read(backup, checks)) if rows["event"]]
    if not candidates:
        aside = _set_aside(path, source, copy=False)
        raise Damaged(f"{why}; nothing in it could be read. It is kept as {aside.name}")
    best = max(candidates, key=lambda rows: len(rows["event"]))
    part = path.with_suffix(".part")
    part.unlink(missing_ok=True)
    # First the saved part, then the renaming: a disk that refuses has changed nothing.
    _write(part, best)
    aside = _set_aside(path, source, copy=False)
    for tail in TAILS:
        _tailed(path, tail).unlink(missing_ok=True)
    part.replace(path)
    return Salvage(Journal(path, checks), _told(why, len(best["event"]), aside))


def _copied(path: Path) -> Path | None:
    """The file as it is found, where a log lies beside it: opening would fold that in."""
    log = path.with_name(path.name + LOG)
    if not log.exists() or not log.stat().st_size:
        return None
    before = path.with_name(path.name + BEFORE)
    try:
        for tail in (LOG, SUFFIX, ""):
            with suppress(FileNotFoundError):
                shutil.copyfile(path.with_name(path.name + tail), _tailed(before, tail))
    except OSError:  # no room for a copy; the game itself comes first
        _drop(before)
        return None
    return before


def _drop(before: Path | None) -> None:
    if before is not None:
        for tail in TAILS:
            with suppress(OSError):
                _tailed(before, tail).unlink(missing_ok=True)


def _set_aside(path: Path, found: Path, *, copy: bool) -> Path:
    """Keep what was found under a name of its own."""
    number = 1
    while (aside := path.with_name(f"{path.name}.damaged-{number}")).exists():
        number += 1
    for tail in TAILS:
        there = _tailed(found, tail)
        if there.exists():
            if copy and found == path:
                shutil.copyfile(there, _tailed(aside, tail))
            else:
                there.replace(_tailed(aside, tail))
    return aside


def _tailed(path: Path, tail: str) -> Path:
    return path.with_name(path.name + tail)


def _read(path: Path, checks: Checks) -> Rows:
    """Every row that can still be read, table by table; empty lists where nothing can."""
    rows: Rows = {table: [] for table in [*TABLES, "game"]}
    if not path.exists():
        return rows
    with tempfile.TemporaryDirectory(prefix="drumhead-") as scratch:
        copy = Path(scratch) / "copy"
        for tail in (LOG, ""):
            if _tailed(path, tail).exists():
                shutil.copyfile(_tailed(path, tail), _tailed(copy, tail))
        with suppress(sqlite3.DatabaseError), closing(sqlite3.connect(copy)) as damaged:
            for table, columns in TABLES.items():
                rows[table] = _rows(damaged, table, columns)
            rows["game"] = _rows(damaged, "game", "head")
            _drop_changed(rows, dict(_rows(damaged, "seal", "what, digest")))
    _drop_wrong(rows, checks)
    return rows


def _drop_changed(rows: Rows, seals: dict[Any, Any]) -> None:
    """Leave out what is not what was sealed; a journal from before the seals is left as it is."""
    if not seals:
        return

    def whole(what: str, *parts: object) -> bool:
        return bool(seals.get(what) == digest(*parts))

    rows["event"] = [
        row for row in rows["event"] if whole(f"event {row[0]}", row[1] or 0, *row[2:])
    ]
    rows["shift"] = [row for row in rows["shift"] if whole(f"shift {row[0]}", *row[1:])]
    rows["kept"] = [row for row in rows["kept"] if whole(f"kept {row[0]} {row[1]}", row[2])]


def _drop_wrong(rows: Rows, checks: Checks) -> None:
    """Leave out what no writer can have written, and every step that followed it."""
    rows["event"] = _whole_lines(_without_blind(rows), checks)
    ids = {row[0] for row in rows["event"]}
    rows["shift"] = [row for row in rows["shift"] if not wrong_shift(row, ids, checks)]
    rows["kept"] = [row for row in rows["kept"] if not wrong_kept(row, ids, checks)]


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


def _without_blind(rows: Rows) -> list[tuple[Any, ...]]:
    """Without an action that is still open and has lost its table: it could not go on."""
    tables = {row[0] for row in rows["kept"] if row[1] == "snapshot"}
    last_done = max((row[0] for row in rows["event"] if row[2] == "done"), default=0)
    return [
        row
        for row in rows["event"]
        if row[2] != "declare" or row[0] in tables or row[0] < last_done
    ]


def _whole_lines(events: list[tuple[Any, ...]], checks: Checks) -> list[tuple[Any, ...]]:
    """Only events that are some, and whose ancestors all are."""
    known: set[int] = set()
    whole = []
    for event in events:
        if not wrong_event(event, known, checks):
            known.add(event[0])
            whole.append(event)
    return whole


def _head(rows: Rows, ids: set[int]) -> int:
    """Where the game stood, if that can be believed; else its newest step."""
    ends = {max(ids), *(row[2] for row in rows["shift"][-1:])}
    return next((int(row[0]) for row in rows["game"] if row[0] in ends), max(ids))


def _write(path: Path, rows: Rows) -> None:
    ids = {int(str(event[0])) for event in rows["event"]}
    try:
        with closing(sqlite3.connect(path)) as new:
            new.executescript(SCHEMA.read_text(encoding="utf-8"))
            for table, columns in TABLES.items():
                marks = ", ".join("?" * len(columns.split(", ")))
                new.executemany(f"INSERT INTO {table} VALUES ({marks})", rows[table])
            new.execute("DROP TABLE seal")
            seal_all(new)
            new.execute("UPDATE game SET head = ?", (_head(rows, ids),))
            new.commit()
    except sqlite3.OperationalError as why:
        raise CannotKeep(f"the saved part of the game cannot be written ({why})") from None
