"""Every id of the rule index is cited by the engine and by a test; every house rule too."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rules import skirmish
from rules.coverage import cited
from rules.protocol import BadState
from rules.skirmish import SKIRMISH
from rules.skirmish.house import HOUSE, SWITCHES

TESTS = Path(__file__).parent
CASES = TESTS.parents[1] / "cases" / "skirmish"
SOURCE = Path(skirmish.__file__).parent


def _text(*files: Path) -> str:
    return "\n".join(file.read_text(encoding="utf-8") for file in files)


def test_the_index_is_whole() -> None:
    assert len(SKIRMISH.ids) == len(set(SKIRMISH.ids)) == 361


def test_every_rule_is_cited_by_a_test() -> None:
    files = [f for f in TESTS.glob("test_*.py") if f.name != Path(__file__).name]
    found = cited(_text(*files, *CASES.glob("*.json")), SKIRMISH.ids)
    assert [rule for rule in SKIRMISH.ids if rule not in found] == []


def test_every_rule_is_cited_by_the_engine() -> None:
    found = cited(_text(*SOURCE.glob("*.py")), SKIRMISH.ids)
    assert [rule for rule in SKIRMISH.ids if rule not in found] == []


def test_the_engine_cites_no_rule_that_is_not_in_the_index() -> None:
    used = set(re.findall(r"SKM-[A-Z]+-(?:R\d-D\d|\d\d)", _text(*SOURCE.glob("*.py"))))
    assert used - set(SKIRMISH.ids) <= {"SKM-AMB-22"}


def test_every_house_rule_is_honoured_and_has_a_test() -> None:
    tests = _text(*CASES.glob("*.json"), *TESTS.glob("test_*.py"))
    code = _text(*(f for f in SOURCE.glob("*.py") if f.name != "house.py"))
    names = [switch.name for switch in SWITCHES]
    assert [name for name in names if name not in tests] == []
    assert [name for name in names if name not in code] == []
    assert len(names) == len(set(names)) == 58


def test_an_unknown_house_rule_is_refused() -> None:
    house = {switch.name: switch.values[0] for switch in SWITCHES}
    assert HOUSE.checked(house) == house
    with pytest.raises(BadState, match="SKM_NONE"):
        HOUSE.checked({"SKM_NONE": "1"})
    with pytest.raises(BadState, match="takes all2, pistol_only"):
        HOUSE.checked({"SKM_FIREARM_MELEE": "3"})
