"""Which rules of a book are implemented, and which tests speak for them.

A rule counts as implemented when the rule set's own source cites its id, and as tested when
a test or a case cites it. Pure: the texts are handed in.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from functools import lru_cache

from msgspec import Struct

_MORE = r"((?:\s*(?:,|/|and|to|&)\s*-?\d{2,3}\b(?!-))*)"


class Rule(Struct, frozen=True):
    """One id of the rule index, whether the source cites it, and the tests that do."""

    id: str
    implemented: bool
    tests: tuple[str, ...] = ()


def cited(text: str, ids: Iterable[str]) -> frozenset[str]:
    """Those of *ids* that *text* cites.

    In full (``NMM-SHOOT-05``), without the book's prefix (``SHOOT-05``), in a list
    (``SHOOT-05, -06``) or a range (``SHOOT-05 to -07``). An id that does not end in a number
    (a cell of a table, ``ACTSHOT-R0-D1``) only in full.
    """
    spelt = _spelt(tuple(ids))
    if not spelt.known:
        return frozenset()
    found = set(spelt.cells.intersection(re.findall(r"[A-Z]+(?:-[A-Z0-9]+)+", text)))
    for stem, first, more in spelt.pattern.findall(text):
        for number in _numbers(first, more):
            one = spelt.known.get(f"{stem}-{number}")
            if one is not None:
                found.add(one)
    return frozenset(found)


class _Spelt(Struct, frozen=True):
    """How ids may stand in a text: each as it is spelt, those without a number, the others."""

    known: dict[str, str]
    cells: frozenset[str]
    pattern: re.Pattern[str]


@lru_cache(maxsize=16)
def _spelt(ids: tuple[str, ...]) -> _Spelt:
    known = {one: one for one in ids}
    cells = frozenset(one for one in known if not one.rsplit("-", 1)[-1].isdigit())
    known |= {one.split("-", 1)[1]: one for one in list(known) if one.count("-") > 1}
    stems = sorted({one.rsplit("-", 1)[0] for one in known}, key=len, reverse=True)
    return _Spelt(known, cells, re.compile(rf"\b({'|'.join(map(re.escape, stems))})-(\d+){_MORE}"))


def _numbers(first: str, more: str) -> list[str]:
    numbers = [first]
    for joint, number in re.findall(r"(,|/|and|to|&)\s*-?(\d+)", more):
        if joint == "to":
            between = range(int(numbers[-1]) + 1, int(number))
            numbers += [str(one).zfill(len(first)) for one in between]
        numbers.append(number)
    return numbers


def tests_in(name: str, text: str) -> dict[str, str]:
    """The tests of a file by name, each with its own text.

    A Python file is cut at its test functions, a case book at its cases. A table of the file
    counts as part of every test that names it.
    """
    if name.endswith(".py"):
        parts = re.split(r"(?m)^(?=(?:@|def |class |[A-Z_]+\b[^=\n]* = ))", text)
        tables = {part.split()[0].rstrip(":"): part for part in parts if re.match("[A-Z_]+", part)}
        named = [(re.search(r"(?m)^\s*def (test_\w+)", part), part) for part in parts]
        return {
            f"{name}::{found[1]}": part + _named_in(part, tables)
            for found, part in _decorated(named)
            if found
        }
    if name.endswith(".json"):
        return _cases_in(name, text)
    return {name: text}


def _named_in(part: str, tables: Mapping[str, str]) -> str:
    return "".join(text for name, text in tables.items() if re.search(rf"\b{name}\b", part))


def _decorated(
    named: list[tuple[re.Match[str] | None, str]],
) -> list[tuple[re.Match[str] | None, str]]:
    """Decorators stand in parts of their own, before the function they belong to."""
    out: list[tuple[re.Match[str] | None, str]] = []
    waiting = ""
    for found, part in named:
        if found is None and part.startswith("@"):
            waiting += part
        else:
            out.append((found, waiting + part))
            waiting = ""
    return out


def _cases_in(name: str, text: str) -> dict[str, str]:
    book = json.loads(text)
    cases = book.get("cases", [book]) if isinstance(book, dict) else book
    return {f"{name}#{number}": json.dumps(case) for number, case in enumerate(cases)}


def coverage(
    ids: Iterable[str], sources: Iterable[str], tests: Mapping[str, str]
) -> tuple[Rule, ...]:
    """Every id with what cites it; *sources* are texts, *tests* text by name of the test."""
    order = tuple(ids)
    implemented = cited("\n".join(sources), order)
    citing: dict[str, list[str]] = {one: [] for one in order}
    for name, text in tests.items():
        for one in cited(text, order):
            citing[one].append(name)
    return tuple(Rule(one, one in implemented, tuple(sorted(citing[one]))) for one in order)


def report(rules: Iterable[Rule]) -> tuple[str, ...]:
    """The coverage in lines for people: the count first, then what is missing."""
    every = tuple(rules)
    done = sum(rule.implemented for rule in every)
    tested = sum(bool(rule.tests) for rule in every)
    lines = [f"{len(every)} rules: {done} implemented, {tested} cited by a test"]
    lines += [f"  not implemented: {rule.id}" for rule in every if not rule.implemented]
    lines += [f"  without a test: {rule.id}" for rule in every if not rule.tests]
    return tuple(lines)
