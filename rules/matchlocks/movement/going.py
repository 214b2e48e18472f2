"""What the ground does to a Move: rates, closed ground, buildings (chapter X; MOVE-02 to -19, -30).

A way is judged from the table before and the table after: what the swept ground of the unit
touches. Which ground is bad, and who may not enter it, comes from the charts. The ground that
a Move may cover is drawn for the page; that decides nothing.
"""

from __future__ import annotations

import math

from msgspec import Struct

from rules.field.reach import closed, facing_of, reaches
from rules.kernel.prompts import Reach, Steps, is_so, yes
from rules.kernel.protocol import IllegalAction
from rules.matchlocks.measuring import BAD, CLOSED, stands_in
from rules.matchlocks.play import Play
from rules.matchlocks.state import State, Unit, inches, is_mounted, kind_of
from rules.matchlocks.switches import House
from rules.matchlocks.tables import ARC_DEG, Kind
from vision.measure.answers import Crossing
from vision.measure.path import path_region, path_split
from vision.measure.range import gap
from vision.measure.shapes.footprint import unit_shape
from vision.measure.shapes.polygon import length_inside
from vision.table.reading import Reading, Unmeasurable
from vision.table.snapshot import Snapshot, Terrain

USUAL_ROOM = 6
"""Figures a building holds when nothing else is agreed (MOVE-18)."""


class Way(Struct, frozen=True):
    """The ground of one Move: ``bad`` going touched, a ``steep`` slope off the road, a
    ``building`` it ends in, and the share of its way over bad going."""

    bad: tuple[str, ...] = ()
    steep: bool = False
    building: str = ""
    rough_in: float = 0.0

    @property
    def good(self) -> bool:
        """Nothing but Good Going."""
        return not self.bad and not self.steep


def way_of(play: Play, unit: Unit, after: Snapshot) -> Steps[Way]:
    """The ground that a unit's Move touched.

    Raises:
        IllegalAction: it entered ground that is closed to it.
    """
    before = play.table
    if not before.terrain:
        return Way()
    bad: list[str] = []
    steep, building = False, ""
    for crossing in path_region(before, after, unit.id):
        if not (yield from _touched(crossing, unit)):
            continue
        refuse_closed(play.state, unit, crossing.kind, crossing.name)
        if crossing.kind in BAD:
            bad.append(crossing.kind)
        if crossing.kind == "building" and crossing.ends:
            building = crossing.name
        if crossing.kind == "hill" and "steep" in crossing.tags:
            steep = steep or not (yield from _keeps_road(play, unit))
    rough = path_split(before, after, unit.id, difficult=frozenset(BAD)).difficult.value
    return Way(tuple(bad), steep, building, rough)


def _touched(crossing: Crossing, unit: Unit) -> Steps[bool]:
    """Does the way really touch it?  People say when the ruler cannot."""
    if crossing.depth.value == 0.0 and not crossing.depth.plus_minus:
        return False
    what = f"{unit.does('touches')} {crossing.name}"
    rule = ("NMM-MOVE-03",)
    return (yield from is_so(crossing.depth, unit.side, what, *rule))


def _keeps_road(play: Play, unit: Unit) -> Steps[bool]:
    """Where there is a road at all, people say whether the Move kept to it (MOVE-30)."""
    if not any(piece.kind == "road" for piece in play.table.terrain):
        return False
    what = f"does {unit.label} keep to the road up the steep hill?"
    return (yield from yes(what, unit.side, rules=("NMM-MOVE-30",)))


def refuse_closed(state: State, unit: Unit, ground: str, name: str) -> None:
    """Ground that the unit's kind may not enter (MOVE-06 to -08, -10, -17).

    Raises:
        IllegalAction: it may not.
    """
    kind = kind_of(unit)
    if ground in CLOSED:
        raise IllegalAction(f"{name} is closed to everyone", "NMM-MOVE-17")
    if ground == "building" and not kind.buildings:
        raise IllegalAction(f"{unit.label} may not enter {name}", "NMM-MOVE-17")
    if ground in BAD and ground not in entered(state, unit):
        raise IllegalAction(
            f"{unit.label}, a {kind.title}, may not enter {name}", _closed_rule(kind)
        )


