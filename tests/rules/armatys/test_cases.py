"""Every worked example of an action, as a case in ``tests/cases/armatys``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rules.armatys import ARMATYS
from rules.case import expand_book, resolve_case
from rules.protocol import BadState, IllegalAction
from tests.rules.beside import verify_beside, without

FOLDER = Path(__file__).parents[2] / "cases" / "armatys"
CASES = [
    pytest.param(case, id=f"{case['id']}: {case['says']}")
    for book in sorted(FOLDER.glob("*.json"))
    for case in expand_book(json.loads(book.read_text(encoding="utf-8")))
]


def _unit(out: dict[str, Any], name: str) -> dict[str, Any]:
    return next(unit for unit in out["state"]["units"] if unit["id"] == name)


def _figures(out: dict[str, Any], name: str) -> int:
    return sum(arm["figures"] for arm in _unit(out, name)["arms"])


def _rolls(out: dict[str, Any]) -> list[dict[str, Any]]:
    return [prompt for prompt in out["prompts"] if prompt["ask"] == "roll"]


def _says(out: dict[str, Any]) -> str:
    return "\n".join(ruling["says"] for ruling in out["rulings"])


CHECKS = {
    "fields": lambda out, want: {
        name: {field: _unit(out, name)[field] for field in fields} for name, fields in want.items()
    } == want,
    "armour": lambda out, want: {
        name: {arm["kind"]: arm["armour"] for arm in _unit(out, name)["arms"]} for name in want
    } == want,
    "figures": lambda out, want: {name: _figures(out, name) for name in want} == want,
    "general": lambda out, want: {
        field: out["state"]["generals"][0][field] for field in want
    } == want,
    "says": lambda out, want: all(words in _says(out) for words in want),
    "silent": lambda out, want: out["pending"] is None and not any(
        words in _says(out) for words in want
    ),
    "pending": lambda out, want: want in out["pending"]["what"],
    "asks": lambda out, want: out["pending"]["by"] == want,
    "asked": lambda out, want: len(out["prompts"]) == len(want) and all(
        words in prompt["what"] for words, prompt in zip(want, out["prompts"], strict=True)
    ),
    "dice": lambda out, want: [prompt["count"] for prompt in _rolls(out)] == want,
    "needs": lambda out, want: [prompt["need"] for prompt in _rolls(out)] == want,
    "over": lambda out, want: out["state"]["over"] == want,
    "winner": lambda out, want: out["state"]["winner"] == want,
}


@pytest.mark.parametrize("case", CASES)
def test_case(case: dict[str, Any]) -> None:
    expect = dict(case["expect"])
    if "refused" in expect:
        with pytest.raises((IllegalAction, BadState)) as refusal:
            resolve_case(case, (ARMATYS,))
        assert expect["refused"] in str(refusal.value)
        return
    out = resolve_case(case, (ARMATYS,))
    verify_beside(expect, out)
    for what, want in without(expect):
        assert CHECKS[what](out, want), (what, want, out["pending"], _says(out))


def test_the_case_of_the_guide_is_ruled_on() -> None:
    """docs/rules-armatys.md: one hit on a 1:1 unit; a 3 is a pikeman, and a 4 spares armour."""
    guide = FOLDER.parents[2] / "docs" / "rules-armatys.md"
    text = guide.read_text(encoding="utf-8").split("```json")[1].split("```")[0]
    out = resolve_case(json.loads(text), (ARMATYS,))
    assert out["pending"] is None and CHECKS["figures"](out, {"B": 24})
    assert _unit(out, "B")["counters"] == 1
