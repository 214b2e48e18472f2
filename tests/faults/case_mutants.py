"""Case files of every book, mutated: each is ruled on, or refused in words, and soon.

Names are misspelt, values made absurd, parts taken away, doubled or swapped with others of the
same file: what a tired hand does, and what nobody would.
"""

from __future__ import annotations

import json
import random
import time
import tomllib
from pathlib import Path
from typing import Any

from rules.cases.case import expand_book, resolve_case
from tests.faults.mutants import ABSURD
from tests.faults.tally import Tally
from webui.commands.resolve import WRONG, written

CASES = Path(__file__).parents[1] / "cases"
LETTERS = "abcdefghijklmnopqrstuvwxyz_"
NUMBERS = (-1, 0, 1, 2, 7, 41, 999, 10_000, 10_001, 10**18, -(10**18), 1e308, -0.5, 1e-300)


def good_cases() -> list[dict[str, Any]]:
    """Every case of every book, as its file has it."""
    found: list[dict[str, Any]] = []
    for path in sorted(CASES.rglob("*.*")):
        text = path.read_text(encoding="utf-8")
        if path.suffix == ".toml":
            found += expand_book(tomllib.loads(text))
        elif path.suffix == ".json":
            found += expand_book(json.loads(text))
    return found


def misspelt(word: str, chance: random.Random) -> str:
    """The word with one letter changed, doubled, left out, added or swapped."""
    at = chance.randrange(len(word)) if word else 0
    way = chance.randrange(4)
    if way == 0 or len(word) < 3:
        return word[:at] + chance.choice(LETTERS) + word[at:]
    if way == 1:
        return word[:at] + word[at + 1 :]
    if way == 2:
        return word[:at] + chance.choice(LETTERS) + word[at + 1 :]
    at = min(at, len(word) - 2)
    return word[:at] + word[at + 1] + word[at] + word[at + 2 :]


def mutated_case(case: dict[str, Any], chance: random.Random) -> Any:
    """The case with one to three things wrong."""
    plain: Any = json.loads(json.dumps({k: v for k, v in case.items() if k != "expect"}))
    for _ in range(chance.randint(1, 3)):
        plain = _wrong(plain, chance)
    return plain


def _wrong(plain: Any, chance: random.Random) -> Any:
    if isinstance(plain, dict) and plain and chance.random() < 0.93:
        return _wrong_object(plain, chance)
    if isinstance(plain, list) and plain and chance.random() < 0.9:
        at = chance.randrange(len(plain))
        way = chance.random()
        if way < 0.08:
            return plain[:at] + plain[at + 1 :]
        if way < 0.16:
            return plain + plain[: at + 1] * chance.choice((1, 1, 60))
        return [*plain[:at], _wrong(plain[at], chance), *plain[at + 1 :]]
    if isinstance(plain, int | float) and chance.random() < 0.7:
        return chance.choice(NUMBERS)
    if isinstance(plain, str) and plain and chance.random() < 0.6:
        return misspelt(plain, chance)
    return chance.choice(ABSURD)


def _wrong_object(plain: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    key, other = chance.choice(list(plain)), chance.choice(list(plain))
    way = chance.random()
    if way < 0.06:
        return {name: value for name, value in plain.items() if name != key}
    if way < 0.14:
        return {(misspelt(name, chance) if name == key else name): v for name, v in plain.items()}
    if way < 0.2:
        return {**plain, key: plain[other]}
    return {**plain, key: _wrong(plain[key], chance)}


def try_case(case: Any, tally: Tally) -> float:
    """Rule on it; whatever comes is counted. How many seconds it took."""
    tally.tried += 1
    begun = time.perf_counter()
    try:
        text = written(resolve_case(case))
        json.dumps(text)
        kind = "ruled on"
    except WRONG as why:
        kind = "refused in words"
        if len(str(why)) < 10 or "Traceback" in str(why):
            tally.wrong.append(f"refused without a sentence: {why}")
    except Exception as why:  # noqa: BLE001 - the harness counts whatever comes
        kind = "crashed"
        shown = json.dumps(case, default=str)[:300]
        tally.wrong.append(f"{type(why).__name__}: {str(why)[:150]} {shown}")
    tally.kinds[kind] += 1
    return time.perf_counter() - begun


def case_mutants(count: int, seed: int = 0) -> Tally:
    """So many mutated cases of all books; the slowest is told."""
    tally, chance = Tally("mutated cases"), random.Random(seed)
    cases = good_cases()
    slowest = 0.0
    for _ in range(count):
        slowest = max(slowest, try_case(mutated_case(chance.choice(cases), chance), tally))
    tally.kinds[f"slowest {slowest:.2f} s"] += 1
    return tally
