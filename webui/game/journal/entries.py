"""What a journal holds and what it may answer, as values; SQLite's complaints in words."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from webui.game.journal.checking import Damaged

Plain = Any
"""None, bool, int, float, str, or lists and string-keyed dicts of them."""


class Stale(RuntimeError):
    """Somebody was faster: the head is no longer the one this write was meant for."""


class CannotKeep(RuntimeError):
    """The disk refuses the write; nothing was changed. The message says what to do."""


@dataclass(frozen=True, slots=True)
class Event:
    """One entry. ``body`` is plain data, as written by the kind's author in game.py."""

    id: int
    parent: int | None
    kind: str
    body: dict[str, Plain]
    changed_state: bool


@dataclass(frozen=True, slots=True)
class Written:
    """An event to be written. ``state``: the rule set's state after it, where it changes."""

    kind: str
    body: Mapping[str, Plain]
    state: Plain | None = None
    kept: Mapping[str, bytes] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Shift:
    """One move of the head, ``frm`` to ``dest``."""

    id: int
    frm: int
    dest: int
    body: dict[str, Plain]


class History(Protocol):
    """What can be read of a journal, or of one that hides something from somebody."""

    def line(self) -> tuple[Event, ...]: ...
    def everything(self) -> tuple[Event, ...]: ...
    def shifts(self) -> tuple[Shift, ...]: ...
    def kept(self, event: int, what: str) -> bytes | None: ...


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
