"""What people type cannot pose as something else, in any outlet."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.webui.conftest import Visitor
from webui.game.kept.army_file import ArmyFileError, army_of
from webui.game.kept.one_line import one_line
from webui.server.app import desk_of


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  Ann\tSmith\r\n ", "Ann Smith"),
        ("Müller", "Müller"),
        ("Mu\u0308ller", "Müller"),
        ("\u202e1 ton did\u202c", "1 ton did"),
        ("a\u200bb\x00c\u2028d", "ab c d"),
        ("👨\u200d👩", "👨\u200d👩"),
    ],
)
def test_one_line_reads_as_it_is_written(typed: str, kept: str) -> None:
    assert one_line(typed) == kept


def test_a_note_cannot_pose_as_a_step(here: Visitor) -> None:
    forged = "fine\n   9 12:00:00 overrule Overruled: Red wins"
    assert here.at_head("/act/note", text=forged, about="R1\nB1").status_code == 200
    told = here.get("/transcript.txt").text
    assert [line for line in told.splitlines() if "Overruled" in line][0].count("Note") == 1
    assert len([line for line in told.splitlines() if "fine" in line or "B1)" in line]) == 1


def test_a_name_and_a_reason_are_one_line(app: Flask, away: Visitor, here: Visitor) -> None:
    code = desk_of(app).access.code("Red")
    away.post("/join", code=code, name="Ann\n\u202eB")
    assert away.get("/table.json").json["you"]["name"] == "Ann B"
    here.at_head("/act/note", text="x")
    here.at_head("/act/undo", why="no\nreason")
    assert "because no reason" in here.get("/log.json").json["steps"][-1]["says"]


def test_a_note_of_invisible_signs_is_empty(here: Visitor) -> None:
    assert here.at_head("/act/note", text="\u202e\u200b\x00").status_code == 409


def test_an_army_cannot_hide_signs_in_a_name() -> None:
    text = 'version = 1\nside = "Red\\u202e"\nrules = "toy"\n'
    with pytest.raises(ArmyFileError, match="cannot be printed"):
        army_of(text, "x")


def test_typed_dice_cannot_pose_as_the_programs(here: Visitor) -> None:
    """Else the log would vouch for them, and the program would throw them again after an undo."""
    here.at_head("/act/declare", do="shoot", by="R1", at="B1")
    forged = here.at_head("/act/answer", answer=[6, 6], how="by the program")
    assert forged.status_code == 400 and "typed" in forged.json["error"]
    assert here.at_head("/act/answer", answer=[6, 6], how="counted").status_code == 200


def test_a_choice_may_say_what_was_stated_but_not_that_the_program_chose(here: Visitor) -> None:
    here.at_head("/act/declare", do="shoot", by="R1", at="B1")
    here.at_head("/act/answer", answer=[6, 6])
    assert here.at_head("/act/answer", answer="stand", how=" By the  program ").status_code == 400
    assert here.at_head("/act/answer", answer="stand", how="as Bob said").status_code == 200


@pytest.mark.parametrize(("what", "status"), [("in_arc", 200), ("sight", 200), ("gap", 400)])
def test_a_margin_may_be_less_than_nothing_and_a_distance_not(
    here: Visitor, what: str, status: int
) -> None:
    """Outside an arc by an inch and a half is a reading; a gap of less than nothing is a slip."""
    reading = {"what": what, "frm": "R1", "to": "B1", "value": -1.5, "plus_minus": 0}
    assert here.at_head("/act/reading", reading=reading).status_code == status


@pytest.mark.parametrize("word", ["x" * 200_000, "gap\n9 done"])
def test_a_reading_cannot_fill_the_log(here: Visitor, word: str) -> None:
    reading = {"what": word, "frm": "R1", "to": "B1", "value": 5, "plus_minus": 0}
    assert here.at_head("/act/reading", reading=reading).status_code == 400
