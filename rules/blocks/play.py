"""One declared action, from its words to its outcome."""

from __future__ import annotations

from rules.blocks.asking.offers import picked_boards
from rules.blocks.field.setup import begin_historical, deploy, lay_board, pick_boards, roll_off
from rules.blocks.measuring import follow, warned
from rules.blocks.ordering.orders import DOINGS, read_orders
from rules.blocks.state import State
from rules.blocks.turn import activate, agree, stand_pass
from rules.kernel.prompts import Steps
from rules.kernel.protocol import Action, IllegalAction, Outcome, Victory
from vision.table.snapshot import Snapshot


def resolve(action: Action, state: State, table: Snapshot) -> Steps[Outcome]:
    """The outcome of an action; models are put where the game has them before it ends.

    Raises:
        IllegalAction: with the rule that forbids it.
    """
    if state.phase == "over":
        raise IllegalAction(f"The game is over: {state.ended}", "MAP-ELAN-06", "MAP-BAT-02")
    if action.do in DOINGS:
        orders = read_orders(state, action)
        story = yield from activate(state, orders)
        story = warned(story, table, tuple(one.block for one in orders.orders))
        return (yield from follow(story, state, table, orders.side))
    if action.by not in state.sides:
        raise IllegalAction(f"{action.by} is no side of this game.")
    return (yield from _by_side(action, state, table))


def _by_side(action: Action, state: State, table: Snapshot) -> Steps[Outcome]:
    side = action.by
    if action.do == "roll_off":
        return (yield from roll_off(state))
    if action.do == "agree":
        return (yield from agree(state, side, str(action.more.get("winner", ""))))
    if action.do == "pass":
        return stand_pass(state, side)
    if action.do == "pick_boards":
        return pick_boards(state, side, picked_boards(action))
    if action.do == "lay_board":
        return lay_board(state, side, str(action.more.get("board", "")), _position(action))
    if action.do == "begin":
        return begin_historical(state, side, table)
    if action.do == "deploy":
        story = deploy(state, side, action, table)
        return (yield from follow(story, state, table, side))
    raise IllegalAction(
        f"{action.do!r} is no interaction: break off, charge or feed, move, shoot, "
        "stand or pass, fight on",
        "MAP-INT-06",
    )


def _position(action: Action) -> int:
    raw = str(action.more.get("position", action.at or ""))
    return int(raw) if raw.isdecimal() and len(raw) < 3 else 0


def winner(state: State) -> Victory | None:
    """MAP-ELAN-06, MAP-BAT-02: who has won, once the game is over."""
    if state.phase != "over":
        return None
    return Victory(state.winner, state.ended, state.ended_by)
