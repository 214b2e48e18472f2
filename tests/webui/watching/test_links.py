"""Links of watchers: read only, ended at once, delayed at will, from afar as in the room."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from tests.webui.afar.test_proxy_door import PUBLIC, FromAfar
from tests.webui.conftest import Clock, Visitor
from webui.game.position import NotNow
from webui.server.watching.links import MOST, Links


@pytest.fixture
def afar(app: Flask) -> FromAfar:
    app.extensions["doors"].public = PUBLIC
    return FromAfar(app)


def link(here: Visitor, delay_min: int = 0) -> str:
    answer = here.post("/join/watchers", name="Ben's uncle", delay_min=delay_min)
    assert answer.status_code == 200
    return str(answer.json["path"])


def now(visitor: FromAfar, path: str, told: dict[str, Any] | None = None) -> Any:
    known = "" if told is None else (
        f"?since={told['number']}&tiles={told['tiles_until']}&clock={told['clock']}"
    )  # fmt: skip
    return visitor.ask(f"{path}/now.json{known}")


def test_a_stranger_with_a_link_watches(here: Visitor, afar: FromAfar) -> None:
    path = link(here)
    assert afar.ask(path).status_code == 200
    told = now(afar, path).json
    assert [base["payload"] for base in told["set"]["bases"]] == ["R01", "R02", "B01"]
    assert now(afar, path, told).status_code == 204


def test_he_sees_and_does_nothing_else(app: Flask, here: Visitor, afar: FromAfar) -> None:
    link(here)
    for door in app.extensions["doors"].all:
        if door.verb == "POST" and not door.rule.startswith(("/join", "/leave")):
            assert afar.ask(door.rule, "POST", json={}).status_code == 403, door.rule
    assert afar.ask("/table.json").status_code == 403


def test_an_ended_link_leads_nowhere_at_once(here: Visitor, afar: FromAfar) -> None:
    path = link(here)
    (listed,) = here.get("/join/watchers.json").json["links"]
    assert here.post("/join/watchers/end", mark=listed["mark"]).status_code == 200
    for address in (path, f"{path}/now.json"):
        refused = afar.ask(address)
        assert refused.status_code == 404


def test_a_link_cannot_be_read_back(here: Visitor, app: Flask, tmp_path: Path) -> None:
    token = link(here).rpartition("/")[2]
    assert token not in here.get("/join/watchers.json").get_data(as_text=True)
    for file in (tmp_path / "folder").glob("watchers.json*"):
        assert token not in file.read_text(encoding="utf-8")


def test_a_guessed_link_is_none(here: Visitor, afar: FromAfar) -> None:
    path = link(here)
    for wrong in (path + "x", path[:-1], "/watch/x", "/watch/" + "A" * 5000):
        assert afar.ask(f"{wrong}/now.json").status_code == 404


def test_the_delay_is_changed_at_will(here: Visitor, afar: FromAfar, clock: Clock) -> None:
    """From live to ten minutes: what he had seen is taken away, and shown again later."""
    path = link(here)
    told = now(afar, path).json
    (listed,) = here.get("/join/watchers.json").json["links"]
    assert here.post("/join/watchers/delay", mark=listed["mark"], delay_min=10).status_code == 200
    late = now(afar, path, told).json
    assert late["waits_s"] == 600 and late["fresh"]
    clock.at_s += 601
    again = now(afar, path, late | {"number": 0, "tiles_until": 0}).json
    assert again["delay_min"] == 10 and again["set"]["game"]["turn"] == 1


def test_only_the_table_makes_links(app: Flask, away: Visitor) -> None:
    assert away.post("/join/watchers", name="me", delay_min=0).status_code == 403
    assert away.get("/join/watchers.json").status_code == 403


@pytest.mark.parametrize("delay_min", [-1, 61, 1.5, "x"])
def test_a_delay_has_its_bounds(here: Visitor, delay_min: object) -> None:
    assert here.post("/join/watchers", name="", delay_min=delay_min).status_code == 400


def test_links_survive_a_restart_and_there_are_not_too_many(tmp_path: Path, clock: Clock) -> None:
    links = Links(tmp_path, clock)
    tokens = [links.make(f"watcher {number}", 5) for number in range(MOST)]
    with pytest.raises(NotNow, match="end one first"):
        links.make("one more", 0)
    again = Links(tmp_path, clock)
    assert again.of(tokens[-1]).name == f"watcher {MOST - 1}"


def test_a_secret_of_the_table_is_none_for_watchers(here: Visitor, afar: FromAfar) -> None:
    """Codes, who is who, and what the camera reads of dice are not theirs."""
    told = now(afar, link(here)).json
    assert not {"you", "dice", "troubles", "wish", "flags"} & set(told["set"])
