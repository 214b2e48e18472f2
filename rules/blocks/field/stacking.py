"""How many blocks fit in a square, and which may share one (MAP-GRID, MAP-DRG-04)."""

from __future__ import annotations

from collections.abc import Sequence

from rules.blocks.state import Block, Going, Square, text
from rules.blocks.switches import EARLY_TERCIO, TWO_FOOT
from rules.blocks.tables import STACK, STACK_DRAGOONS, STACK_GUNS
from rules.kernel.play import Condition, Conditions, fails, first_fault, lawful
from rules.kernel.refusal import Refusal
from rules.kernel.telling.names import titled


def may_share(play: Going, stack: Sequence[Block]) -> Conditions:
    """What these friendly blocks must keep to in one square."""
    kinds = [one.main for one in stack]
    yield len(stack) <= STACK or fails(
        f"{len(stack)} blocks, at most {STACK} of a side share a square",
        "MAP-GRID-01")  # fmt: skip
    yield kinds.count("artillery") <= STACK_GUNS or fails(
        "two artillery blocks may not share a square", "MAP-GRID-02")  # fmt: skip
    yield kinds.count("dragoons") <= STACK_DRAGOONS or fails(
        "two dragoon blocks may not share a square", "MAP-GRID-03")  # fmt: skip
    yield not {"dragoons", "foot"} <= set(kinds) or fails(
        "dragoons and foot may not share a square", "MAP-DRG-04")  # fmt: skip
    yield kinds.count("foot") <= 2 or not two_foot_binds(play, stack[0].side) or fails(
        "3 foot share a square only in tercio armies", "MAP-ARMY-05")  # fmt: skip


def fits(play: Going, stack: Sequence[Block]) -> bool:
    """May these friendly blocks share a square?"""
    return first_fault(may_share(play, stack)) is None


def two_foot_binds(play: Going, side: str) -> bool:
    """MAP-ARMY-05: armies without tercios put at most 2 foot in a square (MAP_TWO_FOOT)."""
    if play.state.force(side).tercios:
        return False
    if play.on(TWO_FOOT.always):
        return True
    is_time = play.on(TWO_FOOT.early_flag) or play.state.phase == "deployment"
    return play.on(EARLY_TERCIO) and is_time


def may_enter(
    play: Going, square: Square, coming: Sequence[Block], *, leaving: Sequence[str] = ()
) -> Conditions:
    """What lets *coming* stand in *square* beside the friends that stay there.

    MAP-GRID-05, -07, -08: the same limits hold in a contested square, a side at a time.
    """
    if not coming:
        return
    away, side = {*leaving, *(new.id for new in coming)}, coming[0].side
    staying = [one for one in play.state.holders(square, side) if one.id not in away]
    contested = ("MAP-GRID-05", "MAP-GRID-07", "MAP-GRID-08")
    rules = contested if play.state.foes(square, side) else ()
    yield shares(play, square, [*staying, *coming], *rules)


def shares(play: Going, square: Square, stack: Sequence[Block], *rules: str) -> Condition:
    """May these friendly blocks share that square?"""
    fault = first_fault(may_share(play, stack))
    return fault is None or lawful(fault.also(*rules, before=f"{text(square)}: "))


def can_enter(play: Going, square: Square, *coming: Block) -> bool:
    """May they stand in the square beside the friends there?"""
    return first_fault(may_enter(play, square, coming)) is None


def stack_faults(play: Going) -> tuple[Refusal, ...]:
    """Every square of the field whose stack is illegal, for checking a whole table."""
    return tuple(
        fault.also(before=f"{titled(side)} in {text(square)}: ")
        for side in play.state.sides
        for square, stack in sorted(play.state.stacks(side).items())
        if (fault := first_fault(may_share(play, stack)))
    )
