"""A demo game of every rule set, played through the page's own addresses to its end."""

from __future__ import annotations

import random
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from rules import RULE_SETS
from rules.protocol import RuleSet
from tests.webui import toy
from tests.webui.conftest import Visitor
from webui import create_app, desk_of
from webui.live import HandTable

STEPS = 20
"""Actions before the losing side concedes: an evening is shorter than these games are long."""


class Player:
    """Plays both sides from the table screen, with seeded choices."""

    def __init__(self, here: Visitor, seed: int) -> None:
        self.here = here
        self.chance = random.Random(seed)
        self.refused: list[str] = []

    def table(self) -> dict[str, Any]:
        answer = self.here.get("/table.json")
        assert answer.status_code == 200
        return answer.json

    def send(self, path: str, **fields: Any) -> bool:
        """Was it taken?  Never a crash: a refusal is a sentence."""
        answer = self.here.at_head(path, **fields)
        assert answer.status_code < 500, (path, fields, answer.json)
        if answer.status_code != 200:
            assert len(answer.json["error"]) > 5
            self.refused.append(answer.json["error"])
        return answer.status_code == 200

    def answer(self, prompt: dict[str, Any]) -> None:
        if prompt["ask"] in ("roll", "draw"):
            taken = self.send("/act/roll")
        elif prompt["ask"] == "look":
            # Models are not moved here; what a rule finds fault with is let stand.
            taken = self.send("/act/answer", answer=None, how="agreed")
        else:
            keys = [option["key"] for option in prompt["options"]]
            count = self.chance.randint(prompt["at_least"], min(prompt["at_most"], len(keys)))
            taken = self.send("/act/answer", answer=self.chance.sample(keys, count))
        if not taken:
            assert self.send("/act/take-back", why="it could not be answered")

    def declare(self, table: dict[str, Any], end: bool) -> bool:
        """Declare one legal action; False when nothing is legal."""
        sides = table["game"]["sides"]
        actors = sides if end else [*sides, *(u["unit"] for u in table["units"] if not u["gone"])]
        self.chance.shuffle(actors)
        for by in actors:
            offers = self.here.get(f"/unit.json?unit={by}").json["offers"]
            legal = [offer for offer in offers if offer["legal"] and _ends(offer) == end]
            self.chance.shuffle(legal)
            if any(self._declare(offer) for offer in legal[:3]):
                return True
        return False

    def _declare(self, offer: dict[str, Any]) -> bool:
        more = {name: self.chance.choice(v) for name, v in offer["needs"].items() if v}
        action = offer["action"]
        return self.send(
            "/act/declare",
            do=action["do"],
            by=action["by"],
            at=action["at"],
            more={**action["more"], **more},
        )


def play(player: Player) -> int:
    """Play until the game is over; how many actions were declared."""
    declared = 0
    for _ in range(STEPS * 8):
        table = player.table()
        if table["game"]["over"] is not None:
            break
        if table["prompt"] is not None:
            player.answer(table["prompt"])
        elif table["open"] is not None:
            assert player.send("/act/take-back", why="it cannot go on")
        elif player.declare(table, end=declared >= STEPS):
            declared += 1
        elif not player.declare(table, end=True):
            break
    return declared


def _ends(offer: dict[str, Any]) -> bool:
    return "concede" in offer["action"]["do"] or "concede" in offer["title"].lower()


@pytest.mark.parametrize("rules", [toy.TOY, *RULE_SETS], ids=lambda rules: rules.name)
def test_a_demo_game_is_played_through_the_page(rules: RuleSet, tmp_path: Path) -> None:
    app = create_app(tmp_path, HandTable(rules.demo().table), rules=(rules,))
    with closing(desk_of(app)):
        _evening(app)


def _evening(app: Flask) -> None:
    player = Player(Visitor(app), seed=7)
    declared = play(player)
    table = player.table()
    assert declared >= 5 or table["game"]["over"] is not None
    assert table["verdicts"], "an evening without a single ruling"
    for path in ("/rulings", "/log", "/report.html", "/transcript.txt", "/reference", "/army"):
        assert player.here.get(path).status_code == 200, path
    for ruling in table["verdicts"]:
        assert player.here.get(f"/rulings/{ruling['id']}").status_code == 200
