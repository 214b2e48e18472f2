"""A state is tried by its rule set before it is kept.

Law: whatever the page will ask about a state is asked here first. What a rule set cannot
digest is refused, so that no kept step can stop a page, an undo or the next start.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import msgspec

from rules.kernel.engine import advance
from rules.kernel.protocol import Army, BadState, IllegalAction, Plain, RuleSet
from rules.kernel.switches import HouseRules
from vision.table.reading import Unmeasurable
from vision.table.snapshot import Snapshot
from webui.game.journal.journal import Event
from webui.game.position import Opened, Present, scene_of
from webui.game.seen.scene import ByHand

log = logging.getLogger(__name__)

MOST_BYTES, MOST_LEVELS = 20_000, 6
MOST_ACTIONS = 150
"""So many of the legal actions are begun on a state that a hand has changed."""


def present_at(
    rules: RuleSet,
    line: Sequence[Event],
    state: Any,
    armies: tuple[Army, Army],
    opened: Opened | None,
    hand: ByHand,
) -> Present:
    """Where the game stands at the end of *line* in *state*, with everything a page shows.

    Raises:
        Whatever the rule set makes of a state that it cannot digest.
    """
    over = None if opened is not None else rules.winner(state)
    head = line[-1].id
    joined = rules.newcomers(state)
    present = Present(head, tuple(line), state, armies, opened, over, hand, joined)
    ids = [unit.id for army in present.forces for unit in army.units]
    return replace(present, cards=tuple(rules.card(state, unit) for unit in ids))


def tried(rules: RuleSet, state: Any, present: Present, seen: Snapshot) -> Present:
    """The game as it would stand in *state*, after everything was asked that pages ask.

    *present*: as it stands now. *seen*: the newest table.

    Raises:
        BadState: the rule set cannot go on from there; a sentence.
    """
    with _digested():
        then = present_at(rules, present.line, state, present.armies, None, present.hand)
        _same_sides(rules, then, present)
        ask_what_pages_ask(rules, then)
        _offered(rules, then, seen)
    return then


def tried_by_hand(rules: RuleSet, state: Any, present: Present, seen: Snapshot) -> None:
    """As ``tried``; and the switches are the book's, and every legal action can be begun.

    Raises:
        BadState: as ``tried``.
    """
    why = HouseRules(rules.switches).fault_in(state.house)
    if why and state.house != present.state.house:
        raise BadState(why)
    then = tried(rules, state, present, seen)
    with _digested():
        table = scene_of(seen, then)
        for offer in [offer for offer in _offered(rules, then, seen) if offer.legal][:MOST_ACTIONS]:
            try:
                advance(rules.resolve(offer.action, state, table), ())
            except (IllegalAction, Unmeasurable):
                continue


@contextmanager
def _digested() -> Iterator[None]:
    try:
        yield
    except BadState:
        raise
    except Exception as why:
        log.info("a state was refused by the rule set", exc_info=why)
        raise BadState(
            f"the rules cannot go on from that ({type(why).__name__}: {str(why)[:80]}): "
            "nothing was changed"
        ) from None


def _same_sides(rules: RuleSet, then: Present, before: Present) -> None:
    """Every unit keeps its name and side, and it is the turn of somebody who plays."""
    whose = {unit.id: army.side for army in then.forces for unit in army.units}
    for card in then.cards:
        if whose.get(card.unit) != card.side and card.side not in {a.side for a in then.armies}:
            raise BadState(f"{card.unit} is of no side that plays")
    playing = {army.side for army in then.armies}
    was = set(rules.status(before.state).to_act)
    odd = [who for who in rules.status(then.state).to_act if who not in playing | was | set(whose)]
    if odd:
        raise BadState(f"{odd[0]!r} is nobody who plays here: {', '.join(sorted(playing))}")


def ask_what_pages_ask(rules: RuleSet, then: Present) -> None:
    """Ask all that depends on no table.

    Raises:
        Whatever the rule set makes of a state that it cannot digest.
    """
    rules.status(then.state)
    rules.premeasure(then.state)
    for army in then.armies:
        rules.side_card(then.state, army.side)
    for card in then.cards:
        rules.bands(then.state, card.unit)


def _offered(rules: RuleSet, then: Present, seen: Snapshot) -> tuple[Any, ...]:
    """The offers; none where a base cannot be measured, which is no fault of the state."""
    if then.over is not None:
        return ()
    try:
        return rules.actions(then.state, scene_of(seen, then))
    except Unmeasurable:
        return ()


def bounded(plain: Plain) -> str:
    """What is out of all bounds in plain data that a person sent, "" when nothing is.

    At most 20 KB, 6 levels deep, 500 values a level, 400 letters a text, numbers within a
    million: more than any action, answer or value of a state needs.
    """
    return _bounded(plain, MOST_LEVELS) or (
        "it is too long" if len(msgspec.json.encode(plain)) > MOST_BYTES else ""
    )


def _bounded(plain: Plain, depth: int) -> str:
    if isinstance(plain, dict | list):
        if depth == 0:
            return "it is nested too deeply"
        if len(plain) > 500:
            return "it holds too many values"
        inside = [*plain, *plain.values()] if isinstance(plain, dict) else plain
        return next((why for why in (_bounded(each, depth - 1) for each in inside) if why), "")
    if isinstance(plain, str) and len(plain) > 400:
        return "a text is longer than 400 letters"
    if isinstance(plain, int | float) and not -1_000_000 <= plain <= 1_000_000:
        return "a number is out of all bounds"
    return ""
