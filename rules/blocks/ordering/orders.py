"""What is ordered for the blocks of an activated square, and whether it may be (MAP-INT)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from rules.blocks.field.grid import crosses_water, dist, homeward, nearest_friend, neighbours
from rules.blocks.field.stacking import entry_fault
from rules.blocks.fire.eligible import firers, may_act, shot_fault, target_fault
from rules.blocks.state import (
    Block,
    Square,
    State,
    block,
    holders,
    is_contested,
    parse_square,
    text,
    with_blocks,
)
from rules.blocks.switches import house, is_on
from rules.blocks.tables import FRIENDS_WITHIN
from rules.kernel.protocol import Action, IllegalAction
from rules.kernel.refusal import Refusal, refusal
from rules.kernel.sides import enemy

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
        return tuple(one for one in self.orders if one.do in doings)

    def blocks(self, *doings: Do) -> tuple[Block, ...]:
        """The blocks ordered to do one of those things."""
        return tuple(one.block for one in self.doing(*doings))


def read_orders(state: State, action: Action) -> Orders:
    """The orders that an action gives: its own, and ``more[block] = "move 5,5"`` for others.

    The destination is ``more["to"]`` or ``at``, a square or a block that stands in it.

    Raises:
        IllegalAction: unknown block, square or doing, or blocks of two squares (MAP-INT-01).
    """
    first = block(state, action.by)
    given = action.more.get("to", action.at)
    orders = [Order(first, _doing(action.do), _place(state, given))]
    for name, wanted in action.more.items():
        if name in ("to", "as"):
            continue
        do, place = _wanted(str(wanted))
        orders.append(Order(block(state, name), do, _place(state, place)))
    if first.square is None or any(one.block.square != first.square for one in orders):
        raise IllegalAction("One square is activated: all blocks must stand in it", "MAP-INT-01")
    if any(one.block.side != first.side for one in orders):
        raise IllegalAction("Only the active player's own blocks act", "MAP-INT-01")
    if len({one.block.id for one in orders}) != len(orders):
        raise IllegalAction("A block gets one interaction an activation", "MAP-INT-03")
    return Orders(first.side, first.square, tuple(orders))


def _wanted(said: str) -> tuple[Do, str]:
    """What is to be done and where: ``move 5,5``, ``break off 5,5``, ``stand``."""
    spoken = said.strip().lower().replace("_", " ") or "stand"
    for do in DOINGS:
        name = do.replace("_", " ")
        if spoken == name or spoken.startswith(f"{name} "):
            return do, said.strip()[len(name) :].strip()
    return _doing(said.split()[0]), ""


def _doing(word: str) -> Do:
    if word not in DOINGS:
        known = "break off, charge or feed, move, shoot, stand, fight on"
        raise IllegalAction(f"{word!r} is no interaction: they are {known}", "MAP-INT-06")
    return word


def _place(state: State, raw: object = None) -> Square | None:
    if raw is None or raw == "":
        return None
    there = next((one.square for one in state.blocks if one.id == raw and not one.gone), None)
    return there or parse_square(raw)


def activation_fault(state: State, orders: Orders) -> Refusal | None:
    """MAP-INT-04, MAP-INT-05: may this square be activated by these blocks?"""
    faults = (away_fault(state, one.block, orders.square) for one in orders.orders)
    return next((fault for fault in faults if fault), None)


def away_fault(state: State, one: Block, square: Square) -> Refusal | None:
    """MAP-INT-04, MAP-INT-05: is a block, guns excepted, too far from its friends to act?"""
    if may_act(state, one):
        return None
    away = nearest_friend(state, one.side, square, one)
    return refusal(
        f"{text(square)} is {_far(away)} from any other friendly block, more than 2",
        "MAP-INT-04",
        "MAP-INT-05",
    )


def _far(away: int) -> str:
    return "too far" if away == 99 else f"{away} squares"


def order_fault(state: State, orders: Orders, one: Order) -> Refusal | None:
    """Why one block may not do what it is ordered to, with the rule; "" when it may."""
    checks = {
        "move": move_fault,
        "charge": charge_fault,
        "break_off": break_off_fault,
        "fight_on": fight_on_fault,
    }
    if one.do == "stand":
        return None
    if one.to is None and one.do in ("move", "charge", "shoot"):
        rule = {"move": "MAP-MOVE-01", "charge": "MAP-CHG-01", "shoot": "MAP-SHT-01"}[one.do]
        return refusal(f"{one.block.id}: say to which square", rule)
    if one.do == "shoot":
        return shoot_fault(state, orders, one)
    return checks[one.do](state, orders, one)


def move_fault(state: State, orders: Orders, one: Order) -> Refusal | None:
    """MAP-MOVE-01, -03, -05, MAP-GRID-04: one square, free of enemies, near friends."""
    to = one.to or orders.square
    if is_contested(state, orders.square):
        return refusal(
            f"{text(orders.square)} is shared with the enemy: that is a break off", "MAP-MOVE-05"
        )
    away = dist(state, orders.square, to)
    if away != 1:
        return refusal(f"{text(to)} is {away} squares away, a move is 1", "MAP-MOVE-01")
    if holders(state, to, enemy(state, orders.side)):
        return refusal(
            f"{text(to)} holds enemies: they are entered only by charging", "MAP-GRID-04"
        )
    if nearest_friend(state, orders.side, orders.square, one.block) > FRIENDS_WITHIN:
        return refusal("a move may not start more than 2 squares from a friend", "MAP-MOVE-03")
    return water_fault(state, orders, one)


def water_fault(state: State, orders: Orders, one: Order) -> Refusal | None:
    """MAP-TERR-01: no terrain hampers movement, unless MAP_RIVER_MOVE bars foot and guns."""
    if river_bars(state, one.block, one.to or orders.square):
        return refusal("foot and artillery may not cross a river", "MAP-TERR-11")
    return None


def river_bars(state: State, one: Block, to: Square) -> bool:
    """Does a river keep a block from a step, under MAP_RIVER_MOVE = bars_foot_guns?"""
    barred = house(state, "MAP_RIVER_MOVE") == "bars_foot_guns"
    if not barred or one.main not in ("foot", "artillery") or one.square is None:
        return False
    return crosses_water(state, one.square, to, "rivers")


def charge_fault(state: State, orders: Orders, one: Order) -> Refusal | None:
    """MAP-CHG-01, MAP-CHG-03, MAP-GRID-06: one square, into enemies, never artillery."""
    to = one.to or orders.square
    if one.block.main == "artillery":
        return refusal(
            "artillery never charges nor enters a contested square", "MAP-CHG-03", "MAP-GRID-06"
        )
    if is_contested(state, orders.square):
        return refusal(
            f"{text(orders.square)} is shared with the enemy: break off first", "MAP-MOVE-05"
        )
    away = dist(state, orders.square, to)
    if away != 1:
        return refusal(f"{text(to)} is {away} squares away, a charge is 1", "MAP-CHG-01")
    if not holders(state, to, enemy(state, orders.side)):
        return refusal(f"no enemy is in {text(to)} to charge", "MAP-CHG-01")
    return water_fault(state, orders, one)


def shoot_fault(state: State, orders: Orders, one: Order) -> Refusal | None:
    """MAP-SHT-01, MAP-SHT-02: a target in range and in sight."""
    to = one.to or orders.square
    return target_fault(state, orders.side, to) or shot_fault(state, one.block, to)


def break_off_fault(state: State, orders: Orders, one: Order) -> Refusal | None:
    """MAP-BRK-01, MAP-BRK-02: out of a contested square, all of them, homeward."""
    if not is_contested(state, orders.square):
        return refusal(
            f"{text(orders.square)} is not contested: there is nothing to break off", "MAP-BRK-01"
        )
    if any(other.do != "break_off" for other in orders.orders):
        return refusal("every friendly block in the square must break off", "MAP-BRK-01")
    ways = homeward(state, one.block, orders.square)
    if one.to is not None and one.to not in ways:
        return refusal(
            f"{text(one.to)} is not one square toward the owner's long edge", "MAP-BRK-02"
        )
    if one.to is not None and holders(state, one.to, enemy(state, orders.side)):
        return refusal(f"{text(one.to)} holds enemies", "MAP-GRID-04")
    return None


def fight_on_fault(state: State, orders: Orders, one: Order) -> Refusal | None:
    """MAP-CMB-01: a contested square may be activated to fight on (MAP_FIGHT_ON)."""
    if not is_contested(state, orders.square):
        return refusal(f"{text(orders.square)} is not contested", "MAP-CMB-01")
    if not is_on(state, "MAP_FIGHT_ON"):
        return refusal("a contested square is fought only when blocks are fed in", "MAP-CMB-01")
    if any(other.do not in ("fight_on", "stand") for other in orders.orders):
        return refusal("blocks that fight on do nothing else", "MAP-INT-03")
    return None


def together_fault(state: State, orders: Orders, whole: bool = True) -> Refusal | None:
    """What is wrong with the orders taken together: stacks, friends near, shooters left out.

    *whole*: these are all the orders of the activation, so that nobody is still to be told.
    """
    return (
        stack_fault_after(state, orders)
        or friends_fault_after(state, orders)
        or all_shoot_fault(state, orders)
        or (all_act_fault(state, orders) if whole else None)
    )


def stack_fault_after(state: State, orders: Orders) -> Refusal | None:
    """MAP-MOVE-02, MAP-GRID: the blocks may part, as long as every square can take them."""
    going = orders.doing("move", "charge")
    leaving = tuple(one.block.id for one in going)
    for to in sorted({one.to for one in going if one.to}):
        coming = tuple(one.block for one in going if one.to == to)
        fault = entry_fault(state, to, coming, leaving=leaving)
        if fault:
            return fault
    return None


def friends_fault_after(state: State, orders: Orders) -> Refusal | None:
    """MAP-MOVE-04: no move ends more than 2 squares from another friend; charges may
    (MAP-CHG-04)."""
    moves = orders.doing("move")
    if not moves:
        return None
    going = orders.doing("move", "charge")
    after = with_blocks(state, (replace(one.block, square=one.to) for one in going))
    for one in moves:
        if one.to and nearest_friend(after, orders.side, one.to, one.block) > FRIENDS_WITHIN:
            return refusal(
                f"{text(one.to)} is more than 2 squares from any other friend", "MAP-MOVE-04"
            )
    return None


def all_shoot_fault(state: State, orders: Orders) -> Refusal | None:
    """MAP-SHR-01, MAP-INT-03: when a square shoots, all its eligible blocks do (MAP_ALL_SHOOT)."""
    aimed = {one.to for one in orders.doing("shoot") if one.to}
    if not aimed:
        return None
    if len(aimed) > 1:
        return refusal("a square shoots at one target square in an interaction", "MAP-SHR-01")
    target = aimed.pop()
    charged = any(one.to == target for one in orders.doing("charge"))
    if charged and house(state, "MAP_CONTESTED_FIRE") != "both":
        return refusal(
            f"{text(target)} is charged by others of the square and so contested: "
            "no shooting at it",
            "MAP-SHT-01",
        )
    way = house(state, "MAP_ALL_SHOOT")
    others = tuple(one for one in orders.orders if one.do not in ("shoot", "stand"))
    if way == "strict" and others:
        return refusal("when a square shoots nobody in it does anything else", "MAP-INT-03")
    eligible = _ids(firers(state, orders.square, orders.side, target))
    shirkers = [one.block.id for one in others if one.block.id in eligible]
    if shirkers and way != "unless_other":
        return refusal(f"{', '.join(shirkers)} can shoot and so must", "MAP-SHR-01", "MAP-INT-03")
    return None


def all_act_fault(state: State, orders: Orders) -> Refusal | None:
    """MAP_ALL_BLOCKS_ACT: a block may be left standing, unless the house says otherwise."""
    if not is_on(state, "MAP_ALL_BLOCKS_ACT") or orders.doing("break_off", "fight_on"):
        return None
    acting = _ids(one.block for one in orders.orders if one.do != "stand")
    idle = [
        one.id
        for one in holders(state, orders.square, orders.side)
        if one.id not in acting
        and can_step(state, orders, one)
        and not away_fault(state, one, orders.square)
    ]
    return refusal(f"{', '.join(idle)} must act too", "MAP-INT-01") if idle else None


def can_step(state: State, orders: Orders, one: Block) -> bool:
    """Could a block move or charge at all?  Nobody has to do what he cannot."""
    for to in neighbours(state, orders.square):
        for do in ("move", "charge"):
            fault = order_fault(state, orders, Order(one, do, to))
            if not fault and not entry_fault(state, to, (one,)):
                return True
    return False


def _ids(blocks: Iterable[Block]) -> tuple[str, ...]:
    return tuple(one.id for one in blocks)
