"""What an action comes to as a tree: its steps, what they changed, and no id in any sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from rules.books import RULE_SETS
from rules.cases.case import resolve_case
from rules.kernel.prompts import BadAnswer
from rules.kernel.protocol import BadState, IllegalAction, RuleSet
from tests.rules.examples import cases_of
from vision.table.reading import Unmeasurable

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
