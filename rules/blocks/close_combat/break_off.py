"""Leaving a contested square: one block is lost, the rest go one square home (MAP-BRK)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from rules.blocks.close_combat.removal import lose_in_combat
from rules.blocks.field.grid import homeward
from rules.blocks.field.stacking import entry_fault
from rules.blocks.ordering.orders import Orders
from rules.blocks.state import Block, Square, State, block, force, holders, text, with_blocks
from rules.blocks.story import is_over, ruled, then
from rules.blocks.switches import is_on
from rules.kernel.prompts import Option, Steps, choose
from rules.kernel.protocol import Effect, IllegalAction, Outcome, Ruling
from rules.kernel.sides import enemy


def room_home(state: State, leaving: Sequence[Block]) -> bool:
    """Is there a square homeward for every one of *leaving*, all limits kept?"""
    if not leaving:
        return True
    first, rest = leaving[0], leaving[1:]
    return any(
        room_home(with_blocks(state, (replace(first, square=to),)), rest)
        for to in free_home(state, first)
    )


def free_home(state: State, one: Block) -> tuple[Square, ...]:
    """MAP-BRK-02: the squares a block may break off to."""
    if one.square is None:
        return ()
    return tuple(
        to
        for to in homeward(state, one, one.square)
        if not holders(state, to, enemy(state, one.side)) and not entry_fault(state, to, (one,))
    )


def can_break_off(state: State, square: Square, side: str) -> bool:
    """Can all but one of the blocks go home, whichever is lost?"""
    stack = holders(state, square, side)
    return all(room_home(state, tuple(one for one in stack if one.id != lost.id)) for lost in stack)


def break_off(story: Outcome, orders: Orders) -> Steps[Outcome]:
    """MAP-BRK-01 to -04: one block is lost at once, the others go home.

    Raises:
        IllegalAction: there is no room homeward.
    """
    side, square = orders.side, orders.square
    if not can_break_off(story.state, square, side):
        raise IllegalAction(f"There is no room to break off from {text(square)}", "MAP-BRK-02")
    lifts = is_on(story.state, "MAP_BREAKOFF_ELAN")
    story = ruled(
        story,
        Ruling(
            f"{side} breaks off from {text(square)} and loses 1 block.",
            ("MAP-BRK-01", "MAP-BRK-04"),
        ),
    )
    story = yield from lose_in_combat(story, square, side, lifts=lifts)
    if is_over(story):
        return story
    wanted = {one.block.id: one.to for one in orders.orders}
    going = holders(story.state, square, side)
    for place, one in enumerate(going):
        story = yield from _go_home(story, one, wanted.get(one.id), going[place + 1 :])
    return story


def _go_home(
    story: Outcome, one: Block, wanted: Square | None, rest: Sequence[Block]
) -> Steps[Outcome]:
    """MAP-BRK-03: each may end in a square of its own, so that the rest still have room."""
    state: State = story.state
    ways = tuple(
        to
        for to in free_home(state, one)
        if room_home(with_blocks(state, (replace(one, square=to),)), rest)
    )
    if wanted in ways and wanted is not None:
        ways = (wanted,)
    chosen = yield from choose(
        f"{one.id} breaks off to",
        one.side,
        tuple(Option(text(to)) for to in ways),
        rules=("MAP-BRK-02",),
    )
    to = next(square for square in ways if text(square) == chosen)
    own = force(state, one.side).interactions + 1
    gone = replace(
        block(state, one.id),
        square=to,
        did="broke off",
        own=own,
        overall=state.overall + 1,
        trail=(),
    )
    says = f"{one.id} breaks off to {chosen}."
    story = then(story, with_blocks(state, (gone,)), Effect("broke off", one.id, chosen, says))
    return ruled(story, Ruling(says, ("MAP-BRK-02", "MAP-BRK-03")))
