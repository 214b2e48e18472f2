"""The two databases that an archive may lie in, behind one small door.

SQL is written once, in what both understand, with ``?`` for a value.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

from webui.game.journal.entries import CannotKeep, spoken


class Database(Protocol):
    """One connection, used by one thread at a time."""

    def run(self, sql: str, values: Sequence[Any] = ()) -> None: ...
    def rows(self, sql: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]: ...
    def writing(self) -> Any: ...
    def close(self) -> None: ...


class Sqlite:
    """A file; every transaction is on the disk when it ends."""

    def __init__(self, path: Path) -> None:
        """Open or create it.

        Raises:
            CannotKeep, Damaged: it cannot be had.
        """
        self._path = path
        with spoken(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            self._db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
            self._db.execute("PRAGMA journal_mode=WAL")
            self._db.execute("PRAGMA synchronous=FULL")

    def run(self, sql: str, values: Sequence[Any] = ()) -> None:
        """One statement."""
        with spoken(self._path):
            self._db.execute(sql, values)

    def rows(self, sql: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """All rows of a query."""
        with spoken(self._path):
            return self._db.execute(sql, values).fetchall()

    @contextmanager
    def writing(self) -> Iterator[None]:
        """One transaction: all of it or nothing."""
        with spoken(self._path):
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._db.execute("COMMIT")
            except BaseException:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise

    def close(self) -> None:
        """May be called twice."""
        self._db.close()


def open_database(where: str, folder: Path) -> Database:
    """The archive at *where*: "" for SQLite in *folder*.

    Raises:
        CannotKeep, Damaged: it cannot be had. ValueError: *where* names no database.
    """
    if not where:
        return Sqlite(folder / "archive.sqlite")
    if where.startswith("sqlite:///"):
        return Sqlite(Path(where.removeprefix("sqlite:///")))
    if where.startswith(("postgresql://", "postgres://")):
        from webui.hall.postgres import Postgres  # its client need not be installed for SQLite

        return Postgres(where)
    raise ValueError(
        "Give --archive sqlite:///FILE or postgresql://[user[:password]@]host/database."
    )


__all__ = ["CannotKeep", "Database", "Sqlite", "open_database"]
