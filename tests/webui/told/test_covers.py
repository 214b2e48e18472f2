"""What a step tells those for whom it is not meant, by its type and without any book."""

from __future__ import annotations

from typing import Any

import pytest

from webui.game.events.kinds import KINDS, Readers
from webui.game.journal.journal import Event
from webui.game.secrets.secrecy import COVERS, Eyes, covered

WHO = {"role": "player", "side": "Red", "name": ""}
SECRET = frozenset({"hand", "peek", "held"})
RED, BLUE = Eyes("Red"), Eyes("Blue")
DRAW = {
    "ask": "draw", "what": "two cards", "by": "Red", "deck": "hand", "cards": ["ace", "ten"],
    "count": 1, "rules": [],
}  # fmt: skip
PEEK = {
    "ask": "choose", "what": "play the ace?", "by": "Red", "rules": ["peek"],
    "options": [{"key": "ace"}],
}  # fmt: skip
OPEN = {**PEEK, "what": "stand?", "rules": []}


def step(number: int, kind: str, **body: Any) -> Event:
    body = {**body, "who": WHO, "at_s": 1.0}
    return Event(number, number - 1 or None, kind, body, changed_state=False)


def answer(prompt: dict[str, Any], said: list[str], number: int = 1) -> Event:
    return step(number, "answer", prompt=prompt, answer=said, how="by the program")


def read(event: Event, eyes: Eyes) -> dict[str, Any]:
    return covered([event], SECRET, eyes)[0].body


def test_every_kind_that_is_not_for_everybody_has_its_cover() -> None:
    closed = {kind for kind in KINDS.values() if kind.readers is not Readers.EVERYBODY}
    assert set(COVERS) == closed


def test_the_cards_that_others_drew_are_not_told() -> None:
    assert "ace" not in str(read(answer(DRAW, ["ace"]), BLUE))


def test_who_drew_reads_what_it_drew() -> None:
    assert read(answer(DRAW, ["ace"]), RED)["answer"] == ["ace"]


def test_who_drew_does_not_read_what_is_left() -> None:
    assert read(answer(DRAW, ["ace"]), RED)["prompt"]["cards"] == []


def test_how_a_secret_answer_was_had_is_not_told() -> None:
    assert read(answer(PEEK, ["ace"]), BLUE)["how"] == "typed"


def test_a_secret_choice_is_told_to_nobody_else() -> None:
    assert "ace" not in str(read(answer(PEEK, ["ace"]), BLUE))


def test_an_open_answer_is_told_as_it_is() -> None:
    event = answer(OPEN, ["ace"])
    assert read(event, BLUE) == event.body


def again(prompt: dict[str, Any]) -> Event:
    one = {"event": 1, "prompt": prompt, "answer": ["ace"], "how": "typed", "was": ["ten"]}
    return step(2, "again", declared=1, of=0, reason="misread", answers=[one], readings=[])


def test_a_secret_answer_that_was_put_right_is_not_told() -> None:
    told = str(read(again(PEEK), BLUE))
    assert "ace" not in told and "ten" not in told


def test_an_open_answer_that_was_put_right_is_told_as_it_is() -> None:
    assert read(again(OPEN), BLUE) == again(OPEN).body


def edit(path: str) -> Event:
    return step(3, "edit", path=path, value=["ace"], old=["ten"], reason="dropped")


def test_a_hand_that_was_put_right_is_told_to_nobody_else() -> None:
    told = str(read(edit("sides/Red/hand"), BLUE))
    assert "ace" not in told and "ten" not in told


@pytest.mark.parametrize("path", ["sides/Red/hand", "units/R1/hits"])
def test_an_edit_is_told_to_its_side_and_when_it_is_no_secret(path: str) -> None:
    eyes = RED if "hand" in path else BLUE
    assert read(edit(path), eyes) == edit(path).body


CHANGE = {
    "who": "Red", "side": "Red", "kind": "side", "what": "held", "before": 5, "after": 3,
    "weight": 4, "to_do": None,
    "says": {"template": "plays {n}: {left} left", "arguments": {"n": 2, "left": 3}},
}  # fmt: skip


def done(effects: list[dict[str, Any]] | None = None) -> Event:
    rest = {"edition": "1", "over": None, "rulings": []}
    return step(2, "done", effects=effects or [], consequences=[CHANGE], **rest)


def test_of_what_is_counted_in_secret_only_the_change_is_told() -> None:
    told = read(done(), BLUE)["consequences"][0]
    assert (told["before"], told["after"], told["says"]["arguments"]) == (2, 0, {"n": 2})


def test_who_counts_reads_the_count() -> None:
    assert read(done(), RED)["consequences"] == [CHANGE]


def effect_for(eyes: Eyes) -> dict[str, Any]:
    drawn = {"kind": "drawn", "unit": "Red", "amount": "ace", "says": "Red draws the ace"}
    line = [answer(DRAW, ["ace"]), done([drawn])]
    found: dict[str, Any] = covered(line, SECRET, eyes)[1].body["effects"][0]
    return found


def test_an_effect_does_not_tell_the_card_that_was_drawn() -> None:
    assert "ace" not in str(effect_for(BLUE))


def test_an_effect_tells_it_to_who_drew_it() -> None:
    assert effect_for(RED)["amount"] == "ace"
