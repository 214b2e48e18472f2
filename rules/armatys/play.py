"""One declared action, from its words to its outcome."""

from __future__ import annotations

from collections.abc import Callable

from rules.armatys.charging.charges import charge
from rules.armatys.close_combat.melee import fight
from rules.armatys.close_combat.pursuit import pursue
from rules.armatys.movement.moving import bridge, move, move_general, retire
from rules.armatys.shooting.artillery import limber, unlimber
from rules.armatys.shooting.fire import fire
from rules.armatys.state import State, general
from rules.armatys.turn import agree, defend, done, rest, umpire
from rules.armatys.units.detach import detach, rejoin
from rules.armatys.units.generals import speech
from rules.armatys.units.troops import arranged
from rules.kernel.prompts import Steps
from rules.kernel.protocol import Action, IllegalAction, Outcome, Victory
from vision.table.snapshot import Snapshot

Told = Callable[[Action, State, Snapshot], Steps[Outcome]]

ASKING: dict[str, Told] = {
    "charge": lambda action, state, table: charge(state, table, action.by, _at(action)),
    "fire": lambda action, state, table: fire(state, table, action.by, _at(action)),
    "melee": lambda action, state, table: fight(state, table, action.by),
    "retire": lambda action, state, table: retire(state, table, action),
    "pursue": lambda action, state, table: pursue(state, table, action),
    "rally": lambda action, state, table: speech(state, table, action.by, _at(action)),
    "rest": lambda action, state, table: rest(state, action),
    "done": lambda action, state, table: done(state, table, _side(action, state)),
    "agree": lambda action, state, table: agree(
        state, _side(action, state), str(action.more.get("winner", ""))),
}
PLAIN: dict[str, Callable[[Action, State, Snapshot], Outcome]] = {
    "detach": lambda action, state, table: detach(state, table, action),
    "rejoin": lambda action, state, table: rejoin(state, action),
    "bridge": lambda action, state, table: bridge(state, table, action),
    "limber": lambda action, state, table: limber(state, action.by),
    "unlimber": lambda action, state, table: unlimber(state, action.by),
    "defend": lambda action, state, table: defend(state, action),
    "umpire": lambda action, state, table: umpire(state, action),
}


def resolve(action: Action, state: State, table: Snapshot) -> Steps[Outcome]:
    """The outcome of an action.

    Raises:
        IllegalAction: with the rule that forbids it.
        Unmeasurable: a base that it needs is hidden, moving or not there.
    """
    if state.over:
        raise IllegalAction(f"The game is over: {state.ended}")
    table = arranged(state, table)
    if action.do == "move":
        if general(state, action.by):
            return (yield from move_general(state, table, action))
        return (yield from move(state, table, action))
    if action.do in ASKING:
        return (yield from ASKING[action.do](action, state, table))
    if action.do in PLAIN:
        return PLAIN[action.do](action, state, table)
    known = ", ".join(("move", *ASKING, *PLAIN))
    raise IllegalAction(f"{action.do!r} is no action of Pike & Shot: they are {known}.")


def _at(action: Action) -> str:
    if not action.at:
        raise IllegalAction(f"To {action.do}, say at whom.")
    return action.at


def _side(action: Action, state: State) -> str:
    if action.by not in state.sides:
        raise IllegalAction(f"{action.by} is no side of this game.")
    return action.by


def winner(state: State) -> Victory | None:
    """Who has won, once the game is over; the book itself names no victory."""
    return Victory(state.winner, state.ended, ("PAS-SCOPE-01",)) if state.over else None

