"""A player who takes any legal action at random, and hands that move the models."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

from rules.blocks.grid import centre_in
from rules.blocks.offers import offers
from rules.blocks.play import resolve, winner
from rules.blocks.stacking import stack_faults
from rules.blocks.state import State
from rules.engine import Done, advance
from rules.prompts import Choose, Draw, Look, Prompt, Roll
from rules.protocol import Action, IllegalAction, Offer, Outcome
from vision.measure.table import Pose, Snapshot


def answer(prompt: Prompt, dice: random.Random, table: Snapshot) -> Any:
    """Any answer that the prompt takes."""
    if isinstance(prompt, Roll):
        return tuple(dice.randint(1, prompt.sides) for _ in range(prompt.count))
    if isinstance(prompt, Choose):
        number = dice.randint(prompt.at_least, prompt.at_most)
        return tuple(option.key for option in dice.sample(prompt.options, number))
    assert not isinstance(prompt, Draw)
    assert isinstance(prompt, Look)
    return table


def put(table: Snapshot, what: str) -> Snapshot:
    """The table after the models were put as a prompt says: "Put A to 5,4; B off the table"."""
    moves = dict(part.split(" to ") for part in what[4:].split("; ") if " to " in part)
    gone = {part.split(" off ")[0] for part in what[4:].split("; ") if " off " in part}
    bases = []
    for base in table.bases:
        if base.payload in gone:
            continue
        if base.payload in moves and base.pose is not None:
            column, row = map(int, moves[base.payload].split(","))
            x_in, y_in = centre_in(table, (column, row))
            base = replace(base, pose=Pose(x_in, y_in, base.pose.facing_deg))
        bases.append(base)
    return replace(table, bases=tuple(bases))


def play_out(
    action: Action, state: State, table: Snapshot, dice: random.Random
) -> tuple[Outcome, Snapshot, list[tuple[Prompt, Any]]]:
    """One action to its end, fed from the start at every prompt as the program does."""
    answered: list[tuple[Prompt, Any]] = []
    while True:
        step = advance(resolve(action, state, table), answered)
        if isinstance(step, Done):
            return step.outcome, table if not _last_look(answered) else answered[-1][1], answered
        given = answer(step, dice, table)
        if isinstance(step, Look):
            given = put(table, step.what)
        answered.append((step, step.parse(given)))


def _last_look(answered: list[tuple[Prompt, Any]]) -> bool:
    return bool(answered) and isinstance(answered[-1][0], Look)


def chosen(offer: Offer, dice: random.Random) -> Action:
    """The offer's action with every need filled at random."""
    more = {name: dice.choice(values) for name, values in offer.needs.items()}
    return replace_more(offer.action, {**offer.action.more, **more})


def replace_more(action: Action, more: dict[str, Any]) -> Action:
    return Action(action.do, action.by, action.at, more)


def random_game(
    state: State, table: Snapshot, seed: int, limit: int = 2000
) -> tuple[State, Snapshot, int]:
    """A game of random legal actions to its end; how many there were.

    Bad combinations of orders are refused and thrown again; a game never gets stuck.
    """
    dice = random.Random(seed)
    for count in range(limit):
        if winner(state) is not None:
            return state, table, count
        legal = [o for o in offers(state, table) if o.legal and o.action.do != "agree"]
        assert legal, "no legal action"
        fighting = [o for o in legal if o.action.do in ("charge", "shoot", "fight_on")]
        pick = dice.choice(fighting if fighting and dice.random() < 0.5 else legal)
        try:
            outcome, table, _ = play_out(chosen(pick, dice), state, table, dice)
        except IllegalAction:
            continue
        state = outcome.state
        assert stack_faults(state) == ()
    return state, table, limit
