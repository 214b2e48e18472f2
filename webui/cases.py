"""``python3 run.py resolve case.json``: actions on a hand-written table, ruled and printed.

The file is a case, or a case book (``scenes`` and ``cases``); its form is in docs/rule-sets.md.
"""

from __future__ import annotations

import argparse
import json
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path

from rules.case import expand_book, resolve_case
from rules.case_table import BadCase
from rules.prompts import BadAnswer
from rules.protocol import BadState, IllegalAction, Plain
from vision.measure.reading import Unmeasurable

LARGEST_BYTES = 5_000_000
WRONG = (BadCase, BadAnswer, BadState, IllegalAction, Unmeasurable)


def resolve_command(argv: Sequence[str]) -> int:
    """Rule on every case of a file; 0 when each came to its end, 2 for wrong input."""
    parser = argparse.ArgumentParser(prog="run.py resolve", description=__doc__)
    parser.add_argument("file", type=Path, help="a case or a case book, .json or .toml")
    parser.add_argument("--json", action="store_true", help="for programs")
    given = parser.parse_args(argv)
    try:
        book = read_book(given.file)
        results = [resolve_case(case) for case in expand_book(book)]
    except WRONG as why:
        print(why, file=sys.stderr)
        return 2
    whole: Plain = results if "cases" in book else results[0]
    print(json.dumps(whole, indent=1) if given.json else "\n\n".join(map(written, results)))
    return _pending(results)


def _pending(results: Sequence[dict[str, Plain]]) -> int:
    for result in results:
        if result["pending"] is not None:
            asked = result["pending"]
            print(f"an answer is missing: {asked['what']} ({asked['by']})", file=sys.stderr)
            return 2
    return 0


def read_book(path: Path) -> dict[str, Plain]:
    """The case or case book in a file.

    Raises:
        BadCase: it cannot be read, is too large, or is not an object.
    """
    try:
        raw = path.read_bytes()
    except OSError as why:
        raise BadCase(f"cannot read {path}: {why.strerror}") from None
    if len(raw) > LARGEST_BYTES:
        raise BadCase(f"{path} is larger than {LARGEST_BYTES} bytes")
    book = _parsed(path, raw)
    if not isinstance(book, dict):
        raise BadCase(f"{path}: a case is an object")
    return book


def _parsed(path: Path, raw: bytes) -> Plain:
    try:
        text = raw.decode("utf-8")
        return tomllib.loads(text) if path.suffix == ".toml" else json.loads(text)
    except (ValueError, RecursionError) as why:
        raise BadCase(f"{path} is not {path.suffix.lstrip('.') or 'JSON'}: {why}") from None


def written(result: dict[str, Plain]) -> str:
    """A result for people: each ruling with its working, then what is still asked."""
    lines: list[str] = []
    for ruling in result["rulings"]:
        lines.append(f"{ruling['says']}  [{' '.join(ruling['rules'])}]")
        for part in ruling["modifiers"]:
            lines.append(f"    {part['what']}: {part['value']}  [{part['rule']}]")
        if ruling["total"]:
            lines.append(f"    = {ruling['total']}")
        if ruling["house"]:
            lines.append(f"    house rules: {', '.join(ruling['house'])}")
    if result["pending"] is not None:
        lines.append(f"asked: {result['pending']['what']} ({result['pending']['by']})")
    return "\n".join(lines) or "nothing was decided"
