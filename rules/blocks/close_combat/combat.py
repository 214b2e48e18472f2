"""Resolving combat: pairing, situation scores, dice, the loser's block (MAP-CMB)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from rules.blocks.close_combat.elan import rout
from rules.blocks.close_combat.pairing import Pair, pair_blocks
from rules.blocks.close_combat.removal import lose_in_combat
from rules.blocks.field.terrain import advantage, favours_dragoons
from rules.blocks.state import (
    Block,
    Contest,
    Square,
    State,
    contest,
    holders,
    is_contested,
    text,
    with_contest,
)
from rules.blocks.story import is_over, ruled, then
from rules.blocks.switches import house, is_on
from rules.blocks.tables import COMBAT_SCORES, merged, targets
from rules.kernel.dice import faces_alike
from rules.kernel.prompts import Steps, roll
from rules.kernel.protocol import Effect, Modifier, Outcome, Ruling
from rules.kernel.sides import enemy


class Score(Struct, frozen=True):
    """A situation score with its working."""

    total: int
    modifiers: tuple[Modifier, ...] = ()

    def of(self, side: str) -> tuple[Modifier, ...]:
        """The working, each line with the side whose it is."""
        return tuple(replace(line, what=f"{side}: {line.what}") for line in self.modifiers)


class Odds(Struct, frozen=True):
    """A combat before the dice: both scores, what each needs and throws, who holds draws."""

    scores: tuple[Score, Score]
    needs: tuple[int, int]
    dice: tuple[int, int]
    draws_to: str
    rules: tuple[str, ...]


def score(
    state: State,
    square: Square,
    mine: Sequence[Block],
    pairs: Sequence[Pair],
    charging: Sequence[str],
) -> Score:
    """MAP-CMB-03 to -10: the situation score of one side's blocks; it may be negative
    (MAP-CMB-23). MAP-FOOT-02: foot is favoured against horse."""
    counts = {
        "same type": sum(1 for one in pairs if one.mine and one.theirs and one.same),
        "foot against horse": sum(1 for one in pairs if one.foot_on_horse),
        "impetuous horse charged": sum(1 for one in mine if one.id in charging),
        "aggressive foot": sum(1 for one in mine if one.kind == "aggressive foot"),
        "surplus": sum(1 for one in pairs if one.theirs is None),
        "cuirassiers": sum(1 for one in mine if one.kind == "cuirassiers"),
        "dragoons not in terrain": sum(
            1 for one in mine if one.main == "dragoons" and not favours_dragoons(state, square)
        ),
        "artillery": sum(1 for one in mine if one.main == "artillery"),
    }
    table = merged(COMBAT_SCORES, house(state, "MAP_MERGED"))
    lines = tuple(
        Modifier(f"{count} x {what}", f"{table[what][0] * count:+d}", table[what][1])
        for what, count in counts.items()
        if count
    )
    return Score(sum(int(line.value) for line in lines), lines)


def impetuous_charging(
    state: State, active: str, square: Square, charged: Sequence[str]
) -> tuple[str, ...]:
    """MAP-CMB-05: the impetuous horse that scores for a charge (MAP_IMPETUOUS).

    *charged*: the blocks that came into the square in this interaction; where others of their
    side held it already they were fed in.
    """
    if house(state, "MAP_IMPETUOUS") == "charged":
        receiving = holders(state, square, enemy(state, active)) if charged else ()
        return tuple(one.id for one in receiving if one.kind == "impetuous horse")
    coming = [one for one in holders(state, square, active) if one.id in charged]
    fed = any(one.id not in charged for one in holders(state, square, active))
    if fed and not is_on(state, "MAP_FEED_IS_CHARGE"):
        return ()
    return tuple(one.id for one in coming if one.kind == "impetuous horse")


def weigh(
    state: State, active: str, fight: Contest, pairs: Sequence[Pair], charged: Sequence[str]
) -> Odds:
    """Both scores of a combat, the difference (MAP-CMB-11) and what follows from it."""
    other, square = enemy(state, active), fight.square
    hot = impetuous_charging(state, active, square, charged)
    mine = score(state, square, holders(state, square, active), pairs, hot)
    flipped = [one.turned() for one in pairs]
    theirs = score(state, square, holders(state, square, other), flipped, hot)
    holder, why, rule = advantage(state, fight)
    worth = house(state, "MAP_TERRAIN_ADV")
    if holder and worth in ("1", "2"):
        line = Modifier(why, f"+{worth}", rule)
        mine, theirs = (
            Score(one.total + int(worth), (*one.modifiers, line)) if side == holder else one
            for side, one in ((active, mine), (other, theirs))
        )
    difference = mine.total - theirs.total + int(house(state, "MAP_DIFF_OFFSET"))
    need_active, need_other, row = targets(difference)
    return Odds(
        (mine, theirs),
        (need_active, need_other),
        (
            dice_count(state, holders(state, square, active), mine.total),
            dice_count(state, holders(state, square, other), theirs.total),
        ),
        holder if worth == "wins_draw" else "",
        ("MAP-CMB-11", row, *((rule,) if rule else ())),
    )


def dice_count(state: State, blocks: Sequence[Block], total: int) -> int:
    """MAP-CMB-17, MAP-SHR-12: how many dice these blocks throw (MAP_DICE)."""
    if not blocks:
        return 0
    way = house(state, "MAP_DICE")
    return len(blocks) if way == "per_block" else 1 if way == "single" else max(1, total)


def fight_in(story: Outcome, active: str, square: Square, charged: Sequence[str]) -> Steps[Outcome]:
    """MAP-CMB-01: one combat in a square, to its loser's lost block.

    *charged*: the active side's blocks that entered in this interaction.
    """
    state: State = story.state
    other = enemy(state, active)
    fight = contest(state, square) or Contest(square, other)
    pairs = yield from pair_blocks(state, active, square)
    odds = weigh(state, active, fight, pairs, charged)
    story = ruled(story, _scores(state, active, square, fight, odds))
    winner, story = yield from throw(story, active, square, odds)
    state = with_contest(story.state, square, replace(fight, rounds=fight.rounds + 1))
    loser = enemy(state, winner)
    says = f"{winner} wins in {text(square)}; {loser} removes 1 block."
    story = then(story, state, Effect("combat", text(square), winner, says))
    story = ruled(story, Ruling(says, ("MAP-CMB-18", "MAP-CMB-20")))
    story = yield from lose_in_combat(story, square, loser)
    return settle(story, square, winner)


def settle(story: Outcome, square: Square, winner: str) -> Outcome:
    """MAP-CMB-21, MAP-CMB-22: still contested, or held by the winner."""
    state: State = story.state
    if holders(state, square, enemy(state, winner)):
        return ruled(story, Ruling(f"{text(square)} stays contested.", ("MAP-CMB-21",)))
    says = f"{winner} holds {text(square)}."
    return ruled(story, Ruling(says, ("MAP-CMB-22",)))


def throw(story: Outcome, active: str, square: Square, odds: Odds) -> Steps[tuple[str, Outcome]]:
    """MAP-CMB-17 to -19: both throw until one has more successes; the winner and the story.

    The active player's dice come first (MAP-DICE-01), again after a draw.
    """
    other = enemy(story.state, active)
    where, standing = text(square), _standing(active, other, odds)
    while True:
        counts = []
        faces: tuple[int, ...] = ()
        for side, need, number in (
            (active, odds.needs[0], odds.dice[0]),
            (other, odds.needs[1], odds.dice[1]),
        ):
            what = f"Combat in {where}: {standing}: {side}"
            dice = yield from roll(
                what,
                number,
                side,
                need=need,
                alike=faces_alike(need),
                rules=("MAP-CMB-17", "MAP-DICE-01"),
            )
            counts.append(sum(face >= need for face in dice))
            faces += dice
        says = f"Combat in {where}: {counts[0]} v {counts[1]} successes."
        story = ruled(story, Ruling(says, ("MAP-CMB-17",), faces=faces))
        if counts[0] != counts[1]:
            return (active if counts[0] > counts[1] else other), story
        if odds.draws_to:
            return odds.draws_to, story
        story = ruled(story, Ruling("Level: both throw again.", ("MAP-CMB-19",)))


def _standing(active: str, other: str, odds: Odds) -> str:
    mine, theirs = odds.scores
    return (
        f"{active} {mine.total}, {other} {theirs.total}; "
        f"{active} needs {odds.needs[0]}, {other} needs {odds.needs[1]}"
    )


def _scores(state: State, active: str, square: Square, fight: Contest, odds: Odds) -> Ruling:
    mine, theirs = odds.scores
    holder, why, rule = advantage(state, fight)
    note = f" Terrain advantage: {holder}, {why}." if holder else ""
    says = f"Combat in {text(square)}: {_standing(active, enemy(state, active), odds)}.{note}"
    lines = (*mine.of(active), *theirs.of(enemy(state, active)))
    return Ruling(
        says,
        tuple(dict.fromkeys((*odds.rules, *((rule,) if holder else ())))),
        lines,
        f"{mine.total} - {theirs.total} = {mine.total - theirs.total}",
    )


def fight_all(
    story: Outcome, active: str, fights: dict[Square, tuple[str, ...]]
) -> Steps[tuple[Outcome, tuple[Square, ...]]]:
    """MAP-CHG-02: every square that received a block is fought; stops at a rout.

    Gives the story and the squares that one side alone now holds.
    """
    cleared: tuple[Square, ...] = ()
    for square, charged in fights.items():
        if is_over(story):
            break
        if not is_contested(story.state, square):
            story = _left_to_them(story, square)
            continue
        story = yield from fight_in(story, active, square, charged)
        if not is_contested(story.state, square):
            cleared += (square,)
    return rout(story), cleared


def _left_to_them(story: Outcome, square: Square) -> Outcome:
    """The square's own shooting drove out those who were charged: there is nobody to fight."""
    says = f"Nobody is left in {text(square)} to fight."
    story = then(story, with_contest(story.state, square, None))
    return ruled(story, Ruling(says, ("MAP-CHG-02",)))
