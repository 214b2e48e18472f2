"""Who may show, tap and call off, and what everybody is told."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.webui.afar.test_proxy_door import PUBLIC, FromAfar
from tests.webui.conftest import Visitor
from vision.table.abilities import Abilities
from webui.game.seen.live import HandTable
from webui.server.app import desk_of

NORTH = {"payload": "B01", "x_in": 30, "y_in": 24, "facing_deg": 270}


def joined(app: Flask, side: str) -> Visitor:
    made = Visitor(app, "10.0.0.7")
    assert made.post("/join", code=desk_of(app).access.code(side)).status_code == 200
    return made


def test_a_player_shows_own_bases_only(app: Flask) -> None:
    red, blue = joined(app, "Red"), joined(app, "Blue")
    assert red.at_head("/act/guide", bases=[NORTH]).status_code == 403
    assert blue.at_head("/act/guide", bases=[NORTH]).status_code == 200


def test_everybody_is_told_where_what_and_how_far(app: Flask, away: Visitor) -> None:
    joined(app, "Blue").at_head("/act/guide", bases=[NORTH])
    for page in ("/table.json", "/show.json"):
        guide = away.get(page).json["guide"]
        assert guide["title"] == "move Bell's foot here" and guide["by"] == "Blue"
        (base,) = guide["units"][0]["bases"]
        assert (base["away_in"], base["toward_deg"], base["where"]) == (6.0, 90.0, "away")


def test_a_tap_says_that_it_stands_there(app: Flask, here: Visitor) -> None:
    """Whoever stands at the table may say so, of whichever side."""
    joined(app, "Blue").at_head("/act/guide", bases=[NORTH])
    event = here.get("/table.json").json["guide"]["event"]
    assert joined(app, "Red").post("/act/guide/stands", guide=event, unit="B1").status_code == 200
    assert here.get("/table.json").json["guide"]["there"] == 1
    again = here.post("/act/guide/stands", guide=event, unit="B1")
    assert again.status_code == 409 and "already" in again.json["error"]


def test_a_tap_on_an_older_ghost_is_stale(app: Flask, here: Visitor) -> None:
    blue = joined(app, "Blue")
    blue.at_head("/act/guide", bases=[NORTH])
    event = here.get("/table.json").json["guide"]["event"]
    blue.at_head("/act/guide", bases=[{**NORTH, "y_in": 20}])
    assert here.post("/act/guide/stands", guide=event, unit="B1").status_code == 409


def test_the_whole_table_is_put_back_as_it_was_last_kept(app: Flask, here: Visitor) -> None:
    """A shot keeps the table; afterwards two of the three units are knocked aside."""
    here.at_head("/act/declare", do="shoot", by="R1", at="B1")
    here.at_head("/act/take-back")
    here.at_head("/act/declare", do="shoot", by="R1", at="B1")
    here.at_head("/act/answer", answer=[1, 1])
    here.at_head("/act/answer", answer="stand")
    for payload in ("R01", "B01"):
        here.post("/act/place", bases=[{**NORTH, "payload": payload, "x_in": 5}])
    assert here.at_head("/act/guide/table").status_code == 200
    guide = here.get("/table.json").json["guide"]
    assert (guide["there"], guide["total"], guide["title"]) == (1, 3, "the whole table as it was")
    at = {base["payload"]: base["x_in"] for unit in guide["units"] for base in unit["bases"]}
    assert at == {"R01": 30, "R02": 46, "B01": 30}


def test_before_anything_was_kept_it_is_the_table_of_the_beginning(here: Visitor) -> None:
    assert here.at_head("/act/guide/table").status_code == 200
    assert here.get("/table.json").json["guide"]["title"] == "the whole table as the battle begins"


def test_it_is_called_off(here: Visitor) -> None:
    here.at_head("/act/guide/table")
    assert here.at_head("/act/guide/end", why="called off").status_code == 200
    assert here.get("/table.json").json["guide"] is None
    assert "called off" in here.get("/transcript.txt").get_data(as_text=True)


def test_the_rules_tell_what_a_ghost_would_come_to(app: Flask, here: Visitor) -> None:
    """Before anybody has moved a model: 6 in is allowed, 7 in is one too many."""
    here.at_head("/act/declare", do="shoot", by="R1", at="B1")
    here.at_head("/act/answer", answer=[5, 1])
    here.at_head("/act/answer", answer="back")
    blue = joined(app, "Blue")
    blue.at_head("/act/guide", bases=[NORTH])
    assert blue.get("/moved.json").json["comes_to"]["kind"] == "ruled"
    blue.at_head("/act/guide", bases=[{**NORTH, "y_in": 25}])
    told = blue.get("/moved.json").json["comes_to"]
    assert told["kind"] == "refused" and "1.0 in too far" in told["says"][0]


def test_who_is_not_at_the_table_moves_no_model(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a table that a camera looks at; without one the page is the table."""
    app.extensions["doors"].public = PUBLIC
    afar = FromAfar(app)
    afar.join(app, "Blue")
    assert afar.ask("/act/place", "POST", json={"bases": [NORTH]}).status_code == 200
    monkeypatch.setattr(HandTable, "abilities", Abilities(sees=True))
    refused = afar.ask("/act/place", "POST", json={"bases": [NORTH]})
    assert refused.status_code == 403 and "ghost" in refused.json["error"]
    head = afar.ask("/table.json").json["game"]["head"]
    there = {"head": head, "bases": [{**NORTH, "y_in": 22}]}
    assert afar.ask("/act/guide", "POST", json=there).status_code == 200
    event = afar.ask("/table.json").json["guide"]["event"]
    tapped = {"guide": event, "unit": "B1"}
    assert afar.ask("/act/guide/stands", "POST", json=tapped).status_code == 403
