"""Moves that the book orders: where the models have to stand afterwards (MEL-19, -22, -62, MOR-23).

Each way is worked out on the table before anything moves; the models are then moved by their
owner and looked at, and asked for again while they stand elsewhere. A unit with no base on the
table (a game kept without camera or placed bases) moves in words only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from rules.field.centimetres import to_cm
from rules.field.ordered_moves import (
    FACING_DEG,
    HAND_IN,
    Ordered,
    carried_out,
    front_off_deg,
    toward,
)
from rules.field.reach import facing_of
from rules.field.ruler import shifted
from rules.kernel.prompts import Steps, is_so
from rules.kernel.refusal import Refusal, refusal
from rules.matchlocks.measuring import BAD, CLOSED, bases_of
from rules.matchlocks.movement.going import Way, disordered_by, entered
from rules.matchlocks.musketry.losses import disarray
from rules.matchlocks.play import Play
from rules.matchlocks.state import Unit, band_in, inches, kind_of, left_place
from rules.matchlocks.switches import House
from vision.measure.answers import Passage, Path
from vision.measure.move import move_distance
from vision.measure.path import path_region, straight_path
from vision.measure.range import contact, gap
from vision.measure.shapes.footprint import unit_shape
from vision.table.reading import Point, Verdict
from vision.table.snapshot import Snapshot

ROUGHLY = 0.35
"""About 20 degrees: "directly away" of a unit that is not square in front is a matter of eye."""

SHORT_IN = 1.0
"""Who may not run into an enemy stops at most so far before him."""

HOME = {"south": (0.0, -1.0), "north": (0.0, 1.0), "west": (-1.0, 0.0), "east": (1.0, 0.0)}


def order(play: Play, unit: Unit, far_in: float, rule: str, **how: Any) -> Ordered:
    """What *unit* has to do under *rule*; *how* are fields of ``Ordered``."""
    names = {one.id: one.label for one in play.state.units.values()}
    slack_in = max(HAND_IN, band_in(play.state))
    return Ordered(unit.id, unit.label, far_in, rule, slack_in=slack_in, names=names,
                   must_face=False, **how)  # fmt: skip


def moved_as_ordered(
    play: Play,
    ordered: Ordered,
    says: str,
    *,
    asked: str = "",
    also: Callable[[Play], Refusal | None] = lambda after: None,
    pays: bool = True,
) -> Steps[Play]:
    """The models are moved as *ordered*; wood, cover and building are behind the unit.

    *says* is told, *asked* is what the players read when it is more. *also*: what is wrong
    besides. *pays*: bad going costs a Disarray. Nothing moves once the battle is over.
    """
    if play.state.phase == "over":
        return play
    unit, rule = play.unit(ordered.unit), ordered.rule
    play = play.change(unit.id, building="", **left_place(play.state, unit))
    if not bases_of(play.table, unit.id):
        return play.step(says, rule)
    before = play.table
    with_it = tuple(leader.id for leader in play.state.leader_with(unit.id))
    play = yield from carried_out(
        play, ordered, asked or says, unit.side, with_it=with_it, also=also
    )
    play = play.step(says, rule)
    off = front_off_deg(ordered, play.table)
    if off > FACING_DEG:
        note = (
            f"note: {unit.does('looks')} {off:.0f}° off "
            f"the way {unit.it} {unit.form('has')} to face now: turn it"
        )
        play = play.step(note, rule)
    return rough_token(play, unit, before) if pays else play


def fronts(table: Snapshot, unit: Unit, *ways_deg: float | None) -> tuple[float, ...]:
    """Where the front of a formed unit may look; loose figures look where they like."""
    if kind_of(unit).loose:
        return ()
    return tuple(one for one in ways_deg if one is not None)


def kept_front(table: Snapshot, unit: Unit, toward_deg: float | None = None) -> tuple[float, ...]:
    """It looks as it did, or *toward_deg* where the enemy is."""
    return fronts(table, unit, facing_of(table, unit.id), toward_deg)


def faced_about(table: Snapshot, unit: Unit, way_deg: float) -> tuple[float, ...]:
    """It has faced about, or looks where it goes."""
    looks = facing_of(table, unit.id)
    return fronts(table, unit, None if looks is None else looks + 180, way_deg)


def back_from(table: Snapshot, unit_id: str, foe_id: str) -> Point:
    """The way straight back from an enemy in contact: square to the side that he is at.

    The line between the two middles would swing about with every small shift of the bases.
    """
    ahead = unit_shape(table, unit_id).ahead
    face = contact(table, foe_id, unit_id).face
    left = (-ahead[1], ahead[0])
    outward = {
        "front": ahead,
        "rear": (-ahead[0], -ahead[1]),
        "left": left,
        "right": (-left[0], -left[1]),
    }[face]
    return -outward[0], -outward[1]


def way_ahead(play: Play, unit_id: str, way_deg: float, far_in: float) -> Path | None:
    """What a unit would meet on a straight way; None when it has no base on the table."""
    if not bases_of(play.table, unit_id):
        return None
    others = frozenset(
        one.id for one in play.state.units.values() if one.id != unit_id and not one.gone
    )
    return straight_path(play.table, unit_id, far_in, toward_deg=way_deg, others=others)


def enemies_about(play: Play, unit: Unit, *but: str) -> tuple[str, ...]:
    """Enemies on the table that are free to fight and do not touch the unit now."""
    return tuple(
        one.id
        for one in play.state.enemies(unit.side)
        if one.id not in but
        and not one.melee
        and bases_of(play.table, one.id)
        and contact(play.table, unit.id, one.id).reading.at_least() is Verdict.OUT
    )


def first_enemy(
    play: Play, unit: Unit, way: Path | None, rule: str, says: str, *but: str
) -> Steps[Passage | None]:
    """The first enemy in a way that is not in a fight already; *says*: that it comes to him."""
    for passage in way.meets if way is not None else ():
        enemy = play.state.units.get(passage.unit)
        if enemy is None or enemy.side == unit.side or enemy.gone or enemy.melee:
            continue
        if enemy.id in but:
            continue
        into = yield from is_so(passage.depth, unit.side, f"{says} {enemy.label}", rule)
        if into:
            return passage
    return None


def stopped_by(
    play: Play, unit: Unit, way: Path | None, far_in: float, rule: str, foe_id: str
) -> Steps[tuple[float, float | None]]:
    """How far a unit that runs from *foe_id* gets, and how short of that it may stop: an enemy
    in its way stops it, or it goes by him (``evade_meets_enemy``)."""
    if not play.on(House.evade_meets_enemy.stops):
        return far_in, None
    met = yield from first_enemy(play, unit, way, rule, f"{unit.label} would run into", foe_id)
    if met is None:
        return far_in, None
    room_in = max(0.0, min(met.first_after_in, far_in))
    return room_in, max(0.0, room_in - SHORT_IN)


def one_move_in(play: Play, unit: Unit) -> float:
    """One ordinary Move of a unit in Good Going on this table, inches."""
    return inches(play.state, kind_of(unit).move_in)


def move_along_in(play: Play, unit: Unit, way: Path | None) -> float:
    """One Move along a straight way: into Bad Going no farther than its Move there, and to the
    edge of ground that is closed to it (MOVE-02 to -08)."""
    far_in = one_move_in(play, unit)
    for crossing in way.crosses if way is not None else ():
        if crossing.depth.value <= crossing.depth.plus_minus:
            continue
        if is_closed(play, unit, crossing.kind):
            return max(0.0, min(far_in, crossing.first_after_in))
        if crossing.kind in BAD:
            slow_in = inches(play.state, kind_of(unit).bad_in)
            far_in = min(far_in, max(slow_in, crossing.first_after_in))
    return far_in


def is_closed(play: Play, unit: Unit, ground: str) -> bool:
    """May the unit not enter ground of that kind at all?"""
    return ground in CLOSED or (ground in BAD and ground not in entered(play.state, unit))


def ground_fault(
    before: Play, after: Play, unit: Unit, slow_in: float, slack_in: float
) -> Refusal | None:
    """A Move that people choose went onto closed ground, or too far over Bad Going."""
    for crossing in path_region(before.table, after.table, unit.id):
        if crossing.depth.value <= crossing.depth.plus_minus:
            continue
        rule = "NMM-MOVE-08" if unit.kind == "cuirassiers" else "NMM-MOVE-07"
        if is_closed(before, unit, crossing.kind):
            return refusal(f"{unit.label} may not enter {crossing.name}", rule)
        far = move_distance(before.table, after.table, unit.id, measured="centre")
        if crossing.kind in BAD and far.value - far.plus_minus > slow_in + slack_in:
            return refusal(
                f"{unit.does('goes')} {slow_in:g} in at most over {crossing.name}", "NMM-MOVE-36"
            )
    return None


def rough_token(play: Play, unit: Unit, before: Snapshot) -> Play:
    """Bad Going and steep slopes cost a Disarray however a unit came to go there (MOVE-30)."""
    if not (bases_of(before, unit.id) and bases_of(play.table, unit.id)) or not before.terrain:
        return play
    met = [
        one
        for one in path_region(before, play.table, unit.id)
        if one.depth.value > one.depth.plus_minus
    ]
    bad = tuple(one.kind for one in met if one.kind in BAD)
    rule = disordered_by(play.state, unit, Way(bad, any("steep" in one.tags for one in met)))
    return disarray(play, unit.id, "a move over bad going", rule) if rule else play


def home_way(play: Play, unit: Unit) -> Point:
    """The way to its own baseline."""
    side = play.state.sides.get(unit.side)
    return HOME[side.edge if side is not None else "south"]


def all_round(
    table: Snapshot, unit_id: str, far_in: float, *first_deg: float
) -> Iterator[Snapshot]:
    """The table with a unit gone any way, *far_in* and less: 24 ways, 8 lengths; *first_deg*:
    ways that are tried before the others."""
    mine = tuple(base.payload for base in bases_of(table, unit_id))
    for part in range(8, 0, -1):
        for way_deg in (*first_deg, *range(0, 360, 15)):
            dx, dy = (to_cm(far_in * part / 8 * along) for along in toward(way_deg))
            yield shifted(table, mine, dx, dy)


SLIDES_IN = (0.25, 0.5, 1.0, 2.0, 3.0)
"""So far a unit may have to slide, to either side, to be clear of a second enemy."""


def one_enemy_only(after: Play, unit: Unit, foe: str, others: tuple[str, ...]) -> Refusal | None:
    """What is wrong when it touches one of the *others* besides *foe*; None when it does not, or
    cannot help it (MEL-06)."""
    met = _touched(after.table, unit.id, others)
    if not met or not any(
        not _touched(there, unit.id, others)
        and gap(there, unit.id, foe).compare(HAND_IN) is not Verdict.OUT
        for there in _slid(after.table, unit.id)
        if bases_of(there, foe)
    ):
        return None
    called = after.unit(met).label
    return refusal(
        f"{unit.does('touches')} {called} too: {unit.it} {unit.form('fights')} one enemy, slide it",
        "NMM-MEL-06",
    )


def _touched(table: Snapshot, unit_id: str, others: tuple[str, ...]) -> str:
    """The first of the *others* that a unit touches, "" for none."""
    for other in others if bases_of(table, unit_id) else ():
        if bases_of(table, other) and (
            contact(table, unit_id, other).reading.at_least() is Verdict.IN
        ):
            return other
    return ""


def _slid(table: Snapshot, unit_id: str) -> Iterator[Snapshot]:
    """The table with a unit slid along its own front."""
    ahead = unit_shape(table, unit_id).ahead
    mine = tuple(base.payload for base in bases_of(table, unit_id))
    for far in (to_cm(one) for one in SLIDES_IN):
        for aside in (far, -far):
            yield shifted(table, mine, -ahead[1] * aside, ahead[0] * aside)


def up_to(play: Play, unit: Unit, foe: str, rule: str, most_in: float, **how: Any) -> Ordered:
    """Up to another unit by the shortest way, squared up to him as it comes; *how* are fields
    of ``Ordered`` that differ."""
    apart = gap(play.table, unit.id, foe)
    far_in = max(0.0, apart.value)
    (ax, ay), (bx, by) = apart.evidence[0].points_in if apart.evidence else ((0.0, 0.0),) * 2
    way = ((bx - ax) / far_in, (by - ay) / far_in) if far_in > HAND_IN else None
    usual = {"least_in": 0.0, "sideways": 1.0, "into": foe, "foe": foe, "drawn_in": far_in}
    return order(play, unit, max(most_in, far_in), rule, way=way, **{**usual, **how})
