"""A model moved by hand while no move is asked for is a step of its own."""

from __future__ import annotations

from flask import Flask

from rules.kernel.protocol import Action
from tests.webui.conftest import Visitor
from tests.webui.page.steps import shot
from webui.game.position import Who
from webui.game.told.record import steps
from webui.server.app import desk_of

SCREEN = Who("table", "", "Ann")


def _put(here: Visitor, x_in: float) -> None:
    """Bell's foot, which begins at (30, 18) and looks south."""
    base = {"payload": "B01", "x_in": x_in, "y_in": 18.0, "facing_deg": 270.0}
    assert here.post("/act/place", bases=[base]).status_code == 200


def _stands(here: Visitor) -> float:
    (bell,) = (b for b in here.get("/table.json").json["bases"] if b["payload"] == "B01")
    return float(bell["x_in"])


def test_it_is_told_undone_and_put_again(app: Flask, here: Visitor) -> None:
    """Twelve inches east, and back to where it stood."""
    game = desk_of(app).the_game()
    shot(game, 6, 2)
    _put(here, 42.0)
    says = "Moved by hand: Bell's foot 12.0 in, from (30.0, 18.0) to (42.0, 18.0)"
    told = here.get("/table.json").json
    assert (told["undoes"], told["moved_by_hand"]["says"]) == (says, says)
    assert here.at_head("/act/undo").status_code == 200
    assert _stands(here) == 30.0 and game.present().state.units[2].hits == 1
    assert here.at_head("/act/redo").status_code == 200
    assert _stands(here) == 42.0
    names = {"B1": "Bell's foot"}
    told_so = [step.says for step in steps(game.journal, names)]
    assert [says, f"Taken back: {says}", f"Brought back: {says}"] == told_so[-3:]


def test_what_a_question_asks_for_is_none(app: Flask, here: Visitor) -> None:
    """Before the first action the table is laid out; a move that is asked for is its answer's; a
    model that goes back where it stood leaves a redo in place."""
    game = desk_of(app).the_game()
    _put(here, 31.0)
    shot(game, 6, 2)
    game.declare(Action("shoot", "R1", "B1"), SCREEN, after=game.journal.head)
    game.answer([1, 1], SCREEN, after=game.journal.head)
    game.answer("back", SCREEN, after=game.journal.head)
    _put(here, 32.0)
    game.take_back(SCREEN, after=game.journal.head)
    _put(here, 31.0)
    assert "moved" not in {event.kind for event in game.journal.everything()}
    assert game.taken_back() is not None


def test_what_was_not_taken_back_is_not_said_to_stand_where_it_should_not(
    app: Flask, here: Visitor
) -> None:
    """Moved by hand and let stand; a note is taken back. Seen to offer to put the model back."""
    shot(desk_of(app).the_game(), 6, 2)
    _put(here, 42.0)
    assert [each["unit"] for each in here.get("/moved.json").json["moved"]] == ["B1"]
    assert here.at_head("/act/note", text="on we go").status_code == 200
    assert here.at_head("/act/undo").status_code == 200
    assert here.get("/table.json").json["taken_back"] == "Note: on we go"
    assert here.get("/moved.json").json["moved"] == []
