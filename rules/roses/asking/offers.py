"""What may be declared now, and what may not with the reason."""

from __future__ import annotations

from collections.abc import Callable

from rules.kernel.offers import offer
from rules.kernel.prompts import Reach
from rules.kernel.protocol import Action, Offer
from rules.roses import measuring as ruler
from rules.roses import turn
from rules.roses.actions import ordered
from rules.roses.close_combat import combat
from rules.roses.command import commanders, initiative, orders
from rules.roses.missiles import shooting
from rules.roses.movement import moves
from rules.roses.state import Play, State, Unit, pace_cm
from rules.roses.tables import BILLS, BOWS, INITIATIVE_CM, MEN_AT_ARMS_FOOT, OBJECTIVES
from vision.table.reading import Unmeasurable
from vision.table.snapshot import Snapshot

_THROUGH_CM = 10.0


def actions(state: State, table: Snapshot) -> tuple[Offer, ...]:
    """Every action of this phase, legal or not, each with its reason."""
    if turn.winner(state) is not None:
        return ()
    concede = [Offer(Action("concede", side), f"{side} concedes") for side in state.sides]
    try:
        play = Play(state, ruler.field(state, table))
    except Unmeasurable as why:
        return (Offer(Action("end", state.side), "end the phase", False, str(why)), *concede)
    offers: Callable[[Play], list[Offer]] = {
        "setup": _setup, "command": _command, "shooting": _shooting, "combat": _combat,
    }[state.phase]  # fmt: skip
    return (*offers(play), *concede)


def reach(state: State, table: Snapshot, unit_id: str) -> tuple[Reach, ...]:
    """Where an order, or a commander's own move, may take a unit of the side in command."""
    unit = next((one for one in state.living(state.side) if one.id == unit_id), None)
    if unit is None or state.phase != "command" or unit.moved:
        return ()
    try:
        play = Play(state, ruler.field(state, table))
        held = ruler.engaged(play, unit)
    except Unmeasurable:
        return ()
    return () if held else moves.stand_reach(play, unit, pace_cm(unit))


def end_offer(play: Play) -> Offer:
    """The end of the phase."""
    state = play.state
    return offer(
        Action("end", state.side), f"end the {state.phase} phase",
        lambda: turn.check_end(play, state.side),
    )  # fmt: skip


def unit_offers(play: Play, unit: Unit) -> list[Offer]:
    """What a unit may do in this phase, a commander's orders left out."""
    if play.state.phase == "combat":
        return [_fight(play, unit)]
    if unit.side != play.state.side:
        return []
    if play.state.phase == "shooting":
        return _shots(play, unit)
    return [*_initiative(play, unit), *_himself(play, unit)]


# -- before the battle ----------------------------------------------------------------------


def _setup(play: Play) -> list[Offer]:
    state = play.state
    found = [
        Offer(Action("class", unit.id), f"{unit.label}: roll his class")
        for unit in state.units
        if unit.profile.is_commander and not unit.grade
    ]
    for battle in state.battles:
        for objective in OBJECTIVES:
            told = {"battle": battle.name, "objective": objective}
            title = f"{battle.name}: {objective}"
            found.append(Offer(Action("objective", battle.side, None, told), title))
    begin = offer(Action("begin", state.side), "begin the battle", lambda: turn.check_begin(state))
    return [*found, begin]


# -- command --------------------------------------------------------------------------------


def _command(play: Play) -> list[Offer]:
    mine = play.state.living(play.state.side)
    found = [one for unit in mine for one in _initiative(play, unit)]
    for commander in mine:
        if commander.profile.is_commander:
            found += [one for unit in mine for one in order_offers(play, commander, unit)]
            found += _himself(play, commander)
    return [*found, end_offer(play)]


def _himself(play: Play, commander: Unit) -> list[Offer]:
    """What a commander does besides giving orders: his move, and new objectives by herald."""
    if not commander.profile.is_commander:
        return []
    return [_command_move(play, commander), *_heralds(play.state, commander)]


def _initiative(play: Play, unit: Unit) -> list[Offer]:
    if play.state.orders_started or unit.profile.is_commander:
        return []
    try:
        near = ruler.nearest_enemies(play, unit)[:2]
    except Unmeasurable as why:
        return [Offer(Action("charge", unit.id), f"{unit.label}: charge", False, str(why))]
    return [one for enemy, _ in near for one in _charge_or_evade(play, unit, enemy)]


