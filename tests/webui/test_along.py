"""What a line adds up to is the same whether it was kept or is added anew."""

from __future__ import annotations

import random

import pytest

from webui.game.along import Along
from webui.game.journal.journal import Event


def event(number: int, parent: int | None) -> Event:
    return Event(number, parent, "note", {}, changed_state=False)


def ids(found: tuple[int, ...], one: Event) -> tuple[int, ...]:
    return (*found, one.id)


LINE = tuple(event(number, number - 1 or None) for number in range(1, 6))
BRANCH = (*LINE[:2], event(6, 2), event(7, 6))


@pytest.mark.parametrize(
    "asked",
    [
        (LINE[:2], LINE),
        (LINE, LINE[:2]),
        (LINE, BRANCH),
        (LINE[:3], BRANCH, LINE),
        (LINE, ()),
        ((), LINE),
    ],
)
def test_every_line_is_added_up_whole(asked: tuple[tuple[Event, ...], ...]) -> None:
    along = Along((), ids)
    for line in asked:
        assert along.upto(line) == tuple(one.id for one in line)


def test_only_what_is_new_is_added() -> None:
    added: list[int] = []

    def note(found: int, one: Event) -> int:
        added.append(one.id)
        return found + 1

    along = Along(0, note)
    along.upto(LINE[:3])
    added.clear()
    along.upto(LINE)
    assert added == [4, 5]


@pytest.mark.parametrize("seed", range(3))
def test_any_order_of_lines_adds_up_whole(seed: int) -> None:
    chance, along = random.Random(seed), Along((), ids)
    for _ in range(40):
        line = chance.choice((LINE, BRANCH))[: chance.randint(0, 5)]
        assert along.upto(line) == tuple(one.id for one in line)
