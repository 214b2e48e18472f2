"""The battle: one activated square, or a pass, and the turn to the other side (MAP-BAT)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.blocks.close_combat.break_off import break_off
from rules.blocks.close_combat.combat import fight_all
from rules.blocks.close_combat.elan import ended, shift
from rules.blocks.close_combat.pursuit import pursue
from rules.blocks.field.terrain import begun
from rules.blocks.fire.shooting import shoot
from rules.blocks.measuring import follow, warned
from rules.blocks.ordering.duties import may_leave_duty, may_turn_to, must_shoot_at
from rules.blocks.ordering.orders import Order, Orders, may_activate, may_do, may_together
from rules.blocks.state import (
    Block,
    Did,
    Going,
    Square,
    chosen_square,
    text,
    with_blocks,
    with_contest,
    with_force,
)
from rules.blocks.switches import PASS
from rules.kernel.play import Conditions, fails
from rules.kernel.prompts import Option, Steps, choose
from rules.kernel.sides import enemy
from rules.kernel.telling.names import side_does

SHUFFLES = 4
"""MAP-PASS-03: moves to and fro of one block, after which the umpire says so."""


def may_battle(play: Going) -> Conditions:
    """Nobody acts before the battle, or after it."""
    yield play.state.phase == "battle" or fails(
        f"there is no battle: the game is in its {play.state.phase} phase",
        "MAP-ENG-06", "MAP-BAT-01")  # fmt: skip


def may_go(play: Going, side: str) -> Conditions:
    """The active player of a battle."""
    yield from may_battle(play)
    yield side == play.state.active or fails(
        f"{side_does(play.state.active, 'is')} the active player", "MAP-BAT-01")  # fmt: skip


def may_order(play: Going, orders: Orders, whole: bool = True) -> Conditions:
    """May these orders be given?

    Not *whole*: the other blocks of the square have still to be told what to do.
    """
    yield from may_go(play, orders.side)
    for one in orders.orders:
        yield from may_activate(play, one.block, orders.square)
    for one in orders.orders:
        yield from may_do(play, orders, one)
    yield from may_together(play, orders, whole)
    yield from may_leave_duty(play, orders)
    yield from may_turn_to(play, orders.side, orders.square)


def may_be_activated(play: Going, one: Block) -> Conditions:
    """May a block's square be activated at all now, whatever it is to do?"""
    yield from may_go(play, one.side)
    yield from may_activate(play, one, one.here)
    yield from may_turn_to(play, one.side, one.here)


def activate(play: Going, orders: Orders) -> Steps[Going]:
    """MAP-INT-01, MAP-INT-02: all interactions of one activated square, however often it was
    activated before; then the models are put where the game has them."""
    before = play.state
    play = yield from _activated(play, orders)
    play = warned(play, tuple(one.block for one in orders.orders))
    return (yield from follow(play, before, orders.side))


def _activated(play: Going, orders: Orders) -> Steps[Going]:
    """Blocks move and charge first, then the square shoots, then every square that was charged
    or fed is fought (MAP-CHG-02)."""
    side, square = orders.side, orders.square
    if leaving := orders.doing("break_off"):
        wanted = {one.block.id: one.to for one in leaving}
        play = yield from break_off(play, side, square, wanted)
        return finished(play, orders)
    play, fights = _go(play, orders)
    if orders.doing("fight_on"):
        fights = {square: ()}
    target = yield from _target(play, orders)
    if target is None and not orders.doing("move", "charge", "fight_on"):
        return finished(play, orders, idle=True)
    if target is not None:
        play = yield from shoot(play, side, square, target)
    while fights and not play.state.is_over:
        play, cleared = yield from fight_all(play, side, fights)
        fights = {}
        for won in cleared:
            winner = next(one for one in play.state.sides if play.state.holders(won, one))
            play, more = yield from pursue(play, winner, won)
            fights |= more
    return finished(play, orders)


def _target(play: Going, orders: Orders) -> Steps[Square | None]:
    """The square shot at: as ordered, or forced on musketry foot left idle (MAP-FOOT-05)."""
    aimed = next((one.to for one in orders.doing("shoot")), None)
    if aimed is not None or orders.doing("move", "charge", "fight_on"):
        return aimed
    forced = must_shoot_at(play, orders.square, orders.side)
    if not forced:
        return None
    what = f"Musketry foot in {text(orders.square)} must shoot at"
    return (yield from chosen_square(what, orders.side, forced, "MAP-FOOT-05"))


