"""``python3 run.py resolve case.json``: actions on a hand-written table, ruled and printed.

The file is a case, or a case book (``scenes`` and ``cases``); its form is in docs/rule-sets.md.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from rules.cases.case import expand_book, resolve_case
from rules.cases.table import BadCase
from rules.kernel.plain import from_plain, to_plain
from rules.kernel.prompts import BadAnswer
from rules.kernel.protocol import BadState, IllegalAction, Plain, Refusal
from vision.table.reading import Unmeasurable
from vision.table.text import NotText, text_of
from webui.game.kept.toml_text import toml_of

LARGEST_BYTES = 5_000_000
WRONG = (BadCase, BadAnswer, BadState, IllegalAction, Unmeasurable)


def resolve_command(argv: Sequence[str]) -> int:
    """Rule on every case of a file; 0 when each came to its end, 2 for wrong input.

    In a book a case that goes wrong does not stop the others: its result is its ``error``, with
    what it rests on beside it as ``refusal`` where the rules refused it.
    """
    parser = argparse.ArgumentParser(prog="run.py resolve", description=__doc__)
    parser.add_argument("file", type=Path, help="a case or a case book, .json or .toml")
    parser.add_argument("--json", action="store_true", help="for programs")
    given = parser.parse_args(argv)
    try:
        book = read_book(given.file)
        cases = expand_book(book)
    except WRONG as why:
        print(why, file=sys.stderr)
        return 2
    if "cases" not in book:
        return _one(book, given.json)
    results = [_kept(case) for case in cases]
    shown = json.dumps(results, indent=1) if given.json else "\n\n".join(map(written, results))
    print(shown)
    return 2 if any("error" in result or result["pending"] for result in results) else 0


def _one(case: dict[str, Plain], as_json: bool) -> int:
    try:
        result = resolve_case(case)
    except WRONG as why:
        print(why, file=sys.stderr)
        return 2
    print(json.dumps(result, indent=1) if as_json else written(result))
    return _pending(result)


def _kept(case: dict[str, Plain]) -> dict[str, Plain]:
    try:
        return resolve_case(case)
    except IllegalAction as why:
        return {"error": why.refusal.says, "refusal": to_plain(why.refusal)}
    except WRONG as why:
        return {"error": str(why), "refusal": None}


def _pending(result: dict[str, Plain]) -> int:
    asked = result["pending"]
    if asked is None:
        return 0
    print(f"an answer is missing: {asked['what']} ({asked['by']})", file=sys.stderr)
    return 2


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
        text = text_of(raw)
        return toml_of(text) if path.suffix == ".toml" else json.loads(text)
    except NotText as why:
        raise BadCase(f"{path}: {why}") from None
    except (ValueError, RecursionError) as why:
        raise BadCase(f"{path} is not {path.suffix.lstrip('.') or 'JSON'}: {why}") from None


def written(result: dict[str, Plain]) -> str:
    """A result for people: each ruling with its working, then what is still asked."""
    if "error" in result:
        why = result["refusal"]
        return f"refused: {result['error'] if why is None else from_plain(why, Refusal)}"
    lines = _ruled(result["rulings"]) + _beside(result)
    if result["pending"] is not None:
        lines += _ruled(result["so_far"])
        lines.append(f"asked: {result['pending']['what']} ({result['pending']['by']})")
    return "\n".join(lines) or "nothing was decided"


def _ruled(rulings: Plain) -> list[str]:
    """Each ruling with its working."""
    lines: list[str] = []
    for ruling in rulings:
        lines.append(f"{ruling['says']}  [{' '.join(ruling['rules'])}]")
        for part in ruling["modifiers"]:
            lines.append(f"    {part['what']}: {part['value']}  [{part['rule']}]")
        if ruling["total"]:
            lines.append(f"    = {ruling['total']}")
        if ruling["house"]:
            lines.append(f"    house rules: {', '.join(ruling['house'])}")
    return lines


def _beside(result: dict[str, Plain]) -> list[str]:
    """Armies with their points and faults, answers to questions, and views as plain data."""
    lines = []
    for army in result.get("armies", ()):
        lines.append(f"{army['side']}: {army['points']:g} points")
        said = from_plain([*army["faults"], *army["notes"]], tuple[Refusal, ...])
        lines += [f"    {one}" for one in said]
    lines += [f"told: {json.dumps(one)}" for one in result.get("told", ())]
    lines += [f"{view}: {json.dumps(seen)}" for view, seen in result.get("shown", {}).items()]
    return lines
