"""What can be declared about melee, morale and the end of the battle, with the offers."""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel.prompts import Steps
from rules.kernel.protocol import Action, IllegalAction, Offer
from rules.matchlocks.asking.offers import offer
from rules.matchlocks.close_combat.attack import attack, attack_checks
from rules.matchlocks.close_combat.rounds import (
    face_checks,
    feed_checks,
    feed_in,
    fight_due,
    next_round,
    turn_to_face,
)
from rules.matchlocks.crises.army_morale import concede, demand, gun_retaken
from rules.matchlocks.crises.crisis import crisis
from rules.matchlocks.play import Check, Play, require
from rules.matchlocks.state import State, Unit, kind_of
from vision.table.snapshot import Snapshot


def declare_attack(play: Play, action: Action) -> Steps[Play]:
    """Attack, then whatever fights it set off at once."""
    play = yield from attack(play, action)
    return (yield from fight_due(play))


def declare_round(play: Play, action: Action) -> Steps[Play]:
    """The umpire has the next round of a melee fought; *at* is the melee.

    Raises:
        IllegalAction: there is no such melee.
    """
    if action.at not in {melee.id for melee in play.state.melees}:
        raise IllegalAction(f"there is no melee {action.at!r}", "NMM-MEL-70")
    play = yield from next_round(play, action.at or "")
    return (yield from fight_due(play))


def declare_face(play: Play, action: Action) -> Steps[Play]:
    """Turn to face between rounds one and two (MEL-72)."""
    unit = play.state.unit(action.by)
    yield from require(play, face_checks(play.state, unit), unit.side)
    return turn_to_face(play, unit.id)


def declare_feed(play: Play, action: Action) -> Steps[Play]:
    """Feed a Squadron with a Support Order into the melee *at* (MEL-77).

    Raises:
        IllegalAction: there is no such melee, or a rule forbids it.
    """
    unit = play.state.unit(action.by)
    melee = next((one for one in play.state.melees if one.id == action.at), None)
    if melee is None:
        raise IllegalAction(f"there is no melee {action.at!r}", "NMM-MEL-77")
    yield from require(play, feed_checks(play.state, play.table, unit, melee), unit.side)
    play = yield from feed_in(play, unit.id, melee.id)
    return (yield from fight_due(play))


def declare_test(play: Play, action: Action) -> Steps[Play]:
    """A Morale Crisis Test by the umpire's word; ``more``: ``why``, ``rule``, ``in_flank``."""
    why = str(action.more.get("why", "the umpire says so"))
    rule = str(action.more.get("rule", "NMM-MOR-01"))
    in_flank = bool(action.more.get("in_flank", False))
    play = yield from crisis(play, action.by, why, rule, in_flank=in_flank)
    return (yield from fight_due(play))


def declare_concede(play: Play, action: Action) -> Steps[Play]:
    """A side gives up (ARM-02)."""
    yield from require(play, _side_checks(play.state, action.by), action.by)
    return concede(play, action.by)


def declare_demand(play: Play, action: Action) -> Steps[Play]:
    """A side demands the Army Morale it is owed (ARM-14)."""
    yield from require(play, _side_checks(play.state, action.by), action.by)
    return demand(play, action.by)


def declare_retake(play: Play, action: Action) -> Steps[Play]:
    """A captured gun is won back by *by* (ARM-10).

    Raises:
        IllegalAction: it is not in enemy hands.
    """
    unit, gun = play.state.unit(action.by), play.state.unit(action.at or "")
    own = Check(f"{gun.label} is not its gun", "NMM-ARM-10", gun.side == unit.side)
    yield from require(play, (own,), unit.side)
    return gun_retaken(play, gun.id)


def _side_checks(state: State, side: str) -> Iterator[Check]:
    yield Check(f"there is no side {side}", "NMM-ARM-02", side in state.sides)
    yield Check("the battle is over", "NMM-ARM-02", state.phase != "over")


# --- offers --------------------------------------------------------------------------------


def attack_offers(state: State, table: Snapshot, unit: Unit) -> Iterator[Offer]:
    """Attack each enemy, or why not."""
    kind = kind_of(unit)
    if kind.arm == "gun" or (kind.skirmisher and not unit.mounted):
        return
    needs: dict[str, tuple[str, ...]] = {"moves": ("1", "2"), "wheels": ("0", "1")}
    for target in state.enemies(unit.side):
        action = Action("attack", unit.id, target.id)
        checks = attack_checks(state, table, unit, target, max(1, unit.actions_left))
        yield offer(state, action, f"Attack {target.label}", checks, needs)


def melee_offers(state: State, table: Snapshot, unit: Unit) -> Iterator[Offer]:
    """What a unit in or beside a melee may do."""
    if unit.melee:
        melee = next((one for one in state.melees if one.id == unit.melee), None)
        if melee is not None and melee.zone != "front" and unit.id in melee.defenders:
            action = Action("face", unit.id)
            yield offer(state, action, "Turn to face", face_checks(state, unit))
    if unit.support:
        for melee in state.melees:
            action = Action("feed", unit.id, melee.id)
            title = f"Feed into {melee.id}"
            yield offer(state, action, title, feed_checks(state, table, unit, melee))


def side_offers(state: State) -> Iterator[Offer]:
    """What belongs to a side, not to a unit: concede, demand."""
    for side in state.sides.values():
        if side.claims:
            other = state.other(side.name)
            title = f"Demand {side.claims} Army Morale of {side.name}"
            yield Offer(Action("demand", other), title, rules=("NMM-ARM-14",))
        yield Offer(Action("concede", side.name), "Concede", rules=("NMM-ARM-02",))
