"""PostgreSQL as an archive. Its server may be restarted: the next statement connects again.

Law: whatever goes wrong is told without the password that may stand in the address.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import psycopg
from psycopg.conninfo import conninfo_to_dict

from webui.game.journal.entries import CannotKeep, Stale

log = logging.getLogger(__name__)

CONNECT_S = 5
"""A server that does not answer for so long is not there (whole seconds, as libpq counts)."""


class Postgres:
    """A database on a server; every transaction is on its disk when it ends."""

    def __init__(self, where: str) -> None:
        """Connect.

        Raises:
            CannotKeep: it cannot be reached, or does not let us in. ValueError: no address.
        """
        try:
            parts = conninfo_to_dict(where)
        except psycopg.ProgrammingError:
            raise ValueError(
                "That is no address of a database: give "
                "--archive postgresql://[user[:password]@]host[:port]/database."
            ) from None
        self._settings = {"connect_timeout": CONNECT_S, **parts}
        self._name = f"{parts.get('dbname', '')} at {parts.get('host', 'this computer')}"
        self._db: psycopg.Connection | None = None
        self._closed = False
        with self._spoken():
            self._connected()

    def run(self, sql: str, values: Sequence[Any] = ()) -> None:
        """One statement."""
        with self._spoken():
            self._connected().execute(_query(sql), values)

    def rows(self, sql: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """All rows of a query."""
        with self._spoken():
            return self._connected().execute(_query(sql), values).fetchall()

    @contextmanager
    def writing(self) -> Iterator[None]:
        """One transaction: all of it or nothing."""
        with self._spoken(), self._connected().transaction():
            yield

    def close(self) -> None:
        """May be called twice."""
        self._closed = True
        self._let_go()

    def _connected(self) -> psycopg.Connection:
        if self._closed:
            raise Stale("the archive has been closed")
        if self._db is None:
            made: Any = psycopg.connect  # the settings come from outside, as text or number
            self._db = made(autocommit=True, client_encoding="utf8", **self._settings)
        return self._db

    def _let_go(self) -> None:
        if self._db is not None:
            self._db.close()
            self._db = None

    @contextmanager
    def _spoken(self) -> Iterator[None]:
        """The server's complaints in words; a broken connection is let go of."""
        try:
            yield
        except (psycopg.OperationalError, psycopg.InterfaceError) as why:
            self._let_go()
            raise CannotKeep(
                f"nothing was recorded, PostgreSQL ({self._name}) cannot be used "
                f"({_first_line(why)}): is its server running, and do user, password and database "
                "exist?"
            ) from None
        except psycopg.ProgrammingError as why:
            self._let_go()
            raise CannotKeep(
                f"nothing was recorded, PostgreSQL ({self._name}) refuses it "
                f"({_first_line(why)}): may this user create tables there?"
            ) from None


def _query(sql: str) -> bytes:
    """As psycopg wants it: ``%s`` for a value."""
    return sql.replace("?", "%s").encode()


def _first_line(why: Exception) -> str:
    return (str(why).strip().splitlines() or [type(why).__name__])[0]
