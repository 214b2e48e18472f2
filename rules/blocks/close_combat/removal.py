"""Which block is lost, and its loss (MAP-REM)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rules.blocks.close_combat.elan import block_lost, shift
from rules.blocks.state import Block, Going, Square, text, with_force
from rules.blocks.switches import LOSS_CHOICE, MAJORITY
from rules.kernel.prompts import Option, Steps, choose
from rules.kernel.sides import enemy
from rules.kernel.telling.names import titled


def majority(play: Going, stack: Sequence[Block]) -> str:
    """The main type most common in a stack (MAP_MAJORITY); "" for a tie."""
    counts = Counter(one.main for one in stack).most_common()
    if not counts:
        return ""
    top, number = counts[0]
    if play.on(MAJORITY.half):
        return top if 2 * number > len(stack) else ""
    return "" if len(counts) > 1 and counts[1][1] == number else top


def combat_candidates(play: Going, square: Square, loser: str) -> tuple[tuple[Block, ...], str]:
    """MAP-REM-02 to -04: the blocks one of which is lost in combat, and the step that says so."""
    stack = play.state.holders(square, loser)
    theirs = majority(play, play.state.foes(square, loser))
    alike = tuple(one for one in stack if one.main == theirs)
    if alike:
        return alike, "MAP-REM-02"
    own = majority(play, stack)
    alike = tuple(one for one in stack if one.main == own)
    return (alike, "MAP-REM-03") if alike else (stack, "MAP-REM-04")


def shot_candidates(
    stack: Sequence[Block], could_shoot: Sequence[str], cause: str
) -> tuple[tuple[Block, ...], str]:
    """MAP-REM-05 to -07: the blocks one of which is lost to muskets or to artillery."""
    if cause == "artillery":
        return tuple(stack), "MAP-REM-07"
    able = tuple(one for one in stack if one.id in could_shoot)
    return (able, "MAP-REM-05") if able else (tuple(stack), "MAP-REM-06")


def pick(what: str, by: str, blocks: Sequence[Block], rule: str) -> Steps[Block]:
    """One of *blocks*, asked for only when they differ in what tells one from another there."""
    if len({(one.kind, one.commanded_shot, one.did, one.own) for one in blocks}) == 1:
        return blocks[0]
    options = tuple(Option(one.id, f"{one.label}, {one.facts.title}") for one in blocks)
    chosen = yield from choose(what, by, options, rules=(rule,))
    return next(one for one in blocks if one.id == chosen)


def lose_in_combat(play: Going, square: Square, loser: str, *, lifts: bool = True) -> Steps[Going]:
    """MAP-CMB-20, MAP-BRK-04: one block of *loser* is removed from *square*, in combat order."""
    blocks, rule = combat_candidates(play, square, loser)
    lost = yield from pick(f"Block lost in {text(square)}", loser, blocks, rule)
    rules = ("MAP-REM-08", "MAP-REM-09") if lifts else ("MAP-REM-08", "MAP-BRK-04")
    return shift(remove(play, lost, rule), block_lost(play, loser, lifts), *rules)


def chooser(play: Going, owner: str, rule: str) -> str:
    """Who picks a block lost to shooting (MAP_LOSS_CHOICE)."""
    free = rule in ("MAP-REM-06", "MAP-REM-07")
    return enemy(play.state, owner) if free and play.on(LOSS_CHOICE.enemy) else owner


def remove(play: Going, lost: Block, rule: str) -> Going:
    """MAP-REM-01: a block leaves the game for good. Elan is the caller's."""
    play = play.change(lost, gone=True, square=None)
    play = with_force(play, lost.side, lost=play.state.force(lost.side).lost + 1)
    says = f"{lost.label} ({lost.facts.title}) of {titled(lost.side)} is removed."
    return play.step(says, rule, "MAP-REM-01")
