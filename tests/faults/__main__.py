"""``python3 -m tests.faults [kills] [requests] [files] [hours]``: the big figures, as a table.

Without arguments: 300 kills, 20 000 requests, 5 000 mutated files, 2 000
mutated cases, one hour of a club day.
"""

from __future__ import annotations

import argparse
import logging
import sys
import tempfile
from pathlib import Path

from tests.faults.case_mutants import case_mutants
from tests.faults.kills import kills
from tests.faults.long_run import long_run
from tests.faults.mutants import mutants
from tests.faults.requests import Fuzzer
from tests.faults.spectators import spectators
from tests.faults.storage import Disk, damages, full_disks, power_cuts
from tests.faults.tally import Tally, table
from tests.faults.two_worlds import two_worlds

USUAL = (300, 20_000, 5_000, 1)


def figures(folder: Path, counts: tuple[int, ...]) -> tuple[list[Tally], str]:
    """Every kind of fault in turn; and the growth per hour of the club day."""
    names = ("kills", "disk", "full", "requests", "files", "day", "worlds", "hall")
    rooms = [folder / name for name in names]
    for room in rooms:
        room.mkdir()
    tallies = [kills(rooms[0], counts[0])]
    disk = Disk(rooms[1], "toy", 3)
    tallies += [power_cuts(disk, 100), damages(disk, 50), full_disks(rooms[2], 40, 1)]
    fuzzer = Fuzzer(rooms[3], 1)
    tallies.append(fuzzer.run(counts[1]))
    fuzzer.close()
    tallies += [mutants(rooms[4], counts[2]), case_mutants(2_000)]
    tallies += [two_worlds(rooms[6]), spectators(rooms[7])]
    day, grown, _ = long_run(rooms[5], counts[3])
    return [*tallies, day], grown


def _counts(arguments: list[str]) -> tuple[int, ...]:
    parser = argparse.ArgumentParser(prog="python3 -m tests.faults", description=__doc__)
    for name, usual in zip(("kills", "requests", "files", "hours"), USUAL, strict=True):
        parser.add_argument(name, type=int, nargs="?", default=usual)
    return tuple(vars(parser.parse_args(arguments)).values())


def main(arguments: list[str]) -> int:
    """Print them; 1 when anything went wrong."""
    counts = _counts(arguments)
    # Every refused request and broken picture would be logged; the tally counts them.
    logging.disable(logging.CRITICAL)
    with tempfile.TemporaryDirectory() as folder:
        tallies, grown = figures(Path(folder), counts)
    print(table(tallies))
    print(grown)
    return 1 if any(tally.wrong for tally in tallies) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
