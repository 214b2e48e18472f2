"""The games kept in one data folder; one of them is open.

Law: a game is one file, ``games/NAME.drumhead``; an archived one lies in ``archive/``. Names
come from here and nowhere else, so no request can reach another file.
"""

from __future__ import annotations

import re
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from webui.game.journal.acknowledged import acknowledged
from webui.game.journal.checking import Checks
from webui.game.journal.journal import NO_CHECKS, CannotKeep, Damaged, Journal
from webui.game.journal.kept_twice import KeptTwice
from webui.game.journal.lock import FolderLock
from webui.game.journal.repair import open_or_repair

SUFFIX = ".drumhead"
NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,60}")


class NoSuchGame(KeyError):
    """No game of that name is kept here."""

    def __str__(self) -> str:
        return f"there is no game called {self.args[0]!r} here"


@dataclass(frozen=True, slots=True)
class Listed:
    """A game on the shelf. ``begun_s``: seconds since the epoch. ``events``: how many steps."""

    name: str
    title: str
    rules: str
    begun_s: float
    events: int
    archived: bool
    fault: str = ""


class _FirstBody(msgspec.Struct):
    title: Annotated[str, Meta(max_length=1000)] = ""
    rules: Annotated[str, Meta(max_length=1000)] = ""
    at_s: Annotated[float, Meta(ge=0, le=32_503_680_000)] = 0.0


class _Open(msgspec.Struct, forbid_unknown_fields=True):
    game: Annotated[str, Meta(max_length=200)]


