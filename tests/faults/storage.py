"""The disk plays tricks on a kept game: power cuts, flipped bits, cut files, no space.

A game is played once; each fault is done to a copy. What is opened afterwards is a beginning
of the game that was played, or the people are told; it is never another game.
"""

from __future__ import annotations

import random
import shutil
import sqlite3
import struct
from collections.abc import Callable
from contextlib import closing, suppress
from functools import partial
from pathlib import Path

from rules.kernel.prompts import Look
from tests.faults.kills import REFUSED, SETS, any_action, opened
from tests.faults.tally import Tally
from tests.rules.random_player import any_answer
from webui.game.game import Game
from webui.game.journal.acknowledged import count_path
from webui.game.journal.journal import CannotKeep, Damaged, Event, Journal
from webui.game.journal.repair import open_or_repair
from webui.game.position import Who

TABLE = Who("table")
WAL_HEAD, FRAME_HEAD = 32, 24


def played(game: Game, chance: random.Random, calls: int) -> None:
    """Play some calls of a random game."""
    for _ in range(calls):
        present = game.present()
        head, asked = present.head, None if present.opened is None else present.opened.prompt
        with suppress(*REFUSED):
            if asked is None:
                game.declare(any_action(game, chance), TABLE, after=head)
            elif isinstance(asked, Look):
                game.answer(None, TABLE, after=head, how="agreed")
            else:
                raw = any_answer(asked, game.table(), chance)
                game.answer(list(raw) if isinstance(raw, tuple) else raw, TABLE, after=head)


class Unfolded(Journal):
    """A journal whose log is never taken into the file, so that the whole evening lies in it."""

    def fold(self) -> None:
        """Not here."""


