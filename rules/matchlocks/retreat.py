"""Going back: falling back, routing, evading, and leaving the table (MOR-23 to -27, MEL-85).

The way back is measured on the snapshot before the models move; the models are then moved
by their owner and looked at again. A unit with no base on the table (a game kept without
camera or placed bases) goes back in words only.
"""

from __future__ import annotations

from typing import Any

from rules.kernel.prompts import Reach, Steps, look, within
from rules.matchlocks.disorder import disarray
from rules.matchlocks.eyes import bases_of
from rules.matchlocks.losses import leave_table
from rules.matchlocks.passing import through_friends
from rules.matchlocks.play import Play
from rules.matchlocks.reach import home_reach
from rules.matchlocks.state import Melee, Unit, house, inches, kind_of, left_place, told
from rules.matchlocks.tables import ROUT_IN
from vision.measure.answers import Path
from vision.measure.path import retreat_path

TOUCH_IN = 0.1
"""Closer than this is contact (NMM Q-17, Q-18)."""


def one_move_in(play: Play, unit: Unit) -> float:
    """One ordinary Move of a unit on this table, inches."""
    return inches(play.state, kind_of(unit).move_in)


def way_back(play: Play, unit_id: str, length_in: float, away_from: str = "") -> Path | None:
    """The way to its own baseline, or away from an enemy; None when it is not on the table."""
    if not bases_of(play.table, unit_id):
        return None
    unit = play.unit(unit_id)
    others = frozenset(
        one.id for one in play.state.units.values() if one.id != unit_id and not one.gone
    )
    if away_from and bases_of(play.table, away_from):
        return retreat_path(
            play.table, unit_id, length_in, away_from=away_from, others=others - {away_from}
        )
    side = play.state.sides.get(unit.side)
    edge = side.edge if side is not None else "south"
    return retreat_path(play.table, unit_id, length_in, toward=edge, others=others)


def goes_off(play: Play, unit: Unit, way: Path | None, rule: str) -> Steps[bool]:
    """Does any part of it pass the edge?  People settle it when it is too close to call."""
    if way is None:
        return False
    return (
        yield from within(
            way.off_table,
            0.0,
            unit.side,
            what=f"{unit.label} goes over the table's edge",
            band=0.0,
            sense="at least",
            rules=(rule,),
        )
    )


def moved_back(
    play: Play,
    unit_id: str,
    says: str,
    rule: str,
    *,
    used: tuple[str, ...] = (),
    ground: tuple[Reach, ...] = (),
) -> Steps[Play]:
    """Ask for the models to be moved, and go on with the table as it is then.

    Wood, cover and building that the unit stood in are behind it.
    """
    unit = play.unit(unit_id)
    play = play.effect("goes back", unit_id, None, says)
    play = play.change(unit_id, building="", **left_place(play.state, unit))
    if not bases_of(play.table, unit_id):
        return play.says(says, rule, house=used)
    with_it = tuple(leader.id for leader in play.state.leader_with(unit_id))
    table = yield from look(says, unit.side, (unit_id, *with_it), rules=(rule,), reach=ground)
    return play.on(table).says(says, rule, house=used)


def fall_back(play: Play, unit_id: str, rule: str, *, daunted: bool = True) -> Steps[Play]:
    """One Move to its own baseline, front to the enemy (MOR-23, DAU-05, MEL-85).

    *daunted*: its flight shakes friends that it goes through (MOR-24); else a passage costs what
    it usually does (MOVE-33). Ends in a new melee
    where it backs into an enemy (MOR-25).
    """
    unit = play.unit(unit_id)
    length = one_move_in(play, unit)
    if not length:
        return play.says(f"{unit.label} cannot move and stays", rule)
    way = way_back(play, unit_id, length)
    if (yield from goes_off(play, unit, way, "NMM-ARM-06")):
        if house(play.state, "retreat_off_table") == "leaves":
            return leave_table(play, unit_id, "off table", "falls back off the table")
        play = play.says(f"{unit.label} stops at the table's edge", "NMM-ARM-05")
    says = f'{unit.label} falls back {length:g}" to its own baseline, facing the enemy'
    ground = home_reach(play.state, play.table, unit, length)
    play = yield from moved_back(play, unit_id, says, rule, ground=ground)
    play = _own_disarray(play, unit_id)
    if daunted:
        play = yield from _shakes_friends(play, unit, way)
    else:
        play = through_friends(play, unit, way)
    return (yield from _backs_into(play, unit, way))


def _own_disarray(play: Play, unit_id: str) -> Play:
    """A forced retreat costs Disarray like any move out of the arc (``fallback_disarray``)."""
    unit = play.unit(unit_id)
    spared = kind_of(unit).skirmisher or house(play.state, "fallback_disarray") == "false"
    if spared:
        return play
    return disarray(play, unit_id, "falling back", "NMM-MOVE-20")


def _shakes_friends(play: Play, unit: Unit, way: Path | None) -> Steps[Play]:
    """Friends of no more points, or of another arm, that it goes through (MOR-24)."""
    if way is None:
        return play
    for passage in way.meets:
        friend = play.state.units.get(passage.unit)
        if friend is None or friend.side != unit.side or friend.gone:
            continue
        lesser = friend.points <= unit.points or kind_of(friend).arm != kind_of(unit).arm
        through = yield from within(
            passage.depth,
            0.0,
            unit.side,
            what=f"{unit.label} goes through {friend.label}",
            sense="at least",
            rules=("NMM-MOR-24",),
        )
        if lesser and through:
            why = f"{unit.label} fell back through it"
            play = disarray(play, friend.id, why, "NMM-MOR-24")
    return play


def _backs_into(play: Play, unit: Unit, way: Path | None) -> Steps[Play]:
    """An enemy in the way back: a new combat, fought at once (MOR-25)."""
    for passage in way.meets if way is not None else ():
        enemy = play.state.units.get(passage.unit)
        if enemy is None or enemy.side == unit.side or enemy.gone or enemy.melee:
            continue
        into = yield from within(
            passage.depth,
            0.0,
            unit.side,
            what=f"{unit.label} backs into {enemy.label}",
            sense="at least",
            rules=("NMM-MOR-25",),
        )
        if into:
            return open_melee(play, unit.id, enemy.id, f"{unit.label} backs into it", "NMM-MOR-25")
    return play


def open_melee(play: Play, attacker: str, defender: str, why: str, rule: str, **how: Any) -> Play:
    """Two units are in a melee that is still to be fought; *how* are fields of ``Melee``."""
    number = 1 + len(play.state.melees)
    names = {melee.id for melee in play.state.melees}
    while f"melee {number}" in names:
        number += 1
    melee = Melee(
        f"melee {number}",
        (attacker,),
        (defender,),
        began_turn=play.state.turn,
        **how,
    )
    play = play.set(melees=(*play.state.melees, melee))
    for unit_id in (attacker, defender):
        play = play.change(unit_id, melee=melee.id)
    play = play.effect("melee", defender, melee.id, f"{play.unit(attacker).label}: {why}")
    return play.says(f"{play.unit(attacker).label} is in melee: {why}", rule)


def rout(play: Play, unit_id: str) -> Play:
    """Broken: 10 inches straight home with its leaders, then gone (MOR-26)."""
    unit = play.unit(unit_id)
    length = inches(play.state, ROUT_IN)
    says = f'{unit.label} routs {length:g}" to its own baseline and is gone'
    play = play.effect("routs", unit_id, length, says).says(
        says, "NMM-MOR-26", house=told(play.state, "rout_measure_when")
    )
    return leave_table(play, unit_id, "broken", "is Broken")
