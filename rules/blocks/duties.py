"""Blocks that must charge, and foot that must shoot (MAP-FOOT-03 to -05, MAP-HORSE)."""

from __future__ import annotations

from rules.blocks.eligible import targets_of
from rules.blocks.grid import dist, nearest_friend, neighbours
from rules.blocks.orders import Orders, river_bars
from rules.blocks.stacking import entry_fault
from rules.blocks.state import Block, Square, State, alive, holders, is_contested, text
from rules.blocks.switches import house
from rules.blocks.tables import FRIENDS_WITHIN
from rules.blocks.terrain import is_open
from rules.sides import enemy

PROVOKED_BY = {
    "aggressive foot": ("foot", "MAP-FOOT-03"),
    "cuirassiers": ("horse", "MAP-HORSE-06"),
    "impetuous horse": ("horse", "MAP-HORSE-08"),
}
"""Kinds that must charge: the enemy that provokes them, and the rule. Controlled horse is
free (MAP-HORSE-02)."""


def must_charge(state: State, one: Block) -> str:
    """The rule that binds a block to charge now, or "".

    MAP-FOOT-03, MAP-HORSE-06, MAP-HORSE-08: next to enemy of the provoking type in open
    ground. MAP-FOOT-04, MAP-HORSE-01: squares without that type (dragoons, or for horse
    foot too) never bind. A square it could not enter does not bind either.
    """
    if one.kind not in PROVOKED_BY or one.square is None or is_contested(state, one.square):
        return ""
    provoker, rule = PROVOKED_BY[one.kind]
    for square in neighbours(state, one.square):
        theirs = holders(state, square, enemy(state, one.side))
        provoked = any(two.main == provoker for two in theirs) and is_open(state, square)
        if provoked and can_enter(state, one, square):
            return rule
    return ""


def charge_duty_fault(state: State, orders: Orders) -> str:
    """MAP-FOOT-03, MAP-HORSE-06, -08: in an activated square bound blocks may only charge."""
    charging = {one.id for one in orders.blocks("charge")}
    for one in holders(state, orders.square, orders.side):
        rule = must_charge(state, one)
        if rule and one.id not in charging and _has_room(state, orders, one):
            return f"{one.id} must charge the enemy next to it ({rule})"
    return ""


def _has_room(state: State, orders: Orders, one: Block) -> bool:
    """Could it still charge once the others that were ordered in have gone?"""
    for square in neighbours(state, orders.square):
        if not holders(state, square, enemy(state, one.side)):
            continue
        beside = tuple(order.block for order in orders.doing("charge") if order.to == square)
        if can_enter(state, one, square, beside):
            return True
    return False


def can_enter(
    state: State, one: Block, square: Square, beside: tuple[Block, ...] = ()
) -> bool:
    """Could a block charge into a square, together with those that charge it as well?"""
    if river_bars(state, one, square):
        return False
    return not entry_fault(state, square, (*beside, one))


def must_shoot_at(state: State, square: Square, side: str) -> tuple[Square, ...]:
    """MAP-FOOT-05: the adjacent squares at which the musketry foot of a square must shoot, if
    its owner does nothing else with the square."""
    found: list[Square] = []
    for one in holders(state, square, side):
        if one.kind == "musketry foot":
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
        if square is None or nearest_friend(state, side, square, one) > FRIENDS_WITHIN:
            continue
        rule = must_charge(state, one)
        if not rule and must_shoot_at(state, square, side) and one.kind == "musketry foot":
            rule = "MAP-FOOT-05"
        if rule:
            bound.setdefault(square, rule)
    return bound


def activation_duty_fault(state: State, side: str, square: Square | None) -> str:
    """Why a side may not activate *square* (None: pass) while a duty calls elsewhere."""
    bound = bound_squares(state, side)
    if not bound or square in bound:
        return ""
    first, rule = next(iter(bound.items()))
    return f"{text(first)} must be activated first ({rule}, house rule)"
