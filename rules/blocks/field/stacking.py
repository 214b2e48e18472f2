"""How many blocks fit in a square, and which may share one (MAP-GRID, MAP-DRG-04)."""

from __future__ import annotations

from collections.abc import Sequence

from rules.blocks.state import Block, Square, State, alive, force, holders, text
from rules.blocks.switches import house, is_on
from rules.blocks.tables import STACK, STACK_DRAGOONS, STACK_GUNS
from rules.kernel.refusal import Refusal, refusal
from rules.kernel.sides import enemy


def stack_fault(state: State, stack: Sequence[Block]) -> Refusal | None:
    """What is wrong with these friendly blocks in one square, with its rule; "" when nothing."""
    kinds = [one.main for one in stack]
    if len(stack) > STACK:
        return refusal(
            f"{len(stack)} blocks, at most {STACK} of a side share a square", "MAP-GRID-01"
        )
    if kinds.count("artillery") > STACK_GUNS:
        return refusal("two artillery blocks may not share a square", "MAP-GRID-02")
    if kinds.count("dragoons") > STACK_DRAGOONS:
        return refusal("two dragoon blocks may not share a square", "MAP-GRID-03")
    if "dragoons" in kinds and "foot" in kinds:
        return refusal("dragoons and foot may not share a square", "MAP-DRG-04")
    if stack and kinds.count("foot") > 2 and two_foot_binds(state, stack[0].side):
        return refusal("3 foot share a square only in tercio armies", "MAP-ARMY-05")
    return None


def two_foot_binds(state: State, side: str) -> bool:
    """MAP-ARMY-05: armies without tercios put at most 2 foot in a square (MAP_TWO_FOOT)."""
    if force(state, side).tercios:
        return False
    way = house(state, "MAP_TWO_FOOT")
    if way == "always":
        return True
    early = is_on(state, "MAP_EARLY_TERCIO")
    return early and (way == "early_flag" or state.phase == "deployment")


def entry_fault(
    state: State, square: Square, coming: Sequence[Block], *, leaving: Sequence[str] = ()
) -> Refusal | None:
    """What forbids *coming* to stand in *square* beside the friends that stay there.

    MAP-GRID-05, -07, -08: the same limits hold in a contested square, a side at a time.
    """
    if not coming:
        return None
    side = coming[0].side
    staying = [
        one
        for one in holders(state, square, side)
        if one.id not in leaving and one.id not in {new.id for new in coming}
    ]
    fault = stack_fault(state, [*staying, *coming])
    if fault is None:
        return None
    contested = ("MAP-GRID-05", "MAP-GRID-07", "MAP-GRID-08")
    rules = contested if holders(state, square, enemy(state, side)) else ()
    return fault.also(*rules, before=f"{text(square)}: ")


def stack_faults(state: State) -> tuple[Refusal, ...]:
    """Every square of the field whose stack is illegal, for checking a whole table."""
    found = []
    for side in state.sides:
        for square in sorted({one.square for one in alive(state, side) if one.square}):
            fault = stack_fault(state, holders(state, square, side))
            if fault:
                found.append(fault.also(before=f"{side} in {text(square)}: "))
    return tuple(found)
