"""Exact chances before any die is thrown: tests, hits, losses."""

from __future__ import annotations

from fractions import Fraction

from rules.armatys.casualties import counts, is_mixed, ratio
from rules.armatys.reaction import Test, always_fails, need
from rules.armatys.state import State, Unit
from rules.armatys.tables import ARMOUR, CASUALTY, HIT, SAVE
from rules.armatys.troops import firing_figures, firing_size, groups


def at_least(need_: int) -> Fraction:
    """Chance of a D6 that reaches a number; certain at 1 or less, none above 6 (PAS-REA-18)."""
    return Fraction(max(0, min(6, 7 - need_)), 6)


def passes(state: State, one: Unit, test: Test, against: Unit | None = None) -> Fraction:
    """Chance to pass a reaction test, without a general's plus or minus."""
    if always_fails(one, test, against):
        return Fraction(0)
    return at_least(need(state, one, test).number)


def loses_figure(state: State, one: Unit, *, cover: bool = False, gun: bool = False) -> Fraction:
    """Chance that one hit costs a unit a figure: type die, kill die, save (PAS-CAS)."""
    saved = at_least(SAVE) if cover else Fraction(0)
    return _killed(state, one, gun) * (1 - saved)


def _killed(state: State, one: Unit, gun: bool) -> Fraction:
    if gun:
        return at_least(6)
    if not is_mixed(state, one):
        arm = max(one.arms, key=lambda arm: arm.figures)
        return at_least(ARMOUR[arm.armour][0])
    line = ratio(*counts(state, one))
    dies = [at_least(ARMOUR[one.arm(CASUALTY[line, die][0]).armour][0]) for die in range(1, 7)]
    return sum(dies, Fraction(0)) / 6


def expected_hits(state: State, one: Unit) -> Fraction:
    """Hits that a volley brings on average (PAS-INF-12)."""
    size, _ = firing_size(state, one)
    return groups(firing_figures(state, one), size) * at_least(HIT)


def spoken(chance: Fraction) -> str:
    """A chance as people say it: ``67 in 100``."""
    return f"{round(100 * chance)} in 100"
