"""The replay of a golden battle sees a difference wherever there is one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rules.roses import ROSES
from tests.rules.golden import replay

TEXT = (Path(__file__).parents[1] / "games" / "roses.txt").read_text(encoding="utf-8")
HOUSE = {"WOR_VICTORY": "half_units"}


@pytest.mark.parametrize("start", ["  = ", "  ? "])
def test_a_changed_prompt_or_ruling_is_seen(start: str) -> None:
    """Seen to fail: the first line of that kind with a word more."""
    changed = TEXT.replace(f"\n{start}", f"\n{start}indeed ", 1)
    with pytest.raises(AssertionError):
        replay(ROSES, changed, HOUSE)


def test_a_missing_answer_is_seen() -> None:
    """The last question of an action without its line."""
    changed = re.sub(r"  \? .*\n(?=  = )", "", TEXT, count=1)
    with pytest.raises(AssertionError, match="not in the transcript"):
        replay(ROSES, changed, HOUSE)


def test_an_answer_to_a_question_that_is_not_asked_is_seen() -> None:
    """The last question of an action with its line written twice."""
    changed = re.sub(r"(  \? .*\n)(?=  = )", r"\1\1", TEXT, count=1)
    with pytest.raises(AssertionError, match="asks less than it did"):
        replay(ROSES, changed, HOUSE)
