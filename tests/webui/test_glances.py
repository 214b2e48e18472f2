"""Kept games as the set-up page lists them: turn, score, a small plan; what replaces what."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask import Flask

from tests.webui.conftest import Visitor
from webui.game.kept.glances import MOST_BYTES, Glances
from webui.server.app import desk_of


def listed(visitor: Visitor, name: str) -> dict[str, object]:
    games = {game["name"]: game for game in visitor.get("/setup.json").json["games"]}
    found: dict[str, object] = games[name]
    return found


def test_the_open_game_shows_its_turn_and_its_plan(app: Flask, here: Visitor) -> None:
    name = desk_of(app).game_name
    glance = listed(here, name)["glance"]
    assert isinstance(glance, dict)
    assert glance["turn"] == 1 and glance["plan"] is True and glance["over"] == ""
    plan = here.get(f"/setup/games/{name}.svg")
    assert plan.mimetype == "image/svg+xml" and plan.text.count("<title>") == 3


def test_a_game_that_was_left_shows_how_it_stood(app: Flask, here: Visitor) -> None:
    first = desk_of(app).game_name
    here.at_head("/act/declare", do="shoot", by="R1", at="B1")
    here.post("/setup/demo", rules="toy")
    glance = listed(here, first)["glance"]
    assert isinstance(glance, dict) and glance["turn"] == 1 and glance["plan"] is True
    assert here.get(f"/setup/games/{first}.svg").status_code == 200


def test_only_a_battle_begun_in_earnest_would_be_replaced(app: Flask, here: Visitor) -> None:
    assert here.get("/setup.json").json["running"] is None
    here.at_head("/act/declare", do="shoot", by="R1", at="B1")
    assert here.get("/setup.json").json["running"]["turn"] == 1


@pytest.mark.parametrize("spoilt", [b"", b"{", b'{"turn":-1}', b"\xff", b" " * (MOST_BYTES + 1)])
def test_a_spoilt_glance_is_none(tmp_path: Path, spoilt: bytes) -> None:
    (tmp_path / "glances").mkdir()
    (tmp_path / "glances" / "game.json").write_bytes(spoilt)
    assert Glances(tmp_path).of("game") is None
    assert Glances(tmp_path).of("../game") is None


def test_plans_are_for_the_table_and_games_that_are_there(app: Flask, here: Visitor) -> None:
    phone = Visitor(app, "192.168.7.20")
    assert phone.get(f"/setup/games/{desk_of(app).game_name}.svg").status_code == 403
    assert here.get("/setup/games/none.svg").status_code == 404


def test_an_army_without_units_cannot_begin(app: Flask, here: Visitor) -> None:
    folder = desk_of(app).shelf.folder / "armies"
    for side, units in (("Red", ""), ("Blue", "")):
        text = f'version = 1\nside = "{side}"\nrules = "toy"\nname = "{side}"\n{units}'
        (folder / f"{side.lower()}.toml").write_text(text, encoding="utf-8")
    refused = here.post(
        "/setup/begin", rules="toy", title="Nobody", armies=["red.toml", "blue.toml"]
    )
    assert refused.status_code == 400 and "Red has no units" in refused.json["error"]
