"""Who may take a step back: who did it, and whoever stands above them; the others ask."""

from __future__ import annotations

import pytest

from rules.kernel.protocol import Action
from webui.game.game import Game
from webui.game.position import NeedsConsent, Who

RED, BLUE = Who("player", "Red"), Who("player", "Blue")
TABLE, UMPIRE = Who("table"), Who("umpire", "", "Ann")
SHOOT = Action("shoot", "R1", "B1")


def _edited(game: Game) -> None:
    game.edit("units/B1/hits", 1, "forgotten", UMPIRE, after=game.journal.head)


def _terrain(game: Game) -> None:
    game.set_terrain((), UMPIRE, after=game.journal.head)


def _overruled(game: Game) -> None:
    game.declare(Action("end", "Red"), RED, after=game.journal.head)
    game.overrule(game.journal.head, 0, "no", "because", UMPIRE, after=game.journal.head)


@pytest.mark.parametrize("step", [_edited, _terrain, _overruled])
@pytest.mark.parametrize("who", [RED, BLUE, TABLE])
def test_what_the_umpire_has_put_right_is_the_umpires_to_take_back(
    game: Game, step: object, who: Who
) -> None:
    assert callable(step)
    step(game)
    head = game.journal.head
    with pytest.raises(NeedsConsent, match="the umpire has been asked"):
        game.undo(who, after=head)
    assert game.journal.head == head
    game.undo(UMPIRE, after=head)
    assert game.journal.head < head


def test_who_answered_last_does_not_take_back_the_other_sides_whole_action(game: Game) -> None:
    game.declare(SHOOT, RED, after=1)
    game.answer([5, 5], RED, after=2)
    game.answer("back", BLUE, after=3)
    with pytest.raises(NeedsConsent, match="Red has been asked"):
        game.take_back(BLUE, after=4)
    assert game.journal.head == 4
    assert game.take_back(RED, after=4) == 1


def test_an_own_action_that_the_other_side_has_answered_needs_its_consent(game: Game) -> None:
    game.declare(SHOOT, RED, after=1)
    game.answer([5, 5], RED, after=2)
    game.answer("back", BLUE, after=3)
    with pytest.raises(NeedsConsent, match="Blue has been asked"):
        game.take_back(RED, after=4)
    assert game.take_back(BLUE, after=4) == 1


def test_agreeing_to_the_last_step_is_not_agreeing_to_the_whole_action(game: Game) -> None:
    game.declare(SHOOT, RED, after=1)
    game.answer([5, 5], RED, after=2)
    game.answer("back", BLUE, after=3)
    with pytest.raises(NeedsConsent):
        game.undo(RED, after=4)
    assert game.wish is not None and not game.wish.whole
    with pytest.raises(NeedsConsent):
        game.take_back(BLUE, after=4)


def test_a_step_made_on_the_table_screen_is_not_a_players_to_take_back(game: Game) -> None:
    game.declare(SHOOT, TABLE, after=1)
    with pytest.raises(NeedsConsent, match="the table screen has been asked"):
        game.undo(RED, after=2)
    assert game.undo(TABLE, after=2) == 1


def test_own_steps_and_those_of_the_players_are_free_to_the_table_screen(game: Game) -> None:
    game.note("mine", "", RED, after=1)
    assert game.undo(RED, after=2) == 1
    game.note("again", "", BLUE, after=1)
    assert game.undo(TABLE, after=3) == 1


def test_a_turn_played_on_the_umpires_screen_is_the_tables_to_take_back(game: Game) -> None:
    """Until a PIN is chosen the table screen is the umpire; the evening goes on after that."""
    game.declare(SHOOT, UMPIRE, after=1)
    assert game.undo(TABLE, after=2) == 1