class Shelf:
    """Holds the lock on *folder* and the paths of its games."""

    def __init__(
        self,
        folder: Path,
        now: Callable[[], float] = time.time,
        checks: Checks = NO_CHECKS,
    ) -> None:
        """Take the folder; games that were killed before their first step are cleared away.
        *checks*: what is known of the contents of a game.

        Raises:
            FolderInUse: another process works in it.
            CannotKeep: it cannot be written.
        """
        self.folder = folder
        self._now = now
        self._checks = checks
        try:
            for part in ("games", "archive", "backups"):
                (folder / part).mkdir(parents=True, exist_ok=True)
            self._lock = FolderLock(folder)
        except OSError as why:
            raise CannotKeep(
                f"{folder} cannot be written ({why.strerror}): start again with --data and a "
                "folder you may write to"
            ) from None
        self._clear_unbegun()
        self.notice = ""
        self._open = KeptTwice(folder / "open.json", _Open)
        self._open_name = self._read_open()

    def _clear_unbegun(self) -> None:
        for path in (self.folder / "games").glob(f"*{SUFFIX}"):
            name = path.name.removesuffix(SUFFIX)
            if _is_unbegun(path) and not self.backup_path(name).exists():
                self.discard(name)

    def close(self) -> None:
        """Give the folder back. May be called twice."""
        self._lock.release()

    def path(self, name: str) -> Path:
        """Where the game *name* is kept.

        Raises:
            NoSuchGame: the name is none of ours, or there is no such game.
        """
        if NAME.fullmatch(name):
            for part in ("games", "archive"):
                found = self.folder / part / f"{name}{SUFFIX}"
                if found.exists():
                    return found
        raise NoSuchGame(name)

    def backup_path(self, name: str) -> Path:
        """Where the backup of *name* is kept."""
        return self.folder / "backups" / f"{name}{SUFFIX}"

    def games(self) -> tuple[Listed, ...]:
        """Every game that has begun, newest first."""
        found = [
            _listed(path, part == "archive")
            for part in ("games", "archive")
            for path in (self.folder / part).glob(f"*{SUFFIX}")
        ]
        found = [game for game in found if game.events or game.fault]
        return tuple(sorted(found, key=lambda game: (game.archived, -game.begun_s, game.name)))

    def new_name(self, title: str) -> str:
        """A free name made from the day and the title."""
        day = time.strftime("%Y-%m-%d", time.localtime(self._now()))
        words = re.sub(r"[^a-z0-9]+", "-", title[:200].lower()).strip("-")[:30]
        stem = f"{day}-{words}".strip("-")
        number, name = 1, stem
        while any((self.folder / p / f"{name}{SUFFIX}").exists() for p in ("games", "archive")):
            number += 1
            name = f"{stem}-{number}"
        return name

    def create(self, title: str) -> tuple[str, Journal]:
        """A new, empty journal.

        Raises:
            CannotKeep: the disk refuses it.
        """
        name = self.new_name(title)
        try:
            return name, Journal(self.folder / "games" / f"{name}{SUFFIX}")
        except CannotKeep:
            self.discard(name)
            raise

    def discard(self, name: str) -> None:
        """Let go of what there is of a closed game that could not be begun."""
        for part in (self.folder / "games").glob(f"{name}{SUFFIX}*"):
            with suppress(OSError):
                part.unlink()

    def open(self, name: str) -> tuple[Journal, str]:
        """The journal of a game, and "" or the sentence that says what was repaired.

        Raises:
            NoSuchGame, Damaged, CannotKeep.
        """
        salvage = open_or_repair(self.path(name), self.backup_path(name), self._checks)
        return salvage.journal, salvage.says

    def archive(self, name: str, away: bool = True) -> str:
        """Put a closed game away, or bring it back; "" or what had to be repaired for it.

        Raises:
            NoSuchGame: there is none of that name. CannotKeep: the disk refuses it.
        """
        here, says = self.path(name), ""
        # Opening folds the log of a killed program into the file, or it would stay behind.
        with suppress(Damaged):
            journal, says = self.open(name)
            journal.close()
        there = self.folder / ("archive" if away else "games")
        try:
            for part in here.parent.glob(f"{here.name}.count"):
                part.replace(there / part.name)
            if here.exists():
                here.replace(there / here.name)
        except OSError as why:
            raise CannotKeep(f"{here.name} cannot be moved ({why.strerror})") from None
        return says

    def open_name(self) -> str:
        """The game that was open last, "" when there is none."""
        return self._open_name

    def _read_open(self) -> str:
        found = self._open.read()
        if self._open.fault:
            self.notice = f"{self._open.fault}. If another game was open, open it in the set-up"
        try:
            self.path("" if found is None else found.game)
        except NoSuchGame:
            return ""
        return "" if found is None else found.game

    def set_open(self, name: str) -> None:
        """Remember which game is open.

        Raises:
            CannotKeep: the disk refuses it.
        """
        if self._open_name == name:
            return
        try:
            self._open.write(_Open(name))
        except OSError as why:
            raise CannotKeep(
                f"{self.folder} cannot be written ({why.strerror}): free some space on the disk"
            ) from None
        self._open_name = name


def _is_unbegun(path: Path) -> bool:
    """Was the program killed before this game had its first step?"""
    try:
        said = acknowledged(path)
        if said is not None and said.steps:
            return False
        log = path.with_name(path.name + "-wal")
        if path.stat().st_size == 0:
            return not log.exists() or log.stat().st_size == 0
        return _count(path) == 0
    except (OSError, ValueError, sqlite3.DatabaseError):
        return False


def _count(path: Path) -> int:
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as db:
        return int(db.execute("SELECT count(*) FROM event").fetchone()[0])


def _listed(path: Path, archived: bool) -> Listed:
    name = path.name.removesuffix(SUFFIX)
    try:
        with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as db:
            count = int(db.execute("SELECT count(*) FROM event").fetchone()[0])
            row = db.execute("SELECT body FROM event ORDER BY id LIMIT 1").fetchone()
        found = _FirstBody() if row is None else msgspec.json.decode(row[0], type=_FirstBody)
    except (sqlite3.DatabaseError, ValueError, TypeError, RecursionError, OverflowError) as why:
        return Listed(name, name, "", 0.0, 0, archived, f"it cannot be read ({why})")
    return Listed(name, found.title or name, found.rules, found.at_s, count, archived)
