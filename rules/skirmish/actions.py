"""What may be declared now, in the order in which it is offered."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rules.kernel.offers import refused, unseen
from rules.kernel.protocol import Action, Offer
from rules.kernel.refusal import Refusal
from rules.skirmish import ending as ending
from rules.skirmish import turn
from rules.skirmish.close_combat import melee as melee
from rules.skirmish.fire import artillery as artillery
from rules.skirmish.fire import gunners as gunners
from rules.skirmish.fire import shooting as shooting
from rules.skirmish.fire import sight as sight
from rules.skirmish.moving import movement as movement
from rules.skirmish.ordering import command as command
from rules.skirmish.ordering import groups
from rules.skirmish.play import BOOK, winner
from rules.skirmish.reactions import act as act
from rules.skirmish.state import Group, Play, State
from rules.skirmish.tables import SMALLEST_GROUP
from vision.table.reading import Unmeasurable
from vision.table.snapshot import Snapshot


def actions(state: State, table: Snapshot) -> tuple[Offer, ...]:
    """Every action of this step, legal or not, each with its reason."""
    if winner(state) is not None:
        return ()
    leave = [BOOK.offer(Play(state, table), Action("concede", side)) for side in state.sides]
    try:
        play = BOOK.play(state, table)
    except Unmeasurable as why:
        return (refused(end_of(state), "end the step", Refusal(unseen(why, state, table))), *leave)
    found = [one for group in turn.mine(state) for one in of_group(play, group)]
    besides = (*markers(state), *goals(play), end_of(state))
    return (*found, *(BOOK.offer(play, action) for action in besides), *leave)


def end_of(state: State) -> Action:
    """The end of the step."""
    return Action("end", state.side or state.sides[0])


def of_group(play: Play, group: Group) -> Iterator[Offer]:
    """What a group may do in this step."""
    return OF_STEP[play.state.step](play, group)


def _command(play: Play, group: Group) -> Iterator[Offer]:
    men = play.state.members(group.id)
    for figure in men:
        if figure.role == "officer" and figure.player:
            yield BOOK.offer(play, Action("command", group.id))
    if play.state.gun(group.id) is None:
        yield BOOK.offer(play, Action("roll", group.id))
    if len(men) <= SMALLEST_GROUP < group.start:
        for other in play.state.living(group.side):
            if other.id != group.id and len(play.state.members(other.id)) > 1:
                yield BOOK.offer(play, Action("join", group.id, other.id))


def _move(play: Play, group: Group) -> Iterator[Offer]:
    yield BOOK.offer(play, Action("move", group.id))
    if play.state.gun(group.id) is not None:
        yield BOOK.offer(play, Action("pivot", group.id))


def _others(play: Play, group: Group) -> Iterator[Offer]:
    if groups.is_under_command(play, group):
        return
    yield BOOK.offer(play, Action("roll", group.id))
    yield from _move(play, group)
    if line := _formed_with(play, group):
        yield BOOK.offer(play, Action("roll together", group.id, None, {"with": line}))


def _formed_with(play: Play, group: Group) -> list[str]:
    """Like groups that have not rolled and hang together with this one, by rising id."""
    found = [group]
    kind = groups.kind_of(play, group)
    for other in play.state.living(group.side):
        if other.id <= group.id or other.rolled or groups.is_under_command(play, other):
            continue
        alike = groups.kind_of(play, other) == kind
        if alike and not groups.formed(play, (*found, other)):
            found.append(other)
    return [one.id for one in found[1:]] if not group.rolled else []


def _fire(play: Play, group: Group) -> Iterator[Offer]:
    if play.state.gun(group.id) is not None and play.state.step == "fire":
        yield BOOK.offer(play, Action("fire gun", group.id))
    if any(figure.shot() for figure in play.state.members(group.id)):
        for enemy in play.state.enemies(group):
            shot = BOOK.offer(play, Action("shoot", group.id, enemy.id))
            yield shot
            if "SKM-VIS-04" in shot.rules:
                yield BOOK.offer(play, Action("spot", group.id, enemy.id))


def _fight(play: Play, group: Group) -> Iterator[Offer]:
    yield BOOK.offer(play, Action("fight", group.id))


def markers(state: State) -> Iterator[Action]:
    """Hidden markers that may come out, and who may begin under markers."""
    for marker in state.markers:
        if not marker.revealed:
            yield Action("reveal", marker.side, None, {"marker": marker.id})
    if state.solo and state.turn == 1 and state.step == "command":
        yield from (Action("hide", side) for side in state.sides)


def goals(play: Play) -> Iterator[Action]:
    """Named ground that a side may set out to hold, before play."""
    state = play.state
    if state.turn > 1 or state.step != "command":
        return
    names = [piece.name for piece in play.table.terrain if piece.name and not piece.is_line]
    told = [(goal.side, goal.hold) for goal in state.goals]
    for side in state.sides:
        for name in names:
            if (side, name) not in told:
                yield Action("goal", side, None, {"hold": name})


OF_STEP: dict[str, Callable[[Play, Group], Iterator[Offer]]] = {
    "command": _command, "move": _move, "fire": _fire, "others": _others, "others fire": _fire,
    "melee": _fight,
}  # fmt: skip
