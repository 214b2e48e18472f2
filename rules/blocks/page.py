"""What the page shows of the game and of a block."""

from __future__ import annotations

from rules.blocks.asking.offers import block_offers
from rules.blocks.field.drawn import shown
from rules.blocks.fire.eligible import has_rested, may_act
from rules.blocks.fire.eligible import reach as range_of
from rules.blocks.ordering.duties import must_charge
from rules.blocks.ordering.orders import DOINGS, read_orders
from rules.blocks.state import Block, State, parse_square, text
from rules.kernel.play import Play, first_fault
from rules.kernel.prompts import Reach
from rules.kernel.protocol import Action, Band, Card, Status
from rules.kernel.telling.words import many
from vision.table.snapshot import Snapshot

NO_TABLE = Snapshot((36.0, 27.0))
"""What a card shows is remembered, not seen."""


def status(state: State) -> Status:
    """Where the game stands; there are no turns, so the turn is the count of interactions
    (MAP-BAT-03)."""
    lines = [(side, _force_line(state, side)) for side in state.sides]
    contested = [text(one.square) for one in state.contests if state.is_contested(one.square)]
    if contested:
        lines.append(("contested", " ".join(contested)))
    if state.attacker:
        lines.append(("attacker", state.attacker))
    to_act: tuple[str, ...] = ()
    if state.active and state.phase != "over":
        to_act = (state.active,)
    if state.phase == "engagement":
        to_act = state.sides
    return Status(state.overall, state.phase, to_act, tuple(lines))


def _force_line(state: State, side: str) -> str:
    """Elan, blocks left, and how many of them are still to be deployed."""
    army = state.force(side)
    left = [one for one in state.blocks if one.side == side and not one.gone]
    waiting = sum(one.square is None for one in left)
    more = f" ({waiting} to deploy)" if waiting else ""
    blocks, done = many(len(left), "block"), many(army.interactions, "interaction")
    return f"elan {army.elan}, {blocks}{more}, {done}"


def card(state: State, unit: str) -> Card:
    """One block: kind, square, range, and what binds or hampers it.

    Raises:
        KeyError: no such block.
    """
    one = next((block for block in state.blocks if block.id == unit), None)
    if one is None:
        raise KeyError(unit)
    place = text(one.square) if one.square else "removed" if one.gone else "not deployed"
    lines = [("square", place), ("range", str(range_of(one) or "none"))]
    if one.did:
        lines.append(("last", f"{one.did} in interaction {one.own}"))
    return Card(
        one.id,
        one.name or one.facts.title,
        one.side,
        one.facts.title,
        tuple(lines),
        _badges(state, one),
        one.gone,
    )


def _badges(state: State, one: Block) -> tuple[str, ...]:
    if one.square is None:
        return ()
    play = Play(state, NO_TABLE)
    badges = {
        "commanded shot": one.commanded_shot,
        "in combat": state.is_contested(one.square),
        "must charge": must_charge(play, one),
        "may not shoot yet": first_fault(has_rested(play, one)),
        "out of reach of friends": not may_act(play, one),
    }
    return tuple(badge for badge, holds in badges.items() if holds)


def bands(_state: State, _unit: str) -> tuple[Band, ...]:
    """None: ranges here are squares, which the grid shows without a ring."""
    return ()


def reach(state: State, table: Snapshot, block_id: str) -> tuple[Reach, ...]:
    """The squares that a move, or a charge, which is open to a block now may take it to; it
    decides nothing (MAP-MOVE)."""
    one = next((block for block in state.blocks if block.id == block_id), None)
    if one is None or not one.stands or state.phase != "battle":
        return ()
    found: list[Reach] = []
    for offer in block_offers(Play(state, table), one):
        squares = [parse_square(word) for word in offer.needs.get("to", ())]
        if offer.legal and offer.action.do == "move":
            found += shown(table, block_id, squares, "move to", "MAP-MOVE-01")
        elif offer.legal and offer.action.do == "charge":
            found += shown(table, block_id, squares, "charge at", "MAP-CHG-01", "costs")
    return tuple(found)


def parties(action: Action, state: State, table: Snapshot) -> tuple[str, ...]:
    """Who charges or fires together, and the enemies in the squares at which they do."""
    if action.do not in DOINGS:
        return ()
    play = Play(state, table)
    others = dict(action.more)
    to = others.pop("to", "") or action.at
    orders = read_orders(play, play.unit(action.by), action.do, to, others).doing(
        "charge", "shoot")  # fmt: skip
    squares = [order.to for order in orders]
    foes = [one.id for one in state.blocks if one.square in squares and not one.gone]
    return (*(order.block.id for order in orders), *foes)
