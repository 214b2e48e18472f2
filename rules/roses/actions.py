"""From a declared action to its rule."""

from __future__ import annotations

from collections.abc import Callable

from rules.prompts import Steps
from rules.protocol import Action, IllegalAction, Outcome, Plain
from rules.roses import (
    combat,
    commanders,
    initiative,
    moves,
    orders,
    ruler,
    shooting,
    turn,
)
from rules.roses.state import Play, State, Unit, refuse
from vision.measure.table import Snapshot


def resolve(action: Action, state: State, table: Snapshot) -> Steps[Outcome]:
    """Carry out one action over one frozen snapshot.

    Raises:
        IllegalAction: it may not be declared now.
        Unmeasurable: a stand that it needs cannot be measured.
    """
    if action.do not in RULES:
        raise IllegalAction(f"there is no action {action.do!r}: {', '.join(RULES)}")
    _check_phase(state, action.do)
    play = Play(state, ruler.field(state, table))
    play = yield from RULES[action.do](play, action)
    return play.outcome()


PHASE_OF: dict[str, tuple[str, ...]] = {
    "class": ("setup",), "begin": ("setup",), "objective": ("setup", "command"),
    "herald": ("command",), "charge": ("command",), "evade": ("command",),
    "order": ("command",), "move": ("command",), "shoot": ("shooting",), "fight": ("combat",),
}  # fmt: skip


def _check_phase(state: State, do: str) -> None:
    """Each thing in its phase: command, shooting, combat (WOR-SEQ-01)."""
    if turn.winner(state) is not None:
        raise refuse("the battle is over")
    if do in PHASE_OF and state.phase not in PHASE_OF[do]:
        raise refuse(f"{do} belongs to {' or '.join(PHASE_OF[do])}; this is {state.phase}",
                     "WOR-SEQ-01")  # fmt: skip


def _at(play: Play, action: Action) -> Unit:
    if action.at is None:
        raise IllegalAction(f"{action.do}: name the unit it is at")
    return play.unit(action.at)


def _more(action: Action, name: str) -> str:
    found: Plain = action.more.get(name, "")
    if not isinstance(found, str):
        raise IllegalAction(f"{action.do}: {name} must be a word")
    return found


def ordered(play: Play, action: Action) -> tuple[Unit, ...]:
    """The unit that is ordered and those brigaded with it."""
    others: Plain = action.more.get("with", [])
    if not isinstance(others, list | tuple):
        raise IllegalAction("order: 'with' must be a list of units")
    ids = dict.fromkeys((_at(play, action).id, *map(str, others)))
    return tuple(play.unit(name) for name in ids)


def _order(play: Play, action: Action) -> Steps[Play]:
    commander, units = play.unit(action.by), ordered(play, action)
    return (yield from orders.order(play, commander, units, _more(action, "through")))


def _charge(play: Play, action: Action) -> Steps[Play]:
    return (yield from initiative.charge(play, play.unit(action.by), _at(play, action)))


def _evade(play: Play, action: Action) -> Steps[Play]:
    return (yield from initiative.evade(play, play.unit(action.by), _at(play, action)))


def _move(play: Play, action: Action) -> Steps[Play]:
    return (yield from moves.command_move(play, play.unit(action.by)))


def _shoot(play: Play, action: Action) -> Steps[Play]:
    shower = _more(action, "shower") == "yes"
    return (yield from shooting.shoot(play, play.unit(action.by), _at(play, action), shower))


def _fight(play: Play, action: Action) -> Steps[Play]:
    return (yield from combat.fight(play, play.unit(action.by)))


def _class(play: Play, action: Action) -> Steps[Play]:
    return (yield from commanders.roll_class(play, play.unit(action.by)))


def _end(play: Play, action: Action) -> Steps[Play]:
    return (yield from turn.end(play, action.by))


def _asks_nothing(rule: Callable[[Play, Action], Play]) -> Callable[[Play, Action], Steps[Play]]:
    def steps(play: Play, action: Action) -> Steps[Play]:
        yield from ()
        return rule(play, action)

    return steps


def _objective(play: Play, action: Action) -> Play:
    name, objective = _more(action, "battle"), _more(action, "objective")
    return commanders.set_objective(play, action.by, name, objective)


def _herald(play: Play, action: Action) -> Play:
    name, objective = _more(action, "battle"), _more(action, "objective")
    return commanders.send_herald(play, play.unit(action.by), name, objective)


def _begin(play: Play, action: Action) -> Play:
    return turn.begin(play)


def _concede(play: Play, action: Action) -> Play:
    if action.by not in play.state.sides:
        raise IllegalAction(f"{action.by} is no side")
    return play.set(conceded=action.by, phase="over").ruled(f"{action.by} concedes")


RULES: dict[str, Callable[[Play, Action], Steps[Play]]] = {
    "class": _class,
    "objective": _asks_nothing(_objective),
    "begin": _asks_nothing(_begin),
    "herald": _asks_nothing(_herald),
    "charge": _charge,
    "evade": _evade,
    "order": _order,
    "move": _move,
    "shoot": _shoot,
    "fight": _fight,
    "end": _end,
    "concede": _asks_nothing(_concede),
}
