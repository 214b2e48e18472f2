"""A whole evening's game of every rule set on the simulated table, played through the page to the
end that its rules declare.

Quick Play's is played every time, the others by ``run.py test --all``; without a
camera each book is played every time, in test_evening.py."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest
from flask import Flask

from rules.books import RULE_SETS
from rules.kernel.protocol import RuleSet
from rules.quickplay import QUICKPLAY
from tests.webui.conftest import Visitor
from tests.webui.evening import Evening
from tests.webui.evening_end import to_its_end
from vision.simulator.table import SimulatedTable
from webui.server.app import create_app, desk_of

pytestmark = pytest.mark.timeout(600)
"""An evening takes half a minute of a computer that has nothing else to do."""

SEEDS = {"matchlocks": 6, "blocks": 19, "armatys": 42, "roses": 23, "skirmish": 1, "quickplay": 4}
"""A seed is an evening: the poses on the simulated table are the same on every computer."""

HOUSE = {"roses": {"WOR_VICTORY": "half_units"}}
"""On the simulated table, where every move takes its time, a broken host is a beaten one."""

SEEN = [
    pytest.param(book, id=book.name, marks=[] if book is QUICKPLAY else [pytest.mark.long])
    for book in RULE_SETS
]
SIZE_PX = (1920, 1080)
MOST_PICTURES = 6
"""After so many pictures a tag that another model covers is not waited for."""

UNTIL_STILL = 40
"""A base that is seen comes to rest well before: it is looked at until it is believed to lie."""


@pytest.mark.parametrize("rules", SEEN)
@pytest.mark.long
def test_an_evening_on_the_simulated_table(rules: RuleSet, tmp_path: Path) -> None:
    """Each move asked for is made in the picture, and ruled on as it is seen there."""
    with closing(SimulatedTable(rules.demo().table, size_px=SIZE_PX, by_itself=False)) as live:
        live.look(6)
        app = create_app(tmp_path, live, rules=(rules,))
        with closing(desk_of(app)) as desk:
            _begin_with(app, rules)
            evening = Evening(
                Visitor(app),
                desk,
                SEEDS[rules.name],
                lambda moved: _wait(live, moved),
                judging=True,
            )
            to_its_end(evening)
            shown = evening.table()
            assert shown["source"] == "simulated"
            assert {ruling["source"] for ruling in shown["verdicts"]} == {"simulated"}


def _begin_with(app: Flask, rules: RuleSet) -> None:
    if rules.name in HOUSE:
        begun = Visitor(app).post("/setup/demo", rules=rules.name, house=HOUSE[rules.name])
        assert begun.status_code == 200, begun.json


def _wait(live: SimulatedTable, moved: Sequence[str]) -> None:
    """Until nothing moves and the moved are seen again, or no longer waited for."""
    live.look(3)
    for picture in range(UNTIL_STILL):
        table = live.snapshot()
        waited_for = any(table.base(payload).status != "seen" for payload in moved)
        rests = all(base.status != "moving" for base in table.bases)
        if rests and (not waited_for or picture >= MOST_PICTURES):
            return
        live.look()
