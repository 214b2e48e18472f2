"""``python3 -m tests.faults.keeping [edits] [files] [bits] [levels]``: faults in what is kept.

Without arguments: 400 edits of each book, 400 absurd files of each of two games, 25 bits of
each kept file, 120 fill levels of each kind. Edits of 0: every place with every value.
"""

from __future__ import annotations

import argparse
import logging
import sys
import tempfile
from pathlib import Path

from tests.faults.keeping.bits import bits
from tests.faults.keeping.edits import edits
from tests.faults.keeping.levels import levels
from tests.faults.keeping.sealed import sealed_files
from tests.faults.tally import Tally, table

USUAL = (400, 400, 25, 120)


def keeping(folder: Path, counts: tuple[int, ...] = USUAL) -> list[Tally]:
    """Every kind in turn."""
    rooms = [folder / name for name in ("edits", "toy", "roses", "bits", "levels")]
    for room in rooms:
        room.mkdir(parents=True)
    many_edits, files, flips, fills = counts
    return [
        edits(rooms[0], many_edits),
        sealed_files(rooms[1], files, "toy"),
        sealed_files(rooms[2], files, "roses"),
        bits(rooms[3], flips),
        levels(rooms[4], fills),
    ]


def main(arguments: list[str]) -> int:
    """Print them; 1 when anything went wrong."""
    parser = argparse.ArgumentParser(prog="python3 -m tests.faults.keeping", description=__doc__)
    for name, usual in zip(("edits", "files", "bits", "levels"), USUAL, strict=True):
        parser.add_argument(name, type=int, nargs="?", default=usual)
    counts = tuple(vars(parser.parse_args(arguments)).values())
    logging.disable(logging.CRITICAL)
    with tempfile.TemporaryDirectory() as folder:
        tallies = keeping(Path(folder), counts)
    print(table(tallies))
    return 1 if any(tally.wrong for tally in tallies) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
