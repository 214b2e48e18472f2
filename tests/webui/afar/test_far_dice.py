"""Dice of a player who is not in the room: by honour, from a picture, or by the program."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from tests.webui import toy
from tests.webui.afar.test_proxy_door import PUBLIC, FromAfar
from tests.webui.conftest import Clock, Visitor
from vision.table.throw import Die
from webui.game.seen.live import HandTable
from webui.server.app import create_app, desk_of

READ = (Die(5, 10, 10, 8), Die(None, 40, 10, 8, "cocked"))


def read(jpeg: bytes) -> tuple[Die, ...]:
    """A reader that is sure of one die and not of the other."""
    if jpeg != b"picture":
        raise ValueError("that is no picture")
    return READ


@pytest.fixture
def app(tmp_path: Path, live: HandTable, clock: Clock) -> Iterator[Flask]:
    made = create_app(
        tmp_path / "folder", live, rules=(toy.TOY,), now=clock, public=PUBLIC, read_throw=read
    )
    yield made
    desk_of(made).close()


@pytest.fixture
def red(app: Flask, here: Visitor) -> FromAfar:
    """Red is far away, and two dice are asked of him."""
    made = FromAfar(app)
    assert made.join(app).status_code == 200
    assert here.at_head("/act/declare", do="shoot", by="R1", at="B1").status_code == 200
    return made


def head(red: FromAfar) -> int:
    return int(red.ask("/table.json").json["game"]["head"])


def answered(app: Flask) -> dict[str, object]:
    line = desk_of(app).the_game().journal.line()
    found = [event.body for event in line if event.kind == "answer"]
    return found[-1]


def test_what_he_types_is_marked_as_by_honour(app: Flask, red: FromAfar) -> None:
    done = red.ask("/act/answer", "POST", json={"head": head(red), "answer": [5, 6]})
    assert done.status_code == 200
    assert answered(app)["how"] == "thrown from afar, by honour"
    text = red.ask("/transcript.txt").get_data(as_text=True)
    assert "5, 6 (thrown from afar, by honour)" in text


def test_what_is_typed_in_the_room_is_not(app: Flask, red: FromAfar, here: Visitor) -> None:
    assert here.at_head("/act/answer", answer=[5, 6]).status_code == 200
    assert answered(app)["how"] == "typed"


def test_a_choice_of_his_is_no_matter_of_honour(app: Flask, red: FromAfar, here: Visitor) -> None:
    blue = FromAfar(app, "198.51.100.9")
    blue.join(app, "Blue")
    assert here.at_head("/act/answer", answer=[5, 6]).status_code == 200
    fields = {"head": head(red), "answer": "stand", "how": "typed"}
    assert blue.ask("/act/answer", "POST", json=fields).status_code == 200
    assert answered(app)["how"] == "typed"


@pytest.mark.parametrize(
    ("way", "path", "fields"),
    [
        ("honour", "/act/answer", {"answer": [5, 6]}),
        ("program", "/act/roll", {}),
        ("tray", "/act/far/picture", {"picture": base64.b64encode(b"picture").decode()}),
    ],
)
def test_each_game_says_how_dice_from_afar_are_had(
    red: FromAfar, here: Visitor, way: str, path: str, fields: dict[str, object]
) -> None:
    others = [one for one in ("honour", "tray", "program") if one != way]
    assert here.at_head("/act/far/ways", ways=others).status_code == 200
    assert red.ask("/table.json").json["far_dice"] == others
    refused = red.ask(path, "POST", json={"head": head(red), **fields})
    assert refused.status_code == 409 and "afar" in refused.json["error"]
    assert here.at_head("/act/far/ways", ways=[way]).status_code == 200
    assert red.ask(path, "POST", json={"head": head(red), **fields}).status_code == 200


def test_only_the_table_sets_it(red: FromAfar) -> None:
    fields = {"head": head(red), "ways": ["honour"]}
    assert red.ask("/act/far/ways", "POST", json=fields).status_code == 403


def test_a_picture_of_his_tray_is_read_corrected_and_kept(app: Flask, red: FromAfar) -> None:
    sent = {"head": head(red), "picture": base64.b64encode(b"picture").decode()}
    offer = red.ask("/act/far/picture", "POST", json=sent).json
    assert [die["face"] for die in offer["dice"]] == [5, None]
    taken = {"head": head(red), "throw": offer["throw"], "faces": [5, 2]}
    assert red.ask("/act/far/accept", "POST", json=taken).status_code == 200
    body = answered(app)
    assert body["answer"] == [5, 2] and body["read"] == [5, 0]
    assert body["how"] == "read from a picture that Red sent, 2 named"
    line = desk_of(app).the_game().journal.line()
    assert desk_of(app).the_game().journal.kept(line[-1].id, "dice") == b"picture"


def test_a_picture_for_another_throw_is_not_taken(red: FromAfar, here: Visitor) -> None:
    sent = {"head": head(red), "picture": base64.b64encode(b"picture").decode()}
    offer = red.ask("/act/far/picture", "POST", json=sent).json
    assert here.at_head("/act/answer", answer=[5, 6]).status_code == 200
    assert here.at_head("/act/answer", answer="stand").status_code == 200
    here.at_head("/act/declare", do="shoot", by="R1", at="B1")
    taken = {"head": head(red), "throw": offer["throw"], "faces": [5, 5]}
    assert red.ask("/act/far/accept", "POST", json=taken).status_code == 409


@pytest.mark.parametrize("picture", ["", "%%%", base64.b64encode(b"nonsense").decode()])
def test_what_is_no_picture_is_refused_in_words(red: FromAfar, picture: str) -> None:
    sent = {"head": head(red), "picture": picture}
    refused = red.ask("/act/far/picture", "POST", json=sent)
    assert refused.status_code in (400, 409) and refused.json["error"]
