"""The events of a journal as they were read, and the line that leads to each.

Law: an event never changes once it is written, so each is read and decoded once; a line that is
known is not walked again.
"""

from __future__ import annotations

import json
import sqlite3
from bisect import bisect_left

from webui.game.journal.entries import Event

COLUMNS = "id, parent, kind, body, state IS NOT NULL"


class Lines:
    """What has been read of a journal. The journal's lock is held by whoever calls."""

    def __init__(self) -> None:
        self._known: dict[int, Event] = {}
        self._with_state: dict[int, int] = {}
        self._newest = 0
        self._line: tuple[Event, ...] = ()

    def event(self, number: int, db: sqlite3.Connection) -> Event:
        """The event of that id.

        Raises:
            KeyError: there is none.
        """
        if number not in self._known:
            self._read_new(db)
        return self._known[number]

    def with_state(self, number: int, db: sqlite3.Connection) -> int:
        """Which event has the state after the event of that id: itself, or its nearest ancestor.

        Raises:
            KeyError: no ancestor has a state, or there is no such event.
        """
        if number not in self._known:
            self._read_new(db)
        return self._with_state[number]

    def everything(self, db: sqlite3.Connection) -> tuple[Event, ...]:
        """Every event, in the order written."""
        self._read_new(db)
        return tuple(self._known.values())

    def line(self, head: int, db: sqlite3.Connection) -> tuple[Event, ...]:
        """The line that ends with the event *head*, oldest first; empty for 0.

        Only what lies between it and the line that was asked for before is walked: one event
        after a step, none after an undo.

        Raises:
            KeyError: there is no such event.
        """
        beyond: list[Event] = []
        at: int | None = head or None
        while at is not None and not self._is_on_line(at):
            beyond.append(self.event(at, db))
            at = beyond[-1].parent
        shared = 0 if at is None else self._place(at) + 1
        if beyond:
            self._line = (*self._line[:shared], *reversed(beyond))
            return self._line
        return self._line if shared == len(self._line) else self._line[:shared]

    def _is_on_line(self, number: int) -> bool:
        place = self._place(number)
        return place < len(self._line) and self._line[place].id == number

    def _place(self, number: int) -> int:
        """Where an event stands on the known line: ids grow along every line."""
        return bisect_left(self._line, number, key=lambda event: event.id)

    def _read_new(self, db: sqlite3.Connection) -> None:
        """Decode the events written since the last reading."""
        query = f"SELECT {COLUMNS} FROM event WHERE id > ? ORDER BY id"
        for row in db.execute(query, (self._newest,)).fetchall():
            number, parent, has_state = row[0], row[1], bool(row[4])
            self._known[number] = Event(number, parent, row[2], json.loads(row[3]), has_state)
            if has_state or parent in self._with_state:
                self._with_state[number] = number if has_state else self._with_state[parent]
            self._newest = number
