"""What the events of a line add up to, kept from one step to the next.

Law: pure but for what it keeps. An event fixes all that went before it, so what a line added up
to at an event holds for every line on which that event stands.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice
from typing import Generic, TypeVar

from webui.game.journal.journal import Event

Sum = TypeVar("Sum")


class Along(Generic[Sum]):
    """Adds the events of a line to *start*, one by one; *add* gives a new value and changes
    none. Its lock is that of whoever holds it."""

    def __init__(self, start: Sum, add: Callable[[Sum, Event], Sum]) -> None:
        self._start = start
        self._add = add
        self._sum = start
        self._line: Sequence[Event] = ()

    def upto(self, line: Sequence[Event]) -> Sum:
        """What *line* adds up to. Only what is new is added when it goes on from the line that
        was asked for before; after an undo it is added anew."""
        count = len(self._line)
        goes_on = count <= len(line) and (count == 0 or line[count - 1] is self._line[-1])
        found, start = (self._sum, count) if goes_on else (self._start, 0)
        for event in islice(line, start, None):
            found = self._add(found, event)
        self._line, self._sum = line, found
        return found
