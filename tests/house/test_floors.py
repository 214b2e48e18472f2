"""No floor of the house is crowded, and all books have one floor plan."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from rules.books import RULE_SETS
from tests.house.source import TOP, sources

ROOMY = 15
"""Files in one folder, at most."""

PLAN = {
    "__init__", "tables", "switches", "state", "army", "ledger", "measuring", "play", "actions",
    "turn", "page", "reference", "demo", "robot",
}  # fmt: skip
"""What stands on the ground floor of every book; everything else has a chapter."""

OWN = {
    "skirmish": {"ending"},
    "matchlocks": {"robot_moves"},
    "quickplay": {"fighting"},
}
"""What a book needs beside the plan, and why it may: one file, on no chapter's way."""


def crowded(modules: set[str]) -> dict[str, int]:
    """Folders with more files than one takes in at a glance."""
    folders = Counter(module.rpartition(".")[0] for module in modules)
    return {folder: count for folder, count in folders.items() if count >= ROOMY + 1}


def test_no_folder_is_crowded() -> None:
    """Seen to fail with the flat folder of Matchlocks (73 files)."""
    plain = {module for module in sources() if not (TOP / module.replace(".", "/")).is_dir()}
    assert crowded(plain) == {}


def test_the_test_of_crowds_can_fail() -> None:
    assert crowded({f"rules.matchlocks.file{n}" for n in range(16)}) == {"rules.matchlocks": 16}


@pytest.mark.parametrize("book", [one.name for one in RULE_SETS])
def test_the_ground_floor_of_a_book_follows_the_plan(book: str) -> None:
    floor: Path = TOP / "rules" / book
    there = {file.stem for file in floor.glob("*.py")}
    assert there <= PLAN | OWN.get(book, set())


@pytest.mark.parametrize("book", [one.name for one in RULE_SETS])
def test_every_chapter_says_what_it_is(book: str) -> None:
    for folder in (TOP / "rules" / book).iterdir():
        if folder.is_dir() and any(folder.glob("*.py")):
            text = (folder / "__init__.py").read_text(encoding="utf-8")
            assert text.startswith('"""'), folder
