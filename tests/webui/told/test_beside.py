"""What is told of rulings, made by hand step by step: answers, remarks, what was put right."""

from __future__ import annotations

from typing import Any

import pytest

from webui.game.events.kinds import Done
from webui.game.journal.journal import Event
from webui.game.told import record
from webui.game.told.corrections import instead, marks
from webui.game.told.sentences import main_says

WHO = {"role": "umpire", "side": "", "name": "Ann"}
RULING = {
    "says": "2 hits", "rules": [], "modifiers": [], "total": "", "readings": [], "faces": [],
}  # fmt: skip
REMARK = {**RULING, "says": "the range was close", "aside": True}
CLOSE = {
    "ask": "choose", "what": "in range?", "by": "Red", "rules": [], "options": [{"key": "in"}],
    "reading": {"what": "gap", "value": 7.9},
}  # fmt: skip
FREE: dict[str, Any] = {**CLOSE, "reading": None}


def step(number: int, kind: str, **body: Any) -> Event:
    body = {**body, "who": WHO, "at_s": 1.0}
    return Event(number, number - 1 or None, kind, body, changed_state=False)


def declared(number: int = 1) -> Event:
    return step(number, "declare", action={"do": "shoot", "by": "R1"})


def done(number: int, *rulings: dict[str, Any]) -> Event:
    return step(number, "done", rulings=list(rulings), effects=[], over=None)


def said(event: Event) -> str:
    content = event.content
    assert isinstance(content, Done)
    return main_says(content)


def test_a_remark_is_not_what_an_outcome_says() -> None:
    assert said(done(3, RULING, REMARK)) == "2 hits"


def test_an_outcome_of_remarks_alone_says_nothing() -> None:
    assert said(done(3, REMARK)) == ""


def again(number: int, of: int) -> Event:
    return step(number, "again", declared=1, of=of, reason="misread", answers=[], readings=[])


def test_an_outcome_that_was_run_again_is_overruled() -> None:
    line = (declared(), done(2, RULING), again(3, 2), done(4, {**RULING, "says": "no hit"}))
    found = instead(line, {})
    assert {of: (one["says"], one["event"]) for of, one in found.items()} == {2: ("No hit", 4)}
    assert marks(line, line) == {2: "; overruled since"}


def test_every_ruling_of_it_says_so_and_keeps_nothing_of_what_was_said() -> None:
    """Seen on its last ruling alone: the pages of the others told what holds no more."""
    line = (declared(), done(2, RULING, REMARK), again(3, 2))
    found = [one["instead"]["says"] for one in record.rulings(line)]
    assert found == ["the step is played again"] * 2


def test_what_was_overruled_twice_says_what_holds_in_the_end() -> None:
    """Seen to say what came of the first overruling, which holds as little."""
    said = ({**RULING, "says": says} for says in ("no hit", "1 hit"))
    line = (declared(), done(2, RULING), again(3, 2), done(4, next(said)))
    line = (*line, again(5, 4), done(6, next(said)))
    assert [one["says"] for one in instead(line, {}).values()] == ["1 hit"] * 2


def test_a_step_that_was_run_again_before_its_outcome_overrules_nothing() -> None:
    assert instead((declared(), again(2, 0), done(3, RULING)), {}) == {}


@pytest.mark.parametrize(("prompt", "close"), [(CLOSE, True), (FREE, False)])
def test_an_answer_tells_whether_it_was_too_close_to_call(
    prompt: dict[str, Any], close: bool
) -> None:
    answer = step(2, "answer", prompt=prompt, answer=["in"], how="typed")
    (told,) = record.rulings((declared(), answer, done(3, RULING)))
    assert told["answers"][0]["too_close"] is close


def test_the_newest_actions_are_told_whole() -> None:
    """A long chain of rulings leaves none of its own out, nor the action before it."""
    long = done(3, *[RULING] * 9)
    line = (declared(), done(2, RULING), declared(2), long)
    assert [one["event"] for one in record.rulings(line, 1)] == [3] * 9
    assert [one["event"] for one in record.rulings(line, 2)] == [3] * 9 + [2]
