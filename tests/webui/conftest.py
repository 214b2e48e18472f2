"""Fixtures that let the tests of the page read as a story."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from tests.webui import toy
from webui.game.begin import begin
from webui.game.game import Game
from webui.game.journal.journal import Journal
from webui.game.seen.live import HandTable
from webui.server.app import create_app, desk_of


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


@pytest.fixture
def app(tmp_path: Path, live: HandTable, clock: Clock) -> Iterator[Flask]:
    made = create_app(tmp_path / "folder", live, rules=(toy.TOY,), now=clock)
    made.testing = False
    yield made
    desk_of(made).close()


class Visitor:
    """A browser: remembers its cookies, posts JSON, and reads JSON."""

    def __init__(self, app: Flask, address: str = "127.0.0.1") -> None:
        self.client = app.test_client()
        self.address = address

    def get(self, path: str, **more: Any) -> TestResponse:
        return self.client.get(path, environ_overrides={"REMOTE_ADDR": self.address}, **more)

    def post(self, path: str, /, **fields: Any) -> TestResponse:
        return self.client.post(path, json=fields, environ_overrides={"REMOTE_ADDR": self.address})

    def at_head(self, path: str, /, **fields: Any) -> TestResponse:
        head = self.get("/table.json").json["game"]["head"]
        return self.post(path, head=head, **fields)


@pytest.fixture
def here(app: Flask) -> Visitor:
    """The table screen itself."""
    return Visitor(app)


@pytest.fixture
def away(app: Flask) -> Visitor:
    """Somebody's phone."""
    return Visitor(app, "192.168.7.20")
