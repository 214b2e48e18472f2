"""The worked examples of a book, as cases in ``tests/cases/<set>``, and what each comes to."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from rules.cases.case import expand_book, resolve_case
from rules.kernel.plain import from_plain
from rules.kernel.prompts import BadAnswer
from rules.kernel.protocol import BadState, IllegalAction, Refusal, RuleSet
from tests.rules.beside import verify_beside, without
from tests.rules.examples import books_of
from tests.rules.ill_said import ill_said

Out = dict[str, Any]
Checks = Mapping[str, Callable[[Out, Any], bool]]


def files(name: str) -> pytest.MarkDecorator:
    """A test for each file of the cases of a book: a test a case costs more than the case."""
    return pytest.mark.parametrize("file", books_of(name), ids=lambda file: file.stem)


def wrong(file: Path, check: Callable[[dict[str, Any]], None]) -> list[str]:
    """The cases of a file that do not come to what they say: each with its first id, its claim
    and what came instead."""
    found = []
    for case in expand_book(json.loads(file.read_text(encoding="utf-8"))):
        try:
            check(case)
        except (Exception, pytest.fail.Exception) as why:  # one that crashes hides no other
            found.append(f"{case.get('id') or case['ids'][0]}: {case['says']}: {why!r}")
    return found


def verify(book: RuleSet, case: dict[str, Any], checks: Checks, *, whole: bool = False) -> None:
    """Play a case, and see what it ``expect``s with the checks of the book.

    *whole*: nothing is left to be asked unless the case says so. A difference is an
    AssertionError that shows what came.
    """
    expect = dict(case["expect"])
    for word, errors in (("refused", (IllegalAction, BadState)), ("wrong_answer", (BadAnswer,))):
        if word in expect:
            with pytest.raises(errors) as refusal:
                resolve_case(case, (book,))
            assert expect[word] in str(refusal.value)
            return
    out = json.loads(json.dumps(resolve_case(case, (book,))))
    assert ill_said(book, out) == set()
    verify_beside(expect, out)
    for what, want in without(expect):
        assert checks[what](out, want), (what, want, out["pending"], says(out))
    if whole and "pending" not in expect:
        assert out["pending"] is None, out["pending"]["what"]


def named(out: Out, what: str, name: str) -> dict[str, Any]:
    """The unit, figure or block of that name, as the state has it at the end."""
    return next(one for one in out["state"][what] if one["id"] == name)


def says(out: Out) -> str:
    """All that was ruled."""
    return "\n".join(ruling["says"] for ruling in out["rulings"])


def asked_again(prompt: dict[str, Any] | None) -> str:
    """What is asked, begun with what was wrong with the move before, and its rules."""
    if prompt is None:
        return ""
    fault = from_plain(prompt.get("fault"), Refusal | None)
    return str(prompt["what"]) if fault is None else f"{fault}. Again: {prompt['what']}"


def rolls(out: Out) -> list[dict[str, Any]]:
    """The rolls that were asked for."""
    return [prompt for prompt in out["prompts"] if prompt["ask"] == "roll"]


def is_part(part: dict[str, Any], whole: dict[str, Any]) -> bool:
    """Has *whole* every value of *part*?"""
    return all(whole[key] == value for key, value in part.items())


SAID: Checks = {
    "says": lambda out, want: all(words in says(out) for words in want),
    "silent": lambda out, want: not any(words in says(out) for words in want),
    "pending": lambda out, want: want in asked_again(out["pending"]),
    "asks": lambda out, want: bool(out["pending"]["by"] == want),
    "options": lambda out, want: [one["key"] for one in out["pending"]["options"]] == want,
    "dice": lambda out, want: [prompt["count"] for prompt in rolls(out)] == want,
    "needs": lambda out, want: (
        [prompt["need"] for prompt in rolls(out) if prompt["need"] is not None] == want
    ),
    "state": lambda out, want: is_part(want, out["state"]),
    "consequences": lambda out, want: all(
        any(is_part(part, change) for change in out["consequences"]) for part in want
    ),
}
"""What cases of any book may expect: words, questions, dice, the state and what changed."""
