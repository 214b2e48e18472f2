"""Reads the case books and compares what a case came to with what the book expects.

``expect`` holds any of: ``refused`` (an id in the refusal), ``bad_answer`` (words in it),
``prompts``, ``rulings``, ``consequences`` (the first: as many as given, in order; the others: each
is found somewhere), ``state`` and ``pending``, and what ``beside.py`` compares. Objects are
compared by the keys given; ``lacks`` are words that neither a ruling nor a prompt may hold.
"""

from __future__ import annotations

import json
from typing import Any

from rules.cases.case import resolve_case
from rules.kernel.prompts import BadAnswer
from rules.kernel.protocol import IllegalAction
from rules.matchlocks import MATCHLOCKS
from tests.rules.beside import holds, verify_beside
from tests.rules.examples import cases_of
from tests.rules.ill_said import ill_said
from tests.rules.worked import asked_again


def cited_ids() -> set[str]:
    """Every id that some case is about."""
    return {one for case in cases_of("matchlocks") for one in case["ids"]}


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
    assert ill_said(MATCHLOCKS, came) == set()
    _in_order(expect.get("prompts"), came["prompts"])
    for part in ("rulings", "consequences"):
        for one in expect.get(part, ()):
            assert any(_matches(one, found) for found in came[part]), f"{one} not in {came[part]}"
    _silent(expect.get("lacks", ()), came)
    verify_beside(expect, came)
    assert holds(expect.get("state", {}), came["state"]), _difference(expect, came)
    if "pending" in expect:
        asked = came["pending"] and told(came["pending"])
        assert holds(expect["pending"], asked), asked
    elif "state" in expect or "consequences" in expect:
        assert came["pending"] is None, came["pending"]


def _silent(words: tuple[str, ...], came: dict[str, Any]) -> None:
    said = json.dumps([came["rulings"], came["prompts"]])
    for word in words:
        assert word not in said, f"{word!r} is said: {said}"


def _in_order(wanted: list[Any] | None, asked: list[Any]) -> None:
    if wanted is None:
        return
    assert len(wanted) <= len(asked), f"asked only {asked}"
    for one, prompt in zip(wanted, asked, strict=False):
        assert holds(one, told(prompt)), f"{one} expected, asked {prompt}"


def _matches(one: dict[str, Any], found: dict[str, Any]) -> bool:
    """Is it that ruling or change?  The house rules it names are some of those it cites."""
    wanted = {key: value for key, value in one.items() if key != "house"}
    return holds(wanted, found) and set(one.get("house", ())) <= set(found.get("house", ()))


def told(prompt: dict[str, Any]) -> dict[str, Any]:
    """A question whose ``what`` begins with what was wrong with the move before."""
    return {**prompt, "what": asked_again(prompt)}


def _difference(expect: dict[str, Any], came: dict[str, Any]) -> str:
    units = {key: came["state"]["units"].get(key) for key in expect["state"].get("units", {})}
    asked = f"pending {came['pending']}"
    return f"{asked}, expected {expect['state']}, units are {units}, rulings {came['rulings']}"
