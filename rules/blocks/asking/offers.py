"""Every action of every block, legal or not, with the reason."""

from __future__ import annotations

from typing import TypeAlias

from rules.blocks.asking.chances import charge_odds, expected_hits, fight_odds, spoken
from rules.blocks.close_combat.break_off import can_break_off
from rules.blocks.field.boards import BOARDS, POSITIONS
from rules.blocks.field.grid import neighbours
from rules.blocks.field.setup import PICKS, free_boards, lay_fault, role, share, step_fault
from rules.blocks.fire.eligible import reach, targets_of
from rules.blocks.measuring import is_laid_out
from rules.blocks.ordering.duties import can_enter, must_charge
from rules.blocks.ordering.orders import Do, Order, Orders, away_fault
from rules.blocks.state import Block, Square, State, force, holders, is_contested, text
from rules.blocks.switches import house, is_on
from rules.blocks.turn import activate_fault_of, orders_fault, pass_fault
from rules.kernel.offers import refused
from rules.kernel.protocol import Action, Offer
from rules.kernel.refusal import Refusal, refusal
from rules.kernel.sides import enemy
from rules.kernel.telling.words import many
from vision.table.snapshot import Snapshot

Needs: TypeAlias = dict[str, tuple[str, ...]]

TITLES: dict[Do, str] = {
    "move": "Move",
    "charge": "Charge or feed",
    "shoot": "Shoot",
    "fight_on": "Fight on",
    "break_off": "Break off",
    "stand": "Activate and stand",
}


def offers(state: State, table: Snapshot) -> tuple[Offer, ...]:
    """What every side and block may do now, and why not (MAP-INT-06)."""
    if state.phase == "engagement":
        return _engagement(state)
    if state.phase == "layout":
        return _layout(state)
    if state.phase == "deployment":
        return _deployment(state, table)
    if state.phase == "over":
        return ()
    found = [_pass(state, side) for side in state.sides]
    found += [_agree(side, winner) for side in state.sides for winner in (*state.sides, "")]
    for one in state.blocks:
        if one.square is not None and not one.gone:
            found += block_offers(state, one)
    return tuple(found)


def _engagement(state: State) -> tuple[Offer, ...]:
    if is_on(state, "MAP_HISTORICAL"):
        return tuple(
            Offer(Action("begin", side), f"Begin: {side} attacks", rules=("MAP-ENG-09",))
            for side in state.sides
        )
    return (
        Offer(
            Action("roll_off", state.sides[0]), "Roll for attack or defence", rules=("MAP-ENG-01",)
        ),
    )


def _layout(state: State) -> tuple[Offer, ...]:
    side = state.active
    if not state.laid:
        number = PICKS[role(state, side)]
        other = force(state, enemy(state, side)).picked
        free = tuple(
            board
            for board in BOARDS
            if board not in other
            and (BOARDS[board].density != "open" or house(state, "MAP_BOARD_MIX") == "range")
        )
        needs = {f"board {place}": free for place in range(1, number + 1)}
        title = f"{side} picks {number} boards"
        return (Offer(Action("pick_boards", side), title, rules=("MAP-LAY-03",), needs=needs),)
    return tuple(_lay_offer(state, side, board) for board in free_boards(state, side))


def _lay_offer(state: State, side: str, board: str) -> Offer:
    free = tuple(
        str(position) for position in POSITIONS if not lay_fault(state, side, board, position)
    )
    title = f"Lay {board} ({BOARDS[board].density})"
    return Offer(
        Action("lay_board", side, more={"board": board}),
        title,
        bool(free),
        "" if free else "no free position",
        ("MAP-LAY-07",),
        needs={"position": free} if free else {},
    )


def _deployment(state: State, table: Snapshot) -> tuple[Offer, ...]:
    ways = ("line up", "table") if is_laid_out(table, state) else ("line up",)
    found = []
    for side in state.sides:
        fault = step_fault(state, side)
        number = "" if fault else f" {many(share(state, state.step), 'block')}"
        found.append(
            Offer(
                Action("deploy", side),
                f"{side} deploys{number}",
                fault is None,
                fault.says if fault else "",
                (*(fault.rules if fault else ()), "MAP-DEP-01"),
                needs={} if fault else {"as": ways},
            )
        )
    return tuple(found)


def _pass(state: State, side: str) -> Offer:
    fault = pass_fault(state, side)
    if fault is not None:
        return refused(Action("pass", side), f"{side}: stand and pass", fault)
    why = "a second pass running costs 1 elan" if force(state, side).passes else ""
    return Offer(
        Action("pass", side),
        f"{side}: stand and pass",
        True,
        why,
        ("MAP-PASS-01", "MAP-PASS-02"),
    )


def _agree(side: str, winner: str) -> Offer:
    title = f"{side} proposes: {winner or 'nobody'} has won"
    return Offer(Action("agree", side, more={"winner": winner}), title, rules=("MAP-BAT-02",))


def block_offers(state: State, one: Block) -> list[Offer]:
    """What a block on the field may be ordered to do in the battle, and why not."""
    square = one.square or (0, 0)
    fault = activate_fault_of(state, one)
    companions = {} if fault else _companions(state, one, square)
    doings: tuple[Do, ...] = ("move", "charge", "shoot", "stand")
    if is_contested(state, square):
        doings = ("fight_on", "break_off", *doings)
    return [_offer(state, one, square, do, fault, companions) for do in doings]


