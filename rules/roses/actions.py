"""What may be declared now, and what may not with the reason; and the way to its rule."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from rules.prompts import Steps
from rules.protocol import Action, IllegalAction, Offer, Outcome, Plain
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
from rules.roses.profiles import BILLS, BOWS, MEN_AT_ARMS_FOOT, OBJECTIVES
from rules.roses.state import Play, State, Unit, refuse
from vision.measure.reading import Unmeasurable
from vision.measure.table import Snapshot

_ID = re.compile(r"WOR-[A-Z]+-\d+")


# -- one action -----------------------------------------------------------------------------


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


# -- what is on offer -----------------------------------------------------------------------


def actions(state: State, table: Snapshot) -> tuple[Offer, ...]:
    """Every action of this phase, legal or not, each with its reason."""
    if turn.winner(state) is not None:
        return ()
    try:
        play = Play(state, ruler.field(state, table))
    except Unmeasurable as why:
        return (Offer(Action("end", state.side), "end the phase", False, str(why)), *_always(state))
    offers = {
        "setup": _setup, "command": _command, "shooting": _shooting, "combat": _combat,
    }[state.phase]  # fmt: skip
    return (*offers(play), *_always(state))


def _always(state: State) -> tuple[Offer, ...]:
    return tuple(Offer(Action("concede", side), f"{side} concedes") for side in state.sides)


def offer(action: Action, title: str, check: Callable[[], None]) -> Offer:
    """The action as legal if *check* raises nothing, else greyed with the reason."""
    try:
        check()
    except (IllegalAction, Unmeasurable) as why:
        text = str(why)
        return Offer(action, title, False, text, tuple(_ID.findall(text)))
    return Offer(action, title)


def _setup(play: Play) -> Iterator[Offer]:
    state = play.state
    for unit in state.units:
        if unit.profile.is_commander and not unit.grade:
            yield Offer(Action("class", unit.id), f"{unit.label}: roll his class")
    for battle in state.battles:
        yield from _objectives(state, battle.side, battle.name)
    yield offer(Action("begin", state.side), "begin the battle", lambda: turn.check_begin(state))


def _objectives(state: State, side: str, name: str) -> Iterator[Offer]:
    for objective in OBJECTIVES:
        yield offer(
            Action("objective", side, None, {"battle": name, "objective": objective}),
            f"{name}: {objective}",
            lambda o=objective: commanders.check_objective(state, side, name, o),  # type: ignore[misc]
        )


def _command(play: Play) -> Iterator[Offer]:
    state = play.state
    for unit in state.living(state.side):
        yield from _initiative(play, unit)
    for commander in state.living(state.side):
        if commander.profile.is_commander:
            yield from _orders(play, commander)
            yield offer(
                Action("move", commander.id), f"{commander.label}: move",
                lambda c=commander: moves.check_command_move(play, c),  # type: ignore[misc]
            )  # fmt: skip
            yield from _heralds(state, commander)
    yield offer(Action("end", state.side), "end the command phase",
                lambda: turn.check_end(play, state.side))  # fmt: skip


def _initiative(play: Play, unit: Unit) -> Iterator[Offer]:
    if play.state.orders_started or unit.profile.is_commander:
        return
    try:
        near = ruler.nearest_enemies(play, unit)[:2]
    except Unmeasurable as why:
        yield Offer(Action("charge", unit.id), f"{unit.label}: charge", False, str(why))
        return
    for enemy, _ in near:
        yield offer(
            Action("charge", unit.id, enemy.id), f"{unit.label}: charge {enemy.label}",
            lambda e=enemy: initiative.check_charge(play, unit, e),  # type: ignore[misc]
        )  # fmt: skip
        yield offer(
            Action("evade", unit.id, enemy.id), f"{unit.label}: evade {enemy.label}",
            lambda e=enemy: initiative.check_initiative(play, unit, e),  # type: ignore[misc]
        )  # fmt: skip


def _orders(play: Play, commander: Unit) -> Iterator[Offer]:
    for unit in play.state.living(commander.side):
        if unit.profile.is_commander and play.state.rule("WOR_COMMAND_MOVE") == "free":
            continue
        for action in _order_kinds(play, commander, unit):
            through = action.more.get("through", "")
            title = f"{commander.label}: order {', '.join(u.label for u in ordered(play, action))}"

            def check(action: Action = action, through: str = through) -> None:
                orders.check_order(play, commander, ordered(play, action))
                if through:
                    moves.check_pass_through(play, ordered(play, action), play.unit(through))

            yield offer(action, title + (f" through {through}" if through else ""), check)


def _order_kinds(play: Play, commander: Unit, unit: Unit) -> list[Action]:
    """Alone, with all that it touches, and through friends ahead for bows."""
    found = [Action("order", commander.id, unit.id)]
    friends = [f for f in play.state.friends(unit) if not f.profile.is_commander]
    try:
        group = ruler.touching_group(play, unit, {friend.id for friend in friends})
        if len(group) > 1:
            found.append(Action("order", commander.id, unit.id, {"with": list(group[1:])}))
        if unit.kind in BOWS:
            for friend in friends:
                may = friend.kind in (*BILLS, "Border Foot Bill", MEN_AT_ARMS_FOOT)
                if may and ruler.distance(play, unit, friend).value < 10:
                    found.append(Action("order", commander.id, unit.id, {"through": friend.id}))
    except Unmeasurable:
        return found
    return found


def _heralds(state: State, commander: Unit) -> Iterator[Offer]:
    for battle in state.battles:
        if battle.side != commander.side or not commanders.leader_lost(state, battle):
            continue
        for objective in OBJECTIVES:
            yield offer(
                Action("herald", commander.id, None,
                       {"battle": battle.name, "objective": objective}),
                f"{commander.label}'s herald: {battle.name} {objective}",
                lambda o=objective, b=battle: commanders.check_herald(  # type: ignore[misc]
                    state, commander, b.name, o),
            )  # fmt: skip


def _shooting(play: Play) -> Iterator[Offer]:
    state = play.state
    for unit in state.living(state.side):
        if not unit.profile.shooting:
            continue
        for enemy in state.enemies(unit):
            yield _shot(play, unit, enemy, False)
            if unit.profile.shower:
                yield _shot(play, unit, enemy, True)
    yield offer(Action("end", state.side), "end the shooting phase",
                lambda: turn.check_end(play, state.side))  # fmt: skip


def _shot(play: Play, unit: Unit, enemy: Unit, shower: bool) -> Offer:
    more = {"shower": "yes"} if shower else {}
    title = f"{unit.label}: {'Right Sharp Shower' if shower else 'shoot'} at {enemy.label}"
    return offer(
        Action("shoot", unit.id, enemy.id, dict(more)), title,
        lambda: shooting.check_shoot(play, unit, enemy, shower),
    )  # fmt: skip


def _combat(play: Play) -> Iterator[Offer]:
    state = play.state
    for unit in state.living():
        yield offer(Action("fight", unit.id), f"{unit.label}: fight",
                    lambda u=unit: combat.check_fight(play, u))  # type: ignore[misc]  # fmt: skip
    yield offer(Action("end", state.side), "end the combat phase",
                lambda: turn.check_end(play, state.side))  # fmt: skip
