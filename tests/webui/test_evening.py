"""A whole evening's game of every rule set without a camera, played through the page to the end
that its rules declare; of the long ones the beginning, the whole by ``--all``."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest

from rules.books import RULE_SETS
from rules.kernel.protocol import RuleSet
from tests.webui.conftest import Visitor
from tests.webui.evening import EVENINGS, SHORT, Evening
from tests.webui.evening_end import everything_opens, to_its_end
from webui.game.seen.live import HandTable
from webui.server.app import create_app, desk_of

pytestmark = pytest.mark.timeout(600)
"""An evening takes half a minute of a computer that has nothing else to do."""

SEEDS = {"matchlocks": 6, "blocks": 19, "armatys": 42, "roses": 3, "skirmish": 1, "quickplay": 3}
LONG = [
    pytest.param(name, marks=[] if name == "matchlocks" else [pytest.mark.long])
    for name in SEEDS
    if name not in SHORT
]
"""Of the other four the rules alone are played each time (tests/rules/test_battles.py)."""
FORTY = 40


@pytest.mark.parametrize("rules", EVENINGS)
def test_an_evening_without_a_camera(rules: RuleSet, tmp_path: Path) -> None:
    live = HandTable(rules.demo().table)
    app = create_app(tmp_path, live, rules=(rules,))
    with closing(desk_of(app)) as desk:
        seed = SEEDS[rules.name]
        to_its_end(Evening(Visitor(app), desk, seed, _at_once, judging=True))


@pytest.mark.parametrize("name", LONG)
def test_the_beginning_of_an_evening_without_a_camera(name: str, tmp_path: Path) -> None:
    """The books whose whole evening is long: forty actions, each as people do it, and every page
    of them."""
    rules = next(book for book in RULE_SETS if book.name == name)
    app = create_app(tmp_path, HandTable(rules.demo().table), rules=(rules,))
    with closing(desk_of(app)) as desk:
        evening = Evening(Visitor(app), desk, SEEDS[name], _at_once, judging=True)
        evening.begin(FORTY)
        everything_opens(evening)
        assert evening.declared and evening.asked["Look"] and evening.asked["Roll"]


def _at_once(moved: Sequence[str]) -> None:
    """Without a camera a base is where it was put."""