def _charge_or_evade(play: Play, unit: Unit, enemy: Unit) -> tuple[Offer, Offer]:
    return (
        offer(
            Action("charge", unit.id, enemy.id), f"{unit.label}: charge {enemy.label}",
            lambda: initiative.check_charge(play, unit, enemy),
            lambda: ruler.distance(play, unit, enemy), INITIATIVE_CM,
        ),
        offer(
            Action("evade", unit.id, enemy.id), f"{unit.label}: evade {enemy.label}",
            lambda: initiative.check_initiative(play, unit, enemy),
            lambda: ruler.distance(play, unit, enemy), INITIATIVE_CM,
        ),
    )  # fmt: skip


def _command_move(play: Play, commander: Unit) -> Offer:
    return offer(
        Action("move", commander.id), f"{commander.label}: move",
        lambda: moves.check_command_move(play, commander),
    )  # fmt: skip


def order_offers(play: Play, commander: Unit, unit: Unit) -> list[Offer]:
    """The orders that a commander may give to a unit of his side."""
    if unit.profile.is_commander and play.state.rule("WOR_COMMAND_MOVE") == "free":
        return []
    return [_order(play, commander, action) for action in _kinds(play, commander, unit)]


def _order(play: Play, commander: Unit, action: Action) -> Offer:
    through = str(action.more.get("through", ""))
    units = ordered(play, action)

    def check() -> None:
        orders.check_order(play, commander, units)
        if through:
            moves.check_pass_through(play, units, play.unit(through))

    title = f"{commander.label}: order {', '.join(unit.label for unit in units)}"
    return offer(action, f"{title} through {through}" if through else title, check)


def _kinds(play: Play, commander: Unit, unit: Unit) -> list[Action]:
    """Alone, with all that it touches, and through friends ahead for bows."""
    found = [Action("order", commander.id, unit.id)]
    friends = [f for f in play.state.friends(unit) if not f.profile.is_commander]
    try:
        group = ruler.touching_group(play, unit, {friend.id for friend in friends})
        ahead = [f.id for f in friends if _may_pass(play, unit, f)]
    except Unmeasurable:
        return found
    if len(group) > 1:
        found.append(Action("order", commander.id, unit.id, {"with": list(group[1:])}))
    return found + [Action("order", commander.id, unit.id, {"through": one}) for one in ahead]


def _may_pass(play: Play, unit: Unit, friend: Unit) -> bool:
    kinds = (*BILLS, "Border Foot Bill", MEN_AT_ARMS_FOOT)
    return (
        unit.kind in BOWS
        and friend.kind in kinds
        and ruler.distance(play, unit, friend).value < _THROUGH_CM
    )


def _heralds(state: State, commander: Unit) -> list[Offer]:
    return [
        _herald(state, commander, battle.name, objective)
        for battle in state.battles
        if battle.side == commander.side and commanders.leader_lost(state, battle)
        for objective in OBJECTIVES
    ]


def _herald(state: State, commander: Unit, battle: str, objective: str) -> Offer:
    return offer(
        Action("herald", commander.id, None, {"battle": battle, "objective": objective}),
        f"{commander.label}'s herald: {battle} {objective}",
        lambda: commanders.check_herald(state, commander, battle, objective),
    )


# -- shooting and combat --------------------------------------------------------------------


def _shooting(play: Play) -> list[Offer]:
    mine = play.state.living(play.state.side)
    return [*(one for unit in mine for one in _shots(play, unit)), end_offer(play)]


def _shots(play: Play, unit: Unit) -> list[Offer]:
    ways = (False, True) if unit.profile.shower else (False,)
    foes = play.state.enemies(unit) if unit.profile.shooting else ()
    return [_shot(play, unit, enemy, shower) for enemy in foes for shower in ways]


def _shot(play: Play, unit: Unit, enemy: Unit, shower: bool) -> Offer:
    more = {"shower": "yes"} if shower else {}
    title = f"{unit.label}: {'Right Sharp Shower' if shower else 'shoot'} at {enemy.label}"
    return offer(
        Action("shoot", unit.id, enemy.id, dict(more)), title,
        lambda: shooting.check_shoot(play, unit, enemy, shower),
        lambda: ruler.distance(play, unit, enemy), shooting.range_cm(unit),
    )  # fmt: skip


def _combat(play: Play) -> list[Offer]:
    return [*(_fight(play, unit) for unit in play.state.living()), end_offer(play)]


def _fight(play: Play, unit: Unit) -> Offer:
    return offer(
        Action("fight", unit.id), f"{unit.label}: fight", lambda: combat.check_fight(play, unit)
    )
