"""Every worked example of an action, as a case in ``tests/cases/roses``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rules.case import expand_book, resolve_case
from rules.protocol import BadState, IllegalAction
from rules.roses import ROSES
from tests.rules.beside import verify_beside, without

FOLDER = Path(__file__).parents[2] / "cases" / "roses"
CASES = [
    pytest.param(case, id=f"{case['ids'][0]}: {case['says']}")
    for book in sorted(FOLDER.glob("*.json"))
    for case in expand_book(json.loads(book.read_text(encoding="utf-8")))
]


def _unit(out: dict[str, Any], name: str) -> dict[str, Any]:
    return next(unit for unit in out["state"]["units"] if unit["id"] == name)


def _says(out: dict[str, Any]) -> str:
    return "\n".join(ruling["says"] for ruling in out["rulings"])


def _subset(part: dict[str, Any], whole: dict[str, Any]) -> bool:
    return all(whole[key] == value for key, value in part.items())


def _rolls(out: dict[str, Any]) -> list[dict[str, Any]]:
    return [prompt for prompt in out["prompts"] if prompt["ask"] == "roll"]


def _totals(out: dict[str, Any], want: list[str]) -> bool:
    """The totals of the command rolls: what each roll was asked against, in order."""
    asked = [prompt["what"] for prompt in _rolls(out) if "or less" in prompt["what"]]
    return [what.split(": ")[-1].split(" or less")[0] for what in asked] == want


def _moved(out: dict[str, Any], want: list[float]) -> bool:
    """How far units went; poses are given to 0.0001 in, which is 0.0003 cm."""
    gone = [one["amount"] for one in out["effects"] if one["kind"] in ("moved", "went back")]
    return gone == pytest.approx(want, abs=0.002)


CHECKS = {
    "unit": lambda out, want: all(_subset(part, _unit(out, name)) for name, part in want.items()),
    "state": lambda out, want: _subset(want, out["state"]),
    "pending": lambda out, want: want in (out["pending"] or {}).get("what", "")
    + " ".join((out["pending"] or {}).get("rules", ())),
    "says": lambda out, want: all(words in _says(out) for words in want),
    "silent": lambda out, want: not any(words in _says(out) for words in want),
    "dice": lambda out, want: [prompt["count"] for prompt in _rolls(out)] == want,
    "needs": lambda out, want: [
        prompt["need"] for prompt in _rolls(out) if prompt["need"] is not None
    ] == want,
    "totals": _totals,
    "moved": _moved,
    "options": lambda out, want: [one["key"] for one in out["pending"]["options"]] == want,
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
            resolve_case(case, (ROSES,))
        return
    out = json.loads(json.dumps(resolve_case(case, (ROSES,))))
    verify_beside(expect, out)
    for what, want in without(expect):
        assert CHECKS[what](out, want), (what, want, out["pending"], _says(out))
    if "pending" not in expect:
        assert out["pending"] is None
