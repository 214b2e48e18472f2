"""What the page shows of the game and of a block."""

from __future__ import annotations

from rules.blocks.fire.eligible import reach, rested_fault
from rules.blocks.ordering.duties import must_charge
from rules.blocks.ordering.orders import Order, Orders, activation_fault
from rules.blocks.state import Block, State, force, is_contested, text
from rules.kernel.protocol import Band, Card, Status
from rules.kernel.telling.words import many


def status(state: State) -> Status:
    """Where the game stands; there are no turns, so the turn is the count of interactions
    (MAP-BAT-03)."""
    lines = [(side, _force_line(state, side)) for side in state.sides]
    contested = [text(one.square) for one in state.contests if is_contested(state, one.square)]
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
    army = force(state, side)
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
    lines = [("square", place), ("range", str(reach(one) or "none"))]
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
    found = ["commanded shot"] if one.commanded_shot else []
    if is_contested(state, one.square):
        found.append("in combat")
    if must_charge(state, one):
        found.append("must charge")
    if rested_fault(state, one):
        found.append("may not shoot yet")
    if activation_fault(state, Orders(one.side, one.square, (Order(one, "stand"),))):
        found.append("out of reach of friends")
    return tuple(found)


def bands(_state: State, _unit: str) -> tuple[Band, ...]:
    """None: ranges here are squares, which the grid shows without a ring."""
    return ()
