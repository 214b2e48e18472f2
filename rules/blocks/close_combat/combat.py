"""Resolving combat: pairing, situation scores, dice, the loser's block (MAP-CMB)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from rules.blocks.close_combat.elan import rout
from rules.blocks.close_combat.pairing import Pair, pair_blocks
from rules.blocks.close_combat.removal import lose_in_combat
from rules.blocks.field.terrain import advantage, favours_dragoons
from rules.blocks.state import Block, Contest, Going, Square, text, with_contest
from rules.blocks.switches import (
    DICE,
    DIFF_OFFSET,
    FEED_IS_CHARGE,
    IMPETUOUS,
    MERGED,
    TERRAIN_ADV,
)
from rules.blocks.tables import SCORES_COMBAT, targets
from rules.kernel.dice import faces_alike, successes
from rules.kernel.prompts import Steps, roll
from rules.kernel.protocol import Modifier
from rules.kernel.sides import enemy
from rules.kernel.telling.names import side_does, titled
from rules.kernel.telling.words import many


class Score(Struct, frozen=True):
    """A situation score with its working."""

    total: int
    modifiers: tuple[Modifier, ...] = ()

    def of(self, side: str) -> tuple[Modifier, ...]:
        """The working, each line with the side whose it is."""
        return tuple(replace(line, what=f"{titled(side)}: {line.what}") for line in self.modifiers)


class Odds(Struct, frozen=True):
    """A combat before the dice: both scores, what each needs and throws, who holds draws."""

    scores: tuple[Score, Score]
    needs: tuple[int, int]
    dice: tuple[int, int]
    draws_to: str
    rules: tuple[str, ...]


def lines_of(
    counts: Mapping[str, int], table: Mapping[str, tuple[int, str]]
) -> tuple[Modifier, ...]:
    """The lines of a score: so many of each situation of the table."""
    return tuple(
        Modifier(f"{count} x {what}", f"{table[what][0] * count:+d}", table[what][1])
        for what, count in counts.items()
        if count
    )


def score(
    play: Going,
    square: Square,
    mine: Sequence[Block],
    pairs: Sequence[Pair],
    charging: Sequence[str],
) -> Score:
    """MAP-CMB-03 to -10: the situation score of one side's blocks; it may be negative
    (MAP-CMB-23). MAP-FOOT-02: foot is favoured against horse."""
    mains, kinds = [one.main for one in mine], [one.kind for one in mine]
    dragoons = mains.count("dragoons")
    counts = {
        "same type": sum(1 for one in pairs if one.mine and one.theirs and one.same),
        "foot against horse": sum(one.foot_on_horse for one in pairs),
        "impetuous horse charged": sum(one.id in charging for one in mine),
        "aggressive foot": kinds.count("aggressive foot"),
        "surplus": sum(one.theirs is None for one in pairs),
        "cuirassiers": kinds.count("cuirassiers"),
        "dragoons not in terrain": (
            dragoons if dragoons and not favours_dragoons(play, square) else 0
        ),
        "artillery": mains.count("artillery"),
    }
    lines = lines_of(counts, SCORES_COMBAT[play.on(MERGED.up)])
    return Score(sum(int(line.value) for line in lines), lines)


def impetuous_charging(
    play: Going, active: str, square: Square, charged: Sequence[str]
) -> tuple[str, ...]:
    """MAP-CMB-05: the impetuous horse that scores for a charge (MAP_IMPETUOUS).

    *charged*: the blocks that came into the square in this interaction; where others of their
    side held it already they were fed in.
    """
    mine = play.state.holders(square, active)
    if play.on(IMPETUOUS.charged):
        scoring = list(play.state.foes(square, active)) if charged else []
    else:
        scoring = [one for one in mine if one.id in charged]
        if len(scoring) < len(mine) and not play.on(FEED_IS_CHARGE):
            return ()
    return tuple(one.id for one in scoring if one.kind == "impetuous horse")


def weigh(
    play: Going, active: str, fight: Contest, pairs: Sequence[Pair], charged: Sequence[str]
) -> Odds:
    """Both scores of a combat, the difference (MAP-CMB-11) and what follows from it."""
    square = fight.square
    blocks = play.state.holders(square, active), play.state.foes(square, active)
    charging = impetuous_charging(play, active, square, charged)
    mine = score(play, square, blocks[0], pairs, charging)
    theirs = score(play, square, blocks[1], [one.turned() for one in pairs], charging)
    holder, why, rule = advantage(play, fight)
    worth = TERRAIN_ADV.of(play.state.house).said
    if holder and worth in ("1", "2"):
        line = Modifier(why, f"+{worth}", rule)
        if holder == active:
            mine = Score(mine.total + int(worth), (*mine.modifiers, line))
        else:
            theirs = Score(theirs.total + int(worth), (*theirs.modifiers, line))
    difference = mine.total - theirs.total + play.number(DIFF_OFFSET)
    need_active, need_other, row = targets(difference)
    return Odds(
        (mine, theirs),
        (need_active, need_other),
        (dice_count(play, blocks[0], mine.total), dice_count(play, blocks[1], theirs.total)),
        holder if play.on(TERRAIN_ADV.wins_draw) else "",
        ("MAP-CMB-11", row, *((rule,) if rule else ())),
    )


def dice_count(play: Going, blocks: Sequence[Block], total: int) -> int:
    """MAP-CMB-17, MAP-SHR-12: how many dice these blocks throw (MAP_DICE)."""
    if not blocks:
        return 0
    if play.on(DICE.per_block):
        return len(blocks)
    return 1 if play.on(DICE.single) else max(1, total)


def fight_in(play: Going, active: str, square: Square, charged: Sequence[str]) -> Steps[Going]:
    """MAP-CMB-01: one combat in a square, to its loser's lost block.

    *charged*: the active side's blocks that entered in this interaction.
    """
    fight = play.state.contest(square) or Contest(square, enemy(play.state, active))
    pairs = yield from pair_blocks(play, active, square)
    odds = weigh(play, active, fight, pairs, charged)
    play = _scored(play, active, fight, odds)
    winner, play = yield from throw(play, active, square, odds)
    play = with_contest(play, square, replace(fight, rounds=fight.rounds + 1))
    loser = enemy(play.state, winner)
    says = f"{side_does(winner, 'wins')} in {text(square)}; {side_does(loser, 'removes')} 1 block."
    play = play.step(says, "MAP-CMB-18", "MAP-CMB-20")
    play = yield from lose_in_combat(play, square, loser)
    if play.state.holders(square, loser):
        return play.step(f"{text(square)} stays contested.", "MAP-CMB-21")
    return play.step(f"{side_does(winner, 'holds')} {text(square)}.", "MAP-CMB-22")


def throw(play: Going, active: str, square: Square, odds: Odds) -> Steps[tuple[str, Going]]:
    """MAP-CMB-17 to -19: both throw until one has more hits; the winner and the play.

    The active player's dice come first (MAP-DICE-01), again after a draw.
    """
    sides = active, enemy(play.state, active)
    where, level = text(square), 0
    while True:
        counts: list[int] = []
        faces: tuple[int, ...] = ()
        for side, need, number in zip(sides, odds.needs, odds.dice, strict=True):
            dice = yield from roll(
                f"Combat in {where}: {titled(side)}",
                number,
                side,
                need=need,
                alike=faces_alike(need),
                rules=("MAP-CMB-17", "MAP-DICE-01"),
                undecided=level,
            )
            counts.append(successes(dice, need))
            faces += dice
        says = f"Combat in {where}: {many(counts[0], 'hit')} against {counts[1]}."
        play = play.step(says, "MAP-CMB-17", faces=faces)
        if counts[0] != counts[1]:
            return sides[counts[0] < counts[1]], play
        if odds.draws_to:
            return odds.draws_to, play
        play = play.step("Level: both throw again.", "MAP-CMB-19")
        level += 1


def _standing(sides: tuple[str, str], odds: Odds) -> str:
    (active, other), (mine, theirs), needs = sides, odds.scores, odds.needs
    return (
        f"{titled(active)} {mine.total}, {titled(other)} {theirs.total}; "
        f"{side_does(active, 'needs')} {needs[0]}, {side_does(other, 'needs')} {needs[1]}"
    )


def _scored(play: Going, active: str, fight: Contest, odds: Odds) -> Going:
    sides, (mine, theirs) = (active, enemy(play.state, active)), odds.scores
    holder, why, rule = advantage(play, fight)
    note = f" Terrain advantage: {titled(holder)}, {why}." if holder else ""
    return play.step(
        f"Combat in {text(fight.square)}: {_standing(sides, odds)}.{note}",
        *odds.rules,
        *((rule,) if holder else ()),
        modifiers=(*mine.of(sides[0]), *theirs.of(sides[1])),
        total=f"{mine.total} - {theirs.total} = {mine.total - theirs.total}",
    )


def fight_all(
    play: Going, active: str, fights: dict[Square, tuple[str, ...]]
) -> Steps[tuple[Going, tuple[Square, ...]]]:
    """MAP-CHG-02: every square that received a block is fought; stops at a rout.

    Gives the play and the squares that one side alone now holds. Where the square's own shooting
    drove out those who were charged there is nobody to fight.
    """
    cleared: tuple[Square, ...] = ()
    for square, charged in fights.items():
        if play.state.is_over:
            break
        if not play.state.is_contested(square):
            play = with_contest(play, square, None)
            play = play.step(f"Nobody is left in {text(square)} to fight.", "MAP-CHG-02")
            continue
        play = yield from fight_in(play, active, square, charged)
        if not play.state.is_contested(square):
            cleared += (square,)
    return rout(play), cleared
