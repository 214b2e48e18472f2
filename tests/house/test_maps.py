"""The maps of the source in docs/ name what is there, and nothing else."""

from __future__ import annotations

import re

import pytest

from rules.books import RULE_SETS
from rules.kernel.protocol import RuleSet
from tests.house.source import DOORS, ROOMS, TOP

every_set = pytest.mark.parametrize("rules", RULE_SETS, ids=[one.name for one in RULE_SETS])


def page_of(rules: RuleSet) -> str:
    return (TOP / "docs" / f"rules-{rules.name}.md").read_text(encoding="utf-8")


@every_set
def test_the_page_of_a_book_names_each_of_its_files(rules: RuleSet) -> None:
    book = TOP / "rules" / rules.name
    there = {file.relative_to(book).as_posix() for file in book.rglob("*.py")}
    named = set(re.findall(r"`((?:[a-z_]+/)?[a-z_]+\.py)`", page_of(rules)))
    assert named == {name for name in there if not name.endswith("__init__.py")}


@every_set
def test_the_page_of_a_book_counts_its_rules_as_the_list_of_all_does(rules: RuleSet) -> None:
    listed = (TOP / "docs" / "rule-sets.md").read_text(encoding="utf-8")
    assert f"{len(rules.ids)} " in page_of(rules)
    row = next(line for line in listed.splitlines() if f"(rules-{rules.name}.md)" in line)
    assert row.endswith(f"| {len(rules.ids)} |")


def test_the_map_of_the_house_names_every_room_and_door() -> None:
    text = (TOP / "docs" / "house.md").read_text(encoding="utf-8")
    assert all(f"`{room}/`" in text for room in ROOMS)
    assert all(f"`{door}.py`" in text for door in DOORS)


def test_the_top_level_holds_one_door_and_no_lists() -> None:
    """What set-up takes stands beside what reads it."""
    ours = {file.name for kind in ("*.py", "*.txt", "*.cfg", "*.ini") for file in TOP.glob(kind)}
    assert ours == {"run.py"}
