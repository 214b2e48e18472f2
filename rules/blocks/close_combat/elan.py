"""Army elan: what lifts it, what lowers it, and the rout at nought (MAP-ELAN)."""

from __future__ import annotations

from rules.blocks.state import Going, with_force
from rules.blocks.switches import ELAN_CAP
from rules.blocks.tables import STARTING_ELAN
from rules.kernel.sides import enemy
from rules.kernel.telling.names import titled

HIGHEST = 20


def starting_elan(motivation: str) -> int:
    """MAP-ELAN-02, MAP-ELAN-03, MAP-ELAN-04: 12, 10 or 8.

    Raises:
        KeyError: not ``top``, ``middle`` or ``low``.
    """
    return STARTING_ELAN[motivation][0]


def changed(play: Going, side: str, by: int) -> int:
    """MAP-ELAN-01: the elan of *side* after a change, from 0 to 20 (MAP_ELAN_CAP)."""
    raised = max(0, play.state.force(side).elan + by)
    return raised if play.on(ELAN_CAP.none) else min(HIGHEST, raised)


def shift(play: Going, changes: dict[str, int], *rules: str) -> Going:
    """Apply changes of elan to both sides at once, then look for a rout."""
    told = []
    for side in play.state.sides:
        if by := changes.get(side, 0):
            new = changed(play, side, by)
            told.append(f"{titled(side)}: elan {play.state.force(side).elan} to {new}")
            play = with_force(play, side, elan=new)
    if told:
        play = play.step("; ".join(told) + ".", *rules, "MAP-ELAN-05")
    return rout(play)


def rout(play: Going) -> Going:
    """MAP-ELAN-06: an army with no elan left routs and the game stops at once."""
    broken = [one.side for one in play.state.forces if one.elan == 0]
    if play.state.is_over or not broken:
        return play
    winner = "" if len(broken) > 1 else enemy(play.state, broken[0])
    losers = " and ".join(map(titled, broken))
    return ended(play, winner, f"{losers} routed: elan is 0.", "MAP-ELAN-06")


def ended(play: Going, winner: str, says: str, rule: str) -> Going:
    """The game is over; *winner* "" for a draw."""
    play = play.with_state(phase="over", winner=winner, ended=says, ended_by=(rule,))
    return play.step(says, rule)


def block_lost(play: Going, owner: str, lifts: bool = True) -> dict[str, int]:
    """MAP-REM-08, MAP-REM-09: the changes for one lost block: its owner -1, the enemy +1."""
    return {owner: -1, enemy(play.state, owner): 1 if lifts else 0}