def entered(state: State, unit: Unit) -> tuple[str, ...]:
    """Bad going that the unit may enter.

    Under ``mounted_loose_bad_going=none`` the table's reading holds: loose horse and mounted
    dragoons have no ban on woods.
    """
    kind = kind_of(unit)
    loose_horse = kind.loose and is_mounted(unit)
    if loose_horse and state.on(House.mounted_loose_bad_going.none):
        return BAD
    return kind.enters


def _closed_rule(kind: Kind) -> str:
    if kind.arm == "gun":
        return "NMM-MOVE-10"
    return "NMM-MOVE-08" if kind.key == "cuirassiers" else "NMM-MOVE-07"


def rate_of(state: State, unit: Unit, way: Way) -> tuple[float, str]:
    """How far one Move may go over that ground, inches, and the rule (MOVE-02 to -09).

    Any bad going caps the whole Move, or under ``mixed_going=prorata`` slows its own part.
    """
    kind = kind_of(unit)
    slow = bool(way.bad) or (way.steep and state.on(House.steep_hill_rate.bad))
    good_in, bad_in = inches(state, kind.move_in), inches(state, kind.bad_in)
    if not slow or not bad_in:
        return good_in, rate_rule(unit, False)
    if state.on(House.mixed_going.prorata) and way.bad:
        part = min(way.rough_in, bad_in)
        return part + (1 - part / bad_in) * good_in, "NMM-MOVE-03"
    return bad_in, rate_rule(unit, True)


def rate_rule(unit: Unit, bad: bool) -> str:
    """The id of the line that gives a unit's rate."""
    kind = kind_of(unit)
    if kind.arm == "gun":
        return "NMM-MOVE-09"
    if kind.key == "cuirassiers":
        return "NMM-MOVE-08"
    if kind.key == "harquebusiers":
        return "NMM-MOVE-05"
    if kind.loose:
        return "NMM-MOVE-06" if is_mounted(unit) else "NMM-MOVE-04"
    return "NMM-MOVE-03" if bad else "NMM-MOVE-02"


def disordered_by(state: State, unit: Unit, way: Way) -> str:
    """The rule under which that ground costs a Disarray, "" when it does not (MOVE-03, -30)."""
    kind = kind_of(unit)
    if way.good or not kind.bad_disarrays or kind.arm == "gun":
        return ""
    if kind.loose and state.on(House.mounted_loose_bad_going.none):
        return ""
    return "NMM-MOVE-30" if not way.bad else rate_rule(unit, True)


def ground_between(table: Snapshot, unit_id: str, target_id: str) -> tuple[Terrain, ...]:
    """Bad going and steep slopes on the straight way from a unit to an enemy, in no order."""
    if not table.terrain:
        return ()
    way = gap(table, unit_id, target_id).evidence
    if not way:
        return ()
    start, end = way[0].points_in
    return tuple(
        piece
        for piece in table.terrain
        if not piece.is_line
        and (piece.kind in (*BAD, *CLOSED) or "steep" in piece.tags)
        and length_inside(start, end, (piece.outline_in,)) > 0
    )


def on_bad_going(table: Snapshot, unit_id: str) -> bool:
    """Does the unit stand on bad going?"""
    return any(stands_in(table, unit_id, kind) for kind in BAD)


def room_in(table: Snapshot, building: str) -> int:
    """How many figures a building holds: six, or as its tag ``holds:N`` says (MOVE-18)."""
    for piece in table.terrain:
        if building in (piece.name, piece.kind) and piece.kind == "building":
            return _room(piece)
    return USUAL_ROOM


