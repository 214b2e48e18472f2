"""Every id of the rule index is cited by the engine and by a test; every house rule too."""

from __future__ import annotations

import re
from pathlib import Path

from rules import roses
from rules.coverage import cited
from rules.roses import ROSES
from rules.roses.house import HOUSE, SWITCHES

TESTS = Path(__file__).parent
CASES = TESTS.parents[1] / "cases" / "roses"
SOURCE = Path(roses.__file__).parent


def _text(*files: Path) -> str:
    return "\n".join(file.read_text(encoding="utf-8") for file in files)


def test_the_index_is_whole() -> None:
    assert len(ROSES.ids) == len(set(ROSES.ids)) == 157


def test_every_rule_is_cited_by_a_test() -> None:
    files = [f for f in TESTS.glob("test_*.py") if f.name != Path(__file__).name]
    found = cited(_text(*files, *CASES.glob("*.json")), ROSES.ids)
    assert [rule for rule in ROSES.ids if rule not in found] == []


def test_every_rule_is_cited_by_the_engine() -> None:
    found = cited(_text(*SOURCE.glob("*.py")), ROSES.ids)
    assert [rule for rule in ROSES.ids if rule not in found] == []


def test_the_engine_cites_no_rule_that_is_not_in_the_index() -> None:
    used = set(re.findall(r"WOR-[A-Z]+-\d\d", _text(*SOURCE.glob("*.py"))))
    assert {one for one in used if "-AMB-" not in one} <= set(ROSES.ids)


def test_every_house_rule_is_honoured_and_has_a_test() -> None:
    tests = _text(*CASES.glob("*.json"), *TESTS.glob("test_*.py"))
    code = _text(*(f for f in SOURCE.glob("*.py") if f.name != "house.py"))
    names = [switch.name for switch in SWITCHES]
    assert [name for name in names if name not in tests] == []
    assert [name for name in names if name not in code] == []
    assert len(names) == len(set(names)) == 49


def test_the_first_value_of_a_switch_is_accepted() -> None:
    house = {switch.name: switch.values[0] for switch in SWITCHES}
    assert HOUSE.checked(house) == house
