"""A game of a real book, played by its first legal actions."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rules.kernel.prompts import Draw, Look, Roll
from rules.kernel.protocol import RuleSet
from webui.game.begin import begin
from webui.game.game import Game
from webui.game.journal.journal import Journal
from webui.game.position import Who
from webui.game.seen.live import HandTable

UMPIRE = Who("umpire")
MOST_ANSWERS = 60


def played(rules: RuleSet, wanted: Sequence[str], folder: Path) -> Game:
    """The ready battle of a book, in which the first legal action of each wanted kind is done."""
    demo = rules.demo()
    journal = Journal(folder / f"{rules.name}.drumhead")
    begin(journal, rules, demo.armies, title=demo.title, now=lambda: 0.0)
    game = Game(journal, rules, HandTable(demo.table))
    for do in wanted:
        offer = next(one for one in game.offers() if one.legal and one.action.do == do)
        game.declare(offer.action, UMPIRE, after=journal.head)
        _answer(game)
    return game


def _answer(game: Game) -> None:
    for _ in range(MOST_ANSWERS):
        opened = game.present().opened
        if opened is None or opened.prompt is None:
            return
        prompt, head = opened.prompt, game.journal.head
        if isinstance(prompt, Roll | Draw):
            game.roll_for(UMPIRE, after=head)
        elif isinstance(prompt, Look):
            game.answer(None, UMPIRE, after=head, how="agreed")
        else:
            keys = [one.key for one in prompt.options[: prompt.at_least]]
            game.answer(keys, UMPIRE, after=head)
    raise AssertionError("the action asks without end")
