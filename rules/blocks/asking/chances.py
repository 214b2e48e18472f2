"""Exact chances of a combat and of fire, as fractions, before any die is thrown."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import comb

from msgspec.structs import replace

from rules.blocks.close_combat.combat import Odds, weigh
from rules.blocks.close_combat.pairing import auto_pairs
from rules.blocks.field.terrain import begun
from rules.blocks.fire.shooting import exchange
from rules.blocks.state import Block, Contest, Going, Square, with_blocks
from rules.kernel.sides import enemy


def successes(dice: int, need: int) -> tuple[Fraction, ...]:
    """Chance of 0, 1, … *dice* successes at *need* or more on a D6."""
    hit = Fraction(max(0, min(6, 7 - need)), 6)
    return tuple(comb(dice, k) * hit**k * (1 - hit) ** (dice - k) for k in range(dice + 1))


def wins(odds: Odds) -> Fraction:
    """Chance that the active player wins a combat; draws are thrown again (MAP-CMB-19).

    With ``MAP_TERRAIN_ADV = wins_draw`` a draw goes to the holder of the advantage.
    """
    mine, theirs = (successes(dice, need) for dice, need in zip(odds.dice, odds.needs, strict=True))
    ahead = sum(
        (p * q for i, p in enumerate(mine) for j, q in enumerate(theirs) if i > j), Fraction(0)
    )
    level = sum((p * q for p, q in zip(mine, theirs, strict=False)), Fraction(0))
    if odds.draws_to:
        return ahead
    return ahead / (1 - level)


def charge_odds(
    play: Going, charging: Sequence[Block], frm: Square, to: Square
) -> tuple[Odds, Fraction]:
    """The combat that a charge would bring, and the chance to win it."""
    active = charging[0].side
    fight = play.state.contest(to) or begun(play, to, (frm,), enemy(play.state, active))
    after = with_blocks(play, (replace(one, square=to) for one in charging))
    return _weighed(after, active, fight, tuple(one.id for one in charging))


def fight_odds(play: Going, active: str, square: Square) -> tuple[Odds, Fraction]:
    """The combat in a square that is contested already."""
    fight = play.state.contest(square) or Contest(square, enemy(play.state, active))
    return _weighed(play, active, fight, ())


def _weighed(
    play: Going, active: str, fight: Contest, charged: tuple[str, ...]
) -> tuple[Odds, Fraction]:
    stacks = play.state.holders(fight.square, active), play.state.foes(fight.square, active)
    pairs = auto_pairs(play, *stacks)
    odds = weigh(play, active, fight, pairs, charged)
    return odds, wins(odds)


def expected_hits(play: Going, side: str, frm: Square, at: Square) -> tuple[Fraction, Fraction]:
    """Hits that an exchange of fire brings on average, the shooters' and the returned ones."""
    mine, theirs = exchange(play, side, frm, at)
    return (_mean(mine.dice, mine.need), _mean(theirs.dice, theirs.need))


def _mean(dice: int, need: int) -> Fraction:
    return dice * Fraction(max(0, min(6, 7 - need)), 6)


def spoken(chance: Fraction) -> str:
    """A chance as people say it: ``61 in 100``."""
    return f"{round(100 * chance)} in 100"
