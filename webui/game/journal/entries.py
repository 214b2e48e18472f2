"""What a journal holds and what it may answer, as values; SQLite's complaints in words."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Protocol

from webui.game.events.checks import Misshapen, content_of, shift_of
from webui.game.events.kinds import Begun, Content, Undone
from webui.game.events.parts import plain_of
from webui.game.journal.checking import Damaged

Plain = Any
"""None, bool, int, float, str, or lists and string-keyed dicts of them."""


class Stale(RuntimeError):
    """Somebody was faster: the head is no longer the one this write was meant for."""


class CannotKeep(RuntimeError):
    """The disk refuses the write; nothing was changed. The message says what to do."""


@dataclass(frozen=True)
class Event:
    """One entry. ``body``: all that was written, as plain data, for whoever hands it on whole;
    whoever reads it reads ``content``."""

    id: int
    parent: int | None
    kind: str
    body: dict[str, Plain]
    changed_state: bool

    @cached_property
    def content(self) -> Content:
        """What it says, as a value of its kind's type.

        Raises:
            Damaged: the body is not of its kind, in a journal that was opened without checks.
        """
        try:
            return content_of(self.kind, self.body)
        except Misshapen as why:
            raise Damaged(f"step {self.id} {why}") from None

    def changed(self, **fields: Any) -> Event:
        """The same step with other *fields* of what it says."""
        plain = {name: plain_of(value) for name, value in fields.items()}
        return replace(self, body={**self.body, **plain})


@dataclass(frozen=True, slots=True)
class Written:
    """An event to be written. ``state``: the rule set's state after it, where it changes."""

    kind: str
    body: Mapping[str, Plain]
    state: Plain | None = None
    kept: Mapping[str, bytes] = field(default_factory=dict)


@dataclass(frozen=True)
class Shift:
    """One move of the head, ``frm`` to ``dest``. ``body``: all that was written, to be handed on
    whole; whoever reads it reads ``content``."""

    id: int
    frm: int
    dest: int
    body: dict[str, Plain]

    @cached_property
    def content(self) -> Undone:
        """What it says.

        Raises:
            Damaged: as for ``Event``.
        """
        try:
            return shift_of(self.body)
        except Misshapen as why:
            raise Damaged(f"undo {self.id} {why}") from None


def beginning(line: Sequence[Event]) -> Begun | None:
    """What the game on *line* began with, None before it has begun."""
    content = line[0].content if line else None
    return content if isinstance(content, Begun) else None


class History(Protocol):
    """What can be read of a journal, or of one that hides something from somebody."""

    def line(self) -> tuple[Event, ...]: ...
    def everything(self) -> tuple[Event, ...]: ...
    def shifts(self) -> tuple[Shift, ...]: ...
    def kept(self, event: int, what: str) -> bytes | None: ...
    def counted(self, at: int, what: str) -> int | None: ...


@contextmanager
def spoken(path: Path) -> Iterator[None]:
    """SQLite's complaints in words."""
    try:
        yield
    except sqlite3.ProgrammingError as why:
        if "closed" not in str(why):
            raise
        raise Stale("another game was opened meanwhile: look again") from None
    except sqlite3.OperationalError as why:
        if str(why).startswith("no such"):  # the description of the tables is spoilt
            raise Damaged(f"{path.name} is damaged ({why})") from None
        raise CannotKeep(
            f"nothing was recorded, {path.name} cannot be written ({why}): free some space on "
            "the disk, or start again with --data and a folder you may write to"
        ) from None
    except sqlite3.DatabaseError as why:
        raise Damaged(f"{path.name} is damaged ({why})") from None