def _room(piece: Terrain) -> int:
    for tag in piece.tags:
        if tag.startswith("holds:") and tag[6:].isdigit():
            return int(tag[6:])
    return USUAL_ROOM


def refuse_full(play: Play, unit: Unit, building: str) -> None:
    """A building takes no more figures than it holds (MOVE-18).

    Raises:
        IllegalAction: there is no room.
    """
    inside = sum(
        one.figures
        for one in play.state.units.values()
        if one.building == building and one.id != unit.id and not one.gone
    )
    room = room_in(play.table, building)
    if inside + unit.figures > room:
        raise IllegalAction(
            f"{building} holds {room} figures: {inside} are inside and {unit.does('has')} "
            f"{unit.figures}",
            "NMM-MOVE-18",
        )


def too_far(
    reading: Reading, limit_in: float, rule: str, name: str, house: tuple[str, ...] = ()
) -> IllegalAction:
    """The refusal of a Move that is too long; *house*: the house rules it rests on."""
    says = f"{name} moved {reading}, it may move {limit_in:g} in"
    return IllegalAction(says, rule, house=house, readings=(reading,))


def move_reach(play: Play, unit: Unit) -> tuple[Reach, ...]:
    """One Move: within the arc; beyond it a Disarray for formed troops, who never walk
    backwards (MOVE-02 to -09, -20 to -22); ground that is closed to the unit (MOVE-17)."""
    far_in, rule = rate_of(play.state, unit, Way())
    facing = facing_of(play.table, unit.id)
    if not far_in or facing is None:
        return ()
    title, kind = f"{round(far_in, 1):g} in", kind_of(unit)
    if kind.skirmisher or kind.arm == "gun":
        ground = reaches(play.table, unit.id, far_in, title, rule=rule)
    else:
        ground = (
            *reaches(play.table, unit.id, far_in, f"{title}, leaving its arc", toward_deg=facing,
                     spread_deg=90.0, kind="costs", rule="NMM-MOVE-20"),
            *reaches(play.table, unit.id, far_in, title, toward_deg=facing, spread_deg=ARC_DEG,
                     rule=rule),
        )  # fmt: skip
    barred = [(piece, _barred(play.state, unit, piece)) for piece in play.table.terrain]
    return (*ground, *closed(play.table, unit.id, far_in, [one for one in barred if one[1]]))


def _barred(state: State, unit: Unit, piece: Terrain) -> str:
    """The rule that keeps the unit out of that ground, "" when none does."""
    closed_to_it = piece.kind in BAD and piece.kind not in entered(state, unit)
    if piece.kind in CLOSED or (piece.kind == "building" and not kind_of(unit).buildings):
        return "NMM-MOVE-17"
    return rate_rule(unit, True) if closed_to_it else ""


def wheel_reach(play: Play, unit: Unit) -> tuple[Reach, ...]:
    """A Wheel about either front corner: what the unit can sweep (ACT-03).

    None where the house limits the angle: that is no disc.
    """
    if not play.on(House.wheel_limit.unlimited):
        return ()
    try:
        front = unit_shape(play.table, unit.id)
    except Unmeasurable:
        return ()
    found = []
    for name, pivot in (("left", front.fl), ("right", front.fr)):
        far_in = max(math.dist(pivot, corner) for corner in front.outline_in)
        about = (round(pivot[0], 2), round(pivot[1], 2))
        found.append(Reach(unit.id, f"about the {name} corner", (about,), round(far_in, 3),
                           rule="NMM-ACT-03"))  # fmt: skip
    return tuple(found)


def free_reach(table: Snapshot, unit_id: str, far_in: float, rule: str) -> tuple[Reach, ...]:
    """Any way, so far: a leader's ride, a unit that follows up."""
    return reaches(table, unit_id, far_in, f"{round(far_in, 1):g} in", rule=rule) if far_in else ()
