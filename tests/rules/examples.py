"""Which rules of a book have their worked example as a case: every rule of an index has one."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from rules.cases.case import expand_book
from rules.kernel.protocol import RuleSet

CASES = Path(__file__).parents[1] / "cases"


@cache
def cases_of(name: str) -> list[dict[str, Any]]:
    """Every case of the books of one rule set, laid over its scene; only to be looked at."""
    books = (json.loads(path.read_text(encoding="utf-8")) for path in books_of(name))
    return [case for book in books for case in expand_book(book)]


def books_of(name: str) -> list[Path]:
    """The case books of one rule set."""
    return sorted((CASES / name).glob("*.json"))


def ids_of(case: dict[str, Any]) -> set[str]:
    """The rules that a case is about: ``id``, and ``ids`` where it shows several."""
    own = {case["id"]} if "id" in case else set()
    return own | set(case.get("ids", ()))


def without_case(rule_set: RuleSet) -> list[str]:
    """The rules of the index that no case is about."""
    shown = {one for case in cases_of(rule_set.name) for one in ids_of(case)}
    return [one for one in rule_set.ids if one not in shown]
