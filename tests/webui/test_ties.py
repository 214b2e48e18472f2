"""A tie of dice that the program threw for both sides costs nobody a tap."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from rules.kernel.prompts import Roll
from rules.matchlocks import MATCHLOCKS
from tests.webui.conftest import Visitor
from webui.game.events.kinds import Answered
from webui.game.game import Game
from webui.game.seen.live import HandTable
from webui.server.app import create_app, desk_of


@pytest.fixture
def battle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Visitor, Game]]:
    """Who goes first is asked; the program will throw 3, 3 and then 5, 2."""
    dice = iter([[3], [3], [5], [2]])
    monkeypatch.setattr("webui.game.game.throw", lambda prompt: next(dice))
    app = create_app(tmp_path, HandTable(MATCHLOCKS.demo().table), rules=(MATCHLOCKS,))
    with closing(desk_of(app)) as desk:
        here = Visitor(app)
        assert here.at_head("/act/declare", do="begin", by="Royalists").status_code == 200
        yield here, desk.the_game()


def _thrown(game: Game) -> list[int]:
    """All dice so far, in order; each stands in the journal as a step of its own."""
    told = [event.content for event in game.present().line]
    return [int(one.answer[0]) for one in told if isinstance(one, Answered) and one.answer]


def test_the_program_throws_until_its_dice_decide(battle: tuple[Visitor, Game]) -> None:
    here, game = battle
    here.at_head("/act/roll")
    assert _thrown(game) == [3]
    here.at_head("/act/roll")
    assert _thrown(game) == [3, 3, 5, 2]
    opened = game.present().opened
    assert opened is None or not isinstance(opened.prompt, Roll)


def test_whoever_typed_a_die_throws_a_tie_again(battle: tuple[Visitor, Game]) -> None:
    here, game = battle
    here.at_head("/act/answer", answer=[3])
    here.at_head("/act/roll")
    assert _thrown(game) == [3, 3]


def test_a_player_throws_for_no_other_side(battle: tuple[Visitor, Game]) -> None:
    here, game = battle
    app = here.client.application
    here.at_head("/act/roll")
    parliament = Visitor(app, "10.0.0.7")
    code = desk_of(app).access.code("Parliament")
    assert parliament.post("/join", code=code).status_code == 200
    assert parliament.at_head("/act/roll").status_code == 200
    assert _thrown(game) == [3, 3]
