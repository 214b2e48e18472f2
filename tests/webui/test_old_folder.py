"""A data folder that an earlier version has left: everything in it is there.

``tests/games/folder-1`` was played and closed by the program before a step had a type: declared,
answered, taken back, edited, overruled, noted, measured by tape, placed and drawn.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from rules.books import RULE_SETS
from tests.webui.conftest import Visitor
from vision.table.snapshot import Snapshot
from webui.game.position import Who
from webui.game.seen.live import HandTable
from webui.server.app import create_app, desk_of
from webui.server.session import Desk

KEPT = Path(__file__).parents[1] / "games" / "folder-1"
STEPS = 15


@pytest.fixture
def old(tmp_path: Path) -> Iterator[Flask]:
    folder = tmp_path / "folder"
    shutil.copytree(KEPT, folder)
    made = create_app(folder, HandTable(Snapshot((72.0, 48.0), ())), rules=RULE_SETS)
    yield made
    desk_of(made).close()


@pytest.fixture
def desk(old: Flask) -> Desk:
    return desk_of(old)


def test_the_game_of_an_earlier_version_is_open_where_it_was_left(desk: Desk) -> None:
    assert desk.notices == []
    present = desk.the_game().present()
    assert (present.head, len(desk.the_game().journal.everything())) == (STEPS, STEPS)
    assert present.opened is None
    assert present.over is not None and present.over.winner == "Royalists"


def test_it_is_played_on_and_taken_back(desk: Desk) -> None:
    game = desk.the_game()
    for _ in range(3):
        game.undo(Who("umpire"), after=game.journal.head)
    assert game.present().head == STEPS - 3
    game.note("on we go", "", Who("umpire"), after=game.journal.head)
    assert game.present().head == STEPS + 1


def test_its_secrets_and_what_lies_beside_it_are_kept(old: Flask, desk: Desk) -> None:
    assert desk.access.is_pin("4711", "10.0.0.1")
    assert desk.access.side_of("WP4EPA", "10.0.0.1") == "Red"
    data = Visitor(old).get("/setup.json").json
    assert [army["fault"] for army in data["armies"]] == [""]
    assert data["games"][0]["events"] == STEPS


@pytest.mark.parametrize("page", ["/log.json", "/report.html", "/transcript.txt", "/export.zip"])
def test_its_story_is_told(old: Flask, page: str) -> None:
    assert Visitor(old).get(page).status_code == 200
