"""Blocks that must charge, and foot that must shoot (MAP-FOOT-03 to -05, MAP-HORSE)."""

from __future__ import annotations

from rules.blocks.field.grid import dist, neighbours
from rules.blocks.field.stacking import can_enter
from rules.blocks.field.terrain import is_open
from rules.blocks.fire.eligible import may_act, targets_of
from rules.blocks.ordering.orders import Orders, river_bars
from rules.blocks.state import Block, Going, Square, text
from rules.blocks.switches import FORCED
from rules.kernel.play import Conditions, fails

PROVOKED_BY = {
    "aggressive foot": ("foot", "MAP-FOOT-03"),
    "cuirassiers": ("horse", "MAP-HORSE-06"),
    "impetuous horse": ("horse", "MAP-HORSE-08"),
}
"""Kinds that must charge: the enemy that provokes them, and the rule. Controlled horse is
free (MAP-HORSE-02)."""


def must_charge(play: Going, one: Block) -> str:
    """The rule that binds a block to charge now, or "".

    A block that may not be activated is bound by nothing (MAP-INT-04).
    """
    if not must_charge_at(play, one) or not may_act(play, one):
        return ""
    return PROVOKED_BY[one.kind][1]


def must_charge_at(play: Going, one: Block, orders: Orders | None = None) -> tuple[Square, ...]:
    """The squares toward which a block is bound to charge.

    MAP-FOOT-03, MAP-HORSE-06, MAP-HORSE-08: next to enemy of the provoking type, every
    adjacent open square that holds an enemy. MAP-FOOT-04, MAP-HORSE-01: never one with nothing
    but dragoons, nor, for horse, but dragoons and foot; nor one that it could not enter, beside
    those that *orders* send there.
    """
    if one.kind not in PROVOKED_BY or not one.stands or play.state.is_contested(one.here):
        return ()
    near = neighbours(play, one.here)
    theirs = {to: {two.main for two in play.state.foes(to, one.side)} for to in near}
    if not any(PROVOKED_BY[one.kind][0] in mains for mains in theirs.values()):
        return ()
    harmless = {"dragoons"} if one.main == "foot" else {"dragoons", "foot"}
    sent = orders.doing("charge") if orders else ()
    return tuple(
        to
        for to, mains in theirs.items()
        if mains - harmless
        and is_open(play, to)
        and can_charge_into(play, one, to, tuple(two.block for two in sent if two.to == to))
    )


def may_leave_duty(play: Going, orders: Orders) -> Conditions:
    """MAP-FOOT-03, MAP-HORSE-06, -08: in an activated square bound blocks may only charge."""
    charging = {one.id for one in orders.blocks("charge")}
    for one in play.state.holders(orders.square, orders.side):
        rule = must_charge(play, one)
        if rule:
            yield one.id in charging or not must_charge_at(play, one, orders) or fails(
                f"{one.label} must charge the enemy next to it", rule)  # fmt: skip


def can_charge_into(
    play: Going, one: Block, square: Square, beside: tuple[Block, ...] = ()
) -> bool:
    """Could a block charge into a square, together with those that charge it as well?"""
    return not river_bars(play, one, square) and can_enter(play, square, *beside, one)


def must_shoot_at(play: Going, square: Square, side: str) -> tuple[Square, ...]:
    """MAP-FOOT-05: the adjacent squares at which the musketry foot of a square must shoot, if
    its owner does nothing else with the square."""
    found: list[Square] = []
    for one in play.state.holders(square, side):
        if one.kind == "musketry foot" and may_act(play, one):
            near = (to for to in targets_of(play, one) if dist(play, square, to) == 1)
            found += [to for to in near if to not in found]
    return tuple(found)


def bound_squares(play: Going, side: str) -> dict[Square, str]:
    """The squares that a side is obliged to activate under MAP_FORCED = forces_activation."""
    bound: dict[Square, str] = {}
    if not play.on(FORCED.forces_activation):
        return bound
    for one in play.state.alive(side):
        if not may_act(play, one):
            continue
        rule = must_charge(play, one)
        if not rule and one.kind == "musketry foot" and must_shoot_at(play, one.here, side):
            rule = "MAP-FOOT-05"
        if rule:
            bound.setdefault(one.here, rule)
    return bound


def may_turn_to(play: Going, side: str, square: Square | None) -> Conditions:
    """May a side activate *square* (None: pass), or does a duty call elsewhere?"""
    bound = bound_squares(play, side)
    if bound:
        first, rule = next(iter(bound.items()))
        yield square in bound or fails(f"{text(first)} must be activated first", rule)
