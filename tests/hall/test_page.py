"""The hall's page and its doors, without a network."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from tests.webui.conftest import Visitor
from webui.hall.archive import Archive, Arrived
from webui.hall.board import BoardKeeper
from webui.hall.database import Sqlite
from webui.hall.hall import Hall
from webui.hall.page.app import create_hall_app
from webui.hall.standings import Row, as_csv
from webui.hall.wire.address import read_address
from webui.hall.wire.messages import Entry

STREAM, CALL = "a" * 32, "c" * 32
STRANGER = "10.0.0.9"


def entry(seq: int, kind: str, game: str = "g", ref: str = "", **body: object) -> Entry:
    return Entry(
        stream=STREAM, seq=seq, kind=kind, game=game, ref=ref or f"event {seq}", at_s=5.0,
        age_s=60.0, body=dict(body),
    )  # fmt: skip


def kept(hall: Hall, *entries: Entry, place: str = "table-7") -> None:
    hall.archive.add([Arrived(place, each, 1000.0) for each in entries])


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    """Never started: no network; its clock stands at 1,000 s."""
    archive = Archive(Sqlite(tmp_path / "archive.sqlite"))
    made = Hall(read_address("mqtt://localhost"), archive, now=lambda: 1000.0)
    yield made
    made.close()


@pytest.fixture
def app(hall: Hall, tmp_path: Path) -> Flask:
    return create_hall_app(hall, tmp_path / "page", pin="4711")


@pytest.fixture
def umpire(app: Flask) -> Visitor:
    visitor = Visitor(app)
    assert visitor.post("/join", pin="4711", name="Ada").status_code == 200
    return visitor


def _battle(hall: Hall, over: object = None) -> None:
    sides = [{"side": "Red", "units": []}, {"side": "Blue", "units": []}]
    kept(
        hall,
        entry(1, "begin", title="Toy battle", rules="toy", source="hand", sides=sides),
        entry(2, "ruling", headline="Red shoots", over=over),
    )


@pytest.mark.parametrize("page", ["/wall", "/queue", "/standings", "/archive", "/join"])
def test_every_page_answers_a_stranger(app: Flask, page: str) -> None:
    assert Visitor(app, STRANGER).get(page).status_code == 200
    assert Visitor(app, STRANGER).get(f"{page}.json").status_code == 200


@pytest.mark.parametrize(
    ("route", "fields"),
    [
        ("/board/announce", {"text": "x"}),
        ("/board/clock", {"left_s": 60}),
        ("/queue/answer", {"place": "table-7", "call": CALL, "says": "x"}),
        ("/standings/scheme", {"win": 9}),
        ("/standings/result", {"place": "a", "stream": "b", "game": "c", "side": 0}),
    ],
)
def test_only_an_umpire_changes_anything(app: Flask, route: str, fields: dict[str, object]) -> None:
    assert Visitor(app, STRANGER).post(route, **fields).status_code == 403


def test_a_wrong_pin_is_no_umpire(app: Flask) -> None:
    assert Visitor(app, STRANGER).post("/join", pin="1234").status_code == 403


def test_the_queue_tells_who_waits_since_when(app: Flask, hall: Hall) -> None:
    """Called a minute before it came, at 1,000 s by the hall's clock."""
    kept(hall, entry(1, "call", ref=CALL, text="May I wheel?", side="Red"))
    call = Visitor(app).get("/queue.json").json["calls"][0]
    assert (call["since_s"], call["text"], call["answer"]) == (940.0, "May I wheel?", "")


def test_an_answer_is_kept_with_who_gave_it(umpire: Visitor, hall: Hall) -> None:
    kept(hall, entry(1, "call", ref=CALL, text="May I wheel?", side="Red"))
    said = umpire.post("/queue/answer", place="table-7", call=CALL, says="coming")
    assert said.status_code == 200
    assert [(each.answer, each.answered_by) for each in hall.archive.calls()] == [("coming", "Ada")]


def test_a_call_of_another_table_is_not_answered(umpire: Visitor, hall: Hall) -> None:
    kept(hall, entry(1, "call", ref=CALL, text="?", side="Red"))
    said = umpire.post("/queue/answer", place="table-8", call=CALL, says="coming")
    assert said.status_code == 409


def test_a_win_is_worth_what_the_event_says(umpire: Visitor, hall: Hall) -> None:
    _battle(hall, {"winner": "Red", "says": "Bell's foot breaks."})
    umpire.post("/standings/scheme", win=5, draw=2, loss=1)
    rows = umpire.get("/standings.json").json["rows"]
    assert [(row["entrant"], row["points"]) for row in rows] == [
        ("Red (table-7)", 5.0), ("Blue (table-7)", 1.0),
    ]  # fmt: skip


def test_an_undone_end_is_no_end(umpire: Visitor, hall: Hall) -> None:
    _battle(hall, {"winner": "Red", "says": "Bell's foot breaks."})
    kept(hall, entry(3, "undo", frm=2, dest=1))
    assert umpire.get("/standings.json").json["rows"] == []


def test_points_by_hand_and_names_count(umpire: Visitor, hall: Hall) -> None:
    _battle(hall, {"winner": "", "says": "Night falls."})
    key = {"place": "table-7", "stream": STREAM, "game": "g"}
    umpire.post("/standings/result", **key, side=1, entrant="=Anna", points=7.5)
    assert umpire.get("/standings.csv").get_data(as_text=True).splitlines() == [
        "place,entrant,points,won,drawn,lost", "1,'=Anna,7.5,0,1,0", "2,Red (table-7),1,0,1,0",
    ]  # fmt: skip


def test_no_name_becomes_a_formula() -> None:
    rows = [Row(1, f"{sign}1+1", 0, 0, 0, 0) for sign in "=+-@"]
    assert all(f"1,'{row.entrant}," in as_csv(rows) for row in rows)


def test_the_archive_has_every_step(app: Flask, hall: Hall) -> None:
    _battle(hall)
    found = Visitor(app).get(f"/archive/table-7/{STREAM}/g.json").json["entries"]
    assert [each["kind"] for each in found] == ["begin", "ruling"]


def test_an_announcement_and_the_clock_outlive_the_hall(umpire: Visitor, hall: Hall) -> None:
    umpire.post("/board/announce", text="Lunch <b>at</b> one")
    umpire.post("/board/clock", title="Round 2", left_s=600, running=True)
    again = BoardKeeper(hall.archive, lambda: 1060.0).message()
    assert [each.text for each in again.announcements] == ["Lunch <b>at</b> one"]
    assert again.clock is not None and again.clock.left_s == 540.0


def test_an_entry_out_of_its_turn_is_not_kept(hall: Hall) -> None:
    kept(hall, entry(1, "note"), entry(3, "note"), entry(1, "note"), entry(2, "note"))
    assert [seq for _, seq in hall.archive.sequence("table-7")] == [1, 2]
