"""Every rule of every book has its worked example as a case that ``run.py resolve`` plays."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rules.books import RULE_SETS
from rules.kernel.protocol import RuleSet
from tests.rules.examples import books_of, cases_of, ids_of, without_case
from webui.commands.resolve import resolve_command

BOOKS = [
    pytest.param(book, id=f"{one.name}-{book.stem}", marks=() if number == 0 else pytest.mark.long)
    for one in RULE_SETS
    for number, book in enumerate(books_of(one.name))
]
REFUSALS = ("refused", "bad_answer", "wrong_answer", "bad_state")


@pytest.mark.parametrize("rule_set", RULE_SETS, ids=lambda one: one.name)
def test_every_rule_has_a_case(rule_set: RuleSet) -> None:
    missing = without_case(rule_set)
    assert missing == [], f"write each its example in tests/cases/{rule_set.name}"


def test_the_guard_names_a_rule_without_a_case() -> None:
    """Seen to fail: an index with one id more than the cases cite."""
    import msgspec

    book = RULE_SETS[0]
    longer = msgspec.structs.replace(book, ids=(*book.ids, "NMM-SET-99"))
    assert without_case(longer) == [*without_case(book), "NMM-SET-99"]


@pytest.mark.parametrize("rule_set", RULE_SETS, ids=lambda one: one.name)
def test_no_case_is_about_a_rule_or_house_rule_that_is_not(rule_set: RuleSet) -> None:
    switches = {switch.name for switch in rule_set.switches}
    known = {*rule_set.ids, *switches}
    strange = [one for case in cases_of(rule_set.name) for one in ids_of(case) - known]
    assert strange == []


@pytest.mark.parametrize("book", BOOKS)
def test_the_resolve_command_plays_the_whole_book(
    book: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One result a case, in order; an error exactly where the case expects a refusal."""
    resolve_command([str(book), "--json"])
    results = json.loads(capsys.readouterr().out)
    cases = json.loads(book.read_text(encoding="utf-8"))["cases"]
    refused = [any(word in case["expect"] for word in REFUSALS) for case in cases]
    assert ["error" in result for result in results] == refused