def _offer(
    state: State, one: Block, square: Square, do: Do, fault: Refusal | None, companions: Needs
) -> Offer:
    action = Action(do, one.id)
    title = f"{one.id}: {TITLES[do]}"
    if fault is not None:
        return refused(action, title, fault)
    if do in ("move", "charge", "shoot"):
        return _aimed(state, one, square, do, action, companions)
    alone = Orders(one.side, square, (Order(one, do),))
    fault = orders_fault(
        state, _with_bound(state, square, alone.orders[0]) if do == "stand" else alone
    )
    if not fault and do == "break_off" and not can_break_off(state, square, one.side):
        fault = refusal("there is no room homeward", "MAP-BRK-02")
    if fault is not None:
        return refused(action, title, fault)
    why = ""
    rules: tuple[str, ...] = ()
    if do == "stand" and force(state, one.side).passes:
        why, rules = "a second stand or pass running costs 1 elan", ("MAP-PASS-02",)
    if do == "fight_on":
        why = f"wins {spoken(fight_odds(state, one.side, square)[1])}"
    return Offer(action, title, True, why, rules, needs=companions if do == "stand" else {})


def _aimed(
    state: State, one: Block, square: Square, do: Do, action: Action, companions: Needs
) -> Offer:
    title = f"{one.id}: {TITLES[do]}"
    ways = targets_of(state, one) if do == "shoot" else neighbours(state, square)
    faults = {
        to: orders_fault(state, _with_bound(state, square, Order(one, do, to)), False)
        for to in ways
    }
    legal = tuple(to for to, fault in faults.items() if not fault)
    if not legal:
        return refused(action, title, _why_not(state, one, do, faults))
    why = "; ".join(_chance(state, one, square, do, to) for to in legal) if do != "move" else ""
    needs = {"to": tuple(map(text, legal)), **companions}
    return Offer(action, title, True, why, needs=needs)


def _with_bound(state: State, square: Square, order: Order) -> Orders:
    """An order together with the charges that bound companions have to make (MAP-FOOT-03):
    at the same square if they fit, else at another with enemies."""
    orders = [order]
    near = [
        to for to in neighbours(state, square) if holders(state, to, enemy(state, order.block.side))
    ]
    near.sort(key=lambda to: to != order.to)
    for two in holders(state, square, order.block.side):
        if two.id == order.block.id or not must_charge(state, two):
            continue
        for to in near:
            beside = tuple(o.block for o in orders if o.do == "charge" and o.to == to)
            if can_enter(state, two, to, beside):
                orders.append(Order(two, "charge", to))
                break
    return Orders(order.block.side, square, tuple(orders))


def _why_not(state: State, one: Block, do: Do, faults: dict[Square, Refusal | None]) -> Refusal:
    """The most telling reason: a duty or the like before a bare lack of targets."""
    if do == "shoot" and not faults:
        if reach(one) == 0:
            return refusal(f"{one.facts.title} without commanded shot never shoots", "MAP-HORSE-10")
        return refusal("no enemy in range and in sight", "MAP-SHT-01", "MAP-SHT-02")
    if (
        do == "charge"
        and not any(holders(state, to, enemy(state, one.side)) for to in faults)
        and one.main != "artillery"
    ):
        return refusal("no enemy is next to it", "MAP-CHG-01")
    return next((fault for fault in faults.values() if fault), refusal("there is no square for it"))


def _chance(state: State, one: Block, square: Square, do: Do, to: Square) -> str:
    if do == "charge":
        odds, chance = charge_odds(state, (one,), square, to)
        scores = f"{odds.scores[0].total} v {odds.scores[1].total}"
        return f"{text(to)}: {scores}, wins {spoken(chance)}"
    hits, back = expected_hits(state, one.side, square, to)
    return f"{text(to)}: {float(hits):.1f} hits for {float(back):.1f}"


def _companions(state: State, one: Block, square: Square) -> dict[str, tuple[str, ...]]:
    """What the other blocks of the square may do in the same activation (MAP-INT-03).

    Those too far from their friends may not be activated with it (MAP-INT-04): beside guns,
    which always may, they are left out.
    """
    return {
        two.id: _orders_for(state, two, square)
        for two in holders(state, square, one.side)
        if two.id != one.id and not away_fault(state, two, square)
    }


def _orders_for(state: State, two: Block, square: Square) -> tuple[str, ...]:
    near = neighbours(state, square)
    theirs = enemy(state, two.side)
    charges = tuple(f"charge {text(to)}" for to in near if holders(state, to, theirs))
    charges = () if two.main == "artillery" else charges
    if must_charge(state, two):
        return charges
    moves = tuple(f"move {text(to)}" for to in near if not holders(state, to, theirs))
    idle = () if is_on(state, "MAP_ALL_BLOCKS_ACT") and (charges or moves) else ("stand",)
    return (*idle, *charges, *moves)


def picked_boards(action: Action) -> tuple[str, ...]:
    """The boards that an action to pick names."""
    return tuple(str(board) for name, board in sorted(action.more.items()) if name != "as")
