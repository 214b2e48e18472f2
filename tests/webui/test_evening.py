"""A whole evening's game of every rule set without a camera, played through the page to the end
that its rules declare."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest

from rules.kernel.protocol import RuleSet
from tests.webui.conftest import Visitor
from tests.webui.evening import EVENINGS, Evening
from tests.webui.evening_end import to_its_end
from webui.game.seen.live import HandTable
from webui.server.app import create_app, desk_of

pytestmark = pytest.mark.timeout(600)
"""An evening takes half a minute of a computer that has nothing else to do."""

SEEDS = {"matchlocks": 6, "blocks": 19, "armatys": 42, "roses": 3, "skirmish": 1, "quickplay": 3}


@pytest.mark.parametrize("rules", EVENINGS)
def test_an_evening_without_a_camera(rules: RuleSet, tmp_path: Path) -> None:
    live = HandTable(rules.demo().table)
    app = create_app(tmp_path, live, rules=(rules,))
    with closing(desk_of(app)) as desk:
        seed = SEEDS[rules.name]
        to_its_end(Evening(Visitor(app), desk, seed, _at_once, judging=True))


def _at_once(moved: Sequence[str]) -> None:
    """Without a camera a base is where it was put."""
