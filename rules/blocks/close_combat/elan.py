"""Army elan: what lifts it, what lowers it, and the rout at nought (MAP-ELAN)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.blocks.state import State, force, with_force
from rules.blocks.story import is_over, ruled, then
from rules.blocks.switches import house
from rules.blocks.tables import STARTING_ELAN
from rules.kernel.protocol import Effect, Outcome, Ruling
from rules.kernel.sides import enemy

HIGHEST = 20


def starting_elan(motivation: str) -> int:
    """MAP-ELAN-02, MAP-ELAN-03, MAP-ELAN-04: 12, 10 or 8.

    Raises:
        KeyError: not ``top``, ``middle`` or ``low``.
    """
    return STARTING_ELAN[motivation][0]


def changed(state: State, side: str, by: int) -> int:
    """MAP-ELAN-01: the elan of *side* after a change, from 0 to 20 (MAP_ELAN_CAP)."""
    raised = max(0, force(state, side).elan + by)
    return raised if house(state, "MAP_ELAN_CAP") == "none" else min(HIGHEST, raised)


def shift(story: Outcome, changes: dict[str, int], *rules: str) -> Outcome:
    """Apply changes of elan to both sides at once, then look for a rout."""
    state: State = story.state
    effects = []
    for side in state.sides:
        by = changes.get(side, 0)
        if by == 0:
            continue
        new = changed(state, side, by)
        says = f"{side}: elan {force(state, side).elan} to {new}"
        state = with_force(state, replace(force(state, side), elan=new))
        effects.append(Effect("elan", side, by, says))
    story = then(story, state, *effects)
    if effects:
        says = "; ".join(effect.says for effect in effects) + "."
        story = ruled(story, Ruling(says, (*rules, "MAP-ELAN-05")))
    return rout(story)


def rout(story: Outcome) -> Outcome:
    """MAP-ELAN-06: an army with no elan left routs and the game stops at once."""
    state: State = story.state
    broken = [one.side for one in state.forces if one.elan == 0]
    if is_over(story) or not broken:
        return story
    winner = "" if len(broken) > 1 else enemy(state, broken[0])
    says = f"{' and '.join(broken)} routed: elan is 0."
    over = replace(state, phase="over", winner=winner, ended=says, ended_by=("MAP-ELAN-06",))
    return ruled(then(story, over, Effect("rout", broken[0])), Ruling(says, ("MAP-ELAN-06",)))


def block_lost(state: State, owner: str, lifts: bool = True) -> dict[str, int]:
    """MAP-REM-08, MAP-REM-09: the changes for one lost block: its owner -1, the enemy +1."""
    return {owner: -1, enemy(state, owner): 1 if lifts else 0}
