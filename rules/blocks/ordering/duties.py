"""Blocks that must charge, and foot that must shoot (MAP-FOOT-03 to -05, MAP-HORSE)."""

from __future__ import annotations

from rules.blocks.field.grid import dist, neighbours
from rules.blocks.field.stacking import entry_fault
from rules.blocks.field.terrain import is_open
from rules.blocks.fire.eligible import may_act, targets_of
from rules.blocks.ordering.orders import Orders, river_bars
from rules.blocks.state import Block, Square, State, alive, holders, is_contested, text
from rules.blocks.switches import house
from rules.kernel.refusal import Refusal, refusal
from rules.kernel.sides import enemy

PROVOKED_BY = {
    "aggressive foot": ("foot", "MAP-FOOT-03"),
    "cuirassiers": ("horse", "MAP-HORSE-06"),
    "impetuous horse": ("horse", "MAP-HORSE-08"),
}
"""Kinds that must charge: the enemy that provokes them, and the rule. Controlled horse is
free (MAP-HORSE-02)."""


def must_charge(state: State, one: Block) -> str:
    """The rule that binds a block to charge now, or "".

    A block that may not be activated is bound by nothing (MAP-INT-04).
    """
    if not must_charge_at(state, one) or not may_act(state, one):
        return ""
    return PROVOKED_BY[one.kind][1]


def must_charge_at(state: State, one: Block, orders: Orders | None = None) -> tuple[Square, ...]:
    """The squares toward which a block is bound to charge.

    MAP-FOOT-03, MAP-HORSE-06, MAP-HORSE-08: next to enemy of the provoking type, every
    adjacent open square that holds an enemy. MAP-FOOT-04, MAP-HORSE-01: never one with nothing
    but dragoons, nor, for horse, but dragoons and foot; nor one that it could not enter, beside
    those that *orders* send there.
    """
    if one.kind not in PROVOKED_BY or one.square is None or is_contested(state, one.square):
        return ()
    other, near = enemy(state, one.side), neighbours(state, one.square)
    theirs = {to: {two.main for two in holders(state, to, other)} for to in near}
    if not any(PROVOKED_BY[one.kind][0] in mains for mains in theirs.values()):
        return ()
    harmless = {"dragoons"} if one.main == "foot" else {"dragoons", "foot"}
    sent = orders.doing("charge") if orders else ()
    return tuple(
        to
        for to, mains in theirs.items()
        if mains - harmless
        and is_open(state, to)
        and can_enter(state, one, to, tuple(order.block for order in sent if order.to == to))
    )


def charge_duty_fault(state: State, orders: Orders) -> Refusal | None:
    """MAP-FOOT-03, MAP-HORSE-06, -08: in an activated square bound blocks may only charge."""
    charging = {one.id for one in orders.blocks("charge")}
    for one in holders(state, orders.square, orders.side):
        rule = must_charge(state, one)
        if rule and one.id not in charging and must_charge_at(state, one, orders):
            return refusal(f"{one.id} must charge the enemy next to it", rule)
    return None


def can_enter(state: State, one: Block, square: Square, beside: tuple[Block, ...] = ()) -> bool:
    """Could a block charge into a square, together with those that charge it as well?"""
    if river_bars(state, one, square):
        return False
    return not entry_fault(state, square, (*beside, one))


def must_shoot_at(state: State, square: Square, side: str) -> tuple[Square, ...]:
    """MAP-FOOT-05: the adjacent squares at which the musketry foot of a square must shoot, if
    its owner does nothing else with the square."""
    found: list[Square] = []
    for one in holders(state, square, side):
        if one.kind == "musketry foot" and may_act(state, one):
            near = (to for to in targets_of(state, one) if dist(state, square, to) == 1)
            found += [to for to in near if to not in found]
    return tuple(found)


def bound_squares(state: State, side: str) -> dict[Square, str]:
    """The squares that a side is obliged to activate under MAP_FORCED = forces_activation."""
    bound: dict[Square, str] = {}
    if house(state, "MAP_FORCED") != "forces_activation":
        return bound
    for one in alive(state, side):
        square = one.square
        if square is None or not may_act(state, one):
            continue
        rule = must_charge(state, one)
        if not rule and must_shoot_at(state, square, side) and one.kind == "musketry foot":
            rule = "MAP-FOOT-05"
        if rule:
            bound.setdefault(square, rule)
    return bound


def activation_duty_fault(state: State, side: str, square: Square | None) -> Refusal | None:
    """Why a side may not activate *square* (None: pass) while a duty calls elsewhere."""
    bound = bound_squares(state, side)
    if not bound or square in bound:
        return None
    first, rule = next(iter(bound.items()))
    return refusal(f"{text(first)} must be activated first", rule)
