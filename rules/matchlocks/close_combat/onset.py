"""How an Attack comes in, over what ground, and round one of its melee (DOC, MEL part 2).

Lines that the enemy stands at are defended (MEL-37); any other costs what it costs every Move:
the first ends against it, the next goes over (MOVE-24 to -29).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from rules.kernel.prompts import Option, Steps, choose, yes
from rules.kernel.protocol import IllegalAction
from rules.matchlocks.close_combat.aftermath import end_melee, result
from rules.matchlocks.close_combat.doctrine import NONE, Doctrine, doctrine_die, doctrine_fire
from rules.matchlocks.close_combat.evading import Answer
from rules.matchlocks.close_combat.melee import changed, fight, footing_of, melee_of, sides_of
from rules.matchlocks.close_combat.melee_count import Blow
from rules.matchlocks.crises.into_contact import halts_apart
from rules.matchlocks.measuring import BAD, OBSTACLES, bases_of, linear_cover
from rules.matchlocks.movement.going import Way, disordered_by, ground_between
from rules.matchlocks.movement.passing import cross
from rules.matchlocks.musketry.losses import disarray
from rules.matchlocks.musketry.saves import mourn, suffer
from rules.matchlocks.play import Play
from rules.matchlocks.state import Unit
from rules.matchlocks.switches import House
from vision.measure.answers import Face, Side, Zone
from vision.measure.ground import touching_terrain, uphill
from vision.measure.move import charge_straight, move_distance
from vision.measure.range import contact, gap
from vision.measure.shapes.polygon import line_gap
from vision.table.reading import Reading, Verdict
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


def climbs_in(play: Play, unit: Unit, before: Snapshot, *does: str) -> Steps[bool]:
    """Did it come uphill, as it *does*?  By the terrain's levels, else asked (MOVE-16, MEL-49)."""
    if not (bases_of(before, unit.id) and bases_of(play.table, unit.id)):
        return False
    climb = uphill(before, play.table, unit.id)
    if climb.reading.at_least() is not Verdict.CLOSE or climb.start == climb.end:
        return climb.end > climb.start
    return (yield from yes(f"{unit.does(*does)} uphill?", unit.side, rules=("NMM-MOVE-16",)))


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
    what = f"{unit.does('attacks')} over the {found} that {target.does('defends')}?"
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
    what = f"{unit.does('attacks')} {target.label}: from where did it start?"
    chosen = yield from choose(what, unit.side, options, rules=("NMM-MEL-07",))
    zones: dict[str, Side] = {"front": "front", "flank": "flank", "rear": "rear"}
    return zones[chosen]


STRAIGHT_DEG, STEP_IN = 5.0, 0.5
"""A charge within this of straight ahead is straight; a shorter way has no direction."""


class Approach(Struct, frozen=True):
    """How an Attack comes in, as measured before anything moves.

    ``moves``: Move Actions. ``actions``: Actions that count for an Evade. ``apart``: gap at the
    start of the last Move, None when unknown. ``halted``: who is met by surprise stays where he is.
    """

    zone: Side
    moves: int
    actions: int
    apart: Reading | None = None
    halted: bool = False


def first_round(
    play: Play,
    unit_id: str,
    target_id: str,
    approach: Approach,
    answer: Answer,
    before: Snapshot,
    thrown: Doctrine | None = None,
) -> Steps[Play]:
    """Doctrine Dice, their fire, then the first round. *thrown*: the attacker's die, if it was
    thrown before contact (``charge_reach``)."""
    melee_id = play.unit(unit_id).melee
    play, ours = yield from _attackers_die(play, unit_id, approach, before, thrown)
    theirs = NONE
    if answer.fights_back:
        play, theirs = yield from doctrine_die(play, target_id, approach.apart)
    if ours.tactic == theirs.tactic == "engage":
        return (yield from _exchange(play, melee_id, unit_id, target_id, ours, theirs))
    gallop = tuple(
        one for one, found in ((unit_id, ours), (target_id, theirs)) if found.tactic == "gallop"
    )
    play = _galloping(play, melee_id, gallop)
    play, fired = yield from doctrine_fire(play, unit_id, ours)
    play, back = yield from doctrine_fire(play, target_id, theirs)
    melee = melee_of(play.state, melee_id)
    blows = (
        Blow(unit_id, footing_of(play, melee, unit_id, 1), ours, fired),
        Blow(
            target_id,
            footing_of(play, melee, target_id, 1),
            theirs,
            back + answer.fire_hits,
            outright=answer.outright,
        ),
    )
    units = sides_of(play, melee)
    play, tally = yield from fight(play, melee_id, blows)
    return (yield from result(play, melee_id, tally, units))


def _attackers_die(
    play: Play, unit_id: str, approach: Approach, before: Snapshot, thrown: Doctrine | None
) -> Steps[tuple[Play, Doctrine]]:
    """The attacker's Doctrine Die; a charge that was not straight is no more than a trot."""
    ours = thrown
    if ours is None:
        play, ours = yield from doctrine_die(play, unit_id, approach.apart)
    if ours.tactic == "gallop" and not (yield from _straight(play, unit_id, before)):
        says = f"{play.unit(unit_id).label} did not charge straight ahead: no charge bonus"
        return play.step(says, "NMM-MOVE-16"), replace(ours, tactic="trot")
    return play, ours


def _straight(play: Play, unit_id: str, before: Snapshot) -> Steps[bool]:
    """Did it charge straight ahead?  Squaring up may hide it, so people say (MOVE-16, Q-21)."""
    if not (bases_of(before, unit_id) and bases_of(play.table, unit_id)):
        return True
    if move_distance(before, play.table, unit_id).value < STEP_IN:
        return True
    angle = charge_straight(before, play.table, unit_id)
    if angle.compare(STRAIGHT_DEG) is Verdict.IN:
        return True
    unit = play.unit(unit_id)
    what = f"{unit.label} moved {angle} off its front: did it charge straight ahead?"
    return (yield from yes(what, play.state.other(unit.side), rules=("NMM-MOVE-16",)))


def _galloping(play: Play, melee_id: str, units: tuple[str, ...]) -> Play:
    melee = melee_of(play.state, melee_id)
    return changed(play, replace(melee, gallop=units))


def _exchange(
    play: Play, melee_id: str, unit_id: str, target_id: str, ours: Doctrine, theirs: Doctrine
) -> Steps[Play]:
    """Both engage by fire: shots, saves, no melee and no loser (DOC-17)."""
    play, fired = yield from doctrine_fire(play, unit_id, ours)
    play, back = yield from doctrine_fire(play, target_id, theirs)
    says = "both sides only trade shots and halt an inch apart: there is no melee"
    play = play.step(says, "NMM-DOC-17")
    play = end_melee(play, melee_id)
    melee = play.on(House.exchange_saves.melee)
    play = yield from suffer(play, unit_id, hits=back, melee=melee, mourned=False)
    play = yield from suffer(play, target_id, hits=fired, melee=melee, mourned=False)
    play = yield from mourn(play, (unit_id, target_id), play.table)
    return (yield from halts_apart(play, unit_id, target_id))
