"""What a game of blocks keeps count of: its blocks, its two armies, and the game itself."""

from __future__ import annotations

from rules.blocks.state import Block, Force, State, text
from rules.kernel.telling.ledger import Account, Count, Ledger, Mark, Term, Weight

BLOCKS_KEPT = Account(
    kind="unit",
    of_type=Block,
    entries=lambda state: state.blocks,
    lines=(
        Mark("gone", lambda state, one: one.gone, ("gone",), "[is|are] removed", "[is|are] back",
             Weight.OUT, do="take it off the table"),
        # A block is whole or gone; that it went is told by the line above.
        Count("strength", lambda state, one: 0 if one.gone else 1, (), "", "",
              start=lambda state, one: 1),
        Term("square", lambda state, one: text(one.here) if one.stands else "", ("square",),
             says={"": ""}, other="[is|are] in square {after} now", weight=Weight.STANDING),
    ),
    silent=frozenset({
        "id", "side", "kind", "name", "base",  # what it is, for the whole battle
        "commanded_shot",  # chosen before the battle
        "did", "own", "overall", "trail",  # the record by which its next orders are judged
    }),
)  # fmt: skip
FORCES = Account(
    kind="side",
    of_type=Force,
    entries=lambda state: state.forces,
    key=lambda one: str(one.side),
    lines=(
        Count("elan", lambda state, one: one.elan, ("elan",),
              "[loses|lose] {n} elan: {after} left", "[gains|gain] {n} elan: {after} now",
              Weight.MORALE),
        Count("passes", lambda state, one: one.passes, ("passes",), "",
              "[has|have] passed {after} in a row", Weight.RECORD),
    ),
    silent=frozenset({
        "side", "interactions", "shots",  # the clock of the side's own interactions
        "lost",  # each block that goes is told by its own line
        "tercios", "picked",  # chosen before the battle
    }),
    joins="",
)  # fmt: skip
GAME = Account(
    kind="game",
    of_type=State,
    entries=lambda state: (state,),
    key=lambda state: "",
    side=lambda state, entry: "",
    lines=(
        Term("phase", lambda state, one: one.phase, ("phase", "step"),
             says={"over": "the battle is over"}, other="the {after} begins",
             weight=Weight.RECORD),
    ),
    silent=frozenset({
        "sides", "house", "forces", "blocks",  # told by their own accounts
        "lands", "laid", "attacker",  # laid out before the battle
        "contests",  # seen from the blocks that share a square
        "active", "overall",  # whose interaction it is stands on the page
        "winner", "ended", "ended_by",  # told by the victory
    }),
)  # fmt: skip

LEDGER: Ledger = (BLOCKS_KEPT, FORCES, GAME)
