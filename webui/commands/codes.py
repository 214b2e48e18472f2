"""``run.py codes``: payloads for tags that are as unlike one another as can be."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Sequence

from vision.tags.decode.open_readers import OpenReaders
from vision.tags.known.code_set import choose_codes, likeness_of, verify
from vision.tags.tag import TagSpec

MOST = 500
ENDING = 4
ROOM = {"qr": 10, "microqr": 6}
"""Characters that a symbol holds: QR version 1 at level H, Micro QR M2 at level L."""

ABOUT = """Payloads for tags, one a line. Four characters are added to each name, chosen so that
no two tags of the set look alike even when they are small and blurred; the same names always
give the same payloads. Put them under the bases of an army file, or print them:
run.py print tags PAYLOAD ..."""


def codes_command(argv: Sequence[str]) -> int:
    """Print the payloads; 0 when done, 1 when a decoder misses one.

    Raises:
        SystemExit: with 2 after a sentence on stderr for wrong input, or with 0 after ``--help``.
    """
    parser = _parser()
    options = parser.parse_args(argv)
    names = options.names or _numbered(options.prefix, options.count or 0)
    fault = _fault(options, names)
    if fault:
        parser.error(fault)
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


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="run.py codes", description=ABOUT)
    parser.add_argument("names", nargs="*", metavar="NAME", help="what a payload begins with")
    parser.add_argument("--count", type=int, help="else so many, numbered from 1")
    parser.add_argument("--prefix", default="", help="what stands before the numbers")
    parser.add_argument("--symbol", choices=sorted(ROOM), default="qr")
    return parser


def _numbered(prefix: str, count: int) -> list[str]:
    return [f"{prefix}{k:0{len(str(count))}d}" for k in range(1, min(count, MOST) + 1)]


def _fault(options: argparse.Namespace, names: Sequence[str]) -> str:
    """Why these names cannot be had, or "": none, too many, one twice, or one that does not
    fit the symbol."""
    if bool(options.names) == (options.count is not None):
        return "name each tag (NAME ...), or say how many with --count"
    if not 1 <= (len(options.names) or options.count) <= MOST:
        return f"from 1 to {MOST} payloads can be chosen at once"
    twice = {name for name in names if names.count(name) > 1}
    if twice:
        return f"{', '.join(sorted(twice))} is named twice"
    room = ROOM[options.symbol] - (ENDING if options.symbol == "qr" else 1)
    for name in names:
        if not re.fullmatch(r"[A-Z0-9:-]+", name):
            return f"{name!r}: a name is of capitals, digits, : and - only"
        if len(name) > room:
            return f"{name}: a name has {room} characters at most"
    return ""


def _ending(names: Sequence[str], symbol: str) -> int:
    """Characters added to each name: four, or what is left of the symbol."""
    return min(ENDING, ROOM[symbol] - max(map(len, names)))


def _missed(chosen: Sequence[TagSpec]) -> list[str]:
    readers = OpenReaders()
    try:
        return [one.payload for one in chosen if not verify(one, readers).is_fit_to_print]
    finally:
        readers.close()
