"""Exact chances before any die is thrown: tests, hits, losses."""

from __future__ import annotations

from fractions import Fraction

from rules.armatys.charging.reaction import Test, always_fails, need
from rules.armatys.state import Battle, Unit
from rules.armatys.tables import HIT
from rules.armatys.units.troops import firing_figures, firing_size, groups


def at_least(need_: int) -> Fraction:
    """Chance of a D6 that reaches a number; certain at 1 or less, none above 6 (PAS-REA-18)."""
    return Fraction(max(0, min(6, 7 - need_)), 6)


def passes(play: Battle, one: Unit, test: Test, against: Unit | None = None) -> Fraction:
    """Chance to pass a reaction test, without a general's plus or minus."""
    if always_fails(one, test, against):
        return Fraction(0)
    return at_least(need(play, one, test).number)


def expected_hits(play: Battle, one: Unit) -> Fraction:
    """Hits that a volley brings on average (PAS-INF-12)."""
    size, _ = firing_size(play, one)
    return groups(firing_figures(play, one), size) * at_least(HIT)


def spoken(chance: Fraction) -> str:
    """A chance as people say it: ``67 in 100``."""
    return f"{round(100 * chance)} in 100"