def _go(play: Going, orders: Orders) -> tuple[Going, dict[Square, tuple[str, ...]]]:
    """Move and charge; gives the squares to be fought with the blocks that entered each."""
    fights: dict[Square, tuple[str, ...]] = {}
    for one in orders.doing("charge"):
        if one.to is not None:
            fights[one.to] = (*fights.get(one.to, ()), one.block.id)
    for square, charging in fights.items():
        if play.state.contest(square) is None:
            origins = (orders.square,) * len(charging)
            owner = enemy(play.state, orders.side)
            play = with_contest(play, square, begun(play, square, origins, owner))
    for one in orders.doing("move", "charge"):
        play = _step(play, one)
    return play, fights


def _step(play: Going, one: Order) -> Going:
    block, to, moves = one.block, one.to or one.block.here, one.do == "move"
    own, overall = play.state.force(block.side).interactions + 1, play.state.overall + 1
    did: Did = "moved" if moves else "charged"
    trail = (*block.trail, block.here)[-SHUFFLES:] if moves else ()
    play = play.change(block, square=to, did=did, own=own, overall=overall, trail=trail)
    rules = ("MAP-MOVE-01", "MAP-MOVE-02") if moves else ("MAP-CHG-01",)
    play = play.step(f"{block.label} {did} to {text(to)}.", *rules, heads=True)
    places = (*trail, to)
    to_and_fro = all(a != b for a, b in zip(places, places[1:], strict=False))
    if len(places) > SHUFFLES and len(set(places)) == 2 and to_and_fro:
        says = f"Advice: {block.does('has')} gone to and fro {SHUFFLES} times; that is bad form."
        play = play.step(says, "MAP-PASS-03")
    return play


def finished(play: Going, orders: Orders, *, idle: bool = False) -> Going:
    """Remember who stood, count the interaction and hand over (MAP-BAT-01, MAP-BAT-03).

    *idle*: every block of the square stood, which is a stand like a pass (MAP-PASS-02).
    """
    side, overall = orders.side, play.state.overall + 1
    own = play.state.force(side).interactions + 1
    acted = {one.block.id for one in orders.orders if one.do != "stand"}
    stood = [
        replace(one, did="stood", own=own, overall=overall)
        for one in play.state.holders(orders.square, side)
        if one.id not in acted and not (one.did == "shot" and one.overall == overall)
    ]
    play = with_blocks(play, stood)
    return counted(_stood(play, side) if idle else with_force(play, side, passes=0), side)


def counted(play: Going, side: str) -> Going:
    """One interaction of *side* is done: the other is active, dead fights are forgotten."""
    play = with_force(play, side, interactions=play.state.force(side).interactions + 1)
    state = play.state
    contests = tuple(one for one in state.contests if state.is_contested(one.square))
    return play.with_state(active=enemy(state, side), overall=state.overall + 1, contests=contests)


def may_pass(play: Going, by: str, at: str) -> Conditions:
    """The active player, unless a duty calls."""
    yield from may_go(play, by)
    yield from may_turn_to(play, by, None)


def stand_pass(play: Going, by: str, at: str) -> Going:
    """MAP-PASS-01, MAP-PASS-02: no square is activated; two in a row cost 1 elan (MAP_PASS)."""
    return counted(_stood(play.step(f"{side_does(by, 'passes')}.", "MAP-PASS-01"), by), by)


def _stood(play: Going, side: str) -> Going:
    """MAP-PASS-02: one more stand or pass in a row, and what it costs (MAP_PASS)."""
    passes = play.state.force(side).passes + 1
    costs = passes >= 2
    play = with_force(play, side, passes=0 if costs and play.on(PASS.pairs) else passes)
    if not costs:
        return play
    play = play.step(f"{side_does(side, 'has')} stood or passed twice running.", "MAP-PASS-02")
    return shift(play, {side: -1}, "MAP-PASS-02")


def may_agree(play: Going, by: str, at: str, winner: str) -> Conditions:
    """MAP-BAT-02: a battle in progress, and one of its sides or nobody."""
    says = "a battle in progress is ended for one of the two sides or as a draw"
    is_fought = play.state.phase == "battle" and winner in (*play.state.sides, "")
    yield is_fought or fails(says, "MAP-BAT-02")


def agree(play: Going, by: str, at: str, winner: str) -> Steps[Going]:
    """MAP-BAT-02: the players agree on a result; the other side has to say yes."""
    result = f"{side_does(winner, 'has')} won" if winner else "it is a draw"
    other, yes_no = enemy(play.state, by), (Option("yes"), Option("no"))
    answer = yield from choose(
        f"{side_does(by, 'proposes')}: {result}", other, yes_no, rules=("MAP-BAT-02",)
    )
    if answer == "no":
        return play.step("The battle goes on.", "MAP-BAT-02")
    return ended(play, winner, f"Agreed: {result}.", "MAP-BAT-02")
