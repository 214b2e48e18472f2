"""Every id of the rule index is cited by a test, and every house rule has a case."""

from __future__ import annotations

import re
from pathlib import Path

from rules.blocks import BLOCKS
from rules.blocks.switches import SWITCHES

TESTS = Path(__file__).parent
CASES = TESTS.parents[1] / "cases" / "blocks"
SOURCE = Path(BLOCKS.roster.check.__code__.co_filename).parent


def _words(pattern: str, *files: Path) -> set[str]:
    return {
        word for file in files for word in re.findall(pattern, file.read_text(encoding="utf-8"))
    }


def test_the_index_is_whole() -> None:
    assert len(BLOCKS.ids) == len(set(BLOCKS.ids)) == 199


def test_every_rule_is_cited_by_a_test() -> None:
    files = [*TESTS.glob("test_*.py"), *CASES.glob("*.json")]
    cited = _words(r"MAP-[A-Z]+-\d+", *(f for f in files if f.name != Path(__file__).name))
    assert [rule for rule in BLOCKS.ids if rule not in cited] == []


def test_every_rule_is_cited_by_the_engine() -> None:
    cited = _words(r"MAP-[A-Z]+-\d+", *SOURCE.glob("*.py"))
    assert [rule for rule in BLOCKS.ids if rule not in cited] == []


def test_the_engine_cites_no_rule_that_is_not_in_the_index() -> None:
    assert _words(r"MAP-[A-Z]+-\d\d", *SOURCE.glob("*.py")) <= set(BLOCKS.ids)


def test_every_house_rule_has_a_test() -> None:
    files = [*CASES.glob("*.json"), *TESTS.glob("test_*.py")]
    cited = _words(r"MAP_[A-Z_]+[A-Z]", *files)
    assert [switch.name for switch in SWITCHES if switch.name not in cited] == []
