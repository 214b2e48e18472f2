"""How far a figure may go and how much of it a move uses (SKM-MOVE)."""

from __future__ import annotations

import math

from msgspec import Struct

from rules.field.centimetres import to_cm, to_in
from rules.field.ruler import foot_of, is_kind, own_doubt_cm
from rules.skirmish import measuring, switches
from rules.skirmish.state import Figure, Play
from rules.skirmish.tables import (
    ARMOUR,
    BARRIERS,
    DIFFICULT,
    FOOT_CM,
    GALLOP_CM,
    HEAVY_CM,
    IMPASSABLE,
    TROT_CM,
    WALK_CM,
    WOUNDED_CM,
)
from vision.measure.shapes.footprint import Footprint, carried, separation
from vision.measure.shapes.polygon import cuts, is_near, length_inside
from vision.table.reading import HAIR, Point, Reading, Verdict
from vision.table.snapshot import Snapshot

TROTS = ("TROT_AWAY", "TROT_SHOOT", "SWEDE_ATTACK", "ADV_NEAREST")


def is_heavy(play: Play, figure: Figure) -> bool:
    """Metal armour, or heavy clothing (SKM-MOVE-03)."""
    if play.on(switches.HEAVY_GEAR.cuirassier):
        return figure.heavy or "cuirassier armour" in figure.armour
    return figure.heavy or any(ARMOUR[name].metal for name in figure.armour)


def allowance_cm(play: Play, figure: Figure, code: str = "FREE", charging: bool = False) -> float:
    """The most he may go this turn, cm (SKM-MOVE-01 … -06, -10)."""
    if figure.mounted:
        return _riding(play, figure, code, charging)
    slow = figure.wounded or figure.role == "civilian"
    if is_heavy(play, figure) and (slow or play.on(switches.HEAVY15.all)):
        base = HEAVY_CM
    else:
        base = WOUNDED_CM if slow else FOOT_CM
    return base * switches.RUN_FACTOR.of(play.state.house) if code == "RUN" else base


def _riding(play: Play, figure: Figure, code: str, charging: bool) -> float:
    most = GALLOP_CM[1]
    if code in TROTS and not (charging and code in ("SWEDE_ATTACK", "ADV_NEAREST")):
        most = TROT_CM[1]
    elif figure.mount == "dragoon" and code not in ("FREE", "RUN") and not charging:
        most = WALK_CM[1]
    if not figure.wounded or play.on(switches.WOUNDED_MOUNTED.none):
        return most
    if play.on(switches.WOUNDED_MOUNTED.at("80pct")):
        return 0.8 * most
    return min(most, WALK_CM[1])


def gait_of(play: Play, cm: float) -> str:
    """walk, trot or gallop by how far a horse went; "" for a forbidden pace (SKM-MOVE-04 … -06)."""
    if cm <= WALK_CM[1] + 1e-6:
        return "walk"
    if cm <= TROT_CM[1] + 1e-6:
        return "trot"
    if cm < GALLOP_CM[0] - 1e-6 and play.on(switches.GAIT_GAP.forbidden):
        return ""
    return "gallop"


def gaits_of(play: Play, went: Reading) -> tuple[str, str]:
    """The slowest and the fastest that a move may have been, for all the ruler can tell."""
    least = gait_of(play, max(0.0, went.value - went.plus_minus))
    return least, gait_of(play, went.value + went.plus_minus)


def at_a_gait_cm(play: Play, figures: tuple[Figure, ...], cm: float) -> float:
    """So far, or for horse that may not go between a trot and a gallop the whole of a trot."""
    mounted = any(figure.mounted for figure in figures)
    return cm if not mounted or gait_of(play, cm) else TROT_CM[1]


def barriers_cm(play: Play, figure: Figure, ground_cm: float, count: int) -> float:
    """A quarter of his move for each barrier that he clears on so much ground (SKM-MOVE-08).

    For a horse a quarter of its gait's most: of the slowest gait that the whole move fits into.
    """
    if play.on(switches.BARRIER.at("6.25")):
        return 6.25 * count
    if not figure.mounted:
        return allowance_cm(play, figure) / 4 * count
    for most in (WALK_CM[1], TROT_CM[1]):
        if ground_cm + most / 4 * count <= most + 1e-6:
            return most / 4 * count
    return GALLOP_CM[1] / 4 * count


class Going(Struct, frozen=True):
    """What a straight way uses: its length, difficult ground once more, and barriers, cm."""

    straight_cm: float
    hard_cm: float = 0.0
    barriers_cm: float = 0.0

    @property
    def used_cm(self) -> float:
        """All of it."""
        return self.straight_cm + self.hard_cm + self.barriers_cm


def used_between(play: Play, figure: Figure, start: Point, end: Point) -> float:
    """Allowance for a straight way, cm (SKM-MOVE-09)."""
    return ground_of(play, figure, start, end).used_cm


