"""``run.py codes``: payloads for tags that are as unlike one another as can be."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Sequence
from typing import NoReturn

from vision.tags.code_set import choose_codes, likeness_of, verify
from vision.tags.open_readers import OpenReaders
from vision.tags.tag import TagSpec

MOST = 500
ENDING = 4
ROOM = {"qr": 10, "microqr": 6}
"""Characters that a symbol holds: QR version 1 at level H, Micro QR M2 at level L."""

ABOUT = """Payloads for tags, one a line. Four characters are added to each name, chosen so that
no two tags of the set look alike even when they are small and blurred; the same names always
give the same payloads. Put them under the bases of an army file, or print them:
run.py print tags PAYLOAD ..."""


class _UsageError(ValueError):
    """The command line asks for what cannot be made; a sentence."""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise _UsageError(f"{message}; {self.prog} --help lists what there is")


def codes_command(argv: Sequence[str]) -> int:
    """Print the payloads; 0 when done, 2 for wrong input, 1 when a decoder misses one."""
    try:
        options = _parser().parse_args(argv)
        names = _names(options)
    except _UsageError as why:
        print(why, file=sys.stderr)
        return 2
    chosen = choose_codes(names, symbol=options.symbol, ending=_ending(names, options.symbol))
    missed = _missed(chosen)
    if missed:
        print(f"Not every decoder reads {', '.join(missed)}: use other names.", file=sys.stderr)
        return 1
    for spec in chosen:
        print(spec.payload)
    if len(chosen) > 1:
        likeness = likeness_of(chosen)
        print(f"The two most alike differ in {likeness.modules} modules and correlate "
              f"{likeness.correlation:.2f}.", file=sys.stderr)  # fmt: skip
    return 0


def _parser() -> _Parser:
    parser = _Parser(prog="run.py codes", description=ABOUT)
    parser.add_argument("names", nargs="*", metavar="NAME", help="what a payload begins with")
    parser.add_argument("--count", type=int, help="else so many, numbered from 1")
    parser.add_argument("--prefix", default="", help="what stands before the numbers")
    parser.add_argument("--symbol", choices=sorted(ROOM), default="qr")
    return parser


def _names(options: argparse.Namespace) -> list[str]:
    """The names asked for.

    Raises:
        _UsageError: none, too many, one twice, or one that the symbol cannot hold.
    """
    if bool(options.names) == (options.count is not None):
        raise _UsageError("name each tag (NAME ...), or say how many with --count")
    if not 1 <= (len(options.names) or options.count) <= MOST:
        raise _UsageError(f"from 1 to {MOST} payloads can be chosen at once")
    count = options.count or 0
    numbered = [f"{options.prefix}{k:0{len(str(count))}d}" for k in range(1, count + 1)]
    names: list[str] = options.names or numbered
    twice = {name for name in names if names.count(name) > 1}
    if twice:
        raise _UsageError(f"{', '.join(sorted(twice))} is named twice")
    room = ROOM[options.symbol] - (ENDING if options.symbol == "qr" else 1)
    for name in names:
        if not re.fullmatch(r"[A-Z0-9:-]+", name):
            raise _UsageError(f"{name!r}: a name is of capitals, digits, : and - only")
        if len(name) > room:
            raise _UsageError(f"{name}: a name has {room} characters at most")
    return names


def _ending(names: Sequence[str], symbol: str) -> int:
    """Characters added to each name: four, or what is left of the symbol."""
    return min(ENDING, ROOM[symbol] - max(map(len, names)))


def _missed(chosen: Sequence[TagSpec]) -> list[str]:
    readers = OpenReaders()
    try:
        return [one.payload for one in chosen if not verify(one, readers).is_fit_to_print]
    finally:
        readers.close()
