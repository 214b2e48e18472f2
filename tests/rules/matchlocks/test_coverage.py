"""The whole book: every rule has a test, every house rule is read by the code."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rules.cases import coverage as covering
from rules.kernel.switches import Choice
from rules.matchlocks import MATCHLOCKS
from rules.matchlocks.switches import SWITCHES
from webui.commands.coverage import coverage_of

SOURCE = Path(__file__).parents[3] / "rules" / "matchlocks"


def test_the_index_holds_502_rules_each_with_a_title() -> None:
    assert len(MATCHLOCKS.titles) == len(MATCHLOCKS.ids) == 502
    assert all(title.strip() for title in MATCHLOCKS.titles.values())


def test_every_rule_is_cited_by_the_code() -> None:
    missing = [rule.id for rule in coverage_of(MATCHLOCKS) if not rule.implemented]
    assert missing == [], "cite them in rules/matchlocks where they are implemented"


def test_every_rule_has_a_test() -> None:
    """Restatements may share one: a case or a test that cites both ids."""
    missing = [rule.id for rule in coverage_of(MATCHLOCKS) if not rule.tests]
    assert missing == [], "give each a case in tests/cases/matchlocks or a test that cites it"


def test_the_guard_fires_for_a_rule_without_a_test() -> None:
    """Seen to fail: one id more than the tests cite."""
    rules = covering.coverage(("NMM-SET-01", "NMM-SET-99"), ("SET-01 SET-99",), {"t": "NMM-SET-01"})
    assert [rule.id for rule in rules if not rule.tests] == ["NMM-SET-99"]
    assert covering.report(rules)[0] == "2 rules: 2 implemented, 1 cited by a test"


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("NMM-AA-01", "01"),
        ("(AA-01, -03)", "01 03"),
        ("AA-02 to -04", "02 03 04"),
        ("AA-01 and -02", "01 02"),
        ("AA-01, BB-02", "01"),
        ("AAA-01 or AA-1", ""),
    ],
)
def test_how_ids_are_cited(text: str, numbers: str) -> None:
    ids = [f"NMM-AA-0{n}" for n in range(1, 6)]
    assert covering.cited(text, ids) == {f"NMM-AA-{n}" for n in numbers.split()}


def test_tests_are_told_apart_in_a_file() -> None:
    text = "@mark\ndef test_a():\n    'AA-01'\n\n\ndef helper():\n    'AA-02'\n"
    assert list(covering.tests_in("test_x.py", text)) == ["test_x.py::test_a"]
    assert "@mark" in covering.tests_in("test_x.py", text)["test_x.py::test_a"]
    assert list(covering.tests_in("b.json", '{"cases": [{}, {}]}')) == ["b.json#0", "b.json#1"]


def test_every_house_rule_is_read_by_the_code() -> None:
    code = "\n".join(
        path.read_text(encoding="utf-8") for path in SOURCE.rglob("*.py") if path.stem != "switches"
    )
    read = set(re.findall(r"\bHouse\.(\w+)", code))
    unread = [switch.name for switch in SWITCHES if switch.name not in read]
    assert unread == []


def test_every_value_of_a_house_rule_but_one_is_named_by_the_code() -> None:
    """One value may be what is left when it is none of the others."""
    code = "\n".join(
        path.read_text(encoding="utf-8") for path in SOURCE.rglob("*.py") if path.stem != "switches"
    )
    unnamed = [
        f"{switch.name}: {switch.values}"
        for switch in SWITCHES
        if isinstance(switch, Choice)
        and sum(f".{word}" in code for word in switch.values) < len(switch.values) - 1
    ]
    assert unnamed == []


def test_every_house_rule_has_a_test() -> None:
    """By its name in a case or a test, or by the number of its ambiguity."""
    folder = Path(__file__).parent
    cases = Path(__file__).parents[2] / "cases" / "matchlocks"
    text = "\n".join(
        path.read_text(encoding="utf-8") for path in (*folder.rglob("*.py"), *cases.glob("*.json"))
    )
    assert [switch.name for switch in SWITCHES if switch.name not in text] == []
