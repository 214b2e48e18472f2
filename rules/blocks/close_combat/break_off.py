"""Leaving a contested square: one block is lost, the rest go one square home (MAP-BRK)."""

from __future__ import annotations

from collections.abc import Sequence

from rules.blocks.close_combat.removal import lose_in_combat
from rules.blocks.fire.fall_back import ways_home
from rules.blocks.state import Block, Going, Square, chosen_square, text
from rules.blocks.switches import BREAKOFF_ELAN
from rules.kernel.prompts import Steps
from rules.kernel.telling.names import side_does


def room_home(play: Going, leaving: Sequence[Block]) -> bool:
    """Is there a square homeward for every one of *leaving*, all limits kept?"""
    if not leaving:
        return True
    first, rest = leaving[0], leaving[1:]
    return any(room_home(play.change(first, square=to), rest) for to in ways_home(play, first))


def can_break_off(play: Going, square: Square, side: str) -> bool:
    """Can all but one of the blocks go home, whichever is lost?"""
    stack = play.state.holders(square, side)
    return all(room_home(play, tuple(one for one in stack if one.id != lost.id)) for lost in stack)


def break_off(
    play: Going, side: str, square: Square, wanted: dict[str, Square | None]
) -> Steps[Going]:
    """MAP-BRK-01 to -04: one block is lost at once, the others go home, where they are *wanted*
    if there is room.

    MAP-BRK-03: each may end in a square of its own, so that the rest still have room.
    """
    lifts = play.on(BREAKOFF_ELAN)
    says = f"{side_does(side, 'breaks')} off from {text(square)} and loses 1 block."
    play = play.step(says, "MAP-BRK-01", "MAP-BRK-04")
    play = yield from lose_in_combat(play, square, side, lifts=lifts)
    if play.state.is_over:
        return play
    going = play.state.holders(square, side)
    for place, one in enumerate(going):
        rest = going[place + 1 :]
        ways = [to for to in ways_home(play, one) if room_home(play.change(one, square=to), rest)]
        ways = [to for to in ways if to == wanted.get(one.id)] or ways
        to = yield from chosen_square(f"{one.does('breaks')} off to", side, ways, "MAP-BRK-02")
        own, overall = play.state.force(side).interactions + 1, play.state.overall + 1
        play = play.change(one, square=to, did="broke off", own=own, overall=overall, trail=())
        says = f"{one.does('breaks')} off to {text(to)}."
        play = play.step(says, "MAP-BRK-02", "MAP-BRK-03")
    return play
