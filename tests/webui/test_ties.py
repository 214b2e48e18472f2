"""A tie of dice that the program threw for both sides costs nobody a tap."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from msgspec.structs import replace

from rules.blocks import BLOCKS
from rules.kernel.prompts import Roll
from rules.kernel.protocol import RuleSet
from rules.matchlocks import MATCHLOCKS
from tests.webui.conftest import Visitor
from webui.game.events.kinds import Answered
from webui.game.game import Game
from webui.game.seen.live import HandTable
from webui.server.app import create_app, desk_of


@contextmanager
def begun(
    folder: Path, monkeypatch: pytest.MonkeyPatch, rules: RuleSet, do: str, by: str
) -> Iterator[tuple[Visitor, Game]]:
    """The program will throw 3, 3 and then 5, 2."""
    dice = iter([[3], [3], [5], [2]])
    monkeypatch.setattr("webui.game.game.throw", lambda prompt: next(dice))
    app = create_app(folder, HandTable(rules.demo().table), rules=(rules,))
    with closing(desk_of(app)) as desk:
        here = Visitor(app)
        assert here.at_head("/act/declare", do=do, by=by).status_code == 200
        yield here, desk.the_game()


@pytest.fixture
def battle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Visitor, Game]]:
    """Who goes first is asked."""
    with begun(tmp_path, monkeypatch, MATCHLOCKS, "begin", "Royalists") as found:
        yield found


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


def test_a_tie_is_one_whatever_each_side_is_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Blocks asks each side by its name, and adds the dragoons, of which both have one."""
    free = replace(BLOCKS, demo=lambda: replace(BLOCKS.demo(), house={}))
    with begun(tmp_path, monkeypatch, free, "roll_off", "Royalists") as (here, game):
        here.at_head("/act/roll")
        here.at_head("/act/roll")
        assert _thrown(game) == [3, 3, 5, 2]
