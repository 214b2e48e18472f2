"""The squares that a block may move into, for the page to draw; it decides nothing (MAP-MOVE)."""

from __future__ import annotations

from rules.blocks.asking.offers import block_offers
from rules.blocks.field.drawn import shown
from rules.blocks.state import State, parse_square
from rules.kernel.prompts import Reach
from vision.table.snapshot import Snapshot


def reach(state: State, table: Snapshot, block_id: str) -> tuple[Reach, ...]:
    """The squares that a move, or a charge, which is open to a block now may take it to."""
    one = next((block for block in state.blocks if block.id == block_id), None)
    if one is None or one.gone or one.square is None or state.phase != "battle":
        return ()
    found: list[Reach] = []
    for offer in block_offers(state, one):
        squares = [parse_square(word) for word in offer.needs.get("to", ())]
        if offer.legal and offer.action.do == "move":
            found += shown(table, block_id, squares, "move to", "MAP-MOVE-01")
        elif offer.legal and offer.action.do == "charge":
            found += shown(table, block_id, squares, "charge at", "MAP-CHG-01", "costs")
    return tuple(found)
