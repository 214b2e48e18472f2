"""From a declared action to its rule."""

from __future__ import annotations

from collections.abc import Callable

from rules.kernel.declared import aim, asks_nothing, word, words
from rules.kernel.prompts import Steps
from rules.kernel.protocol import Action, IllegalAction, Outcome
from rules.kernel.sides import side_in
from rules.kernel.telling.story import refuse
from rules.skirmish import ending, turn
from rules.skirmish import measuring as ruler
from rules.skirmish.close_combat import melee
from rules.skirmish.fire import artillery, gunners, shooting, sight
from rules.skirmish.moving import movement
from rules.skirmish.ordering import command, groups
from rules.skirmish.reactions import act
from rules.skirmish.state import Group, Play, State
from vision.table.snapshot import Snapshot

STEP_OF: dict[str, tuple[str, ...]] = {
    "command": ("command",), "roll": ("command", "others"), "roll together": ("others",),
    "move": ("move", "others"), "pivot": ("move",), "shoot": ("fire", "others fire"),
    "fire gun": ("fire",), "fight": ("melee",), "join": ("command",), "hide": ("command",),
}  # fmt: skip


def resolve(action: Action, state: State, table: Snapshot) -> Steps[Outcome]:
    """Carry out one action over one frozen snapshot.

    Raises:
        IllegalAction: it may not be declared now.
        Unmeasurable: a figure that it needs cannot be measured.
    """
    if action.do not in RULES:
        raise IllegalAction(f"there is no action {action.do!r}: {', '.join(RULES)}")
    over = ending.winner(state) is not None
    if over and (action.do == "end" or not ending.by_retreat_alone(state)):
        raise refuse("the fight is over")
    if action.do in STEP_OF and state.step not in STEP_OF[action.do]:
        where = " or ".join(STEP_OF[action.do])
        raise refuse(f"{action.do} belongs to step {where}; this is {state.step}", "SKM-SEQ-01")
    play = Play(state, ruler.field(state, table))
    play = yield from RULES[action.do](play, action)
    return play.outcome()


def _group(play: Play, action: Action) -> Group:
    """The group that acts; it must be its side's step when sides take turns."""
    group = play.group(action.by)
    if play.state.side and group.side != play.state.side:
        raise refuse(f"this is {play.state.side}'s step", "SKM-SEQ-01")
    if not play.members(group.id):
        raise refuse(f"{group.label} has nobody left")
    return group


def _at(play: Play, action: Action) -> Group:
    return play.group(aim(action, "group"))


def _command(play: Play, action: Action) -> Steps[Play]:
    officer = command.officer_of(play, action.by)
    return (yield from command.command(
        play, officer, word(action, "musician"), words(action, "busy")
    ))  # fmt: skip


def _roll(play: Play, action: Action) -> Steps[Play]:
    return (yield from act.action_roll(play, _group(play, action)))


def _roll_together(play: Play, action: Action) -> Steps[Play]:
    others = tuple(play.group(name) for name in words(action, "with"))
    return (yield from act.formed_roll(play, (_group(play, action), *others)))


def _move(play: Play, action: Action) -> Steps[Play]:
    return (yield from movement.move(play, _group(play, action)))


def _pivot(play: Play, action: Action) -> Steps[Play]:
    return (yield from gunners.pivot(play, _group(play, action)))


def _shoot(play: Play, action: Action) -> Steps[Play]:
    target = _at(play, action)
    return (yield from shooting.shoot(play, _group(play, action), target, word(action, "man")))


def _spot(play: Play, action: Action) -> Steps[Play]:
    return (yield from sight.spot(play, _group(play, action), _at(play, action)))


def _fire_gun(play: Play, action: Action) -> Steps[Play]:
    return (yield from artillery.fire(play, _group(play, action)))


def _fight(play: Play, action: Action) -> Steps[Play]:
    return (yield from melee.melee(play, _group(play, action)))


def _reveal(play: Play, action: Action) -> Steps[Play]:
    return (yield from ending.reveal(play, word(action, "marker")))


def _join(play: Play, action: Action) -> Play:
    return groups.join(play, _group(play, action), _at(play, action))


def _hide(play: Play, action: Action) -> Steps[Play]:
    return (yield from ending.hide(play, action.by))


def _goal(play: Play, action: Action) -> Play:
    return ending.set_goal(play, action.by, word(action, "hold"))


def _end(play: Play, action: Action) -> Steps[Play]:
    return (yield from turn.end(play))


def _concede(play: Play, action: Action) -> Play:
    side = side_in(play.state, action.by)
    return play.set(conceded=side, step="over").ruled(f"{side} leaves the field")


RULES: dict[str, Callable[[Play, Action], Steps[Play]]] = {
    "command": _command, "roll": _roll, "roll together": _roll_together, "move": _move,
    "pivot": _pivot, "shoot": _shoot, "spot": _spot, "fire gun": _fire_gun, "fight": _fight,
    "join": asks_nothing(_join), "hide": _hide, "reveal": _reveal,
    "goal": asks_nothing(_goal), "end": _end, "concede": asks_nothing(_concede),
}  # fmt: skip
