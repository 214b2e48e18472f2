"""What a side holds in its hand: for its own players and the umpire, and for nobody else."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from rules.matchlocks import MATCHLOCKS
from tests.webui.conftest import Visitor
from webui import create_app, desk_of
from webui.live import HandTable

UMPIRE_PIN = "4711"


@pytest.fixture
def battle(tmp_path: Path) -> Iterator[Flask]:
    """A Matchlocks battle under an umpire with a PIN, Parliament holding a Special Event."""
    table = HandTable(MATCHLOCKS.demo().table)
    app = create_app(tmp_path, table, rules=(MATCHLOCKS,), pin=UMPIRE_PIN)
    umpire = Visitor(app)
    umpire.post("/join/umpire", pin=UMPIRE_PIN)
    for path, value in (("phase", "main"), ("sides/Parliament/events", ["Skittish Mount"])):
        set_so = umpire.at_head("/act/edit", path=path, value=value, reason="for the test")
        assert set_so.status_code == 200
    yield app
    desk_of(app).close()


def _player(app: Flask, side: str) -> Visitor:
    visitor = Visitor(app, f"10.1.0.{len(side)}")
    assert visitor.post("/join", code=desk_of(app).access.code(side)).status_code == 200
    return visitor


def _held(visitor: Visitor) -> dict[str, bool]:
    held = visitor.get("/actions.json").json["held"]
    card = visitor.get("/unit.json?unit=Parliament").json["card"]
    assert card == held["Parliament"]
    return {side: card is not None for side, card in held.items()}


def test_a_player_sees_his_own_hand_only(battle: Flask) -> None:
    assert _held(_player(battle, "Parliament")) == {"Royalists": False, "Parliament": True}
    assert _held(_player(battle, "Royalists")) == {"Royalists": True, "Parliament": False}


def test_who_only_watches_sees_no_hand(battle: Flask) -> None:
    """Nor does the table screen, which everybody sees, once an umpire is appointed."""
    nobody = {"Royalists": False, "Parliament": False}
    assert _held(Visitor(battle, "10.9.9.9")) == nobody
    assert _held(Visitor(battle)) == nobody


def test_the_umpire_sees_both(battle: Flask) -> None:
    umpire = Visitor(battle)
    umpire.post("/join/umpire", pin=UMPIRE_PIN)
    assert _held(umpire) == {"Royalists": True, "Parliament": True}


def test_what_could_be_played_from_a_hand_is_not_told_to_the_other_side(battle: Flask) -> None:
    """An offer to play an event names the event."""
    said = {}
    for visitor in (_player(battle, "Parliament"), _player(battle, "Royalists")):
        answers = (visitor.get("/actions.json"), visitor.get("/unit.json?unit=Parliament"))
        said[visitor.address] = ["Skittish Mount" in one.get_data(as_text=True) for one in answers]
    assert said == {"10.1.0.10": [True, True], "10.1.0.9": [False, False]}
