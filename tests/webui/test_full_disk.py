"""A disk that refuses: said in a sentence, nothing half done, nothing else lost."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from flask import Flask

from tests.webui.conftest import Visitor
from webui.game.journal.journal import CannotKeep
from webui.server.access import Access
from webui.server.app import desk_of


@pytest.fixture
def full(monkeypatch: pytest.MonkeyPatch) -> None:
    """No new file can be written any more."""

    def refuse(path: object, *more: object, **others: object) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("webui.game.journal.whole_file.os.open", refuse)

    def refuse_table(path: object, *more: object, **others: object) -> None:
        open(str(path), "ab").close()
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr("webui.game.journal.journal.sqlite3.connect", refuse_table)


def test_a_pin_that_cannot_be_kept_is_not_chosen(here: Visitor, full: None) -> None:
    refused = here.post("/setup/pin", pin="4711")
    assert refused.status_code == 507 and "No space left" in refused.json["error"]
    assert here.get("/table.json").json["you"]["role"] == "umpire"


def test_codes_that_cannot_be_kept_stay_the_old_ones(
    app: Flask, here: Visitor, request: pytest.FixtureRequest
) -> None:
    code = desk_of(app).access.code("Red")
    request.getfixturevalue("full")
    assert here.post("/setup/codes").status_code == 507
    assert desk_of(app).access.side_of(code, "10.0.0.1") == "Red"


def test_a_start_writes_nothing_that_is_kept_already(
    tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    secret = Access(tmp_path).secret
    request.getfixturevalue("full")
    assert Access(tmp_path).secret == secret
    with pytest.raises(CannotKeep, match="No space left"):
        Access(tmp_path, pin="4711")


def test_a_battle_that_cannot_be_begun_leaves_the_old_one_on_the_table(
    app: Flask, here: Visitor, full: None
) -> None:
    here.post("/act/place", bases=[{"payload": "R01", "x_in": 3, "y_in": 4, "facing_deg": 0}])
    before = here.get("/table.json").json
    assert here.post("/setup/demo", rules="toy").status_code == 507
    after = here.get("/table.json").json
    assert after["bases"] == before["bases"] and after["game"]["name"] == before["game"]["name"]
    assert len(list((desk_of(app).shelf.folder / "games").glob("*.drumhead"))) == 1


def test_a_backup_that_cannot_be_written_does_not_deny_the_step(here: Visitor, full: None) -> None:
    done = here.at_head("/act/declare", do="end", by="Red")
    assert done.status_code == 200
    (said,) = here.get("/table.json").json["troubles"]
    assert "backup" in said
    assert here.get("/table.json").json["game"]["turn"] == 2


def test_a_game_that_was_open_last_is_opened_without_a_write(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that an evening can be read, and taken away, from a disk that is full."""

    def refuse(path: object, *more: object, **others: object) -> int:
        raise OSError(28, "No space left on device")

    desk = desk_of(app)
    monkeypatch.setattr("webui.game.journal.whole_file.os.open", refuse)
    desk.shelf.set_open(desk.game_name)
    with pytest.raises(CannotKeep, match="free some space"):
        desk.shelf.set_open("another")