def ground_of(play: Play, figure: Figure, start: Point, end: Point) -> Going:
    """What a straight way uses: difficult ground double, barriers extra (SKM-MOVE-07, -08)."""
    straight = to_cm(math.dist(start, end))
    areas = [
        piece.outline_in
        for piece in play.table.terrain
        if not piece.is_line and is_kind(piece, DIFFICULT)
    ]
    hard = to_cm(length_inside(start, end, areas)) if areas else 0.0
    fences = _barriers(play.table, start, end)
    extra = barriers_cm(play, figure, straight + hard, fences) if fences else 0.0
    return Going(straight, hard, extra)


def _barriers(table: Snapshot, start: Point, end: Point) -> int:
    count = 0
    for piece in table.terrain:
        if is_kind(piece, BARRIERS):
            met = len(cuts(start, end, piece.outline_in, not piece.is_line))
            count += met if piece.is_line else (met + 1) // 2
    return count


def used(before: Play, after: Play, figure: Figure) -> Reading:
    """Allowance used by one figure's straight move, cm (Q-08)."""
    start = measuring.centre(before.table, figure.id)
    end = measuring.centre(after.table, figure.id)
    value = used_between(before, figure, start, end) if start != end else 0.0
    doubt = own_doubt_cm(before.table, after.table, figure.id)
    return Reading("moved", round(value, 3), doubt, "cm", figure.id)


def room_cm(play: Play, figures: tuple[Figure, ...], way: Point, code: str) -> float:
    """How far the whole body can go that way, cm: allowance, scenery, other men, the edge."""
    most = min(allowance_cm(play, figure, code) for figure in figures)
    return min([_free(play, figure, figures, way, most, code) for figure in figures] or [0.0])


def can_close(play: Play, mine: Figure, theirs: Figure, reach: float) -> bool:
    """Can he go the shortest way into contact with that man: surely near enough, at a gait
    that he has, and nobody between?  *reach* in cm (SKM-MEL-01, SKM-CODE-03)."""
    table = play.table
    if measuring.apart_cm(table, mine.id, theirs.id) > reach + 1e-6:
        return False
    if measuring.distance(play, mine.id, theirs.id).compare(reach) is not Verdict.IN:
        return False
    foot, other = foot_of(table, mine.id), foot_of(table, theirs.id)
    way, far = measuring.shortest_way(foot, other)
    start = measuring.centre(table, mine.id)
    there = (start[0] + way[0] * to_in(far), start[1] + way[1] * to_in(far))
    uses = used_between(play, mine, start, there)
    if uses > reach + 1e-6 or (mine.mounted and not gait_of(play, uses)):
        return False
    feet = [foot_of(table, b.payload) for b in table.bases
            if b.payload not in (mine.id, theirs.id)]  # fmt: skip
    feet = [one for one in feet if in_the_way(foot, one, way, far)]
    steps = (*range(1, math.ceil(far)), far)
    return not any(_blocked(table, foot, way, step, feet) for step in steps)


def _free(
    play: Play, figure: Figure, body: tuple[Figure, ...], way: Point, most: float, code: str
) -> float:
    start = measuring.centre(play.table, figure.id)
    allowed = allowance_cm(play, figure, code)
    mine = {one.id for one in body}
    others = [foot_of(play.table, b.payload) for b in play.table.bases
              if b.payload not in mine]  # fmt: skip
    foot = foot_of(play.table, figure.id)
    others = [other for other in others if in_the_way(foot, other, way, most)]
    free = 0.0
    for step in range(1, int(most) + 1):
        end = (start[0] + way[0] * to_in(step), start[1] + way[1] * to_in(step))
        if used_between(play, figure, start, end) > allowed + 1e-6:
            break
        if _blocked(play.table, foot, way, step, others):
            break
        free = float(step)
    return free


def in_the_way(foot: Footprint, other: Footprint, way: Point, cm: float) -> bool:
    """Could a base meet another on so many centimetres that way?  By circles round both."""
    dx, dy = other.x_in - foot.x_in, other.y_in - foot.y_in
    reach = foot.reach_in + other.reach_in + HAIR
    if abs(dy * way[0] - dx * way[1]) > reach:
        return False
    return -reach <= dx * way[0] + dy * way[1] <= to_in(cm) + reach


def _blocked(
    table: Snapshot, foot: Footprint, way: Point, cm: float, others: list[Footprint]
) -> bool:
    dx, dy = way[0] * to_in(cm), way[1] * to_in(cm)
    there = carried(foot, dx, dy)
    width, depth = table.size_in
    if any(not (0 <= x <= width and 0 <= y <= depth) for x, y in there.corners_in):
        return True
    if any(to_cm(separation(there, other)) < -0.1 for other in others):
        return True
    return any(
        is_kind(piece, IMPASSABLE) and is_near(there, piece.outline_in, 0.0, not piece.is_line)
        for piece in table.terrain
    )
