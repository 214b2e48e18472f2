"""Every book's index, engine and tests speak of the same rules and the same house rules."""

from __future__ import annotations

import importlib
import re
from pathlib import Path

import pytest

import rules
from rules.books import RULE_SETS
from rules.kernel.protocol import RuleSet, Switch

SOURCE, TESTS = Path(rules.__file__).parent, Path(__file__).parent
CASES = TESTS.parent / "cases"
TABLES_OF_SWITCHES = ("switches.py",)
every_book = pytest.mark.parametrize("book", RULE_SETS, ids=lambda book: book.name)
spelt_out = pytest.mark.parametrize(
    "book", [book for book in RULE_SETS if book.name in ("blocks", "armatys")],
    ids=lambda book: book.name,
)  # fmt: skip


def text_of(*files: Path) -> str:
    return "\n".join(file.read_text(encoding="utf-8") for file in files)


def engine(book: RuleSet) -> str:
    """The source of a book, without the table of its house rules."""
    folder = SOURCE / book.name
    return text_of(*(f for f in folder.rglob("*.py") if f.name not in TABLES_OF_SWITCHES))


def proofs(book: RuleSet) -> str:
    """The tests and the cases of a book."""
    return text_of(*(TESTS / book.name).glob("*.py"), *(CASES / book.name).glob("*.json"))


def full_ids(book: RuleSet, text: str) -> set[str]:
    """The ids of that book that a text spells out."""
    return set(re.findall(rf"{book.prefix}-[A-Z]+-(?:R\d-D\d|\d\d)", text))


def unread(book: RuleSet, text: str) -> list[str]:
    """The house rules with a choice that a text does not name."""
    chosen = [one.name for one in book.switches if len(one.values) > 1]
    typed = typed_switches(book)
    return [name for name in chosen if f'"{name}"' not in text and not _read(typed, name, text)]


def _read(typed: dict[str, str], name: str, text: str) -> bool:
    """Is it asked for by its constant: ``on(PACE.fast)``, ``number(TURNS)``, ``PACE.of(``?"""
    constant = typed.get(name, "(?!)")
    return bool(re.search(rf"\({constant}\b|\b{constant}\.|\.{constant}\b", text))


def typed_switches(book: RuleSet) -> dict[str, str]:
    """Name of a house rule that is an object of its own -> the constant it is read by, of the
    module or of a class in it."""
    module = importlib.import_module(f"rules.{book.name}.switches")
    classes = [one for one in vars(module).values() if isinstance(one, type)]
    places = [vars(module), *(vars(one) for one in classes if one.__module__ == module.__name__)]
    return {
        switch.name: constant
        for place in places
        for constant, switch in place.items()
        if isinstance(switch, Switch)
    }


@every_book
def test_an_id_stands_in_the_index_once(book: RuleSet) -> None:
    assert len(book.ids) == len(set(book.ids))


@pytest.mark.parametrize(("name", "count"), [("roses", 50), ("skirmish", 58)])
def test_every_open_question_of_a_sheet_is_a_house_rule(name: str, count: int) -> None:
    """As many as the list of the ambiguities in each has, and those found since (roses: 1)."""
    assert [len(book.switches) for book in RULE_SETS if book.name == name] == [count]


@every_book
def test_the_engine_cites_no_rule_that_is_not_in_the_index(book: RuleSet) -> None:
    """``-AMB-`` numbers are those of the house rules."""
    cited = full_ids(book, engine(book))
    assert {one for one in cited if "-AMB-" not in one} <= set(book.ids)


@spelt_out
def test_every_rule_is_spelt_out_by_the_engine_and_by_a_test(book: RuleSet) -> None:
    """The contract asks for a citation; these books never use a list or a range for one."""
    for text in (text_of(*(SOURCE / book.name).rglob("*.py")), proofs(book)):
        assert set(book.ids) - full_ids(book, text) == set()


@every_book
def test_every_house_rule_is_read_by_the_engine(book: RuleSet) -> None:
    assert unread(book, engine(book)) == []


@every_book
def test_every_house_rule_has_a_test(book: RuleSet) -> None:
    found = proofs(book)
    assert [one.name for one in book.switches if one.name not in found] == []


def test_the_guard_names_a_house_rule_that_nobody_reads() -> None:
    """Seen to fail: the engine of one book reads none of another's."""
    blocks, other = (next(b for b in RULE_SETS if b.name == n) for n in ("blocks", "quickplay"))
    names = [one.name for one in blocks.switches if len(one.values) > 1]
    assert unread(blocks, engine(other)) == names
