"""What may be declared now, in the order in which it is offered."""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel.offers import refused, unseen
from rules.kernel.prompts import Reach
from rules.kernel.protocol import Action, Offer
from rules.kernel.refusal import Refusal
from rules.roses import measuring, switches
from rules.roses import turn as turn
from rules.roses.close_combat import combat as combat
from rules.roses.command import commanders
from rules.roses.command import initiative as initiative
from rules.roses.missiles import shooting as shooting
from rules.roses.movement import moves
from rules.roses.play import BOOK, winner
from rules.roses.state import Play, State, Unit, pace_cm
from rules.roses.tables import BOWS, OBJECTIVES, PASSED
from vision.table.reading import Unmeasurable
from vision.table.snapshot import Snapshot

_THROUGH_CM = 10.0


def actions(state: State, table: Snapshot) -> tuple[Offer, ...]:
    """Every action of this phase, legal or not, each with its reason."""
    if winner(state) is not None:
        return ()
    leave = [BOOK.offer(Play(state, table), Action("concede", side)) for side in state.sides]
    try:
        play = BOOK.play(state, table)
    except Unmeasurable as why:
        return (refused(end_of(state), "end the phase", Refusal(unseen(why, state, table))), *leave)
    return (*(BOOK.offer(play, action) for action in _of_phase(play)), *leave)


def reach(state: State, table: Snapshot, unit_id: str) -> tuple[Reach, ...]:
    """Where an order, or a commander's own move, may take a unit of the side in command."""
    unit = next((one for one in state.living(state.side) if one.id == unit_id), None)
    if unit is None or state.phase != "command" or unit.moved:
        return ()
    try:
        play = BOOK.play(state, table)
        held = measuring.engaged(play, unit)
    except Unmeasurable:
        return ()
    return () if held else moves.stand_reach(play, unit, pace_cm(unit))


def end_of(state: State) -> Action:
    """The end of the phase."""
    return Action("end", state.side)


def _of_phase(play: Play) -> Iterator[Action]:
    state = play.state
    if state.phase == "setup":
        yield from _before(state)
        return
    for unit in state.living("" if state.phase == "combat" else state.side):
        yield from of_unit(play, unit) if state.phase != "command" else _initiative(play, unit)
    mine = state.living(state.side) if state.phase == "command" else ()
    for commander in (unit for unit in mine if unit.profile.is_commander):
        for unit in mine:
            yield from orders_to(play, commander, unit)
        yield from _himself(state, commander)
    yield end_of(state)


def _before(state: State) -> Iterator[Action]:
    for unit in state.units:
        if unit.profile.is_commander and not unit.grade:
            yield Action("class", unit.id)
    for battle in state.battles:
        for objective in OBJECTIVES:
            told = {"battle": battle.name, "objective": objective}
            yield Action("objective", battle.side, None, told)
    yield Action("begin", state.side)


def of_unit(play: Play, unit: Unit) -> Iterator[Action]:
    """What a unit may do in this phase, a commander's orders left out."""
    if play.state.phase == "combat":
        yield Action("fight", unit.id)
    elif unit.side == play.state.side and play.state.phase == "shooting":
        for enemy in play.state.enemies(unit) if unit.profile.shooting else ():
            yield Action("shoot", unit.id, enemy.id)
            if unit.profile.shower:
                yield Action("shoot", unit.id, enemy.id, {"shower": "yes"})
    elif unit.side == play.state.side:
        yield from _initiative(play, unit)
        yield from _himself(play.state, unit)


def _initiative(play: Play, unit: Unit) -> Iterator[Action]:
    if play.state.orders_started or unit.profile.is_commander:
        return
    try:
        near = tuple(enemy for enemy, _ in measuring.nearest_enemies(play, unit)[:2])
    except Unmeasurable:
        near = play.state.enemies(unit)
    for enemy in near:
        yield Action("charge", unit.id, enemy.id)
        yield Action("evade", unit.id, enemy.id)


def _himself(state: State, unit: Unit) -> Iterator[Action]:
    """What a commander does besides giving orders: his move, and new objectives by herald."""
    if not unit.profile.is_commander:
        return
    yield Action("move", unit.id)
    for battle in state.battles:
        if battle.side == unit.side and commanders.leader_lost(state, battle):
            for objective in OBJECTIVES:
                told = {"battle": battle.name, "objective": objective}
                yield Action("herald", unit.id, None, told)


def orders_to(play: Play, commander: Unit, unit: Unit) -> Iterator[Action]:
    """Orders a commander may give to a unit of his side: alone, with all that it touches, and
    through friends ahead for bows."""
    if unit.profile.is_commander and play.on(switches.COMMAND_MOVE.free):
        return
    yield Action("order", commander.id, unit.id)
    friends = [f for f in play.state.friends(unit) if not f.profile.is_commander]
    try:
        group = measuring.touching_group(play, unit, {friend.id for friend in friends})
        ahead = [f.id for f in friends if _may_pass(play, unit, f)]
    except Unmeasurable:
        return
    if len(group) > 1:
        yield Action("order", commander.id, unit.id, {"with": list(group[1:])})
    for one in ahead:
        yield Action("order", commander.id, unit.id, {"through": one})


def _may_pass(play: Play, unit: Unit, friend: Unit) -> bool:
    near = unit.kind in BOWS and friend.kind in PASSED
    return near and measuring.distance(play, unit, friend).value < _THROUGH_CM
