"""A throw that a camera read becomes an answer only as a person took it, and is kept with it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from rules.kernel.prompts import Roll
from rules.kernel.protocol import Action
from tests.webui import toy
from tests.webui.conftest import Clock, Visitor
from tests.webui.stub_tray import StubTray, die, jpeg
from vision.table.abilities import TrayAbilities
from webui.game.position import Who
from webui.game.seen.live import HandTable
from webui.game.throws.dice_question import named
from webui.server.app import create_app, desk_of
from webui.server.session import Desk


@pytest.fixture
def tray() -> StubTray:
    return StubTray()


@pytest.fixture
def app(tmp_path: Path, live: HandTable, clock: Clock, tray: StubTray) -> Iterator[Flask]:
    made = create_app(tmp_path / "folder", live, rules=(toy.TOY,), now=clock, dice=tray)
    made.testing = False
    yield made
    desk_of(made).close()


@pytest.fixture
def desk(app: Flask) -> Desk:
    """Rigg's foot shoots: two dice are asked for."""
    found = desk_of(app)
    game = found.the_game()
    game.declare(Action("shoot", "R1", "B1"), Who("table", "", "Ann"), after=game.journal.head)
    return found


def taken(
    desk: Desk, here: Visitor, number: int, *faces: int | None, **more: object
) -> TestResponse:
    head = desk.the_game().journal.head
    return here.post("/act/accept", head=head, throw=number, faces=list(faces), **more)


def newest_answer(desk: Desk) -> dict:
    return next(
        event.body for event in reversed(desk.the_game().journal.line()) if event.kind == "answer"
    )


def test_the_tray_is_told_when_dice_are_asked_for(desk: Desk, tray: StubTray) -> None:
    assert (tray.asked, tray.resting) == ([()], False)


def test_the_tray_rests_when_something_else_is_asked(
    desk: Desk, tray: StubTray, here: Visitor
) -> None:
    taken(desk, here, tray.lay(die(5, 50), die(2, 150)), 5, 2)
    assert tray.resting


def test_a_throw_is_offered_with_its_faces_and_pictures(
    desk: Desk, tray: StubTray, here: Visitor
) -> None:
    tray.lay(die(5, 50), die(None, 150))
    throw = here.get("/table.json").json["dice"]["throw"]
    assert [(one["face"], one["why"]) for one in throw["dice"]] == [(None, "cocked"), (5, "")]
    assert here.get(throw["dice"][0]["url"]).data == jpeg(100)


def test_an_accepted_throw_is_the_answer_and_says_how_it_was_had(
    desk: Desk, tray: StubTray, here: Visitor
) -> None:
    assert taken(desk, here, tray.lay(die(5, 50), die(2, 150)), 5, 2).status_code == 200
    body = newest_answer(desk)
    assert body["answer"] == [5, 2]
    assert body["how"].startswith("read by the camera, accepted by ")
    assert body["read"] == [5, 2]


def test_a_correction_is_told(desk: Desk, tray: StubTray, here: Visitor) -> None:
    taken(desk, here, tray.lay(die(3, 50), die(2, 150)), 5, 2)
    assert newest_answer(desk)["how"].endswith(", corrected 3 to 5")


def test_a_die_that_was_not_read_is_named_by_a_person(
    desk: Desk, tray: StubTray, here: Visitor
) -> None:
    taken(desk, here, tray.lay(die(3, 50), die(None, 150)), 4, 3)
    body = newest_answer(desk)
    assert body["how"].endswith(", 4 named by hand (cocked)")
    assert body["read"] == [0, 3]


def test_the_picture_of_the_throw_is_kept_with_the_answer(
    desk: Desk, tray: StubTray, here: Visitor
) -> None:
    event = taken(desk, here, tray.lay(die(5, 50), die(2, 150)), 5, 2).json["event"]
    assert here.get(f"/throws/{event}.jpg").data == jpeg(90)


def test_extra_dice_are_left_out_and_never_spill(desk: Desk, tray: StubTray, here: Visitor) -> None:
    taken(desk, here, tray.lay(die(5, 50), die(2, 150), die(6, 250)), 5, None, 6)
    body = newest_answer(desk)
    assert body["answer"] == [5, 6]
    assert body["how"].endswith(", 1 left out")


@pytest.mark.parametrize("faces", [(5,), (5, 2, 6)])
def test_too_few_and_too_many_are_refused(
    desk: Desk, tray: StubTray, here: Visitor, faces: tuple[int, ...]
) -> None:
    number = tray.lay(*(die(face, 50 + 100 * k) for k, face in enumerate(faces)))
    answer = taken(desk, here, number, *faces)
    assert answer.status_code == 422
    assert "enter 2 dice" in answer.json["error"]


def test_a_throw_that_was_moved_since_is_refused(desk: Desk, tray: StubTray, here: Visitor) -> None:
    number = tray.lay(die(5, 50), die(2, 150))
    tray.stir()
    assert taken(desk, here, number, 5, 2).status_code == 409


def test_by_itself_only_when_each_side_agreed(desk: Desk, tray: StubTray, here: Visitor) -> None:
    game = desk.the_game()
    game.set_dice("itself", Who("player", "Red", "Ann"), after=game.journal.head)
    number = tray.lay(die(5, 50), die(2, 150))
    assert taken(desk, here, number, 5, 2, by_itself=True).status_code == 409
    game.set_dice("itself", Who("player", "Blue", "Bob"), after=game.journal.head)
    assert taken(desk, here, number, 5, 2, by_itself=True).status_code == 200


