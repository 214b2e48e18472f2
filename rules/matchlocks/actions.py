"""What may be declared: which actions are shown, in which order, and how one is resolved.

The chapters register their actions with ``BOOK``; here stands whom each is shown to.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel.prompts import Steps
from rules.kernel.protocol import Action, Offer, Outcome
from rules.matchlocks import turn
from rules.matchlocks.close_combat import attack
from rules.matchlocks.close_combat.aftermath import end_deserted
from rules.matchlocks.measuring import bases_of
from rules.matchlocks.movement import deeds, turning
from rules.matchlocks.ordering import general
from rules.matchlocks.ordering.command import group_candidates
from rules.matchlocks.play import BOOK, Play
from rules.matchlocks.setting_up import deploying
from rules.matchlocks.state import Leader, Side, State, Unit, kind_of
from rules.matchlocks.switches import House
from vision.table.snapshot import Snapshot

CHAPTERS = (attack, deeds, deploying, general, turn, turning)
"""They, and what they import, register the actions of the book."""


def resolve(action: Action, state: State, table: Snapshot) -> Steps[Outcome]:
    """One action over one frozen snapshot.

    Raises:
        IllegalAction: there is no such action, or the rules forbid it now.
    """
    play: Play = yield from BOOK.carried(action, state, table)
    return end_deserted(play).outcome()


def actions(state: State, table: Snapshot) -> tuple[Offer, ...]:
    """Every action of every unit, leader and side, legal or not, with the reason."""
    if state.phase == "over":
        return ()
    units = () if state.phase == "deploy" else tuple(state.units)
    return tuple(
        offer
        for who in (*units, *state.leaders, *state.sides)
        for offer in offers_to(state, table, who)
    ) + tuple(BOOK.offer(BOOK.play(state, table), action) for action in _last_words(state))


def offers_to(state: State, table: Snapshot, who: str) -> Iterator[Offer]:
    """What one unit, leader or side may do or not."""
    play = BOOK.play(state, table)
    if who in state.units:
        declared = _of_unit(play, state.units[who])
    elif who in state.leaders:
        declared = _of_leader(play, state.leaders[who])
    else:
        declared = _of_side(play, state.sides[who])
    return (BOOK.offer(play, action) for action in declared)


# --- units ---------------------------------------------------------------------------------

DEEDS: dict[str, tuple[str, ...]] = {
    "mount": ("dragoons",),
    "pack_up": ("light_gun", "galloper"),
    "support": ("harquebusiers", "cuirassiers"),
    "change formation": ("harquebusiers",),
}
"""Actions that only some kinds have at all."""


def _of_unit(play: Play, unit: Unit) -> Iterator[Action]:
    if unit.gone:
        return
    yield from _shots(play, unit)
    gun = kind_of(unit).arm == "gun"
    for do in ("move", "wheel", "about face", *(("pivot",) if gun else ())):
        yield Action(do, unit.id)
    yield from _fights(play, unit)
    for what, has in (("disarray", unit.disarray), ("daunted", unit.daunted)):
        if has:
            yield Action("rally", unit.id, more={"what": what})
    for do in (*(one for one in DEEDS if unit.kind in DEEDS[one]), "anything else", "cover"):
        yield Action(do, unit.id)
    yield from _with_others(play, unit)


def _shots(play: Play, unit: Unit) -> Iterator[Action]:
    """Shoot: at each enemy; mend a gun that broke down."""
    if kind_of(unit).reach:
        for target in play.state.enemies(unit.side):
            yield Action("shoot", unit.id, target.id)
    if unit.malfunction:
        yield Action("repair", unit.id)


def _fights(play: Play, unit: Unit) -> Iterator[Action]:
    """Attack each enemy; in or beside a melee, turn to face or feed in."""
    kind = kind_of(unit)
    if kind.arm != "gun" and not (kind.skirmisher and not unit.mounted):
        for target in play.state.enemies(unit.side):
            yield Action("attack", unit.id, target.id)
    for melee in play.state.melees:
        if melee.id == unit.melee and melee.zone != "front" and unit.id in melee.defenders:
            yield Action("face", unit.id)
    if unit.support:
        for melee in play.state.melees:
            yield Action("feed", unit.id, melee.id)


def _with_others(play: Play, unit: Unit) -> Iterator[Action]:
    """Weak Squadrons of its kind to re-organise with; guns without crew that it may take."""
    if unit.kind in ("harquebusiers", "cuirassiers") and unit.figures != unit.start:
        for other in play.state.friends(unit.side):
            if other.kind == unit.kind and other.id != unit.id and other.figures < other.start:
                yield Action("reorganise", unit.id, other.id)
    if kind_of(unit).arm == "gun" or kind_of(unit).loose:
        return
    for gun in play.state.units.values():
        left = kind_of(gun).arm == "gun" and gun.gone in ("destroyed", "broken", "fled")
        if left and gun.side != unit.side:
            yield Action("take gun", unit.id, gun.id)


# --- leaders -------------------------------------------------------------------------------


def _of_leader(play: Play, leader: Leader) -> Iterator[Action]:
    """What one leader may do; a lost one nothing."""
    if leader.lost:
        return
    phase = play.state.phase
    yield from _joins(play, leader)
    if phase == "deploy":
        if play.on(House.class_roll) and not leader.general:
            yield Action("roll class", leader.id)
        return
    if not leader.general or phase == "manoeuvre":
        yield Action("leader move", leader.id)
    if phase == "main":
        yield from _of_general(play, leader) if leader.general else _orders(play, leader)


def _joins(play: Play, leader: Leader) -> Iterator[Action]:
    """To ride with a unit that he touches and is not yet with."""
    if bases_of(play.table, leader.id):
        for unit in play.state.friends(leader.side):
            joins = Action("attach", leader.id, unit.id)
            if unit.id != leader.attached and BOOK.offer(play, joins).legal:
                yield joins


def _orders(play: Play, leader: Leader) -> Iterator[Action]:
    """An Order to each unit of his side that he could ever order, and a Group Order."""
    for unit in play.state.friends(leader.side):
        light = kind_of(unit).skirmisher or kind_of(unit).arm == "gun"
        if unit.brigade == leader.brigade or light:
            yield Action("order", leader.id, unit.id)
    if play.state.decks.card == leader.id and len(group_candidates(play, leader)) > 1:
        yield Action("group order", leader.id)


def _of_general(play: Play, leader: Leader) -> Iterator[Action]:
    yield Action("general ride", leader.id)
    if play.state.decks.card != leader.id:
        return
    for other in play.state.leaders.values():
        if other.side == leader.side and not other.general and not other.lost:
            yield Action("general token", leader.id, other.id)
    for unit in play.state.friends(leader.side):
        if unit.shaken:
            yield Action("general rally", leader.id, unit.id)
        if kind_of(unit).arm == "horse" and not kind_of(unit).loose:
            yield Action("general attack", leader.id, unit.id)


# --- players -------------------------------------------------------------------------------


def _of_side(play: Play, side: Side) -> Iterator[Action]:
    """Cards, turns of sides, the turn."""
    if play.state.phase == "deploy":
        does: tuple[str, ...] = ("deploy", "begin")
    elif play.state.phase == "manoeuvre":
        does = ("pass",)
    else:
        does = ("turn card", "finish", "end turn")
    for do in does:
        yield Action(do, side.name)
    if play.state.phase == "main" and "Perk" in side.hand:
        for unit in play.state.units.values():
            if not unit.gone and (unit.side == side.name or play.on(House.perk_scope.any)):
                yield Action("perk", side.name, unit.id)
    for event in dict.fromkeys(side.events):
        yield Action("event", side.name, more={"event": event})


def _last_words(state: State) -> Iterator[Action]:
    """To demand what is owed, and to give the battle up."""
    for side in state.sides.values():
        if side.claims:
            yield Action("demand", state.other(side.name))
        yield Action("concede", side.name)
