"""The battle: one activated square, or a pass, and the turn to the other side (MAP-BAT)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.blocks.close_combat.break_off import break_off
from rules.blocks.close_combat.combat import fight_all
from rules.blocks.close_combat.elan import shift
from rules.blocks.close_combat.pursuit import pursue
from rules.blocks.field.terrain import begun
from rules.blocks.fire.shooting import shoot
from rules.blocks.ordering.duties import activation_duty_fault, charge_duty_fault, must_shoot_at
from rules.blocks.ordering.orders import (
    Order,
    Orders,
    activation_fault,
    order_fault,
    together_fault,
)
from rules.blocks.state import (
    Block,
    Did,
    Square,
    State,
    contest,
    force,
    holders,
    is_contested,
    text,
    with_blocks,
    with_contest,
    with_force,
)
from rules.blocks.story import begin, is_over, ruled, then
from rules.blocks.switches import house
from rules.kernel.prompts import Option, Steps, choose
from rules.kernel.protocol import Effect, IllegalAction, Outcome, Ruling
from rules.kernel.refusal import Refusal, forbid, refusal
from rules.kernel.sides import enemy

SHUFFLES = 4
"""MAP-PASS-03: moves to and fro of one block, after which the umpire says so."""


def no_battle(state: State) -> Refusal | None:
    """Why nobody acts before the battle, or after it."""
    return refusal(
        f"there is no battle: the game is in its {state.phase} phase", "MAP-ENG-06", "MAP-BAT-01"
    )


def orders_fault(state: State, orders: Orders, whole: bool = True) -> Refusal | None:
    """Why these orders are not allowed, with the rule; "" when they are.

    Not *whole*: the other blocks of the square have still to be told what to do.
    """
    if state.phase != "battle":
        return no_battle(state)
    if orders.side != state.active:
        return refusal(f"{state.active} is the active player", "MAP-BAT-01")
    faults = (order_fault(state, orders, one) for one in orders.orders)
    return (
        activation_fault(state, orders)
        or next((fault for fault in faults if fault), None)
        or together_fault(state, orders, whole)
        or charge_duty_fault(state, orders)
        or activation_duty_fault(state, orders.side, orders.square)
    )


def activate_fault_of(state: State, one: Block) -> Refusal | None:
    """Why a block's square may not be activated at all now, whatever it is to do."""
    if state.phase != "battle":
        return no_battle(state)
    if one.side != state.active:
        return refusal(f"{state.active} is the active player", "MAP-BAT-01")
    square = one.square or (0, 0)
    orders = Orders(one.side, square, (Order(one, "stand"),))
    return activation_fault(state, orders) or activation_duty_fault(state, one.side, square)


def activate(state: State, orders: Orders) -> Steps[Outcome]:
    """MAP-INT-01, MAP-INT-02: all interactions of one activated square, however often it was
    activated before.

    Blocks move and charge first, then the square shoots, then every square that was charged
    or fed is fought (MAP-CHG-02).

    Raises:
        IllegalAction: with the rule that forbids it.
    """
    forbid(orders_fault(state, orders))
    story = begin(state)
    if orders.doing("break_off"):
        story = yield from break_off(story, orders)
        return finished(story, orders)
    story, fights = _go(story, orders)
    if orders.doing("fight_on"):
        fights = {orders.square: ()}
    target = yield from _target(story.state, orders)
    if target is None and not orders.doing("move", "charge", "fight_on"):
        return finished(story, orders, idle=True)
    if target is not None:
        story = yield from shoot(story, orders.side, orders.square, target)
    while fights and not is_over(story):
        story, cleared = yield from fight_all(story, orders.side, fights)
        fights = {}
        for square in cleared:
            winner = next(side for side in state.sides if holders(story.state, square, side))
            story, more = yield from pursue(story, winner, square)
            fights |= more
    return finished(story, orders)


def _target(state: State, orders: Orders) -> Steps[Square | None]:
    """The square shot at: as ordered, or forced on musketry foot left idle (MAP-FOOT-05)."""
    aimed = next((one.to for one in orders.doing("shoot")), None)
    if aimed is not None:
        return aimed
    if orders.doing("move", "charge", "fight_on"):
        return None
    forced = must_shoot_at(state, orders.square, orders.side)
    if not forced:
        return None
    chosen = yield from choose(
        f"Musketry foot in {text(orders.square)} must shoot at",
        orders.side,
        tuple(Option(text(square)) for square in forced),
        rules=("MAP-FOOT-05",),
    )
    return next(square for square in forced if text(square) == chosen)


def _go(story: Outcome, orders: Orders) -> tuple[Outcome, dict[Square, tuple[str, ...]]]:
    """Move and charge; gives the squares to be fought with the blocks that entered each."""
    fights: dict[Square, tuple[str, ...]] = {}
    for one in orders.doing("charge"):
        if one.to is not None:
            fights[one.to] = (*fights.get(one.to, ()), one.block.id)
    state: State = story.state
    for square, charging in fights.items():
        if contest(state, square) is None:
            state = with_contest(
                state,
                square,
                begun(state, square, (orders.square,) * len(charging), enemy(state, orders.side)),
            )
    story = then(story, state)
    for one in orders.doing("move", "charge"):
        story = _step(story, one)
    return story, fights