def test_by_itself_never_with_another_face_than_was_read(
    desk: Desk, tray: StubTray, here: Visitor
) -> None:
    game = desk.the_game()
    game.set_dice("itself", Who("table"), after=game.journal.head)
    number = tray.lay(die(5, 50), die(None, 150))
    assert taken(desk, here, number, 4, 5, by_itself=True).status_code == 409


def test_a_setting_does_not_make_the_lying_throw_old(desk: Desk, tray: StubTray) -> None:
    tray.lay(die(5, 50), die(2, 150))
    game = desk.the_game()
    game.set_dice("itself", Who("table"), after=game.journal.head)
    assert len(tray.asked) == 1


def test_off_by_one_side_is_off(desk: Desk, tray: StubTray, here: Visitor) -> None:
    game = desk.the_game()
    game.set_dice("off", Who("player", "Blue", "Bob"), after=game.journal.head)
    assert tray.resting
    assert here.get("/table.json").json["dice"]["setting"] == "off"


def test_statistics_count_faces_and_corrections(desk: Desk, tray: StubTray, here: Visitor) -> None:
    taken(desk, here, tray.lay(die(3, 50), die(2, 150)), 5, 2)
    told = here.get("/dice.json").json
    assert told["read"] == [0, 1, 0, 0, 1, 0]
    assert told["corrected"] == [{"from": 3, "to": 5, "times": 1}]


def test_a_die_that_was_thrown_again_stays_in_the_record(
    desk: Desk, tray: StubTray, here: Visitor
) -> None:
    """A 6 lies still while the cocked die is thrown again, and shows 4: counted are 4 and 6. What
    was read better, or only knocked, was not thrown again."""
    for throw in ((die(None, 50), die(None, 150, "glare")), (die(None, 50), die(6, 150))):
        tray.lay(*throw)
        here.get("/table.json")
    tray.stir()
    number = tray.lay(die(4, 250), die(6, 170))
    event = taken(desk, here, number, 4, 6).json["event"]
    told = "first cocked, 6: the cocked thrown again"
    assert newest_answer(desk)["before"] == [
        {"faces": [0, 6], "whys": ["cocked", ""], "again": [0]}
    ]
    (line,) = (step for step in here.get("/log.json").json["steps"] if step["id"] == event)
    assert line["says"].endswith(f"; {told})")
    counted = here.get("/dice.json").json
    assert counted["read"] == [0, 0, 0, 1, 0, 1] and counted["throws"][0]["before"] == told


def test_a_second_tap_throws_nothing_away_that_was_read_meanwhile(
    desk: Desk, tray: StubTray, here: Visitor
) -> None:
    """Nothing lay there for who tapped twice, and a 5 and a 6 had been read between."""
    fallen: list[int] = []
    tray.abilities = TrayAbilities(throw=lambda count, _: fallen.append(count))
    assert here.at_head("/act/throw", lies=-1).status_code == 200
    number = tray.lay(die(5, 50), die(6, 150))
    assert here.at_head("/act/throw", lies=-1).status_code == 409
    assert here.at_head("/act/throw", lies=number).status_code == 200
    assert fallen == [2, 2]


def test_a_throw_that_people_did_not_take_is_told(
    desk: Desk, tray: StubTray, here: Visitor
) -> None:
    """They let the program throw though 1 and 2 lay there."""
    tray.lay(die(1, 50), die(2, 150))
    event = here.at_head("/act/roll").json["event"]
    (line,) = (step for step in here.get("/log.json").json["steps"] if step["id"] == event)
    assert line["says"].endswith("(by the program; first 1, 2: not taken)")


def test_a_visitor_cannot_say_that_a_camera_read_it(desk: Desk, here: Visitor) -> None:
    said = {"head": desk.the_game().journal.head, "answer": [6, 6], "how": "read by the camera"}
    assert here.post("/act/answer", **said).status_code == 400


def test_dice_that_were_typed_after_a_refused_throw_name_none(
    desk: Desk, tray: StubTray, here: Visitor
) -> None:
    """Three dice for two are refused; what is typed then was not in the tray."""
    taken(desk, here, tray.lay(die(5, 50), die(2, 150), die(6, 250)), 5, 2, 6)
    here.at_head("/act/answer", answer=[1, 1])
    assert desk.dice is not None
    assert desk.dice.again == ()


def reroll(count: int, need: int | None = None) -> Roll:
    return Roll("again", count, "Red", need=need, rerolls=True)


@pytest.mark.parametrize(
    ("roll", "faces"),
    [(reroll(2, 4), (1, 3)), (reroll(1, 4), (1,)), (reroll(3, 4), (4, 5, 6)), (reroll(4), ())],
)
def test_a_reroll_names_the_dice_it_means(roll: Roll, faces: tuple[int, ...]) -> None:
    """Of 1 3 4 5 6 at 4 or more: two failed, three did not, one is a one; four can be any."""
    last = [(die(face, 50.0 * face), face) for face in (1, 3, 4, 5, 6)]
    wanted = faces or (1, 3, 4, 5, 6)
    assert tuple(face for _, face in named(last, roll)) == wanted
