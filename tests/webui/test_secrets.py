"""What a side holds in its hand: for its own players and the umpire, and for nobody else."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from rules.kernel.prompts import Draw, Roll
from rules.kernel.protocol import Action, Plain, Ruling
from rules.matchlocks import MATCHLOCKS
from tests.faults.two_worlds import telling_hands
from tests.webui.conftest import Visitor
from vision.table.snapshot import Snapshot
from webui.game.position import Opened
from webui.game.secrets.secrecy import Eyes, may_read_so_far
from webui.game.seen.live import HandTable
from webui.server.app import create_app, desk_of

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


# What was drawn stands in the log; it is told to nobody else until it is played.

OUTLETS = (
    "/table.json", "/show.json", "/overlay.json", "/log.json", "/log", "/rulings.json",
    "/rulings", "/transcript.txt", "/report.html",
)  # fmt: skip


def _umpire(app: Flask) -> Visitor:
    umpire = Visitor(app)
    assert umpire.post("/join/umpire", pin=UMPIRE_PIN).status_code == 200
    return umpire


def _answer(umpire: Visitor, *answers: list[Plain]) -> None:
    for answer in answers:
        done = umpire.at_head("/act/answer", answer=answer)
        assert done.status_code == 200, done.json


def _edit(umpire: Visitor, path: str, value: Plain) -> None:
    done = umpire.at_head("/act/edit", path=path, value=value, reason="for the test")
    assert done.status_code == 200, done.json


def _draw_an_ambush(app: Flask) -> Visitor:
    """The Bonus card is turned; the Royalists win the dice-off, draw Special Event, Ambush."""
    umpire = _umpire(app)
    done = umpire.at_head("/act/declare", do="turn card", by="Royalists")
    assert done.status_code == 200, done.json
    _answer(umpire, ["Bonus"], [6], [1], ["Special Event"], ["Ambush"])
    assert umpire.get("/table.json").json["open"] is None
    return umpire


def _told(visitor: Visitor, word: str) -> set[str]:
    """The outlets in which *word* stands."""
    found = {path for path in OUTLETS if word in visitor.get(path).text}
    for ruling in visitor.get("/rulings.json").json["rulings"]:
        for path in (f"/rulings/{ruling['id']}", f"/rulings/{ruling['id']}.json"):
            found |= {path} if word in visitor.get(path).text else set()
    taken = visitor.get("/export.zip")
    if taken.status_code == 200:
        archive = zipfile.ZipFile(io.BytesIO(taken.data))
        found |= {name for name in archive.namelist() if word.encode() in archive.read(name)}
    return found


def test_a_drawn_card_is_told_to_its_own_side_only(battle: Flask) -> None:
    umpire, word = _draw_an_ambush(battle), "Ambush"
    nobody: set[str] = set()
    expected = {"/log", "/log.json", "/transcript.txt", "/report.html", "events.jsonl"}
    assert _told(_player(battle, "Parliament"), word) == nobody
    assert _told(Visitor(battle, "10.9.9.9"), word) == nobody
    assert _told(Visitor(battle), word) == nobody, "the table screen is seen by everybody"
    assert expected <= _told(_player(battle, "Royalists"), word)
    assert expected <= _told(umpire, word)


def test_diagnostics_of_the_table_screen_hold_no_drawn_card(battle: Flask) -> None:
    _draw_an_ambush(battle)
    archive = zipfile.ZipFile(io.BytesIO(Visitor(battle).get("/diagnostics.zip").data))
    assert b"Ambush" not in archive.read("transcript.txt")


def test_a_hand_that_the_umpire_puts_right_is_told_to_its_own_side_only(battle: Flask) -> None:
    """The fixture has given Parliament a Skittish Mount by hand."""
    word = "Skittish Mount"
    assert _told(_player(battle, "Royalists"), word) == _told(Visitor(battle), word) == set()
    assert {"/log.json", "events.jsonl"} <= _told(_player(battle, "Parliament"), word)
    assert "phase: deploy becomes main" in Visitor(battle).get("/log.json").text


def test_an_undone_draw_stays_a_secret(battle: Flask) -> None:
    _draw_an_ambush(battle).at_head("/act/undo", why="again")
    assert _told(_player(battle, "Parliament"), "Ambush") == set()


def test_which_cards_are_left_in_a_deck_is_told_to_the_drawer_only(battle: Flask) -> None:
    """Else everybody knew by the next draw which one is missing."""
    umpire = _umpire(battle)
    umpire.at_head("/act/declare", do="turn card", by="Royalists")
    _answer(umpire, ["Bonus"], [6], [1])
    seen = {
        who: visitor.get("/table.json").json["prompt"]["cards"]
        for who, visitor in {
            "own": _player(battle, "Royalists"),
            "other": _player(battle, "Parliament"),
            "watcher": Visitor(battle, "10.9.9.9"),
            "screen": Visitor(battle),
        }.items()
    }
    assert len(seen["own"]) == len(seen["screen"]) == 5, "who has to answer must see"
    assert seen["other"] == seen["watcher"] == []
    assert Visitor(battle).get("/show.json").json["prompt"]["cards"] == []


def test_who_is_asked_to_play_a_card_is_not_told_by_name_of_the_card(battle: Flask) -> None:
    umpire = _umpire(battle)
    _edit(umpire, "sides/Parliament/hand", ["Jeopardy"])
    umpire.at_head("/act/declare", do="turn card", by="Royalists")
    _answer(umpire, ["Bonus"], [6])
    own, other = _player(battle, "Parliament"), _player(battle, "Royalists")
    assert "Jeopardy" in own.get("/table.json").json["prompt"]["what"]
    told = other.get("/table.json").json["prompt"]
    assert (told["by"], told["options"], told["rules"]) == ("Parliament", [], [])
    assert "Jeopardy" not in told["what"]
    _answer(umpire, ["keep"])
    answered = other.get("/table.json").json["open"]["answered"]
    assert "Jeopardy" not in str(answered) and "keep" not in str(answered)


@pytest.mark.parametrize(
    ("side", "every", "told"), [("red", False, True), ("blue", False, False), ("", True, True)]
)
def test_what_is_ruled_so_far_is_told_to_those_from_whom_nothing_in_it_is_hidden(
    side: str, every: bool, told: bool
) -> None:
    drawn = Draw("a card", "red", "bonus", ("Perk", "Forfeit"))
    asked = Roll("a die", 1, "red")
    so_far = (Ruling("red keeps a card"),)
    table = Snapshot((72.0, 48.0), ())
    opened = Opened(1, Action("draw", "red"), table, ((drawn, ("Perk",)),), asked, so_far=so_far)
    seen = may_read_so_far(opened, frozenset({"bonus"}), Eyes(side, every))
    assert seen == (so_far if told else ())


def test_at_the_end_everything_is_told(battle: Flask) -> None:
    umpire = _draw_an_ambush(battle)
    conceded = umpire.at_head("/act/declare", do="concede", by="Parliament")
    while umpire.get("/table.json").json["prompt"] is not None:
        umpire.at_head("/act/answer", answer="yes")
    assert conceded.status_code == 200, conceded.json
    assert umpire.get("/table.json").json["game"]["over"] is not None
    assert {"/log.json", "/report.html"} <= _told(Visitor(battle, "10.9.9.9"), "Ambush")


def test_odds_do_not_tell_whether_a_side_holds_a_card(battle: Flask) -> None:
    path = "/odds.json?do=event&by=Parliament&event=Skittish Mount"
    assert _player(battle, "Royalists").get(path).status_code == 403
    assert Visitor(battle, "10.9.9.9").get(path).status_code == 403


def test_what_is_left_in_a_deck_does_not_tell_its_drawer_what_the_other_holds(
    battle: Flask,
) -> None:
    """Of five Bonus cards Parliament holds one; the Royalists and the screen read all five, the
    umpire the four that are there, and a card that is not is refused without a list of them."""
    umpire = _umpire(battle)
    _edit(umpire, "sides/Parliament/hand", ["Jeopardy"])
    _edit(umpire, "decks/bonus", ["Perk", "Forfeit", "Reroll", "Special Event"])
    umpire.at_head("/act/declare", do="turn card", by="Royalists")
    _answer(umpire, ["Bonus"], [6], ["keep"], [1])
    royalist, screen = _player(battle, "Royalists"), Visitor(battle)
    five = ["Forfeit", "Jeopardy", "Perk", "Reroll", "Special Event"]
    assert royalist.get("/table.json").json["prompt"]["cards"] == five
    assert screen.get("/table.json").json["prompt"]["cards"] == five
    assert len(umpire.get("/table.json").json["prompt"]["cards"]) == 4
    refused = royalist.at_head("/act/answer", answer=["Jeopardy"])
    assert refused.status_code == 422
    assert all(card in refused.json["error"] for card in five)
    _answer(umpire, ["Perk"])
    taken = zipfile.ZipFile(io.BytesIO(royalist.get("/export.zip").data))
    assert b"Perk" in taken.read("events.jsonl")
    assert b"Special Event" not in taken.read("events.jsonl"), "nor does the export"


def test_odds_of_an_order_do_not_tell_who_could_spoil_it(battle: Flask) -> None:
    umpire = _umpire(battle)
    _edit(umpire, "sides/Parliament/hand", ["Forfeit"])
    umpire.at_head("/act/declare", do="turn card", by="Royalists")
    _answer(umpire, ["RL1"])
    offers = umpire.get("/unit.json?unit=RL1").json["offers"]
    order = next(one["action"] for one in offers if one["legal"] and one["action"]["do"] == "order")
    path = f"/odds.json?do=order&by=RL1&at={order['at']}"
    game = desk_of(battle).the_game()
    game.rules = telling_hands(game.rules)
    assert "Forfeit" not in _player(battle, "Royalists").get(path).text
    assert "Forfeit" not in Visitor(battle, "10.9.9.9").get(path).text
    assert "Forfeit" not in Visitor(battle).get(path).text, "everybody sees the table screen"
    assert "Forfeit" in umpire.get(path).text
