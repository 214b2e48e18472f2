"""What a game of blocks keeps count of: its blocks, its two armies, and the game itself."""

from __future__ import annotations

from rules.blocks.state import Block, Force, State, text
from rules.kernel.telling.ledger import (
    Account,
    Count,
    Ledger,
    Mark,
    Term,
    Weight,
    held,
    whole_game,
)

WHAT_IT_IS = "id side kind name base commanded_shot"
ITS_RECORD = "did own overall trail"
"""By which its next orders are judged."""

# fmt: off
BLOCKS_KEPT = Account("unit", Block, lambda state: state.blocks, (
    Mark("gone", held("gone"), ("gone",), "[is|are] removed", "[is|are] back", Weight.OUT,
         do="take it off the table"),
    # A block is whole or gone; that it went is told by the line above.
    Count("strength", lambda state, one: 0 if one.gone else 1, (), "", "",
          start=lambda state, one: 1),
    Term("square", lambda state, one: text(one.here) if one.stands else "", ("square",), {"": ""},
         "[is|are] in square {after} now"),
), frozenset(f"{WHAT_IT_IS} {ITS_RECORD}".split()))
# The clock of a side's own interactions is no news; each block that goes is told by its own line.
FORCES = Account("side", Force, lambda state: state.forces, (
    Count("elan", held("elan"), ("elan",), "[loses|lose] {n} elan: {after} left",
          "[gains|gain] {n} elan: {after} now", Weight.MORALE),
    Count("passes", held("passes"), ("passes",), "", "[has|have] passed {after} in a row",
          Weight.RECORD),
), frozenset("side interactions shots lost tercios picked".split()),
    key=lambda one: str(one.side), joins="")
# fmt: on

GAME = whole_game(
    State,
    Term("phase", held("phase"), ("phase", "step"), {"over": "the battle is over"},
         "the {after} begins", Weight.RECORD),
    # Blocks and forces have their own accounts, the field is laid out before, contests are seen
    # from the blocks that share a square, the victory tells of the end.
    silent="sides house forces blocks lands laid attacker contests active overall winner ended "
    "ended_by",
)  # fmt: skip

LEDGER: Ledger = (BLOCKS_KEPT, FORCES, GAME)