def _step(story: Outcome, one: Order) -> Outcome:
    state: State = story.state
    own, overall = force(state, one.block.side).interactions + 1, state.overall + 1
    did: Did = "moved" if one.do == "move" else "charged"
    trail = (*one.block.trail, one.block.square or (0, 0))[-SHUFFLES:]
    moved = replace(
        one.block,
        square=one.to,
        did=did,
        own=own,
        overall=overall,
        trail=trail if one.do == "move" else (),
    )
    says = f"{one.block.id} {did} to {text(one.to or (0, 0))}."
    rules = ("MAP-MOVE-01", "MAP-MOVE-02") if one.do == "move" else ("MAP-CHG-01",)
    story = then(
        story, with_blocks(state, (moved,)), Effect(did, one.block.id, text(one.to or (0, 0)), says)
    )
    story = ruled(story, Ruling(says, rules))
    places = (*moved.trail, moved.square)
    if (
        one.do == "move"
        and len(places) > SHUFFLES
        and len(set(places)) == 2
        and all(a != b for a, b in zip(places, places[1:], strict=False))
    ):
        says = f"Advice: {moved.id} has gone to and fro {SHUFFLES} times; that is bad form."
        story = ruled(story, Ruling(says, ("MAP-PASS-03",)))
    return story


def finished(story: Outcome, orders: Orders, *, idle: bool = False) -> Outcome:
    """Remember who stood, count the interaction and hand over (MAP-BAT-01, MAP-BAT-03).

    *idle*: every block of the square stood, which is a stand like a pass (MAP-PASS-02).
    """
    state: State = story.state
    own = force(state, orders.side).interactions + 1
    acted = {one.block.id for one in orders.orders if one.do != "stand"}
    stood = [
        replace(one, did="stood", own=own, overall=state.overall + 1)
        for one in holders(state, orders.square, orders.side)
        if one.id not in acted and not (one.did == "shot" and one.overall == state.overall + 1)
    ]
    story = then(story, with_blocks(state, stood))
    if idle:
        return counted(_stood(story, orders.side), orders.side)
    army = replace(force(state, orders.side), passes=0)
    return counted(then(story, with_force(story.state, army)), orders.side)


def counted(story: Outcome, side: str) -> Outcome:
    """One interaction of *side* is done: the other is active, dead fights are forgotten."""
    state: State = story.state
    army = force(state, side)
    state = with_force(state, replace(army, interactions=army.interactions + 1))
    contests = tuple(one for one in state.contests if is_contested(state, one.square))
    return then(
        story,
        replace(state, active=enemy(state, side), overall=state.overall + 1, contests=contests),
    )


def stand_pass(state: State, side: str) -> Outcome:
    """MAP-PASS-01, MAP-PASS-02: no square is activated; two in a row cost 1 elan (MAP_PASS).

    Raises:
        IllegalAction: not this side's turn, or a duty forbids it.
    """
    forbid(pass_fault(state, side))
    story = ruled(begin(state), Ruling(f"{side} passes.", ("MAP-PASS-01",)))
    return counted(_stood(story, side), side)


def _stood(story: Outcome, side: str) -> Outcome:
    """MAP-PASS-02: one more stand or pass in a row, and what it costs (MAP_PASS)."""
    state: State = story.state
    army = force(state, side)
    passes = army.passes + 1
    costs = passes >= 2
    kept = 0 if costs and house(state, "MAP_PASS") == "pairs" else passes
    story = then(
        story, with_force(state, replace(army, passes=kept)), Effect("passed", side, passes)
    )
    if not costs:
        return story
    says = f"{side} has stood or passed twice running."
    story = ruled(story, Ruling(says, ("MAP-PASS-02",)))
    return shift(story, {side: -1}, "MAP-PASS-02")


def pass_fault(state: State, side: str) -> Refusal | None:
    """Why a side may not pass now."""
    if state.phase != "battle":
        return no_battle(state)
    if side != state.active:
        return refusal(f"{state.active} is the active player", "MAP-BAT-01")
    return activation_duty_fault(state, side, None)


def agree(state: State, side: str, winner: str) -> Steps[Outcome]:
    """MAP-BAT-02: the players agree on a result; the other side has to say yes.

    Raises:
        IllegalAction: no battle to end, or no such side.
    """
    if state.phase != "battle" or winner not in (*state.sides, ""):
        raise IllegalAction(
            "A battle in progress is ended for one of the two sides or as a draw", "MAP-BAT-02"
        )
    result = f"{winner} has won" if winner else "it is a draw"
    answer = yield from choose(
        f"{side} proposes: {result}",
        enemy(state, side),
        (Option("yes"), Option("no")),
        rules=("MAP-BAT-02",),
    )
    story = begin(state)
    if answer == "no":
        return ruled(story, Ruling("The battle goes on.", ("MAP-BAT-02",)))
    says = f"Agreed: {result}."
    over = replace(state, phase="over", winner=winner, ended=says, ended_by=("MAP-BAT-02",))
    story = then(story, over, Effect("agreed", winner or "draw"))
    return ruled(story, Ruling(says, ("MAP-BAT-02",)))
