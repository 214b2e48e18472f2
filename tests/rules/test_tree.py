"""What an action comes to as a tree: its steps, what they changed, and no id in any sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rules.books import RULE_SETS
from rules.cases.case import resolve_case
from rules.kernel.play import everyone
from rules.kernel.prompts import BadAnswer
from rules.kernel.protocol import BadState, IllegalAction, RuleSet
from tests.rules.examples import cases_of
from vision.table.reading import Unmeasurable

TESTS = Path(__file__).parents[1]
SENTENCES = {"says", "text", "what", "why", "title", "total"}
every_book = pytest.mark.parametrize("book", RULE_SETS, ids=lambda book: book.name)


def came_of(book: RuleSet) -> Iterator[dict[str, Any]]:
    """What every case of a book that is not refused comes to."""
    for case in cases_of(book.name):
        try:
            yield resolve_case(case, (book,))
        except (IllegalAction, BadState, BadAnswer, Unmeasurable):
            continue


def sentences(plain: Any) -> Iterator[str]:
    """Every sentence within."""
    if isinstance(plain, dict):
        for key, value in plain.items():
            if key in SENTENCES and isinstance(value, str):
                yield value
            yield from sentences(value)
    elif isinstance(plain, list | tuple):
        for value in plain:
            yield from sentences(value)


@every_book
def test_no_sentence_that_a_case_comes_to_holds_an_id(book: RuleSet) -> None:
    stems = {one.rsplit("-", 1)[0] for one in book.ids}
    ids = re.compile(rf"\b(?:{'|'.join(map(re.escape, sorted(stems)))})-\d")
    told = ("prompts", "tree", "so_far", "pending")
    found = {
        words
        for came in came_of(book)
        for part in told
        for words in sentences(came[part])
        if ids.search(words)
    }
    assert found == set()


def test_an_action_is_a_tree_of_steps_and_what_they_changed() -> None:
    """Every ruling of a case stands under its own action, and every consequence too."""
    book = next(one for one in RULE_SETS if one.name == "quickplay")
    several = [came for came in came_of(book) if len(came["tree"]) > 0]
    assert several
    for came in several:
        assert [step for one in came["tree"] for step in one["steps"]] == came["rulings"]
        changed = [change for one in came["tree"] for change in one["consequences"]]
        assert changed == came["consequences"]


def test_a_shot_holds_its_dice_its_reading_and_its_loss() -> None:
    """Whoever was hit has lost strength, or is gone or shaken, and the dice stand with it."""
    book = next(one for one in RULE_SETS if one.name == "quickplay")
    shots = [
        one
        for came in came_of(book)
        for one in came["tree"]
        if one["action"]["do"] == "shoot" and one["consequences"]
    ]
    assert shots
    for one in shots:
        step = one["steps"][0]
        assert step["faces"] and step["readings"] and step["rules"]
        assert {change["what"] for change in one["consequences"]} & {"strength", "gone", "shaken"}


GOLDEN = {
    "armatys": TESTS / "rules/armatys/golden.txt",
    "blocks": TESTS / "rules/blocks/golden.txt",
}


def ids_of(book: RuleSet) -> set[str]:
    """Every id of the demo's battle that people have another word for."""
    demo = book.demo()
    state = book.new_game(demo.armies, demo.house)
    units: tuple[Any, ...] = everyone(state)
    ids = {base.payload for base in demo.table.bases}
    for place in ("leaders", "generals", "figures"):
        them = getattr(state, place, ())
        ids |= {one.id for one in (them.values() if isinstance(them, dict) else them)}
    ids |= {one.id for one in units}
    return ids - {one.id for one in units if one.label == one.id}


def said_in(line: str) -> str:
    """The sentence of a line of a transcript, without its answer, dice and ids beside it."""
    if line[:1] in ">#D":
        return ""
    said = line.strip().rsplit(" -> ", 1)[0]
    return re.sub(r"( \[[\d ]*\])?( \([A-Z0-9, -]*\))?$", "", said)


@every_book
def test_no_sentence_of_a_whole_battle_holds_the_id_of_a_unit_or_base(book: RuleSet) -> None:
    """Its shots and melees, line by line; blocks have no names, and are called by their ids."""
    text = GOLDEN.get(book.name, TESTS / f"games/{book.name}.txt").read_text(encoding="utf-8")
    ids = ids_of(book)
    words = {line: set(re.split(r"[^\w/-]+", said_in(line))) for line in text.splitlines()}
    assert [line for line, said in words.items() if said & ids] == []