class Disk:
    """A played game: the database, its log, and what they hold."""

    def __init__(self, folder: Path, rules: str, seed: int) -> None:
        self.folder = folder
        self.chance = random.Random(seed)
        self.rules = SETS[rules]
        self.path = folder / "whole.drumhead"
        self.number = 0
        with closing(Unfolded(self.path)) as journal:
            game = opened(journal, self.rules)
            played(game, self.chance, 8)
            self.backup = folder / "backup.drumhead"
            journal.back_up(self.backup)
            self.backed_up = len(journal.everything())
            played(game, self.chance, 15)
            self.events: tuple[Event, ...] = journal.everything()
            self.database = self.path.read_bytes()
            self.log = self.path.with_name(self.path.name + "-wal").read_bytes()
            self.count = count_path(self.path).read_bytes()
        self.closed = self.path.read_bytes()

    def copy(self, database: bytes, log: bytes = b"", count: bytes = b"") -> Path:
        """A new copy of the game with these bytes."""
        self.number += 1
        path = self.folder / f"{self.number % 20}.drumhead"
        for old in self.folder.glob(f"{path.name}*"):
            old.unlink()
        path.write_bytes(database)
        if log:
            path.with_name(path.name + "-wal").write_bytes(log)
        if count:
            count_path(path).write_bytes(count)
        return path

    # Faults: each gives the path of a spoilt copy.

    def power_cut_anywhere(self) -> Path:
        """The log ends at any byte: what came after was never synced."""
        return self.copy(self.database, self.log[: self.chance.randint(0, len(self.log))])

    def power_cut_at_a_frame(self) -> Path:
        """The log ends after a whole frame, which may be in the midst of a step."""
        (page,) = struct.unpack(">I", self.log[8:12])
        frames = (len(self.log) - WAL_HEAD) // (page + FRAME_HEAD)
        kept = self.chance.randint(0, frames)
        return self.copy(self.database, self.log[: WAL_HEAD + kept * (page + FRAME_HEAD)])

    def torn_sector(self) -> Path:
        """512 bytes of the log were being written when the power went."""
        torn = bytearray(self.log)
        at = self.chance.randrange(0, len(torn) - 512)
        torn[at : at + 512] = self.chance.randbytes(512)
        return self.copy(self.database, bytes(torn))

    def flipped_bits(self) -> Path:
        """A few bits of the closed file are others."""
        spoilt = bytearray(self.closed)
        for _ in range(self.chance.randint(1, 20)):
            spoilt[self.chance.randrange(len(spoilt))] ^= 1 << self.chance.randrange(8)
        return self.copy(bytes(spoilt))

    def cut_short(self) -> Path:
        """The closed file lost its end."""
        return self.copy(self.closed[: self.chance.randrange(len(self.closed))])

    def zeroed_page(self) -> Path:
        """A page of the closed file is nothing but zeros."""
        spoilt = bytearray(self.closed)
        at = self.chance.randrange(len(spoilt) // 4096) * 4096
        spoilt[at : at + 4096] = bytes(4096)
        return self.copy(bytes(spoilt))

    def overwritten(self) -> Path:
        """Another program wrote its own things into the file."""
        spoilt = bytearray(self.closed)
        at = self.chance.randrange(len(spoilt) - 3000)
        spoilt[at : at + 3000] = self.chance.randbytes(3000)
        return self.copy(bytes(spoilt))

    # Looking

    def cut_is_a_beginning(self, path: Path) -> str:
        """After a power cut: a prefix of the steps, opened without a word; "" when it is so."""
        with closing(Journal(path)) as journal:
            found = journal.everything()
            whole = found == self.events[: len(found)]
            head = journal.head
        return "" if whole and head <= len(found) else "what is left is no beginning of the game"

    def damage_is_told(self, path: Path) -> tuple[str, str]:
        """After damage: what came of it in a word, and what is wrong with that or ""."""
        backup = self.folder / "backup-copy.drumhead"
        shutil.copy(self.backup, backup)
        try:
            salvage = open_or_repair(path, backup)
        except (Damaged, CannotKeep) as why:
            return "refused", f"the backup was not used: {why}"
        with closing(salvage.journal) as journal:
            found = journal.everything()
            game = opened(journal, self.rules)
            game.present()
        if any(event not in self.events for event in found):
            return "changed", "there are steps that nobody made"
        if not salvage.says:
            return "unharmed", "" if found == self.events else "another game, and nobody was told"
        if len(found) < self.backed_up:
            return "repaired", "fewer steps than the backup holds"
        return "repaired", self._aside(path)

    def _aside(self, path: Path) -> str:
        kept = list(path.parent.glob(f"{path.name}.damaged-*"))
        return "" if kept else "the damaged file was not kept"


def power_cuts(disk: Disk, count: int) -> Tally:
    """So many of each kind of power cut."""
    tally = Tally("power cuts")
    for _ in range(count):
        for fault in (disk.power_cut_anywhere, disk.power_cut_at_a_frame, disk.torn_sector):
            _try(tally, fault, lambda path: ("survived", disk.cut_is_a_beginning(path)))
    return tally


def damages(disk: Disk, count: int) -> Tally:
    """So many of each kind of damage to the closed file."""
    tally = Tally("damaged game files")
    for _ in range(count):
        for fault in (disk.flipped_bits, disk.cut_short, disk.zeroed_page, disk.overwritten):
            _try(tally, fault, disk.damage_is_told)
    return tally


def fault_name(fault: Callable[[], Path]) -> str:
    """As it is printed."""
    return fault.__name__.replace("_", " ")


def _try(tally: Tally, fault: Callable[[], Path], look: Callable[[Path], tuple[str, str]]) -> None:
    tally.tried += 1
    try:
        kind, wrong = look(fault())
    except Exception as why:  # noqa: BLE001 - the harness counts whatever comes
        kind, wrong = "crashed", f"{type(why).__name__}: {why}"
    tally.kinds[kind] += 1
    if wrong:
        tally.wrong.append(f"{fault_name(fault)}: {wrong}")


def full_disks(folder: Path, count: int, seed: int) -> Tally:
    """A disk with a few pages left: each refusal is a sentence, and nothing half is kept."""
    tally, chance = Tally("full disk"), random.Random(seed)
    for number in range(count):
        path = folder / f"full-{number % 5}.drumhead"
        path.unlink(missing_ok=True)
        with closing(Journal(path)) as journal:
            game = opened(journal, SETS["toy"])
            pages = journal._db.execute("PRAGMA page_count").fetchone()[0]
            journal._db.execute(f"PRAGMA max_page_count={pages + chance.randint(0, 6)}")
            _try(tally, full_disk, partial(_until_full, game, chance, path))
    return tally


def full_disk() -> Path:
    """Named for the table; the limit is set on the open journal."""
    return Path()


def _until_full(game: Game, chance: random.Random, path: Path, _: Path) -> tuple[str, str]:
    for _ in range(300):
        before = len(game.journal.everything()), game.journal.head
        try:
            played(game, chance, 1)
            game.note("x" * 200, "", TABLE, after=game.journal.head)
        except CannotKeep as why:
            return "refused in words", _whole_after(game, before, path, str(why))
    return "never full", "the disk never became full"


def _whole_after(game: Game, before: tuple[int, int], path: Path, says: str) -> str:
    """The refused step left nothing; the steps before it are there for another process."""
    with closing(sqlite3.connect(path)) as other:
        count = other.execute("SELECT count(*) FROM event").fetchone()[0]
    steps = len(game.journal.everything())
    if "free some space" not in says or count != steps:
        return f"{count} steps for others, {steps} here: {says}"
    # A call that was half done: the answer fits, its outcome did not; it is made good later.
    return "" if steps - before[0] <= 3 else "a refused step was kept"
