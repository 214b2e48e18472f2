"""Every id of the rule index is cited by a test, and every house rule has a case."""

from __future__ import annotations

import re
from pathlib import Path

from rules.armatys import ARMATYS
from rules.armatys.switches import SWITCHES

TESTS = Path(__file__).parent
CASES = TESTS.parents[1] / "cases" / "armatys"
SOURCE = Path(ARMATYS.roster.check.__code__.co_filename).parent


def _words(pattern: str, *files: Path) -> set[str]:
    return {
        word for file in files for word in re.findall(pattern, file.read_text(encoding="utf-8"))
    }


def _tests() -> list[Path]:
    files = [*TESTS.glob("test_*.py"), *CASES.glob("*.json")]
    return [file for file in files if file.name != Path(__file__).name]


def test_the_index_is_whole() -> None:
    assert len(ARMATYS.ids) == len(set(ARMATYS.ids)) == 247


def test_every_rule_is_cited_by_a_test() -> None:
    cited = _words(r"PAS-[A-Z]+-\d+", *_tests())
    assert [rule for rule in ARMATYS.ids if rule not in cited] == []


def test_every_rule_is_cited_by_the_engine() -> None:
    cited = _words(r"PAS-[A-Z]+-\d+", *SOURCE.glob("*.py"))
    assert [rule for rule in ARMATYS.ids if rule not in cited] == []


def test_the_engine_cites_no_rule_that_is_not_in_the_index() -> None:
    cited = {rule for rule in _words(r"PAS-[A-Z]+-\d\d", *SOURCE.glob("*.py")) if "AMB" not in rule}
    assert cited <= set(ARMATYS.ids)


def test_every_house_rule_has_a_test() -> None:
    cited = _words(r"PAS_[A-Z0-9_]+", *_tests())
    assert [switch.name for switch in SWITCHES if switch.name not in cited] == []
