"""Fixtures that let the tests of the page read as a story."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.webui import toy
from webui.begin import begin
from webui.game import Game
from webui.journal import Journal
from webui.live import HandTable


class Clock:
    """A clock that only moves when it is told to."""

    def __init__(self) -> None:
        self.at_s = 1_000_000.0

    def __call__(self) -> float:
        return self.at_s


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    opened = Journal(tmp_path / "game.drumhead")
    yield opened
    opened.close()


@pytest.fixture
def live(clock: Clock) -> HandTable:
    return HandTable(toy.table(), clock)


@pytest.fixture
def game(journal: Journal, live: HandTable, clock: Clock) -> Game:
    begin(journal, toy.TOY, toy.armies(), title="Toy battle", now=clock)
    return Game(journal, toy.TOY, live, now=clock)
