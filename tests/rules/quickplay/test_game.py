"""A whole battle of Quick Play: the golden one replayed line by line."""

from __future__ import annotations

from pathlib import Path

from rules.quickplay import QUICKPLAY
from rules.quickplay.robot import ROBOT
from tests.rules.golden import replay

GOLDEN = Path(__file__).parents[2] / "games" / "quickplay.txt"


def test_the_golden_battle_replays_line_by_line() -> None:
    """Recorded from two robots (seed 18); a difference is to be read against the rules."""
    replay(QUICKPLAY, GOLDEN.read_text(encoding="utf-8"), QUICKPLAY.demo().house, ROBOT.lift)
