"""What the rules refuse is done all the same when both sides agree, and the record says so."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from rules.kernel.protocol import Action, IllegalAction
from rules.quickplay import QUICKPLAY
from webui.game.begin import begin
from webui.game.game import Game
from webui.game.journal.journal import Journal, beginning
from webui.game.position import NeedsConsent, NotNow, Who
from webui.game.seen.live import HandTable
from webui.game.told import record
from webui.game.told.called import names_in

SCREEN = Who("table", "", "Ann")
RED, BLUE = Who("player", "red", "Rose"), Who("player", "blue", "Bob")
TOO_FAR = Action("shoot", "R2", "B2")
"""Their fronts are 28 - 8 - 2 · 0.8 = 18.4 in apart; muskets reach 10."""


@pytest.fixture
def battle(tmp_path: Path) -> Iterator[Game]:
    journal = Journal(tmp_path / "agreed.drumhead")
    demo = QUICKPLAY.demo()
    begin(journal, QUICKPLAY, demo.armies, title="Agreed", now=lambda: 0.0)
    game = Game(journal, QUICKPLAY, HandTable(demo.table))
    game.declare(Action("begin", "red"), SCREEN, after=journal.head)
    for face in (6, 1):  # red goes first
        game.answer([face], SCREEN, after=journal.head)
    yield game
    journal.close()


def _asked(game: Game) -> str:
    opened = game.present().opened
    return "" if opened is None or opened.prompt is None else opened.prompt.what


def test_the_table_screen_lets_it_be_done_and_the_headline_says_so(battle: Game) -> None:
    """Three dice beyond half range need 5: two of them hit, and five pikes become three."""
    with pytest.raises(IllegalAction, match="18.4"):
        battle.declare(TOO_FAR, SCREEN, after=battle.journal.head)
    battle.let_it_be_done(TOO_FAR, SCREEN, after=battle.journal.head)
    newer = Game(battle.journal, QUICKPLAY, battle.live)
    assert _asked(newer) == _asked(battle) == "Hale's Shot shoots at The Tall Pikes"
    battle.answer([6, 5, 1], SCREEN, after=battle.journal.head)
    assert battle.present().state.units["B2"].strength == 3
    line = battle.journal.line()
    newest = record.rulings(line, 1, names_in(beginning(line)))[0]
    assert newest["headline"].startswith(
        "The Tall Pikes lose 2: 3 of 5 left. The Tall Pikes were 18.4"
    )
    assert newest["headline"].endswith("Hale's Shot reaches 10 in: it stands by agreement")


def test_a_player_asks_and_the_other_side_agrees(battle: Game) -> None:
    head = battle.journal.head
    with pytest.raises(NeedsConsent):
        battle.let_it_be_done(TOO_FAR, RED, after=head)
    assert battle.journal.head == head and battle.wish is not None
    with pytest.raises(NotNow, match="your own side"):
        battle.agree(RED, after=head)
    battle.agree(BLUE, after=head)
    assert _asked(battle) == "Hale's Shot shoots at The Tall Pikes" and battle.wish is None


def test_the_other_side_says_no(battle: Game) -> None:
    head = battle.journal.head
    with pytest.raises(NeedsConsent):
        battle.let_it_be_done(TOO_FAR, RED, after=head)
    battle.decline(BLUE, after=head)
    with pytest.raises(NotNow, match="nobody asks"):
        battle.agree(BLUE, after=head)
    assert battle.journal.head == head


def test_a_wish_to_take_back_is_no_wish_to_let_something_be_done(battle: Game) -> None:
    with pytest.raises(NeedsConsent):
        battle.undo(RED, after=battle.journal.head)
    with pytest.raises(NotNow, match="nobody asks"):
        battle.agree(BLUE, after=battle.journal.head)


def test_what_lacks_what_it_needs_is_refused_though_both_agree(battle: Game) -> None:
    """Nobody is rallied who is steady (QP-MOR-05); a shot too far is a matter of agreement."""
    state, rally = battle.present().state, Action("rally", "R2")
    bar = battle.bar_to_agreement(rally, state)
    assert bar is not None and bar.rules == ("QP-MOR-05",)
    assert bar.says.startswith("it cannot be done even by agreement, only set by hand: ")
    for who in (SCREEN, RED):
        with pytest.raises(IllegalAction, match="even by agreement.*steady"):
            battle.let_it_be_done(rally, who, after=battle.journal.head)
    assert battle.wish is None and battle.bar_to_agreement(TOO_FAR, state) is None


def test_a_mistake_of_the_program_is_no_refusal(battle: Game) -> None:
    """It is not told as what people could mend; nothing of it is kept, and the game goes on."""

    def broken(action: Action, state: object, table: object) -> Any:
        raise ZeroDivisionError("a mistake")
        yield

    head = battle.journal.head
    other = Game(battle.journal, replace(QUICKPLAY, resolve=broken), battle.live)
    with pytest.raises(ZeroDivisionError):
        other.let_it_be_done(TOO_FAR, SCREEN, after=head)
    assert battle.journal.head == head
    battle.let_it_be_done(TOO_FAR, SCREEN, after=head)
    assert _asked(battle) == "Hale's Shot shoots at The Tall Pikes"


def test_what_is_no_action_at_all_is_not_asked_for(battle: Game) -> None:
    with pytest.raises(IllegalAction, match="no target"):
        battle.let_it_be_done(Action("rally", "R2", "B2"), RED, after=battle.journal.head)
    assert battle.wish is None
