"""A whole battle: the golden transcript replayed line by line."""

from __future__ import annotations

from pathlib import Path

from rules.skirmish import SKIRMISH
from tests.rules.golden import replay

GOLDEN = Path(__file__).parents[2] / "games" / "skirmish.txt"


def test_the_golden_battle_is_ruled_line_by_line() -> None:
    """Every prompt and every ruling of the transcript comes again, and so does its end."""
    replay(SKIRMISH, GOLDEN.read_text(encoding="utf-8"), SKIRMISH.demo().house)
