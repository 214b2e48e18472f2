"""How many figures of a unit fight, and in how many groups (PAS-MEL-03 to -14, PAS-APP)."""

from __future__ import annotations

from fractions import Fraction

from msgspec import Struct

from rules.armatys.state import Arm, Battle, Unit
from rules.armatys.switches import (
    COUNTERCHARGE_BONUS,
    HALF_RANK,
    IRREGULAR_HALF_RANK,
    MELEE_PISTOL,
)
from rules.armatys.tables import MELEE, SHOOTING
from rules.armatys.units.troops import firing_figures, groups, size_of_group
from rules.kernel.protocol import Modifier


class Blow(Struct, frozen=True):
    """The dice that an arm of a unit throws at an enemy: how many, and why."""

    arm: str
    figures: int
    size: int
    dice: int
    modifiers: tuple[Modifier, ...] = ()


def half_of(play: Battle, files: int) -> int:
    """Half a rank of so many files (PAS_HALF_RANK)."""
    return -(-files // 2) if play.on(HALF_RANK.up) else files // 2


def fighting_figures(play: Battle, one: Unit, arm: Arm, later_cavalry: bool) -> int:
    """PAS-MEL-03, PAS-MEL-04: the figures of an arm that fight.

    The front rank; of pikes one and a half ranks more; of cavalry against cavalry from the
    second round half a rank more (PAS_IRREGULAR_HALF_RANK).
    """
    whole, half = divmod(MELEE[melee_row(one, arm)].half_ranks, 2)
    figures = arm.front * whole + (half_of(play, arm.front) if half else 0)
    if later_cavalry and one.is_mounted:
        if one.kind != "light horse" or play.on(IRREGULAR_HALF_RANK):
            figures += half_of(play, arm.front)
    return min(arm.figures, figures)


def melee_row(one: Unit, arm: Arm) -> str:
    """The row of the melee table for an arm of a unit (PAS-APP-01, PAS-APP-02).

    Dismounted dragoons fight as musketeers; plug bayonets only once fixed.
    """
    if arm.kind == "dragoon":
        return "dragoon" if one.mounted else _with_bayonet(one)
    if arm.kind == "musket":
        return _with_bayonet(one)
    return arm.kind


def _with_bayonet(one: Unit) -> str:
    fixed = one.bayonet == "ring" or (one.bayonet == "plug" and one.fixed)
    return "bayonet" if fixed else "musket"


def is_charging_cavalry(play: Battle, one: Unit) -> bool:
    """PAS-MEL-13: cavalry in the bound it charges; a counter charge is one too
    (PAS_COUNTERCHARGE_BONUS)."""
    if not (one.is_mounted and one.charging):
        return False
    return not one.countercharge or play.on(COUNTERCHARGE_BONUS)


def fighting_size(
    play: Battle, one: Unit, arm: Arm, v_cavalry: bool
) -> tuple[int, tuple[Modifier, ...]]:
    """PAS-MEL-06 to -13, PAS-APP-08, PAS-APP-09: figures to a group, never below 1."""
    row = MELEE[melee_row(one, arm)]
    base = row.v_cavalry if v_cavalry else row.v_infantry
    _, lines = size_of_group(one, base, (row.rule, "PAS-MEL-12", "PAS-MEL-11"))
    size = sum(int(line.value) for line in lines)
    if is_charging_cavalry(play, one):
        size, lines = size - 1, (*lines, Modifier("charging", "-1", "PAS-MEL-13"))
    if one.lances and one.is_mounted and one.rounds == 0:
        size, lines = size - 1, (*lines, Modifier("lances", "-1", "PAS-APP-08"))
    return max(1, size), lines


def blows(
    play: Battle,
    one: Unit,
    v_cavalry: bool,
    *,
    part: float = 1.0,
    joined: float = 1.0,
    pistols: bool = False,
) -> tuple[Blow, ...]:
    """Every arm's groups against one enemy.

    *part*: the part of the unit that faces it (PAS-AMB-38). *joined*: the part that the
    limit of three to one lets fight (PAS-MEL-05).
    """
    if one.broken or one.gun is not None:
        return ()
    if pistols and play.on(MELEE_PISTOL.fire_groups):
        size, lines = size_of_group(one, SHOOTING["pistols"].group, SHOOTING["pistols"].size_rules)
        figures = _scaled(firing_figures(play, one), part * joined)
        return (Blow("pistols", figures, size, groups(figures, size), lines),)
    later = v_cavalry and one.rounds > 0
    found = []
    for arm in one.arms:
        if not arm.figures or arm.kind not in MELEE:
            continue
        size, lines = fighting_size(play, one, arm, v_cavalry)
        figures = _scaled(fighting_figures(play, one, arm, later), part * joined)
        found.append(Blow(arm.kind, figures, size, groups(figures, size), lines))
    return tuple(found)


def _scaled(figures: int, part: float) -> int:
    return int(Fraction(figures) * Fraction(part).limit_denominator(1000) + Fraction(1, 2))


def front_figures(one: Unit) -> int:
    """Q-11: front rank figures of a unit."""
    return sum(arm.front for arm in one.arms)
