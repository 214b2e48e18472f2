"""What may be declared now, and what may not with the reason."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from rules.kernel.offers import offer
from rules.kernel.protocol import Action, Offer
from rules.skirmish import ending, turn
from rules.skirmish import measuring as ruler
from rules.skirmish.close_combat import melee
from rules.skirmish.fire import artillery, gunners, shooting, sight
from rules.skirmish.moving import movement
from rules.skirmish.ordering import command, groups
from rules.skirmish.reactions import act
from rules.skirmish.state import Group, Play, State
from rules.skirmish.tables import SMALLEST_GROUP
from vision.table.reading import Unmeasurable
from vision.table.snapshot import Snapshot


def actions(state: State, table: Snapshot) -> tuple[Offer, ...]:
    """Every action of this step, legal or not, each with its reason."""
    if ending.winner(state) is not None:
        return ()
    leave = [Offer(Action("concede", side), f"{side} leaves the field") for side in state.sides]
    try:
        play = Play(state, ruler.field(state, table))
    except Unmeasurable as why:
        return (Offer(Action("end", _who(state)), "end the step", False, str(why)), *leave)
    found: list[Offer] = []
    for group in turn.mine(state):
        found += OF_STEP[state.step](play, group)
    return (*found, *markers(state), *goals(play), end_offer(play), *leave)


def end_offer(play: Play) -> Offer:
    """The end of the step."""
    return offer(
        Action("end", _who(play.state)), f"end step: {play.state.step}",
        lambda: turn.check_end(play),
    )  # fmt: skip


def _who(state: State) -> str:
    return state.side or state.sides[0]


def _command(play: Play, group: Group) -> list[Offer]:
    found = [
        offer(Action("command", group.id), f"{figure.id}: command",
              partial(command.check_command, play, figure))
        for figure in play.members(group.id)
        if figure.role == "officer" and figure.player
    ]  # fmt: skip
    if play.state.gun(group.id) is None:
        found.append(_roll(play, group))
    if len(play.members(group.id)) <= SMALLEST_GROUP and group.start > SMALLEST_GROUP:
        for other in play.state.living(group.side):
            if other.id != group.id and len(play.members(other.id)) > 1:
                found.append(_join(play, group, other))
    return found


def _join(play: Play, group: Group, other: Group) -> Offer:
    return offer(
        Action("join", group.id, other.id), f"{group.label}: join {other.label}",
        lambda: groups.check_join(play, group, other),
    )  # fmt: skip


def _roll(play: Play, group: Group) -> Offer:
    return offer(Action("roll", group.id), f"{group.label}: action roll",
                 lambda: act.check_roll(play, group))  # fmt: skip


def _move(play: Play, group: Group) -> list[Offer]:
    found = [
        offer(Action("move", group.id), f"{group.label}: move",
              lambda: movement.check_move(play, group))
    ]  # fmt: skip
    if play.state.gun(group.id) is not None:
        found.append(offer(Action("pivot", group.id), f"{group.label}: turn the gun",
                           lambda: gunners.check_pivot(play, group)))  # fmt: skip
    return found


def _others(play: Play, group: Group) -> list[Offer]:
    if groups.is_under_command(play, group):
        return []
    found = [_roll(play, group), *_move(play, group)]
    line = _formed_with(play, group)
    if line:
        found.append(offer(
            Action("roll together", group.id, None, {"with": [one.id for one in line]}),
            f"{group.label}: one roll with {', '.join(one.label for one in line)}",
            lambda: act.check_formed_roll(play, (group, *line)),
        ))  # fmt: skip
    return found


def _formed_with(play: Play, group: Group) -> tuple[Group, ...]:
    """Like groups that have not rolled and hang together with this one, by rising id."""
    found = [group]
    kind = groups.kind_of(play, group)
    for other in play.state.living(group.side):
        if other.id <= group.id or other.rolled or groups.is_under_command(play, other):
            continue
        alike = groups.kind_of(play, other) == kind
        if alike and not groups.formed(play, (*found, other)):
            found.append(other)
    return tuple(found[1:]) if not group.rolled else ()


def _fire(play: Play, group: Group) -> list[Offer]:
    found = []
    if play.state.gun(group.id) is not None and play.state.step == "fire":
        found.append(offer(Action("fire gun", group.id), f"{group.label}: fire",
                           lambda: artillery.check_fire(play, group)))  # fmt: skip
    if not any(figure.shot() for figure in play.members(group.id)):
        return found
    for enemy in play.state.enemies(group):
        found.append(_shoot(play, group, enemy))
        if "SKM-VIS-04" in found[-1].rules:
            found.append(_spot(play, group, enemy))
    return found


def _shoot(play: Play, group: Group, enemy: Group) -> Offer:
    return offer(
        Action("shoot", group.id, enemy.id), f"{group.label}: shoot at {enemy.label}",
        lambda: shooting.check_shoot(play, group, enemy),
        lambda: ruler.group_distance(play, group, enemy),
    )  # fmt: skip


def _spot(play: Play, group: Group, enemy: Group) -> Offer:
    return offer(
        Action("spot", group.id, enemy.id), f"{group.label}: look for {enemy.label}",
        lambda: sight.check_spot(play, group, enemy),
    )  # fmt: skip


def _fight(play: Play, group: Group) -> list[Offer]:
    return [offer(Action("fight", group.id), f"{group.label}: fight",
                  lambda: melee.check_melee(play, group))]  # fmt: skip


def markers(state: State) -> list[Offer]:
    """Hidden markers that may come out, and who may begin under markers."""
    found = [
        Offer(Action("reveal", marker.side, None, {"marker": marker.id}), f"reveal {marker.id}")
        for marker in state.markers
        if not marker.revealed
    ]
    if state.solo and state.turn == 1 and state.step == "command":
        found += [offer(Action("hide", side), f"{side}: under markers",
                        partial(ending.check_hide, state, side))
                  for side in state.sides]  # fmt: skip
    return found


def goals(play: Play) -> list[Offer]:
    """Named ground that a side may set out to hold, before play."""
    state = play.state
    if state.turn > 1 or state.step != "command":
        return []
    names = [piece.name for piece in play.table.terrain if piece.name and not piece.is_line]
    return [
        Offer(Action("goal", side, None, {"hold": name}), f"{side} wins by holding {name}")
        for side in state.sides
        for name in names
        if (side, name) not in [(goal.side, goal.hold) for goal in state.goals]
    ]


OF_STEP: dict[str, Callable[[Play, Group], list[Offer]]] = {
    "command": _command, "move": _move, "fire": _fire, "others": _others, "others fire": _fire,
    "melee": _fight,
}  # fmt: skip
