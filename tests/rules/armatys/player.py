"""A player who takes any legal action at random and moves the models as he likes."""

from __future__ import annotations

import math
import random
from dataclasses import replace
from typing import Any

from rules.armatys.offers import offers
from rules.armatys.play import resolve, winner
from rules.armatys.state import State
from rules.armatys.troops import rate_in
from rules.engine import Done, advance
from rules.prompts import Choose, Look, Prompt, Roll
from rules.protocol import Action, IllegalAction, Offer, Outcome
from vision.measure.table import Base, Pose, Snapshot


def answer(prompt: Prompt, dice: random.Random) -> Any:
    """Any answer that a roll or a choice takes."""
    if isinstance(prompt, Roll):
        return tuple(dice.randint(1, prompt.sides) for _ in range(prompt.count))
    assert isinstance(prompt, Choose)
    number = dice.randint(prompt.at_least, prompt.at_most)
    return tuple(option.key for option in dice.sample(prompt.options, number))


def shifted(table: Snapshot, unit: str, dx: float, dy: float) -> Snapshot:
    """The table with a unit's bases moved, nothing turned."""
    def move(base: Base) -> Base:
        if base.unit_id != unit or base.pose is None:
            return base
        pose = base.pose
        return replace(base, pose=Pose(pose.x_in + dx, pose.y_in + dy, pose.facing_deg))

    return replace(table, bases=tuple(map(move, table.bases)))


def middle(table: Snapshot, unit: str) -> tuple[float, float]:
    """The middle of a unit's bases."""
    poses = [base.pose for base in table.bases if base.unit_id == unit and base.pose]
    return sum(p.x_in for p in poses) / len(poses), sum(p.y_in for p in poses) / len(poses)


def toward(table: Snapshot, unit: str, target: str, inches: float) -> Snapshot:
    """The unit moved straight at another, stopping short of overlapping its middle."""
    (x, y), (tx, ty) = middle(table, unit), middle(table, target)
    far = math.dist((x, y), (tx, ty))
    go = max(0.0, min(inches, far - 1.1))
    return shifted(table, unit, (tx - x) / far * go, (ty - y) / far * go) if far else table


def hands(state: State, table: Snapshot, prompt: Look, dice: random.Random) -> Snapshot:
    """The models after a player has done what a prompt asks, more or less."""
    unit = prompt.units[0]
    one = next((u for u in state.units if u.id == unit), None)
    if one is None:
        return shifted(table, unit, dice.uniform(-2, 2), dice.uniform(-2, 2))
    ahead = 1.0 if one.side == state.sides[0] else -1.0
    full = rate_in(one)
    if prompt.what.startswith("Retire"):
        return shifted(table, unit, 0.0, -ahead * (full - 0.01) * dice.choice((1, 1, 0.5)))
    here = {base.unit_id for base in table.bases}
    if one.pursuing in here:
        return toward(table, unit, one.pursuing, (full - 0.01) * dice.choice((1, 1, 0.49, 0)))
    reach = max(0.0, full - one.counters - one.spent * full)
    if one.charging in here:
        return toward(table, unit, one.charging, reach * dice.choice((1, 1, 0.49, 0)))
    return shifted(table, unit, dice.uniform(-1, 1), ahead * dice.uniform(-0.2, 0.9) * reach)


def without_gone(state: State, table: Snapshot) -> Snapshot:
    """The table with the bases of units that are out of the game taken off."""
    gone = {u.id for u in state.units if u.off} | {g.id for g in state.generals if g.gone}
    return replace(table, bases=tuple(b for b in table.bases if b.unit_id not in gone))


def play_out(
    action: Action, state: State, table: Snapshot, dice: random.Random
) -> tuple[Outcome, Snapshot]:
    """One action to its end, fed from the start at every prompt as the program does."""
    answered: list[tuple[Prompt, Any]] = []
    while True:
        step = advance(resolve(action, state, table), answered)
        if isinstance(step, Done):
            looks = [given for asked, given in answered if isinstance(asked, Look)]
            return step.outcome, without_gone(step.outcome.state, looks[-1] if looks else table)
        given = hands(state, table, step, dice) if isinstance(step, Look) else answer(step, dice)
        answered.append((step, step.parse(given)))


def chosen(offer: Offer, dice: random.Random) -> Action:
    """The offer's action with every need filled at random."""
    more = {name: dice.choice(values) for name, values in offer.needs.items()}
    action = offer.action
    return Action(action.do, action.by, action.at, {**action.more, **more})


UNASKED = ("agree", "detach")
URGENT = ("retire", "melee", "pursue", "charge", "fire")


def random_game(
    state: State, table: Snapshot, seed: int, bounds: int = 60
) -> tuple[State, Snapshot, int]:
    """A game of random legal actions to its end, an agreed draw after so many bounds.

    Moves that the umpire refuses are put back and forgotten; a game never gets stuck.
    """
    dice = random.Random(seed)
    count = 0
    while winner(state) is None and state.bound <= bounds:
        count += 1
        legal = [o for o in offers(state, table) if o.legal and o.action.do not in UNASKED]
        assert legal, f"no legal action in phase {state.phase}"
        urgent = [o for o in legal if o.action.do in URGENT]
        pick = dice.choice(urgent if urgent and dice.random() < 0.7 else legal)
        try:
            outcome, table = play_out(chosen(pick, dice), state, table, dice)
        except IllegalAction:
            continue
        state = outcome.state
    while winner(state) is None:
        draw = Action("agree", state.sides[0], more={"winner": ""})
        state = play_out(draw, state, table, dice)[0].state
    return state, table, count


def steady(state: State, table: Snapshot, prompt: Look) -> Snapshot:
    """The models after a player has done just what a prompt asks: straight ahead to musket
    range, straight back, at the charged or pursued. The same every time."""
    unit = prompt.units[0]
    one = next((u for u in state.units if u.id == unit), None)
    here = {base.unit_id for base in table.bases}
    if one is None:
        return table
    ahead = 1.0 if one.side == state.sides[0] else -1.0
    full = rate_in(one)
    if prompt.what.startswith("Retire"):
        return shifted(table, unit, 0.0, -ahead * (full - 0.01))
    if one.pursuing in here:
        return toward(table, unit, one.pursuing, full / 2 - 0.01)
    reach = max(0.0, full - one.counters - one.spent * full)
    if one.charging in here:
        return toward(table, unit, one.charging, reach)
    return shifted(table, unit, 0.0, ahead * min(3.0, max(0.0, reach / 2 - 0.01)))
