"""Reads the case books and compares what a case came to with what the book expects.

``expect`` holds any of: ``refused`` (an id in the refusal), ``bad_answer`` (words in it),
``prompts``, ``rulings``, ``effects`` (the first: as many as given, in order; the others: each
is found somewhere), ``armies``, ``shown``, ``told``, ``state`` and ``pending``. Objects are
compared by the keys given. ``lacks`` are words that neither a ruling nor a prompt may hold,
``hides`` one that a view of ``shown`` may not.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from rules.case import expand_book, resolve_case
from rules.matchlocks import MATCHLOCKS
from rules.prompts import BadAnswer
from rules.protocol import IllegalAction

CASES = Path(__file__).parents[2] / "cases" / "matchlocks"


def all_cases() -> list[tuple[str, dict[str, Any]]]:
    """Every case of every book, with a name for the test report."""
    found = []
    for path in sorted(CASES.glob("*.json")):
        book = json.loads(path.read_text(encoding="utf-8"))
        for number, case in enumerate(expand_book(book)):
            found.append((f"{path.stem}-{number}-{case['ids'][0]}", case))
    return found


def cited_ids() -> set[str]:
    """Every id that some case is about."""
    return {one for _, case in all_cases() for one in case["ids"]}


def verify(case: dict[str, Any]) -> None:
    """Run a case and compare; a difference is an AssertionError that says where."""
    expect = case["expect"]
    try:
        came = resolve_case(case, [MATCHLOCKS])
    except IllegalAction as why:
        assert expect.get("refused", "no refusal") in str(why), f"{why}"
        return
    except BadAnswer as why:
        assert expect.get("bad_answer", "no bad answer") in str(why), f"{why}"
        return
    assert "refused" not in expect, f"not refused: {came['rulings'] or came['pending']}"
    assert "bad_answer" not in expect
    _in_order(expect.get("prompts"), came["prompts"])
    for part in ("rulings", "effects"):
        for one in expect.get(part, ()):
            assert any(holds(one, found) for found in came[part]), f"{one} not in {came[part]}"
    _asked_beside(expect, came)
    assert holds(expect.get("state", {}), came["state"]), _difference(expect, came)
    if "pending" in expect:
        assert holds(expect["pending"], came["pending"]), came["pending"]
    elif "state" in expect or "effects" in expect:
        assert came["pending"] is None, came["pending"]


def _asked_beside(expect: dict[str, Any], came: dict[str, Any]) -> None:
    """Words that must be absent, and what the case asked for beside its actions."""
    said = json.dumps([came["rulings"], came["prompts"]])
    for word in expect.get("lacks", ()):
        assert word not in said, f"{word!r} is said: {said}"
    for want, army in zip(
        expect.get("armies", ()), came.get("armies", ()), strict="armies" in expect
    ):
        _army(want, army)
    shown, told = json.loads(json.dumps([came.get("shown", {}), came.get("told", [])]))
    assert holds(expect.get("shown", {}), shown), shown
    for view, word in expect.get("hides", {}).items():
        assert word not in json.dumps(shown[view]), shown[view]
    if "told" in expect:
        pairs = zip(expect["told"], told, strict=True)
        assert all(holds(want, got) for want, got in pairs), told


def _army(want: dict[str, Any], army: dict[str, Any]) -> None:
    """``faults``: as many as given, each with those words, or ``"any"``; ``notes``: each is
    among them; ``lacking``: words that neither holds."""
    want = dict(want)
    faults, notes = want.pop("faults", ()), want.pop("notes", ())
    if faults != "any":
        assert len(faults) == len(army["faults"]), army["faults"]
        for words in faults:
            assert any(words in one for one in army["faults"]), army["faults"]
    lacking = want.pop("lacking", "nothing of the kind")
    assert not any(lacking in one for one in (*army["faults"], *army["notes"])), army
    for words in notes:
        assert any(words in one for one in army["notes"]), army["notes"]
    assert holds(want, army), army


def _in_order(wanted: list[Any] | None, asked: list[Any]) -> None:
    if wanted is None:
        return
    assert len(wanted) <= len(asked), f"asked only {asked}"
    for one, prompt in zip(wanted, asked, strict=False):
        assert holds(one, prompt), f"{one} expected, asked {prompt}"


def _difference(expect: dict[str, Any], came: dict[str, Any]) -> str:
    units = {key: came["state"]["units"].get(key) for key in expect["state"].get("units", {})}
    asked = f"pending {came['pending']}"
    return f"{asked}, expected {expect['state']}, units are {units}, rulings {came['rulings']}"


def holds(part: Any, whole: Any) -> bool:
    """Is *part* found in *whole*?  ``"*"`` is anything; text may be a part of the text."""
    if part == "*":
        return True
    if isinstance(part, dict):
        return isinstance(whole, dict) and all(
            key in whole and holds(value, whole[key]) for key, value in part.items()
        )
    if isinstance(part, list) and part and isinstance(part[0], dict):
        return all(any(holds(one, other) for other in whole) for one in part)
    if isinstance(part, list):
        return list(whole) == part
    if isinstance(part, str) and isinstance(whole, str):
        return part in whole if part else whole == part
    return bool(part == whole)
