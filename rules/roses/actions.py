"""From a declared action to its rule."""

from __future__ import annotations

from collections.abc import Callable

from rules.kernel.declared import aim, asks_nothing, word, words
from rules.kernel.prompts import Steps
from rules.kernel.protocol import Action, IllegalAction, Outcome
from rules.kernel.sides import side_in
from rules.kernel.telling.story import refuse
from rules.roses import measuring as ruler
from rules.roses import turn
from rules.roses.close_combat import combat
from rules.roses.command import commanders, initiative, orders
from rules.roses.missiles import shooting
from rules.roses.movement import moves
from rules.roses.state import Play, State, Unit
from vision.table.snapshot import Snapshot


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
    return play.unit(aim(action, "unit"))


def ordered(play: Play, action: Action) -> tuple[Unit, ...]:
    """The unit that is ordered and those brigaded with it."""
    ids = dict.fromkeys((_at(play, action).id, *words(action, "with")))
    return tuple(play.unit(name) for name in ids)


def _order(play: Play, action: Action) -> Steps[Play]:
    commander, units = play.unit(action.by), ordered(play, action)
    return (yield from orders.order(play, commander, units, word(action, "through")))


def _charge(play: Play, action: Action) -> Steps[Play]:
    return (yield from initiative.charge(play, play.unit(action.by), _at(play, action)))


def _evade(play: Play, action: Action) -> Steps[Play]:
    return (yield from initiative.evade(play, play.unit(action.by), _at(play, action)))


def _move(play: Play, action: Action) -> Steps[Play]:
    return (yield from moves.command_move(play, play.unit(action.by)))


def _shoot(play: Play, action: Action) -> Steps[Play]:
    shower = word(action, "shower") == "yes"
    return (yield from shooting.shoot(play, play.unit(action.by), _at(play, action), shower))


def _fight(play: Play, action: Action) -> Steps[Play]:
    return (yield from combat.fight(play, play.unit(action.by)))


def _class(play: Play, action: Action) -> Steps[Play]:
    return (yield from commanders.roll_class(play, play.unit(action.by)))


def _end(play: Play, action: Action) -> Steps[Play]:
    return (yield from turn.end(play, action.by))


def _objective(play: Play, action: Action) -> Play:
    name, objective = word(action, "battle"), word(action, "objective")
    return commanders.set_objective(play, action.by, name, objective)


def _herald(play: Play, action: Action) -> Play:
    name, objective = word(action, "battle"), word(action, "objective")
    return commanders.send_herald(play, play.unit(action.by), name, objective)


def _begin(play: Play, action: Action) -> Play:
    return turn.begin(play)


def _concede(play: Play, action: Action) -> Play:
    side = side_in(play.state, action.by)
    return play.set(conceded=side, phase="over").ruled(f"{side} concedes")


RULES: dict[str, Callable[[Play, Action], Steps[Play]]] = {
    "class": _class,
    "objective": asks_nothing(_objective),
    "begin": asks_nothing(_begin),
    "herald": asks_nothing(_herald),
    "charge": _charge,
    "evade": _evade,
    "order": _order,
    "move": _move,
    "shoot": _shoot,
    "fight": _fight,
    "end": _end,
    "concede": asks_nothing(_concede),
}
