"""Which block is lost, and its loss (MAP-REM)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec.structs import replace

from rules.blocks.close_combat.elan import block_lost, shift
from rules.blocks.state import Block, Square, State, force, holders, text, with_blocks, with_force
from rules.blocks.story import ruled, then
from rules.blocks.switches import house
from rules.kernel.prompts import Option, Steps, choose
from rules.kernel.protocol import Effect, Outcome, Ruling
from rules.kernel.sides import enemy


def majority(state: State, stack: Sequence[Block]) -> str:
    """The main type most common in a stack (MAP_MAJORITY); "" for a tie."""
    counts = Counter(one.main for one in stack).most_common()
    if not counts:
        return ""
    top, number = counts[0]
    if house(state, "MAP_MAJORITY") == "half":
        return top if 2 * number > len(stack) else ""
    return "" if len(counts) > 1 and counts[1][1] == number else top


def combat_candidates(state: State, square: Square, loser: str) -> tuple[tuple[Block, ...], str]:
    """MAP-REM-02 to -04: the blocks one of which is lost in combat, and the step that says so."""
    stack = holders(state, square, loser)
    theirs = majority(state, holders(state, square, enemy(state, loser)))
    alike = tuple(one for one in stack if one.main == theirs)
    if alike:
        return alike, "MAP-REM-02"
    own = majority(state, stack)
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


def alike(one: Block) -> tuple[object, ...]:
    """What tells a block from another in the same square; equal ones are interchangeable."""
    return one.kind, one.commanded_shot, one.did, one.own


def pick(what: str, by: str, blocks: Sequence[Block], rule: str) -> Steps[Block]:
    """One of *blocks*, asked for only when they differ."""
    if len({alike(one) for one in blocks}) == 1:
        return blocks[0]
    options = tuple(Option(one.id, f"{one.id}, {one.facts.title}") for one in blocks)
    chosen = yield from choose(what, by, options, rules=(rule,))
    return next(one for one in blocks if one.id == chosen)


def lose_in_combat(
    story: Outcome, square: Square, loser: str, *, lifts: bool = True
) -> Steps[Outcome]:
    """MAP-CMB-20, MAP-BRK-04: one block of *loser* is removed from *square*, in combat order."""
    blocks, rule = combat_candidates(story.state, square, loser)
    lost = yield from pick(f"Block lost in {text(square)}", loser, blocks, rule)
    story = remove(story, lost, rule)
    rules = ("MAP-REM-08", "MAP-REM-09") if lifts else ("MAP-REM-08", "MAP-BRK-04")
    return shift(story, block_lost(story.state, loser, lifts), *rules)


def chooser(state: State, owner: str, rule: str) -> str:
    """Who picks a block lost to shooting (MAP_LOSS_CHOICE)."""
    free = rule in ("MAP-REM-06", "MAP-REM-07")
    return enemy(state, owner) if free and house(state, "MAP_LOSS_CHOICE") == "enemy" else owner


def remove(story: Outcome, lost: Block, rule: str) -> Outcome:
    """MAP-REM-01: a block leaves the game for good. Elan is the caller's."""
    state = with_blocks(story.state, (replace(lost, gone=True, square=None),))
    army = force(state, lost.side)
    state = with_force(state, replace(army, lost=army.lost + 1))
    says = f"{lost.id} ({lost.facts.title}) of {lost.side} is removed."
    story = then(story, state, Effect("removed", lost.id, 1, says))
    return ruled(story, Ruling(says, (rule, "MAP-REM-01")))
