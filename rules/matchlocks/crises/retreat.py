"""Going back: falling back, routing, and leaving the table (MOR-23 to -27, MEL-85).

The way back is measured on the snapshot before the models move; ``ordered.py`` has them moved
and judged. A unit with no base on the table goes back in words only.
"""

from __future__ import annotations

import math
from typing import Any

from rules.kernel.prompts import Steps, is_so
from rules.matchlocks.crises.ordered import (
    first_enemy,
    home_way,
    kept_front,
    move_along_in,
    moved_as_ordered,
    one_move_in,
    order,
    way_ahead,
)
from rules.matchlocks.movement.passing import (
    disturbed_by_rout,
    disturbs_nobody,
    is_other_arm,
    through_friends,
)
from rules.matchlocks.musketry.losses import disarray, leave_table
from rules.matchlocks.play import Play
from rules.matchlocks.state import Melee, Unit, inches, kind_of
from rules.matchlocks.switches import House
from rules.matchlocks.tables import ROUT_IN
from vision.measure.answers import Passage, Path

TOUCH_IN = 0.1
"""Closer than this is contact (NMM Q-17, Q-18)."""


def goes_off(play: Play, unit: Unit, way: Path | None, rule: str) -> Steps[bool]:
    """Does any part of it pass the edge?  People settle it when it is too close to call."""
    if way is None:
        return False
    return (
        yield from is_so(
            way.off_table, unit.side, f"{unit.does('goes')} over the table's edge", rule
        )
    )


def fall_back(play: Play, unit_id: str, rule: str, *, daunted: bool = True) -> Steps[Play]:
    """One Move to its own baseline, front to the enemy (MOR-23, DAU-05, MEL-85).

    *daunted*: its flight shakes friends that it goes through (MOR-24); else a passage costs what
    it usually does (MOVE-33). An enemy in its way stops it: they fight at once (MOR-25).
    """
    unit = play.unit(unit_id)
    if not one_move_in(play, unit):
        return play.step(f"{unit.label} cannot move and stays", rule)
    home = home_way(play, unit)
    home_deg = math.degrees(math.atan2(home[1], home[0]))
    length = move_along_in(play, unit, way_ahead(play, unit_id, home_deg, one_move_in(play, unit)))
    way = way_ahead(play, unit_id, home_deg, length)
    met = yield from first_enemy(play, unit, way, "NMM-MOR-25", unit.does("backs", "into"))
    stops = False
    if met is None and (yield from goes_off(play, unit, way, "NMM-ARM-06")):
        if play.on(House.retreat_off_table.leaves):
            return leave_table(play, unit_id, "off table", "falls", "back off the table")
        play, stops = play.step(f"{unit.does('stops')} at the table's edge", "NMM-ARM-05"), True
    front = kept_front(play.table, unit, home_deg + 180)
    says = f'{unit.does("falls")} back {length:g}" to its own baseline, facing the enemy'
    how: dict[str, Any] = {"way": home, "facings_deg": front, "stays_on": stops}
    if met is not None:
        says = f"{unit.does('falls')} back into {play.unit(met.unit).label}"
        length, how["into"] = min(length, met.first_after_in), met.unit
    elif stops and way is not None:
        length = max(0.0, way.leaves.value)
    play = yield from moved_as_ordered(play, order(play, unit, length, rule, **how), says)
    play = _own_disarray(play, unit_id)
    way = until(way, met)
    if daunted:
        play = yield from _shakes_friends(play, unit, way)
    else:
        play = through_friends(play, unit, way)
    return _backs_into(play, unit, met)


def until(way: Path | None, met: Passage | None) -> Path | None:
    """The way as far as whom it ran into."""
    if way is None or met is None:
        return way
    passed = tuple(one for one in way.meets if one.first_after_in < met.first_after_in)
    return Path(way.way, way.length_in, passed, way.crosses, way.off_table, way.leaves)


def _own_disarray(play: Play, unit_id: str) -> Play:
    """A forced retreat costs Disarray like any move out of the arc (``fallback_disarray``)."""
    unit = play.unit(unit_id)
    spared = kind_of(unit).skirmisher or not play.on(House.fallback_disarray)
    if spared:
        return play
    return disarray(play, unit_id, "falling back", "NMM-MOVE-20")


def _shakes_friends(play: Play, unit: Unit, way: Path | None) -> Steps[Play]:
    """Friends of no more points, or of another arm, that it goes through (MOR-24); Skirmishers
    and dragoons on foot never Disarray anybody (MOVE-35)."""
    if way is None or disturbs_nobody(play, unit):
        return play
    for passage in way.meets:
        friend = play.state.units.get(passage.unit)
        if friend is None or friend.side != unit.side or friend.gone:
            continue
        lesser = friend.points <= unit.points or is_other_arm(play, friend, unit)
        through = yield from is_so(
            passage.depth, unit.side, f"{unit.does('goes')} through {friend.label}", "NMM-MOR-24"
        )
        if lesser and through:
            why = f"{unit.label} fell back through it"
            play = disarray(play, friend.id, why, "NMM-MOR-24")
    return play


def _backs_into(play: Play, unit: Unit, met: Passage | None) -> Play:
    """An enemy in the way back: a new combat, fought at once (MOR-25), in which nobody has made
    an Attack; by house rule the enemy has it in the rear (``backed_into``)."""
    if met is None or play.state.phase == "over":
        return play
    why, rule = f"{unit.does('backs')} into it", "NMM-MOR-25"
    if play.on(House.backed_into.rear):
        why = f"{unit.does('backs')} into it with {unit.its} rear"
        return open_melee(play, met.unit, unit.id, why, rule, zone="rear", backed=True)
    return open_melee(play, unit.id, met.unit, why, rule, backed=True)


def open_melee(play: Play, attacker: str, defender: str, why: str, rule: str, **how: Any) -> Play:
    """Two units are in a melee that is still to be fought; *how* are fields of ``Melee``."""
    number = 1 + len(play.state.melees)
    names = {melee.id for melee in play.state.melees}
    while f"melee {number}" in names:
        number += 1
    melee = Melee(f"melee {number}", (attacker,), (defender,), began_turn=play.state.turn, **how)
    play = play.with_state(melees=(*play.state.melees, melee))
    for unit_id in (attacker, defender):
        play = play.change(unit_id, melee=melee.id)
    return play.step(f"{play.unit(attacker).does('is')} in melee: {why}", rule)


def rout(play: Play, unit_id: str) -> Play:
    """Broken: 10 inches straight home with its leaders, then gone (MOR-26)."""
    unit = play.unit(unit_id)
    length = inches(play.state, ROUT_IN)
    home = home_way(play, unit)
    way = way_ahead(play, unit_id, math.degrees(math.atan2(home[1], home[0])), length)
    play = disturbed_by_rout(play, unit, way)
    says = f'{unit.does("routs")} {length:g}" to its own baseline and {unit.form("is")} gone'
    play = play.step(says, "NMM-MOR-26")
    return leave_table(play, unit_id, "broken", "is", "Broken")
