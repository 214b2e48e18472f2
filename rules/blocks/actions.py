"""What may be done: every action with its conditions, its rule and what is offered of it."""

from __future__ import annotations

from functools import partial
from typing import Any

from rules.blocks.asking.offers import (
    agreements,
    beginnings,
    deployments,
    layings,
    nothing,
    orders_of_all,
    passes,
    picks,
    roll_offs,
)
from rules.blocks.field.boards import BOARDS, POSITIONS
from rules.blocks.field.setup import (
    begin,
    deploy,
    lay_board,
    may_begin,
    may_deploy,
    may_lay,
    may_pick,
    may_roll_off,
    pick_boards,
    roll_off,
)
from rules.blocks.ordering.orders import DOINGS, Do, Orders, read_orders
from rules.blocks.state import Block, Going, State
from rules.blocks.turn import activate, agree, may_agree, may_order, may_pass, stand_pass
from rules.kernel.acting.book import Act, Book, Says
from rules.kernel.play import Conditions, Play, fails
from rules.kernel.prompts import Steps
from rules.kernel.protocol import UNITS, Victory


def may_play(state: State, act: Act) -> Conditions:
    """Whatever it is, the game is not over."""
    yield not state.is_over or fails(
        f"the game is over: {state.ended}", "MAP-ELAN-06", "MAP-BAT-02")  # fmt: skip


BOOK = Book(lambda state: state.sides, first=may_play, named=Play.unit, no_others=("MAP-INT-06",))


def _read(
    do: Do, play: Going, by: Block, at: str, to: Any, others: dict[str, Any]
) -> dict[str, Orders]:
    return {"orders": read_orders(play, by, do, to or at, others)}


def _checks(play: Going, by: Block, at: str, orders: Orders) -> Conditions:
    return may_order(play, orders)


def _rule(play: Going, by: Block, at: str, orders: Orders) -> Steps[Going]:
    return activate(play, orders)


for _do in DOINGS:
    # All that a block may be ordered to do is listed together, under the first.
    BOOK.action(
        _do, "", _checks, at="any", reads=partial(_read, _do),
        says={"to": Says(plain=True), UNITS: Says(plain=True)},
        offers=orders_of_all if _do == DOINGS[0] else nothing,
    )(_rule)  # fmt: skip

BOOK.action("roll_off", "", may_roll_off, by="side", offers=roll_offs)(roll_off)
BOOK.action("agree", "", may_agree, by="side", says={"winner": Says()}, offers=agreements)(agree)
BOOK.action("pass", "", may_pass, by="side", offers=passes)(stand_pass)
BOOK.action(
    "pick_boards", "", may_pick, by="side", offers=picks,
    says={f"board {place}": Says(tuple(BOARDS)) for place in POSITIONS},
)(pick_boards)  # fmt: skip
BOOK.action(
    "lay_board", "", may_lay, by="side", at="any",
    needs={"board": tuple(BOARDS)}, says={"position": Says()}, offers=layings,
)(lay_board)  # fmt: skip
BOOK.action("begin", "", may_begin, by="side", offers=beginnings)(begin)
BOOK.action(
    "deploy", "", may_deploy, by="side", offers=deployments,
    says={"as": Says(("line up", "table", "squares"), as_="way"), UNITS: Says(plain=True)},
)(deploy)  # fmt: skip


def winner(state: State) -> Victory | None:
    """MAP-ELAN-06, MAP-BAT-02: who has won, once the game is over."""
    return Victory(state.winner, state.ended, state.ended_by) if state.is_over else None
