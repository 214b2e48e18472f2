"""The line being played after steps, undo, redo and branches: always the chain of parents."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from webui.game.journal.journal import Journal


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with closing(Journal(tmp_path / "game.drumhead")) as opened:
        yield opened


def step(journal: Journal) -> int:
    return journal.append("note", {}, after=journal.head)


def ids(journal: Journal, head: int | None = None) -> list[int]:
    return [event.id for event in journal.line(head)]


def test_a_line_begins_empty(journal: Journal) -> None:
    assert ids(journal) == []


def test_a_step_ends_the_line(journal: Journal) -> None:
    for number in (1, 2, 3):
        step(journal)
        assert ids(journal) == list(range(1, number + 1))


def test_an_undo_shortens_it_and_a_redo_lengthens_it(journal: Journal) -> None:
    for _ in range(4):
        step(journal)
    assert ids(journal) == [1, 2, 3, 4]
    journal.shift(2, {}, after=4)
    assert ids(journal) == [1, 2]
    journal.shift(4, {}, after=2)
    assert ids(journal) == [1, 2, 3, 4]


def test_a_step_after_an_undo_leaves_the_undone_out(journal: Journal) -> None:
    for _ in range(3):
        step(journal)
    assert ids(journal) == [1, 2, 3]
    journal.shift(1, {}, after=3)
    step(journal)
    assert ids(journal) == [1, 4]


def test_a_line_of_an_older_head_is_asked_for_beside(journal: Journal) -> None:
    for _ in range(3):
        step(journal)
    journal.shift(1, {}, after=3)
    step(journal)
    assert [ids(journal), ids(journal, 3), ids(journal, 2), ids(journal)] == [
        [1, 4], [1, 2, 3], [1, 2], [1, 4],
    ]  # fmt: skip


def test_a_head_that_is_none_is_refused(journal: Journal) -> None:
    step(journal)
    with pytest.raises(KeyError):
        journal.line(7)


def test_an_unchanged_line_is_the_very_same(journal: Journal) -> None:
    step(journal)
    assert journal.line() is journal.line()


def test_the_events_of_a_longer_line_are_the_very_same(journal: Journal) -> None:
    step(journal)
    before = journal.line()
    step(journal)
    assert journal.line()[0] is before[0]


@pytest.mark.parametrize("seed", range(4))
def test_any_evening_is_the_chain_of_parents(journal: Journal, seed: int) -> None:
    chance, parents = random.Random(seed), {0: 0}
    for _ in range(120):
        head = journal.head
        if head and chance.random() < 0.4:
            journal.shift(chance.randint(1, max(parents)), {}, after=head)
        else:
            parents[step(journal)] = head
        if chance.random() < 0.7:
            asked = journal.head if chance.random() < 0.7 else chance.randint(1, max(parents))
            chain, at = [], asked
            while at:
                chain.append(at)
                at = parents[at]
            assert ids(journal, asked) == chain[::-1]
