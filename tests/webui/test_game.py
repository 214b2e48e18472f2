"""One game: what is declared, answered and undone, and what is left after each."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace

import msgspec
import pytest

from rules.kernel.prompts import BadAnswer, Choose, Look, Roll
from rules.kernel.protocol import Action, BadState, IllegalAction
from tests.webui import toy
from vision.table.reading import HandReading
from webui.game.game import Game
from webui.game.journal.journal import Journal, Stale
from webui.game.position import Blind, NeedsConsent, NotNow, Who
from webui.game.seen.live import CannotPlace, HandTable

RED, BLUE, TABLE = Who("player", "Red"), Who("player", "Blue"), Who("table")
SHOOT = Action("shoot", "R1", "B1")


def _asked(game: Game) -> object:
    opened = game.present().opened
    return None if opened is None else opened.prompt


def _shoot(game: Game, *faces: int) -> None:
    game.declare(SHOOT, RED, after=game.journal.head)
    game.answer(list(faces), RED, after=game.journal.head)
    game.answer("stand", BLUE, after=game.journal.head)


def test_a_declared_shot_asks_for_its_dice(game: Game) -> None:
    game.declare(SHOOT, RED, after=game.journal.head)
    asked = _asked(game)
    assert isinstance(asked, Roll) and (asked.count, asked.need, asked.by) == (2, 4, "Red")


def test_the_last_answer_ends_the_action_and_leaves_its_state(game: Game) -> None:
    _shoot(game, 5, 2)
    present = game.present()
    assert present.opened is None
    assert next(u for u in present.state.units if u.id == "B1").hits == 1
    assert [event.kind for event in present.line] == [
        "begin",
        "declare",
        "answer",
        "answer",
        "done",
    ]
    assert present.line[-1].body["rulings"][0]["faces"] == [5, 2]


def test_the_table_is_frozen_when_the_action_is_declared(game: Game, live: HandTable) -> None:
    game.declare(SHOOT, RED, after=game.journal.head)
    live.place("B01", 60, 40, 0)
    game.answer([4, 4], RED, after=game.journal.head)
    game.answer("stand", BLUE, after=game.journal.head)
    assert game.present().line[-1].body["rulings"][0]["readings"][0]["value"] == 8.0


def test_a_look_is_answered_by_the_table_as_it_then_stands(game: Game, live: HandTable) -> None:
    game.declare(SHOOT, RED, after=game.journal.head)
    game.answer([1, 1], RED, after=game.journal.head)
    game.answer("back", BLUE, after=game.journal.head)
    assert isinstance(_asked(game), Look)
    live.place("B01", 30, 24, 270)
    event = game.answer(None, BLUE, after=game.journal.head)
    pose = game.snapshot_of(event).base("B01").pose
    assert pose is not None and pose.y_in == 24


def test_a_wrong_answer_is_refused_in_words_and_not_recorded(game: Game) -> None:
    game.declare(SHOOT, RED, after=game.journal.head)
    head = game.journal.head
    for nonsense in ([7, 1], [1], "x", None, [1, 2, 3], [True, 2], {"a": 1}, [1.0, 2]):
        with pytest.raises(BadAnswer, match="enter 2 dice from 1 to 6"):
            game.answer(nonsense, RED, after=head)
    assert game.journal.head == head


def test_an_open_question_survives_a_restart(game: Game, live: HandTable) -> None:
    game.declare(SHOOT, RED, after=game.journal.head)
    game.draft([3], after=game.journal.head)
    path = game.journal.path
    game.journal.close()
    with closing(Journal(path)) as journal:
        again = Game(journal, toy.TOY, live)
        assert isinstance(_asked(again), Roll)
        assert journal.draft() == [3]


def test_a_kill_between_the_last_answer_and_its_outcome_is_made_good(
    game: Game, live: HandTable
) -> None:
    _shoot(game, 6, 6)
    path = game.journal.path
    answer = game.present().line[-2].id
    game.journal.shift(answer, {}, after=game.journal.head)
    game.journal.close()
    with closing(Journal(path)) as journal:
        again = Game(journal, toy.TOY, live)
        assert again.present().opened is None
        assert next(u for u in again.present().state.units if u.id == "B1").hits == 2


def test_an_illegal_action_is_refused_and_not_recorded(game: Game) -> None:
    head = game.journal.head
    with pytest.raises(IllegalAction, match="TOY-RANGE-01"):
        game.declare(Action("shoot", "R2", "B1"), RED, after=head)
    assert game.journal.head == head


def test_a_second_action_has_to_wait(game: Game) -> None:
    game.declare(SHOOT, RED, after=game.journal.head)
    with pytest.raises(NotNow, match="finish the open action"):
        game.declare(SHOOT, RED, after=game.journal.head)


def test_a_double_click_is_stale(game: Game) -> None:
    head = game.journal.head
    game.declare(SHOOT, RED, after=head)
    asked = game.journal.head
    game.answer([1, 1], RED, after=asked)
    with pytest.raises((Stale, BadAnswer)):
        game.answer([1, 1], RED, after=asked)


def test_undo_takes_the_outcome_with_the_answer_that_led_to_it(game: Game) -> None:
    _shoot(game, 5, 5)
    game.undo(BLUE, after=game.journal.head)
    assert isinstance(_asked(game), Choose)
    assert next(u for u in game.present().state.units if u.id == "B1").hits == 0


def test_dice_typed_wrongly_are_typed_again_and_both_stay_in_the_log(game: Game) -> None:
    game.declare(SHOOT, RED, after=game.journal.head)
    game.answer([5, 5], RED, after=game.journal.head)
    game.undo(RED, after=game.journal.head, why="typed wrongly")
    game.answer([5, 3], RED, after=game.journal.head)
    answers = [e.body["answer"] for e in game.journal.everything() if e.kind == "answer"]
    assert answers == [[5, 5], [5, 3]]
    assert game.journal.shifts()[0].body["why"] == "typed wrongly"


def test_the_other_sides_step_is_undone_only_with_its_consent(game: Game) -> None:
    _shoot(game, 5, 5)
    head = game.journal.head
    with pytest.raises(NeedsConsent, match="Blue has been asked"):
        game.undo(RED, after=head)
    with pytest.raises(NeedsConsent):
        game.undo(RED, after=head)
    assert game.journal.head == head
    game.undo(BLUE, after=head)
    assert game.journal.head != head


def test_the_first_event_cannot_be_undone(game: Game) -> None:
    with pytest.raises(NotNow, match="nothing to undo"):
        game.undo(TABLE, after=game.journal.head)


def test_the_same_question_after_an_undo_gets_the_same_dice_from_the_program(game: Game) -> None:
    game.declare(SHOOT, RED, after=game.journal.head)
    seen = set()
    for _ in range(5):
        game.roll_for(RED, after=game.journal.head)
        seen.add(tuple(game.present().line[-1].body["answer"]))
        game.undo(RED, after=game.journal.head)
    assert len(seen) == 1


def test_a_ruling_is_overruled_with_a_reason_and_both_stay(game: Game) -> None:
    _shoot(game, 5, 2)
    done = game.journal.head
    with pytest.raises(NotNow, match="why"):
        game.overrule(done, 0, "no hit", " ", TABLE, after=done)
    game.overrule(done, 0, "no hit", "the die was cocked", TABLE, after=done)
    assert [e.kind for e in game.present().line[-2:]] == ["done", "overrule"]


def test_a_value_of_the_state_is_changed_with_a_reason(game: Game) -> None:
    game.edit("units/B1/hits", 2, "hit forgotten", TABLE, after=game.journal.head)
    assert next(u for u in game.present().state.units if u.id == "B1").hits == 2
    assert game.present().line[-1].body["old"] == 0


@pytest.mark.parametrize(
    ("path", "value"),
    [("units/B1/hits", "two"), ("units/X/hits", 1), ("", 1), ("units/B1/hits/deep", 1)],
)
def test_a_change_that_makes_no_state_is_refused(game: Game, path: str, value: object) -> None:
    head = game.journal.head
    with pytest.raises(BadState) as refused:
        game.edit(path, value, "why", TABLE, after=head)
    assert path in str(refused.value) and "Expected" not in str(refused.value)
    assert game.journal.head == head


def test_a_tape_reading_overrules_the_camera(game: Game) -> None:
    game.read_by_hand(HandReading("gap", "R2", "B1", 9.0), RED, after=game.journal.head)
    game.declare(Action("shoot", "R2", "B1"), RED, after=game.journal.head)
    assert isinstance(_asked(game), Roll)


def test_a_base_placed_by_hand_stands_there_until_given_back(game: Game) -> None:
    game.place("B01", (30.0, 15.0, 270.0), TABLE, after=game.journal.head)
    base = game.table().base("B01")
    assert base.by_hand and base.pose is not None and base.pose.y_in == 15
    game.place("B01", None, TABLE, after=game.journal.head)
    base = game.table().base("B01")
    assert base.pose is not None and base.pose.y_in == 18


def test_nothing_is_declared_while_the_table_cannot_be_seen(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(game.live, "blind", lambda: "the camera was lost 12 s ago")
    with pytest.raises(Blind, match="lost 12 s ago"):
        game.declare(SHOOT, RED, after=game.journal.head)


def test_too_close_to_call_asks_the_people(game: Game, live: HandTable) -> None:
    live.place("B01", 30, 20.05, 270)
    game.declare(SHOOT, RED, after=game.journal.head)
    asked = _asked(game)
    assert isinstance(asked, Choose) and asked.limit == 10.0


def test_a_finished_game_takes_no_more_actions(game: Game) -> None:
    _shoot(game, 5, 5)
    _shoot(game, 5, 5)
    over = game.present().over
    assert over is not None and over.winner == "Red"
    with pytest.raises(NotNow, match="the game is over"):
        game.declare(SHOOT, RED, after=game.journal.head)


def test_a_changed_rule_is_noticed_and_the_action_can_be_taken_back(
    game: Game, live: HandTable
) -> None:
    import msgspec

    game.declare(SHOOT, RED, after=game.journal.head)
    game.answer([5, 5], RED, after=game.journal.head)

    def other(action: Action, state: object, table: object) -> object:
        raise IllegalAction("the rule is another one now")

    changed = msgspec.structs.replace(toy.TOY, resolve=other)
    again = Game(game.journal, changed, live)
    opened = again.present().opened
    assert opened is not None and opened.prompt is None and "another one" in str(opened.fault)
    again.take_back(TABLE, after=again.journal.head)
    assert again.present().opened is None


def test_an_unknown_base_cannot_be_placed(live: HandTable) -> None:
    with pytest.raises(CannotPlace, match="no base"):
        live.place("X99", 1, 1, 0)


def test_an_open_action_is_measured_where_the_models_were_last_seen(game: Game) -> None:
    """After a move in the middle of an action the declared places are history."""
    game.declare(SHOOT, RED, after=game.journal.head)
    opened = game.present().opened
    assert opened is not None and opened.newest == opened.table
    moved = replace(opened.table, bases=opened.table.bases[:1])
    answered = ((Look("move", "Red"), moved), (Roll("hit", 1, "Red"), (4,)))
    assert replace(opened, answered=answered).newest == moved


def test_an_action_that_is_being_played_is_run_once_an_answer(game: Game) -> None:
    """Not a second time to find out where the game stands: in a long action that is felt."""
    runs: list[str] = []

    def resolve(*given: object) -> object:
        runs.append("run")
        return toy.TOY.resolve(*given)

    game.rules = msgspec.structs.replace(toy.TOY, resolve=resolve)
    _shoot(game, 5, 2)
    assert game.present().opened is None
    assert len(runs) == 3


def test_the_table_is_the_same_object_until_something_changes(game: Game, live: HandTable) -> None:
    """So that what the rules have measured for the offers is found again in the action."""
    before = game.table()
    assert game.table() is before
    live.place("B01", 30, 24, 270)
    assert game.table() is not before and game.table().base("B01").pose != before.base("B01").pose
    moved = game.table()
    game.place("B01", (31.0, 24.0, 270.0), TABLE, after=game.journal.head)
    assert game.table() is not moved
