"""Every worked example of an action, as a case in ``tests/cases/blocks``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rules.blocks import BLOCKS
from rules.case import expand_book, resolve_case
from rules.prompts import BadAnswer
from rules.protocol import BadState, IllegalAction
from tests.rules.beside import verify_beside, without

FOLDER = Path(__file__).parents[2] / "cases" / "blocks"
CASES = [
    pytest.param(case, id=f"{case['id']}: {case['says']}")
    for book in sorted(FOLDER.glob("*.json"))
    for case in expand_book(json.loads(book.read_text(encoding="utf-8")))
]


def _elan(out: dict[str, Any], side: str) -> int:
    forces = {force["side"]: force["elan"] for force in out["state"]["forces"]}
    return int(forces.get(side, 10))


def _block(out: dict[str, Any], name: str) -> dict[str, Any]:
    return next(block for block in out["state"]["blocks"] if block["id"] == name)


def _says(out: dict[str, Any]) -> str:
    return "\n".join(ruling["says"] for ruling in out["rulings"])


def _asked(out: dict[str, Any]) -> str:
    return "\n".join(prompt["what"] for prompt in out["prompts"])


CHECKS = {
    "elan": lambda out, want: {side: _elan(out, side) for side in want} == want,
    "at": lambda out, want: {
        name: ",".join(map(str, _block(out, name)["square"])) for name in want
    } == want,
    "gone": lambda out, want: [
        block["id"] for block in out["state"]["blocks"] if block["gone"]
    ] == want,
    "deployed": lambda out, want: all(_block(out, name)["square"] for name in want),
    "phase": lambda out, want: out["state"]["phase"] == want,
    "winner": lambda out, want: out["state"]["winner"] == want,
    "active": lambda out, want: out["state"]["active"] == want,
    "attacker": lambda out, want: out["state"]["attacker"] == want,
    "asks": lambda out, want: out["pending"]["by"] == want,
    "pending": lambda out, want: want in out["pending"]["what"],
    "silent": lambda out, want: not any(word in _says(out) for word in want),
    "dice": lambda out, want: [
        prompt["count"] for prompt in out["prompts"] if prompt["ask"] == "roll"
    ] == want,
    "rolled": lambda out, want: [
        [prompt["count"], prompt["need"]] for prompt in out["prompts"] if prompt["ask"] == "roll"
    ] == want,
    "interactions": lambda out, want: {
        force["side"]: force["interactions"] for force in out["state"]["forces"]
    } == want,
}


@pytest.mark.parametrize("case", CASES)
def test_case(case: dict[str, Any]) -> None:
    expect = dict(case["expect"])
    if "refused" in expect:
        with pytest.raises((IllegalAction, BadState)) as refusal:
            resolve_case(case, (BLOCKS,))
        assert expect["refused"] in str(refusal.value)
        return
    if "wrong_answer" in expect:
        with pytest.raises(BadAnswer) as refusal:
            resolve_case(case, (BLOCKS,))
        assert expect["wrong_answer"] in str(refusal.value)
        return
    out = resolve_case(case, (BLOCKS,))
    for words in expect.pop("says", []):
        assert words in _says(out) + _asked(out)
    verify_beside(expect, out)
    for what, want in without(expect):
        assert CHECKS[what](out, want), (what, want, out["pending"], _says(out))


def test_the_case_of_the_guide_is_ruled_on() -> None:
    """docs/rules-blocks.md: 2 aggressive foot charge a horse: 4 + 2 + 1 against 0, 2+ against 6."""
    guide = FOLDER.parents[2] / "docs" / "rules-blocks.md"
    text = guide.read_text(encoding="utf-8").split("```json")[1].split("```")[0]
    out = resolve_case(json.loads(text), (BLOCKS,))
    assert out["pending"] is None and "red 7, blue 0" in _says(out)
    assert CHECKS["gone"](out, ["B1"])
