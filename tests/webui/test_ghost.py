"""The ground under a move, and what the rules would make of the table, as plain data."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from flask import Flask

from tests.webui import toy
from tests.webui.conftest import Visitor
from vision.table.reading import Point
from webui.game.seen.live import HandTable
from webui.server.app import create_app, desk_of


@pytest.fixture
def asked(here: Visitor) -> Visitor:
    """Bell's foot, 4 by 1.5 in at (30, 18), is asked to fall back 6 in at most."""
    here.at_head("/act/declare", do="shoot", by="R1", at="B1")
    here.at_head("/act/answer", answer=[1, 1])
    here.at_head("/act/answer", answer="back")
    return here


def _put_b1(here: Visitor, y_in: float) -> None:
    here.post("/act/place", bases=[{"payload": "B01", "x_in": 30, "y_in": y_in, "facing_deg": 270}])


def _box(outline: list[Point]) -> tuple[float, float, float, float]:
    xs, ys = [x for x, _ in outline], [y for _, y in outline]
    return min(xs), max(xs), min(ys), max(ys)


def test_the_ground_of_the_move_that_is_asked_for_is_given(asked: Visitor) -> None:
    """6 in round x 28 to 32 and y 17.25 to 18.75."""
    (shape,) = asked.get("/table.json").json["open"]["reach"]
    assert _box(shape["outline_in"]) == pytest.approx((22, 38, 11.25, 24.75), abs=0.01)
    assert (shape["unit"], shape["title"], shape["kind"]) == ("B1", "6 in", "may")


def test_a_unit_whose_move_is_open_has_its_ground(here: Visitor) -> None:
    (shape,) = here.get("/unit.json?unit=R1").json["reach"]
    assert _box(shape["outline_in"]) == pytest.approx((22, 38, 3.25, 16.75), abs=0.01)


def test_a_set_without_premeasuring_shows_the_ground_only_when_the_move_is_asked_for(
    tmp_path: Path, live: HandTable
) -> None:
    strict = msgspec.structs.replace(toy.TOY, premeasure=lambda state: False)
    app = create_app(tmp_path, live, rules=(strict,))
    here = Visitor(app)
    assert here.get("/unit.json?unit=R1").json["reach"] == []
    assert here.get("/table.json").json["you"]["may_measure"] is False
    here.at_head("/act/declare", do="shoot", by="R1", at="B1")
    here.at_head("/act/answer", answer=[1, 1])
    here.at_head("/act/answer", answer="back")
    table = here.get("/table.json").json
    assert table["open"]["reach"] and table["you"]["may_measure"] is True
    desk_of(app).close()


def test_what_the_rules_make_of_a_move_is_said_before_it_counts(asked: Visitor) -> None:
    head = asked.get("/table.json").json["game"]["head"]
    _put_b1(asked, 20)
    comes_to = asked.get("/moved.json").json["comes_to"]
    assert comes_to["kind"] == "ruled"
    assert "Bell's foot falls back 2.00 in." in comes_to["says"]
    assert asked.get("/table.json").json["game"]["head"] == head


def test_a_move_that_the_rules_refuse_is_told_with_by_how_much(asked: Visitor) -> None:
    _put_b1(asked, 25)
    comes_to = asked.get("/moved.json").json["comes_to"]
    assert comes_to["kind"] == "refused"
    assert comes_to["says"] == ["Bell's foot has gone 7.00 in, 1.0 in too far"]
    assert comes_to["rules"] == ["TOY-BACK-01"]


def test_only_a_move_comes_to_something_before_it_is_answered(here: Visitor) -> None:
    here.at_head("/act/declare", do="shoot", by="R1", at="B1")
    assert "comes_to" not in here.get("/moved.json").json


def test_nothing_is_foreseen_while_blind(
    app: Flask, asked: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(desk_of(app).live, "blind", lambda: "the camera is gone")
    _put_b1(asked, 20)
    assert asked.get("/moved.json").json["comes_to"]["says"] == ["the camera is gone"]


def test_only_the_umpire_reads_the_state_of_a_unit(app: Flask, away: Visitor) -> None:
    here = Visitor(app)
    fields = here.get("/state.json?unit=R1").json["fields"]
    assert {"path": "units/R1/hits", "name": "hits", "value": 0} in fields
    assert away.get("/state.json?unit=R1").status_code == 403
