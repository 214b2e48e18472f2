"""Every worked example of an action, as a case in ``tests/cases/skirmish``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rules.case import expand_book, resolve_case
from rules.protocol import BadState, IllegalAction
from rules.skirmish import SKIRMISH
from tests.rules.beside import verify_beside, without

FOLDER = Path(__file__).parents[2] / "cases" / "skirmish"
CASES = [
    pytest.param(case, id=f"{case['ids'][0]}: {case['says']}")
    for book in sorted(FOLDER.glob("*.json"))
    for case in expand_book(json.loads(book.read_text(encoding="utf-8")))
]


def _named(out: dict[str, Any], what: str, name: str) -> dict[str, Any]:
    return next(one for one in out["state"][what] if one["id"] == name)


def _says(out: dict[str, Any]) -> str:
    return "\n".join(ruling["says"] for ruling in out["rulings"])


def _subset(part: dict[str, Any], whole: dict[str, Any]) -> bool:
    return all(whole[key] == value for key, value in part.items())


def _rolls(out: dict[str, Any]) -> list[dict[str, Any]]:
    return [prompt for prompt in out["prompts"] if prompt["ask"] == "roll"]


CHECKS = {
    "group": lambda out, want: all(
        _subset(part, _named(out, "groups", name)) for name, part in want.items()
    ),
    "figures": lambda out, want: len(out["state"]["figures"]) == want,
    "figure": lambda out, want: all(
        _subset(part, _named(out, "figures", name)) for name, part in want.items()
    ),
    "state": lambda out, want: _subset(want, out["state"]),
    "pending": lambda out, want: want in (out["pending"] or {}).get("what", ""),
    "options": lambda out, want: [one["key"] for one in out["pending"]["options"]] == want,
    "says": lambda out, want: all(words in _says(out) for words in want),
    "silent": lambda out, want: not any(words in _says(out) for words in want),
    "dice": lambda out, want: [prompt["count"] for prompt in _rolls(out)] == want,
    "sides": lambda out, want: [prompt["sides"] for prompt in _rolls(out)] == want,
    "needs": lambda out, want: [
        prompt["need"] for prompt in _rolls(out) if prompt["need"] is not None
    ] == want,
    "totals": lambda out, want: all(
        total in [ruling["total"] for ruling in out["rulings"]] for total in want
    ),
    "effects": lambda out, want: all(
        any(_subset(part, effect) for effect in out["effects"]) for part in want
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_case(case: dict[str, Any]) -> None:
    """The case's own words (``says``) are the claim."""
    expect = case["expect"]
    if "refused" in expect:
        with pytest.raises((IllegalAction, BadState), match=expect["refused"]):
            resolve_case(case, (SKIRMISH,))
        return
    out = json.loads(json.dumps(resolve_case(case, (SKIRMISH,))))
    verify_beside(expect, out)
    for what, want in without(expect):
        assert CHECKS[what](out, want), (what, want, out["pending"], _says(out))
    if "pending" not in expect:
        assert out["pending"] is None, out["pending"]["what"]
