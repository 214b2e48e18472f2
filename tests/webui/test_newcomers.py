"""Units that join in the middle of a battle: their bases have no tag and are put down by hand."""

from __future__ import annotations

import pytest

from rules.kernel.prompts import Look
from rules.kernel.protocol import Action
from rules.matchlocks import MATCHLOCKS
from vision.table.reading import Unmeasurable
from vision.table.snapshot import Pose
from webui.game.begin import begin
from webui.game.game import Game
from webui.game.journal.journal import Journal
from webui.game.position import Who
from webui.game.seen.live import HandTable
from webui.pages.table import side_of
from webui.server.table_view import cards

TABLE = Who("table")
CLUBMEN = "PClubmen1"


@pytest.fixture
def game(journal: Journal) -> Game:
    """A Matchlocks battle in which Parliament's call to the country people is answered."""
    demo = MATCHLOCKS.demo()
    begin(journal, MATCHLOCKS, demo.armies, title="Clubmen")
    game = Game(journal, MATCHLOCKS, HandTable(demo.table))
    more = {"event": "Get Off Our Land!"}
    held = [more["event"]]
    game.edit("sides/Parliament/events", held, "for the test", TABLE, after=_head(game))
    game.declare(Action("event", "Parliament", None, more), TABLE, after=_head(game))
    return game


def _head(game: Game) -> int:
    return game.journal.head


def _base(game: Game) -> Pose | None:
    return next(base for base in game.table().bases if base.payload == CLUBMEN).pose


def _come(game: Game, y_in: float = 0.8) -> None:
    game.place(CLUBMEN, (30.0, y_in, 90.0), TABLE, after=_head(game))
    game.answer(None, TABLE, after=_head(game))


def test_the_question_brings_a_base_to_put_down(game: Game) -> None:
    opened = game.present().opened
    assert opened is not None and isinstance(opened.prompt, Look)
    assert [one.id for one in opened.prompt.brings] == [CLUBMEN]
    assert _base(game) is None


def test_they_have_to_be_put_down_before_the_battle_goes_on(game: Game) -> None:
    with pytest.raises(Unmeasurable, match=CLUBMEN):
        game.answer(None, TABLE, after=_head(game))


def test_they_belong_to_the_side_they_rise_for(game: Game) -> None:
    _come(game)
    assert side_of(game, CLUBMEN) == "Parliament"
    assert CLUBMEN in [card.unit for card in cards(game, game.present())]
    assert CLUBMEN in {base.unit_id for base in game.table().bases if base.side == "Parliament"}


def test_a_restart_finds_them_again(game: Game) -> None:
    _come(game)
    again = Game(game.journal, MATCHLOCKS, HandTable(MATCHLOCKS.demo().table))
    assert _base(again) == _base(game)


def test_undone_they_have_never_come(game: Game) -> None:
    _come(game)
    while any(event.kind == "declare" for event in game.present().line):
        game.undo(TABLE, after=_head(game))
    assert CLUBMEN not in {base.payload for base in game.table().bases}
