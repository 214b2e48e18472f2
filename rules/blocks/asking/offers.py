"""What is offered of every action, from the very checks that would refuse it (MAP-INT-06)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from rules.blocks.asking.chances import charge_odds, expected_hits, fight_odds, spoken
from rules.blocks.field.boards import BOARDS, POSITIONS
from rules.blocks.field.grid import neighbours
from rules.blocks.field.setup import (
    PICKS,
    free_boards,
    may_begin,
    may_deploy,
    may_lay,
    may_roll_off,
    role,
    share,
)
from rules.blocks.fire.eligible import may_act, reach, targets_of
from rules.blocks.measuring import is_laid_out
from rules.blocks.ordering.duties import can_charge_into, must_charge
from rules.blocks.ordering.orders import Do, Order, Orders
from rules.blocks.state import Block, Going, Square, text, written
from rules.blocks.switches import ALL_BLOCKS_ACT, BOARD_MIX
from rules.blocks.turn import may_battle, may_be_activated, may_order, may_pass
from rules.kernel.offers import refused
from rules.kernel.play import Condition, first_fault
from rules.kernel.protocol import Action, Offer
from rules.kernel.refusal import Refusal, refusal
from rules.kernel.sides import enemy
from rules.kernel.telling.names import side_does
from rules.kernel.telling.words import many

Needs: TypeAlias = dict[str, tuple[str, ...]]

TITLES: dict[Do, str] = {
    "move": "Move",
    "charge": "Charge or feed",
    "shoot": "Shoot",
    "fight_on": "Fight on",
    "break_off": "Break off",
    "stand": "Activate and stand",
}


def nothing(play: Going) -> tuple[Offer, ...]:
    """For what is offered in another place."""
    return ()


def roll_offs(play: Going) -> Iterator[Offer]:
    """Both roll: one offer for the two."""
    side = play.state.sides[0]
    if first_fault(may_roll_off(play, side, "")) is None:
        yield Offer(Action("roll_off", side), "Roll for attack or defence", rules=("MAP-ENG-01",))


def beginnings(play: Going) -> Iterator[Offer]:
    """Either side may attack in a historical battle."""
    for side in play.state.sides:
        if first_fault(may_begin(play, side, "")) is None:
            yield Offer(
                Action("begin", side), f"Begin: {side_does(side, 'attacks')}", rules=("MAP-ENG-09",)
            )


def picks(play: Going) -> Iterator[Offer]:
    """The boards that the side whose turn it is may set aside."""
    state, side = play.state, play.state.active
    if state.phase != "layout" or state.laid:
        return
    other, mixed = state.force(enemy(state, side)).picked, play.on(BOARD_MIX.range)
    free = tuple(
        name
        for name, board in BOARDS.items()
        if name not in other and (board.density != "open" or mixed)
    )
    number = PICKS[role(play, side)]
    needs = {f"board {place}": free for place in range(1, number + 1)}
    title = f"{side_does(side, 'picks')} {number} boards"
    yield Offer(Action("pick_boards", side), title, rules=("MAP-LAY-03",), needs=needs)


def layings(play: Going) -> Iterator[Offer]:
    """Each board that the side whose turn it is may lay, with the positions free for it."""
    side = play.state.active
    if play.state.phase != "layout" or not play.state.laid:
        return
    for board in free_boards(play, side):
        places = (str(position) for position in POSITIONS)
        free = tuple(at for at in places if not first_fault(may_lay(play, side, "", board, at)))
        yield Offer(
            Action("lay_board", side, more={"board": board}),
            f"Lay {board} ({BOARDS[board].density})",
            bool(free),
            "" if free else "no free position",
            ("MAP-LAY-07",),
            needs={"position": free} if free else {},
        )


def deployments(play: Going) -> Iterator[Offer]:
    """The next step of deployment, and how it may be said where the blocks stand."""
    if play.state.phase != "deployment":
        return
    ways = ("line up", "table") if is_laid_out(play.table, play.state) else ("line up",)
    for side in play.state.sides:
        action, fault = Action("deploy", side), first_fault(may_deploy(play, side, ""))
        if fault is not None:
            yield refused(action, side_does(side, "deploys"), fault.also("MAP-DEP-01"))
            continue
        title = f"{side_does(side, 'deploys')} {many(share(play, play.state.step), 'block')}"
        yield Offer(action, title, rules=("MAP-DEP-01",), needs={"as": ways})


def passes(play: Going) -> Iterator[Offer]:
    """A pass of either side."""
    if first_fault(may_battle(play)):
        return
    for side in play.state.sides:
        action, title = Action("pass", side), "Pass"
        why = "a second pass running costs 1 elan" if play.state.force(side).passes else ""
        rules = ("MAP-PASS-01", "MAP-PASS-02")
        yield _offered(action, title, may_pass(play, side, ""), why, rules)


def agreements(play: Going) -> Iterator[Offer]:
    """Every result that a side may propose."""
    if first_fault(may_battle(play)):
        return
    for side in play.state.sides:
        for winner in (*play.state.sides, ""):
            title = f"{side_does(side, 'proposes')}: {side_does(winner or 'nobody', 'has')} won"
            action = Action("agree", side, more={"winner": winner})
            yield Offer(action, title, rules=("MAP-BAT-02",))


def _offered(
    action: Action, title: str, checks: Iterable[Condition], why: str, rules: tuple[str, ...] = (),
    needs: Needs | None = None,
) -> Offer:  # fmt: skip
    fault = first_fault(checks)
    if fault is not None:
        return refused(action, title, fault)
    return Offer(action, title, True, why, rules, needs=needs or {})


def orders_of_all(play: Going) -> Iterator[Offer]:
    """What every block on the field may be ordered to do, and why not."""
    if not first_fault(may_battle(play)):
        for one in play.state.blocks:
            if one.stands:
                yield from block_offers(play, one)


def block_offers(play: Going, one: Block) -> list[Offer]:
    """What a block on the field may be ordered to do in the battle, and why not."""
    fault = first_fault(may_be_activated(play, one))
    companions = {} if fault else _companions(play, one)
    doings: tuple[Do, ...] = ("move", "charge", "shoot", "stand")
    if play.state.is_contested(one.here):
        doings = ("fight_on", "break_off", *doings)
    return [_offer(play, one, do, fault, companions) for do in doings]


def _offer(play: Going, one: Block, do: Do, fault: Refusal | None, companions: Needs) -> Offer:
    action, title = Action(do, one.id), f"{one.label}: {TITLES[do]}"
    if fault is not None:
        return refused(action, title, fault)
    if do in ("move", "charge", "shoot"):
        return _aimed(play, one, do, action, companions)
    order = Order(one, do)
    if do == "stand":
        checks = may_order(play, _with_bound(play, order))
        costs = play.state.force(one.side).passes
        why, rules = ("a second stand or pass running costs 1 elan", ("MAP-PASS-02",))
        return _offered(action, title, checks, why if costs else "", rules if costs else (),
                        companions)  # fmt: skip
    checks = may_order(play, Orders(one.side, one.here, (order,)))
    why = ""
    if do == "fight_on":
        why = f"wins {spoken(fight_odds(play, one.side, one.here)[1])}"
    return _offered(action, title, checks, why)


def _aimed(play: Going, one: Block, do: Do, action: Action, companions: Needs) -> Offer:
    title = f"{one.label}: {TITLES[do]}"
    ways = targets_of(play, one) if do == "shoot" else neighbours(play, one.here)
    faults = {
        to: first_fault(may_order(play, _with_bound(play, Order(one, do, to)), False))
        for to in ways
    }
    legal = tuple(to for to, fault in faults.items() if not fault)
    if not legal:
        return refused(action, title, _why_not(play, one, do, faults))
    why = "; ".join(_chance(play, one, do, to) for to in legal) if do != "move" else ""
    needs = {"to": tuple(map(written, legal)), **companions}
    return Offer(action, title, True, why, needs=needs)


def _with_bound(play: Going, order: Order) -> Orders:
    """An order together with the charges that bound companions have to make (MAP-FOOT-03):
    at the same square if they fit, else at another with enemies."""
    orders, side, square = [order], order.block.side, order.block.here
    near = [to for to in neighbours(play, square) if play.state.foes(to, side)]
    near.sort(key=lambda to: to != order.to)
    for two in play.state.holders(square, side):
        if two.id == order.block.id or not must_charge(play, two):
            continue
        for to in near:
            beside = tuple(o.block for o in orders if o.do == "charge" and o.to == to)
            if can_charge_into(play, two, to, beside):
                orders.append(Order(two, "charge", to))
                break
    return Orders(side, square, tuple(orders))


def _why_not(play: Going, one: Block, do: Do, faults: dict[Square, Refusal | None]) -> Refusal:
    """The most telling reason: a duty or the like before a bare lack of targets."""
    if do == "shoot" and not faults:
        if reach(one) == 0:
            return refusal(f"{one.facts.title} without commanded shot never shoots", "MAP-HORSE-10")
        return refusal("no enemy in range and in sight", "MAP-SHT-01", "MAP-SHT-02")
    enemies = any(play.state.foes(to, one.side) for to in faults)
    if do == "charge" and not enemies and one.main != "artillery":
        return refusal("no enemy is next to it", "MAP-CHG-01")
    return next((fault for fault in faults.values() if fault), refusal("there is no square for it"))


def _chance(play: Going, one: Block, do: Do, to: Square) -> str:
    if do == "charge":
        odds, chance = charge_odds(play, (one,), one.here, to)
        scores = f"{odds.scores[0].total} v {odds.scores[1].total}"
        return f"{text(to)}: {scores}, wins {spoken(chance)}"
    hits, back = expected_hits(play, one.side, one.here, to)
    return f"{text(to)}: {float(hits):.1f} hits for {float(back):.1f}"


def _companions(play: Going, one: Block) -> Needs:
    """What the other blocks of the square may do in the same activation (MAP-INT-03).

    Those too far from their friends may not be activated with it (MAP-INT-04): beside guns,
    which always may, they are left out.
    """
    return {
        two.id: _orders_for(play, two)
        for two in play.state.holders(one.here, one.side)
        if two.id != one.id and may_act(play, two)
    }


def _orders_for(play: Going, two: Block) -> tuple[str, ...]:
    near = neighbours(play, two.here)
    foes = [to for to in near if play.state.foes(to, two.side)]
    charges = () if two.main == "artillery" else tuple(f"charge {written(to)}" for to in foes)
    if must_charge(play, two):
        return charges
    moves = tuple(f"move {written(to)}" for to in near if to not in foes)
    idle = () if play.on(ALL_BLOCKS_ACT) and (charges or moves) else ("stand",)
    return (*idle, *charges, *moves)
