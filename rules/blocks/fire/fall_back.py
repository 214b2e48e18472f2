"""A hit by fire: one block falls back, or is lost when none can (MAP-SHR-13 to -17)."""

from __future__ import annotations

from rules.blocks.close_combat.elan import block_lost
from rules.blocks.close_combat.removal import chooser, pick, remove, shot_candidates
from rules.blocks.field.grid import homeward
from rules.blocks.field.stacking import can_enter
from rules.blocks.state import Block, Going, Square, chosen_square, text
from rules.blocks.switches import UNABLE
from rules.kernel.prompts import Steps
from rules.kernel.sides import enemy
from rules.kernel.telling.names import titled


def ways_home(play: Going, one: Block) -> tuple[Square, ...]:
    """MAP-SHR-13, MAP-SHR-17, MAP-BRK-02: the squares one step homeward that are free of enemies
    and take the block."""
    if not one.stands:
        return ()
    return tuple(
        square
        for square in homeward(play, one, one.here)
        if not play.state.foes(square, one.side) and can_enter(play, square, one)
    )


def ways_back(play: Going, one: Block) -> tuple[Square, ...]:
    """The squares a block may fall back to; none for guns (MAP-ART-03)."""
    return () if one.main == "artillery" else ways_home(play, one)


def hit(
    play: Going, side: str, square: Square, cause: str, could_shoot: tuple[str, ...]
) -> Steps[tuple[Going, dict[str, int]]]:
    """One hit on *side* in *square*: the play, and the elan it will move (MAP-SHR-15)."""
    stack = play.state.holders(square, side)
    if not stack:
        return play.step(f"{text(square)} is empty: no effect.", "MAP-SHR-13"), {}
    able = tuple(one for one in stack if ways_back(play, one))
    candidates = stack if able and play.on(UNABLE.any) else able
    if candidates:
        what = f"Block of {titled(side)} in {text(square)} that falls back"
        one = yield from pick(what, side, candidates, "MAP-SHR-13")
        if one in able:
            return (yield from _fall_back(play, one))
        return remove(play, one, "MAP-SHR-14"), block_lost(play, side)
    blocks, rule = shot_candidates(stack, could_shoot, cause)
    what = f"Block of {titled(side)} lost to {cause} in {text(square)}"
    lost = yield from pick(what, chooser(play, side, rule), blocks, rule)
    play = play.step(f"No block in {text(square)} can fall back.", "MAP-SHR-14")
    return remove(play, lost, rule), block_lost(play, side)


def _fall_back(play: Going, one: Block) -> Steps[tuple[Going, dict[str, int]]]:
    what, rules = f"{one.does('falls')} back to", ("MAP-SHR-13", "MAP-SHR-17")
    to = yield from chosen_square(what, one.side, ways_back(play, one), *rules)
    play = play.change(one, square=to, trail=())
    play = play.step(f"{what} {text(to)}.", "MAP-SHR-13", "MAP-SHR-15")
    return play, {enemy(play.state, one.side): 1}
