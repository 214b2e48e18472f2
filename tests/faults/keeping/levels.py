"""A disk that is full at every level in turn: what was told is so.

A step that is refused with "nothing was recorded" has left nothing; one that was acknowledged
is there for another program at once, and after a kill.
"""

from __future__ import annotations

import random
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, contextmanager, suppress
from pathlib import Path

from tests.faults.kills import opened
from tests.faults.storage import TABLE, played
from tests.faults.tally import Tally
from tests.webui import toy
from webui.game.game import Game
from webui.game.journal.journal import CannotKeep, Journal
from webui.game.journal.repair import open_or_repair

STEP_BYTES = 1024
MOST_CALLS = 400


def levels(folder: Path, count: int, seed: int = 0) -> Tally:
    """So many fill levels, *STEP_BYTES* apart, by a limit on the length of every file; and as
    many on a disk of its own where the system lets us make one."""
    tally = Tally("full disk at every level")
    if sys.platform != "win32":
        for number in range(count):
            _try(folder / "limit", limited(number * STEP_BYTES), seed + number, tally, "limit")
    for number in range(count):
        with suppress(PermissionError, FileNotFoundError, subprocess.CalledProcessError):
            with small_disk(folder / "disk") as disk:
                full = filled(disk, number * STEP_BYTES)
                _try(disk, full, seed + number, tally, "disk")
    return tally


@contextmanager
def limited(more_bytes: int) -> Iterator[int]:
    """No file of this process grows beyond the first game and so much more."""
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (90_000 + more_bytes, hard))
    try:
        yield more_bytes
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@contextmanager
def small_disk(at: Path) -> Iterator[Path]:
    """A disk of one megabyte in memory.

    Raises:
        CalledProcessError, FileNotFoundError: the system does not let us.
    """
    at.mkdir(parents=True, exist_ok=True)
    said = ["mount", "-t", "tmpfs", "-o", "size=1m", "drumhead-faults", str(at)]
    subprocess.run(said, check=True, capture_output=True)
    try:
        yield at
    finally:
        subprocess.run(["umount", str(at)], check=True, capture_output=True)


@contextmanager
def filled(disk: Path, free_bytes: int) -> Iterator[int]:
    """So much of that disk is left free."""
    ballast = disk / "ballast"
    left = shutil.disk_usage(disk).free - 150_000 - free_bytes
    ballast.write_bytes(bytes(max(left, 0)))
    try:
        yield free_bytes
    finally:
        ballast.unlink()


def _try(
    folder: Path, full: AbstractContextManager[object], seed: int, tally: Tally, kind: str
) -> None:
    shutil.rmtree(folder / "games", ignore_errors=True)
    path = folder / "games" / "g.drumhead"
    path.parent.mkdir(parents=True)
    tally.tried += 1
    try:
        wrong = _filled_up(path, full, random.Random(seed))
    except Exception as why:  # noqa: BLE001 - the harness counts whatever comes
        wrong = f"{type(why).__name__}: {why}"
    tally.kinds[kind] += 1
    if wrong:
        tally.wrong.append(f"{kind}, level {seed}: {wrong}"[:300])


def _filled_up(path: Path, full: AbstractContextManager[object], chance: random.Random) -> str:
    told = [(0, 0)]
    journal = None
    try:
        with full:
            journal = Journal(path)
            game = opened(journal, toy.TOY)
            told.append(_stands(game))
            for _ in range(MOST_CALLS):
                played(game, chance, 1)
                told.append(_stands(game))
                game.note("x" * chance.randint(1, 900), "", TABLE, after=game.journal.head)
                told.append(_stands(game))
            return "the disk never became full"
    except CannotKeep as why:
        if journal is None:
            return ""
        if "nothing was recorded" not in str(why):
            return f"refused without a word of what was recorded: {why}"
    killed = _as_killed(path)
    with closing(journal):
        wrong = _seen_by_others(path, told[-1])
    return wrong or _opened_again(killed, told[-1])


def _stands(game: Game) -> tuple[int, int]:
    return game.journal.head, len(game.journal.everything())


def _as_killed(path: Path) -> Path:
    """The files as a kill at this moment leaves them."""
    killed = path.with_name("killed.drumhead")
    for tail in ("", "-wal", ".count"):
        with suppress(FileNotFoundError):
            shutil.copyfile(f"{path}{tail}", f"{killed}{tail}")
    return killed


def _seen_by_others(path: Path, told: tuple[int, int]) -> str:
    with closing(sqlite3.connect(path)) as other:
        count = other.execute("SELECT count(*) FROM event").fetchone()[0]
        head = other.execute("SELECT head FROM game").fetchone()[0] or 0
    return "" if (head, count) == told else f"others see {count} at {head}, told {told}"


def _opened_again(killed: Path, told: tuple[int, int]) -> str:
    salvage = open_or_repair(killed, killed.with_name("no-backup"))
    with closing(salvage.journal) as journal:
        found = journal.head, len(journal.everything())
    if salvage.says:
        return f"after the kill: {salvage.says}"
    return "" if found == told else f"after the kill {found}, told {told}"
