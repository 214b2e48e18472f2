"""What was taken back can be put again, until another step is taken."""

from __future__ import annotations

import pytest

from rules.kernel.protocol import Action
from tests.webui.page.steps import shot
from webui.game.correcting.redo import taken_back
from webui.game.game import Game
from webui.game.journal.journal import Shift
from webui.game.position import NotNow, Who
from webui.game.secrets.secrecy import Eyes
from webui.game.told.record import steps
from webui.game.told.transcript import transcript
from webui.server.view.moved_head import moved_head

SCREEN, RED, BLUE = Who("table"), Who("player", "Red"), Who("player", "Blue")


def _moves(*moves: tuple[int, int, bool]) -> list[Shift]:
    return [Shift(k, frm, dest, {"redo": redo}) for k, (frm, dest, redo) in enumerate(moves)]


@pytest.mark.parametrize(
    ("moves", "head", "to"),
    [
        ([], 8, None),
        ([(10, 8, False)], 8, 10),
        ([(10, 8, False)], 11, None),
        ([(10, 8, False), (8, 4, False)], 4, 8),
        ([(10, 8, False), (8, 4, False), (4, 8, True)], 8, 10),
        ([(10, 8, False), (8, 10, True)], 10, None),
        ([(10, 8, False), (11, 8, False)], 8, 11),
        ([(10, 8, False), (11, 8, False), (8, 11, True)], 11, None),
        ([(10, 8, False), (11, 8, False), (8, 4, False), (4, 8, True)], 8, 11),
    ],
)
def test_what_a_redo_puts_again(
    moves: list[tuple[int, int, bool]], head: int, to: int | None
) -> None:
    """By hand, as a stack of undos that a new step (11) empties."""
    found = taken_back(head, _moves(*moves))
    assert (None if found is None else found.frm) == to


def test_an_undone_step_is_put_again_with_its_result(game: Game) -> None:
    shot(game, 6, 2)
    game.undo(SCREEN, after=game.journal.head)
    game.redo(SCREEN, after=game.journal.head)
    assert game.present().state.units[2].hits == 1 and game.present().opened is None


def test_a_step_that_was_taken_since_ends_the_redo(game: Game) -> None:
    shot(game, 6, 2)
    game.undo(SCREEN, after=game.journal.head)
    game.answer("stand", SCREEN, after=game.journal.head)
    with pytest.raises(NotNow, match="nothing to put again"):
        game.redo(SCREEN, after=game.journal.head)


def test_a_side_does_not_put_again_what_the_other_has_taken_back(game: Game) -> None:
    game.declare(Action("end", "Red"), RED, after=game.journal.head)
    game.undo(RED, after=game.journal.head)
    with pytest.raises(NotNow, match="Red took it back"):
        game.redo(BLUE, after=game.journal.head)
    game.redo(RED, after=game.journal.head)
    assert game.present().state.turn == 2


def test_the_transcript_tells_what_was_put_again(game: Game) -> None:
    end = game.declare(Action("end", "Red"), SCREEN, after=game.journal.head) + 1
    game.undo(SCREEN, after=end)
    game.redo(SCREEN, after=game.journal.head)
    assert f"put again: step 1 to step {end}" in transcript(game.journal)


def test_who_does_not_agree_says_so_and_the_wish_is_gone(game: Game) -> None:
    game.declare(Action("end", "Red"), RED, after=game.journal.head)
    head = game.journal.head
    with pytest.raises(NotNow, match="Red has been asked"):
        game.undo(BLUE, after=head)
    with pytest.raises(NotNow, match="your own side"):
        game.decline(BLUE, after=head)
    game.decline(RED, after=head)
    assert game.wish is None and game.declined is not None and game.declined.asked == BLUE
    assert game.present().state.turn == 2


def test_every_screen_is_told_who_moved_the_head_and_why(game: Game) -> None:
    shot(game, 6, 2)
    game.undo(Who("table", "", "Ann"), after=game.journal.head, why="the die was cocked")
    told = moved_head(game, Eyes(every=True), {}).head_moved
    assert told is not None and (told.why, told.redo) == ("the die was cocked", False)
    assert (told.who.role, told.who.name) == ("table", "Ann")


def test_the_log_says_why_the_head_was_moved(game: Game) -> None:
    shot(game, 6, 2)
    game.undo(SCREEN, after=game.journal.head, why="the die was cocked")
    last = steps(game.journal)[-1]
    assert last.kind == "undo" and last.says.endswith("because the die was cocked")
    assert (last.who.role, last.undone) == ("table", False)
