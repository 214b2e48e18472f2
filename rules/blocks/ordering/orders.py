"""What is ordered for the blocks of an activated square, and whether it may be (MAP-INT)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from rules.blocks.close_combat.break_off import can_break_off
from rules.blocks.field.grid import crosses_water, dist, homeward, nearest_friend, neighbours
from rules.blocks.field.stacking import can_enter, may_enter
from rules.blocks.fire.eligible import firers, may_act, may_shoot
from rules.blocks.state import Block, Going, Square, parse_square, text, with_blocks
from rules.blocks.switches import (
    ALL_BLOCKS_ACT,
    ALL_SHOOT,
    CONTESTED_FIRE,
    FIGHT_ON,
    RIVER_MOVE,
)
from rules.blocks.tables import FRIENDS_WITHIN
from rules.kernel.play import Conditions, fails, first_fault, lacks
from rules.kernel.refusal import IllegalAction

Do: TypeAlias = Literal["move", "charge", "shoot", "break_off", "stand", "fight_on"]
DOINGS: tuple[Do, ...] = ("move", "charge", "shoot", "break_off", "stand", "fight_on")


class Order(Struct, frozen=True):
    """What one block is to do, and where."""

    block: Block
    do: Do
    to: Square | None = None


class Orders(Struct, frozen=True):
    """The orders of one activation; blocks of the square that are not named have none."""

    side: str
    square: Square
    orders: tuple[Order, ...]

    def doing(self, *doings: Do) -> tuple[Order, ...]:
        """The orders to do one of those things."""
        return tuple([one for one in self.orders if one.do in doings])

    def blocks(self, *doings: Do) -> tuple[Block, ...]:
        """The blocks ordered to do one of those things."""
        return tuple(one.block for one in self.doing(*doings))


def standing(one: Block) -> Block:
    """A block that has not been removed.

    Raises:
        IllegalAction: it has been (MAP-REM-01).
    """
    if one.gone:
        raise IllegalAction(f"{one.does('was')} removed and never returns", "MAP-REM-01")
    return one


def read_orders(play: Going, first: Block, do: Do, to: object, others: dict[str, object]) -> Orders:
    """The orders of one activation: those of the first block and, as ``"move 5,5"``, of others.

    A destination is a square, or a block that stands in it.

    Raises:
        IllegalAction: unknown block, square or doing, or blocks of two squares (MAP-INT-01).
    """
    orders = [Order(standing(first), do, _place(play, to))]
    for name, wanted in others.items():
        what, place = _wanted(str(wanted))
        orders.append(Order(standing(play.unit(name)), what, _place(play, place)))
    blocks = [one.block for one in orders]
    if first.square is None or any(one.square != first.square for one in blocks):
        raise IllegalAction("One square is activated: all blocks must stand in it", "MAP-INT-01")
    if any(one.side != first.side for one in blocks):
        raise IllegalAction("Only the active player's own blocks act", "MAP-INT-01")
    if len({one.id for one in blocks}) != len(orders):
        raise IllegalAction("A block gets one interaction an activation", "MAP-INT-03")
    return Orders(first.side, first.square, tuple(orders))


def _wanted(said: str) -> tuple[Do, str]:
    """What is to be done and where: ``move 5,5``, ``break off 5,5``, ``stand``."""
    spoken = said.strip().lower().replace("_", " ") or "stand"
    for do in DOINGS:
        name = do.replace("_", " ")
        if spoken == name or spoken.startswith(f"{name} "):
            return do, said.strip()[len(name) :].strip()
    known = "break off, charge or feed, move, shoot, stand, fight on"
    raise IllegalAction(f"{said.split()[0]!r} is no interaction: they are {known}", "MAP-INT-06")


def _place(play: Going, raw: object) -> Square | None:
    if raw is None or raw == "":
        return None
    there = next((one.square for one in play.state.blocks if one.id == raw and not one.gone), None)
    return there or parse_square(raw)


def may_activate(play: Going, one: Block, square: Square) -> Conditions:
    """MAP-INT-04, MAP-INT-05: a block, guns excepted, is not too far from its friends to act."""
    yield may_act(play, one) or fails(
        f"{text(square)} is {_away(play, one, square)} from any other friendly block, more than 2",
        "MAP-INT-04", "MAP-INT-05")  # fmt: skip


def _away(play: Going, one: Block, square: Square) -> str:
    away = nearest_friend(play, one.side, square, one)
    return "too far" if away == 99 else f"{away} squares"


def may_do(play: Going, orders: Orders, one: Order) -> Conditions:
    """May one block do what it is ordered to?"""
    if one.do in RULES:
        yield one.to is not None or lacks(f"{one.block.label}: say to which square", RULES[one.do])
    yield from MAY[one.do](play, orders, one)


RULES = {"move": "MAP-MOVE-01", "charge": "MAP-CHG-01", "shoot": "MAP-SHT-01"}
"""What goes to a square, and the rule."""


def _may_move(play: Going, orders: Orders, one: Order) -> Conditions:
    """MAP-MOVE-01, -03, -05, MAP-GRID-04: one square, free of enemies, near friends."""
    frm, to = orders.square, one.to or orders.square
    yield not play.state.is_contested(frm) or fails(
        f"{text(frm)} is shared with the enemy: that is a break off", "MAP-MOVE-05")  # fmt: skip
    away = dist(play, frm, to)
    yield away == 1 or fails(f"{text(to)} is {away} squares away, a move is 1", "MAP-MOVE-01")
    yield not play.state.foes(to, orders.side) or fails(
        f"{text(to)} holds enemies: they are entered only by charging", "MAP-GRID-04")  # fmt: skip
    yield nearest_friend(play, orders.side, frm, one.block) <= FRIENDS_WITHIN or fails(
        "a move may not start more than 2 squares from a friend", "MAP-MOVE-03")  # fmt: skip
    yield from _may_cross(play, one.block, to)


def _may_cross(play: Going, one: Block, to: Square) -> Conditions:
    """MAP-TERR-01: no terrain hampers movement, unless MAP_RIVER_MOVE bars foot and guns."""
    yield not river_bars(play, one, to) or fails(
        "foot and artillery may not cross a river", "MAP-TERR-11")  # fmt: skip


def river_bars(play: Going, one: Block, to: Square) -> bool:
    """Does a river keep a block from a step, under MAP_RIVER_MOVE = bars_foot_guns?"""
    if not play.on(RIVER_MOVE.bars_foot_guns) or one.main not in ("foot", "artillery"):
        return False
    return crosses_water(play, one.here, to, "rivers")


def _may_charge(play: Going, orders: Orders, one: Order) -> Conditions:
    """MAP-CHG-01, MAP-CHG-03, MAP-GRID-06: one square, into enemies, never artillery."""
    frm, to = orders.square, one.to or orders.square
    yield one.block.main != "artillery" or fails(
        "artillery never charges nor enters a contested square",
        "MAP-CHG-03", "MAP-GRID-06")  # fmt: skip
    yield not play.state.is_contested(frm) or fails(
        f"{text(frm)} is shared with the enemy: break off first", "MAP-MOVE-05")  # fmt: skip
    away = dist(play, frm, to)
    yield away == 1 or fails(f"{text(to)} is {away} squares away, a charge is 1", "MAP-CHG-01")
    yield bool(play.state.foes(to, orders.side)) or lacks(
        f"no enemy is in {text(to)} to charge", "MAP-CHG-01")  # fmt: skip
    yield from _may_cross(play, one.block, to)


def _may_shoot(play: Going, orders: Orders, one: Order) -> Conditions:
    """MAP-SHT-01, MAP-SHT-02: an enemy in range and in sight."""
    to = one.to or orders.square
    yield bool(play.state.foes(to, orders.side)) or lacks(
        f"there is no enemy in {text(to)}", "MAP-SHT-01")  # fmt: skip
    yield from may_shoot(play, one.block, to)


def _may_break_off(play: Going, orders: Orders, one: Order) -> Conditions:
    """MAP-BRK-01, MAP-BRK-02: out of a contested square, all of them, homeward."""
    frm, to = orders.square, one.to
    yield play.state.is_contested(frm) or lacks(
        f"{text(frm)} is not contested: there is nothing to break off", "MAP-BRK-01")  # fmt: skip
    yield all(other.do == "break_off" for other in orders.orders) or fails(
        "every friendly block in the square must break off", "MAP-BRK-01")  # fmt: skip
    if to is not None:
        yield to in homeward(play, one.block, frm) or fails(
            f"{text(to)} is not one square toward the owner's long edge", "MAP-BRK-02")  # fmt: skip
        yield not play.state.foes(to, orders.side) or fails(
            f"{text(to)} holds enemies", "MAP-GRID-04")  # fmt: skip
    yield can_break_off(play, frm, orders.side) or fails(
        f"there is no room to break off from {text(frm)}", "MAP-BRK-02")  # fmt: skip


def _may_fight_on(play: Going, orders: Orders, one: Order) -> Conditions:
    """MAP-CMB-01: a contested square may be activated to fight on (MAP_FIGHT_ON)."""
    yield play.state.is_contested(orders.square) or lacks(
        f"{text(orders.square)} is not contested", "MAP-CMB-01")  # fmt: skip
    yield play.on(FIGHT_ON) or fails(
        "a contested square is fought only when blocks are fed in", "MAP-CMB-01")  # fmt: skip
    yield all(other.do in ("fight_on", "stand") for other in orders.orders) or fails(
        "blocks that fight on do nothing else", "MAP-INT-03")  # fmt: skip


def _may_stand(play: Going, orders: Orders, one: Order) -> Conditions:
    yield from ()


MAY: dict[Do, Callable[[Going, Orders, Order], Conditions]] = {
    "move": _may_move,
    "charge": _may_charge,
    "shoot": _may_shoot,
    "break_off": _may_break_off,
    "fight_on": _may_fight_on,
    "stand": _may_stand,
}


def may_together(play: Going, orders: Orders, whole: bool = True) -> Conditions:
    """The orders taken together: stacks, friends near, shooters left out.

    *whole*: these are all the orders of the activation, so that nobody is still to be told.
    """
    yield from _fit_after(play, orders)
    yield from _near_after(play, orders)
    yield from _all_shoot(play, orders)
    if whole:
        yield from _all_act(play, orders)


def _fit_after(play: Going, orders: Orders) -> Conditions:
    """MAP-MOVE-02, MAP-GRID: the blocks may part, as long as every square can take them."""
    going = orders.doing("move", "charge")
    leaving = tuple(one.block.id for one in going)
    for to in sorted({one.to for one in going if one.to}):
        coming = tuple(one.block for one in going if one.to == to)
        yield from may_enter(play, to, coming, leaving=leaving)


def _near_after(play: Going, orders: Orders) -> Conditions:
    """MAP-MOVE-04: no move ends more than 2 squares from another friend; charges may
    (MAP-CHG-04)."""
    moves = orders.doing("move")
    if not moves:
        return
    going = orders.doing("move", "charge")
    after = with_blocks(play, (replace(one.block, square=one.to) for one in going))
    for one in moves:
        to = one.to or orders.square
        away = nearest_friend(after, orders.side, to, one.block)
        yield away <= FRIENDS_WITHIN or fails(
            f"{text(to)} is more than 2 squares from any other friend", "MAP-MOVE-04")  # fmt: skip


def _all_shoot(play: Going, orders: Orders) -> Conditions:
    """MAP-SHR-01, MAP-INT-03: when a square shoots, all its eligible blocks do (MAP_ALL_SHOOT)."""
    aimed = sorted({one.to for one in orders.doing("shoot") if one.to})
    if not aimed:
        return
    yield len(aimed) == 1 or fails(
        "a square shoots at one target square in an interaction", "MAP-SHR-01")  # fmt: skip
    target = aimed[0]
    charged = any(one.to == target for one in orders.doing("charge"))
    yield not charged or play.on(CONTESTED_FIRE.both) or fails(
        f"{text(target)} is charged by others of the square and so contested: " "no shooting at it",
        "MAP-SHT-01")  # fmt: skip
    others = orders.doing("move", "charge", "break_off", "fight_on")
    yield not (others and play.on(ALL_SHOOT.strict)) or fails(
        "when a square shoots nobody in it does anything else", "MAP-INT-03")  # fmt: skip
    eligible = firers(play, orders.square, orders.side, target)
    shirkers = [one.block.label for one in others if one.block in eligible]
    yield not shirkers or play.on(ALL_SHOOT.unless_other) or fails(
        f"{', '.join(shirkers)} can shoot and so must", "MAP-SHR-01", "MAP-INT-03")  # fmt: skip


def _all_act(play: Going, orders: Orders) -> Conditions:
    """MAP_ALL_BLOCKS_ACT: a block may be left standing, unless the house says otherwise."""
    if not play.on(ALL_BLOCKS_ACT) or orders.doing("break_off", "fight_on"):
        return
    acting = orders.blocks("move", "charge", "shoot")
    idle = [
        one.label
        for one in play.state.holders(orders.square, orders.side)
        if one not in acting and can_step(play, orders, one) and may_act(play, one)
    ]
    yield not idle or fails(f"{', '.join(idle)} must act too", "MAP-INT-01")


def can_step(play: Going, orders: Orders, one: Block) -> bool:
    """Could a block move or charge at all?  Nobody has to do what he cannot."""
    steps: tuple[Do, Do] = ("move", "charge")
    return any(
        can_enter(play, to, one) and not first_fault(may_do(play, orders, Order(one, do, to)))
        for to in neighbours(play, orders.square)
        for do in steps
    )
