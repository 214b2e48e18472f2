"""A hit by fire: one block falls back, or is lost when none can (MAP-SHR-13 to -17)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.blocks.close_combat.elan import block_lost
from rules.blocks.close_combat.removal import chooser, pick, remove, shot_candidates
from rules.blocks.field.grid import homeward
from rules.blocks.field.stacking import entry_fault
from rules.blocks.state import Block, Square, State, holders, text, with_blocks
from rules.blocks.story import ruled, then
from rules.blocks.switches import house
from rules.kernel.prompts import Option, Steps, choose
from rules.kernel.protocol import Effect, Outcome, Ruling
from rules.kernel.sides import enemy


def ways_back(state: State, one: Block) -> tuple[Square, ...]:
    """MAP-SHR-13, MAP-SHR-17: the squares a block may fall back to; none for guns (MAP-ART-03)."""
    if one.main == "artillery" or one.square is None:
        return ()
    other = enemy(state, one.side)
    return tuple(
        square
        for square in homeward(state, one, one.square)
        if not holders(state, square, other) and not entry_fault(state, square, (one,))
    )


def hit(
    story: Outcome, side: str, square: Square, cause: str, could_shoot: tuple[str, ...]
) -> Steps[tuple[Outcome, dict[str, int]]]:
    """One hit on *side* in *square*: the story, and the elan it will move (MAP-SHR-15)."""
    state: State = story.state
    stack = holders(state, square, side)
    if not stack:
        return ruled(story, Ruling(f"{text(square)} is empty: no effect.", ("MAP-SHR-13",))), {}
    able = tuple(one for one in stack if ways_back(state, one))
    any_may = house(state, "MAP_UNABLE") == "any"
    candidates = stack if any_may and able else able
    if candidates:
        one = yield from pick(
            f"Block of {side} in {text(square)} that falls back", side, candidates, "MAP-SHR-13"
        )
        if one in able:
            return (yield from _fall_back(story, one))
        story = remove(story, one, "MAP-SHR-14")
        return story, block_lost(state, side)
    blocks, rule = shot_candidates(stack, could_shoot, cause)
    lost = yield from pick(
        f"Block of {side} lost to {cause} in {text(square)}",
        chooser(state, side, rule),
        blocks,
        rule,
    )
    story = ruled(story, Ruling(f"No block in {text(square)} can fall back.", ("MAP-SHR-14",)))
    return remove(story, lost, rule), block_lost(state, side)


def _fall_back(story: Outcome, one: Block) -> Steps[tuple[Outcome, dict[str, int]]]:
    options = tuple(Option(text(square)) for square in ways_back(story.state, one))
    chosen = yield from choose(
        f"{one.id} falls back to", one.side, options, rules=("MAP-SHR-13", "MAP-SHR-17")
    )
    column, row = map(int, chosen.split(","))
    state = with_blocks(story.state, (replace(one, square=(column, row), trail=()),))
    says = f"{one.id} falls back to {chosen}."
    story = then(story, state, Effect("fell back", one.id, chosen, says))
    story = ruled(story, Ruling(says, ("MAP-SHR-13", "MAP-SHR-15")))
    return story, {enemy(state, one.side): 1}
