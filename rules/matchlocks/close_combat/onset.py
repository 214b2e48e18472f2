"""How an Attack comes in: from where, over rough ground, lines of hedge and stream, slopes.

Lines that the enemy stands at are defended (MEL-37); any other costs what it costs every Move:
the first ends against it, the next goes over (MOVE-24 to -29).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rules.kernel.prompts import Option, Steps, choose, yes
from rules.kernel.protocol import IllegalAction
from rules.matchlocks.measuring import bases_of, linear_cover
from rules.matchlocks.movement.disorder import disarray
from rules.matchlocks.movement.going import BAD, Way, disordered_by, ground_between
from rules.matchlocks.movement.passing import OBSTACLES, cross
from rules.matchlocks.play import Play
from rules.matchlocks.state import Unit
from rules.matchlocks.switches import House
from vision.measure.answers import Face, Side, Zone
from vision.measure.ground import touching_terrain, uphill
from vision.measure.range import contact, gap
from vision.measure.shapes.polygon import line_gap
from vision.table.reading import Verdict
from vision.table.snapshot import Snapshot


class Line(NamedTuple):
    """A hedge, wall, stream or work that nobody defends on the way to an enemy; ``at_it``: the
    unit touches it."""

    name: str
    at_it: bool


def lines_between(table: Snapshot, unit_id: str, target_id: str, held: str = "") -> Iterator[Line]:
    """The lines on the straight way that the enemy does not stand at; *held*: the kind that
    people say he does (``covered`` of a unit)."""
    way = gap(table, unit_id, target_id).evidence if table.terrain else ()
    if not way:
        return
    start, end = way[0].points_in
    mine, his = (
        {one.name for one in touching_terrain(table, who, terrain=OBSTACLES)}
        for who in (unit_id, target_id)
    )
    for piece in table.terrain:
        name = piece.name or piece.kind
        if not piece.is_line or piece.kind not in OBSTACLES or name in his:
            continue
        if held.removeprefix("high ") == piece.kind:
            continue
        if line_gap(start, end, piece.outline_in, False) == 0:
            yield Line(name, name in mine)


def goes_over(play: Play, unit: Unit, target: Unit) -> Steps[tuple[Play, bool]]:
    """The lines in the way of its last Move; False when one stops it (MOVE-24 to -29).

    Raises:
        IllegalAction: it does not stand against one of them.
    """
    if not (bases_of(play.table, unit.id) and bases_of(play.table, target.id)):
        return play, True
    for line in lines_between(play.table, unit.id, target.id, target.covered):
        if not line.at_it:
            raise IllegalAction(
                f"{unit.label} must first end a Move against {line.name}; a second Action "
                "goes over",
                "NMM-MOVE-24",
            )
        play, over = yield from cross(play, play.unit(unit.id), line.name)
        if not over:
            return play, False
    return play, True


def rough_ground(play: Play, unit: Unit, target: Unit) -> Play:
    """Bad going and steep slopes on the way cost a Disarray (MOVE-03, -05, -30)."""
    if not (bases_of(play.table, unit.id) and bases_of(play.table, target.id)):
        return play
    ground = ground_between(play.table, unit.id, target.id)
    bad = tuple(one.kind for one in ground if one.kind in BAD)
    steep = any("steep" in one.tags for one in ground)
    rule = disordered_by(play.state, unit, Way(bad, steep))
    return disarray(play, unit.id, "attacking over bad going", rule) if rule else play


def climbs_in(play: Play, unit: Unit, before: Snapshot, how: str) -> Steps[bool]:
    """Did it come uphill?  By the levels of the terrain, else asked (MOVE-16, MEL-49)."""
    if not (bases_of(before, unit.id) and bases_of(play.table, unit.id)):
        return False
    climb = uphill(before, play.table, unit.id)
    if climb.reading.at_least() is not Verdict.CLOSE or climb.start == climb.end:
        return climb.end > climb.start
    return (yield from yes(f"{unit.label} {how} uphill?", unit.side, rules=("NMM-MOVE-16",)))


def obstacle_held(play: Play, unit: Unit, target: Unit, before: Snapshot) -> Steps[str]:
    """What linear obstacle the defender stands behind, if the attack comes over it; measured
    *before* contact, for then both stand at it."""
    if target.covered and target.covered != "none":
        found = target.covered
    elif bases_of(before, unit.id) and bases_of(before, target.id):
        found = linear_cover(before, target.id, unit.id, OBSTACLES)
    else:
        return ""
    if not found:
        return ""
    what = f"{unit.label} attacks over the {found} that {target.label} defends?"
    over = yield from yes(what, unit.side, rules=("NMM-MEL-37",))
    return found if over else ""


def zone_at(play: Play, unit: Unit, target: Unit, found: Zone) -> Steps[Side]:
    """Front, flank or rear; people say when the ruler cannot."""
    if play.on(House.flank_zone.edge_touched):
        return _edge_zone(contact(play.table, unit.id, target.id).face)
    if target.building or found.reading.at_least() is Verdict.CLOSE:
        return (yield from ask_zone(unit, target))
    return found.side


def _edge_zone(face: Face) -> Side:
    """By house rule the edge that will be touched says where the attack comes in."""
    zones: dict[Face, Side] = {"front": "front", "rear": "rear"}
    return zones.get(face, "flank")


def ask_zone(unit: Unit, target: Unit) -> Steps[Side]:
    """People say from where it came; a building has neither flank nor rear (MEL-38)."""
    if target.building:
        return "front"
    options = (Option("front"), Option("flank"), Option("rear"))
    what = f"{unit.label} attacks {target.label}: from where did it start?"
    chosen = yield from choose(what, unit.side, options, rules=("NMM-MEL-07",))
    zones: dict[str, Side] = {"front": "front", "flank": "flank", "rear": "rear"}
    return zones[chosen]
