"""How much of a game has been acknowledged, kept beside it in a file of its own.

A log that is cut or spoilt ends quietly: SQLite reads up to there and holds that for all there
was. So every time people are told that a step is kept, its count and a digest chained over all
that was written stand here too, and are compared when the game is opened again.

The file has two lines of fixed length, written in turn and in place: a torn write spoils one
of them, and a full disk has nothing to refuse.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from webui.game.journal.checksums import digest

SUFFIX = ".count"
LINE_BYTES = 128
WORD = "drumhead-count-1"


@dataclass(frozen=True, slots=True)
class Acknowledged:
    """``writes``: seals in the journal; ``steps``: events; ``chain``: over all seals in turn."""

    writes: int = 0
    steps: int = 0
    head: int = 0
    chain: bytes = bytes(16)

    def then(self, what: str, sealed: bytes) -> Acknowledged:
        """With one more thing written."""
        steps = self.steps + what.startswith("event ")
        chain = digest(self.chain, what, sealed)
        return Acknowledged(self.writes + 1, steps, self.head, chain)


class Unreadable(ValueError):
    """There is a count, and it cannot be read."""


def count_path(game: Path) -> Path:
    """Where the count of a game is kept."""
    return game.with_name(game.name + SUFFIX)


def acknowledged(game: Path) -> Acknowledged | None:
    """What was acknowledged of *game*; None when nothing was ever counted.

    Raises:
        Unreadable: there is a file, and no line of it is whole.
    """
    try:
        raw = count_path(game).read_bytes()
    except FileNotFoundError:
        return None
    except OSError as why:
        raise Unreadable(str(why.strerror)) from None
    lines = (raw[at : at + LINE_BYTES] for at in range(0, 2 * LINE_BYTES, LINE_BYTES))
    whole = [found for found in map(_parsed, lines) if found is not None]
    if whole:
        return max(whole, key=lambda found: found.writes)
    if raw.strip(b"\0 \n"):
        raise Unreadable("no line of it is whole")
    return None


def acknowledge(game: Path, count: Acknowledged, line: int) -> None:
    """Write *count* into *line* (0 or 1), on the disk when this returns.

    Raises:
        OSError: the disk refuses it.
    """
    path = count_path(game)
    if not path.exists():
        path.write_bytes((b" " * (LINE_BYTES - 1) + b"\n") * 2)
    with path.open("r+b") as file:
        file.seek(line * LINE_BYTES)
        file.write(_line(count))
        file.flush()
        os.fsync(file.fileno())


def _line(count: Acknowledged) -> bytes:
    said = f"{WORD} {count.writes} {count.steps} {count.head} {count.chain.hex()}"
    return f"{said} {digest(said).hex()}".ljust(LINE_BYTES - 1).encode("ascii") + b"\n"


def _parsed(line: bytes) -> Acknowledged | None:
    said, _, sealed = line.rstrip().rpartition(b" ")
    parts = said.split(b" ")
    if len(parts) != 5 or digest(said).hex().encode("ascii") != sealed:
        return None
    writes, steps, head = (int(part) for part in parts[1:4])
    return Acknowledged(writes, steps, head, bytes.fromhex(parts[4].decode("ascii")))
