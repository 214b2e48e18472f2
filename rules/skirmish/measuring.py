"""What the camera says, in centimetres, as this book asks it (Q-01 … Q-18).

Every function takes the play: its table holds the live figures only, each with its group
as ``unit`` and its side (``field``). Distances are from edge to edge.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from rules.field.centimetres import in_cm, to_cm, to_in
from rules.field.ruler import crosses as crosses
from rules.field.ruler import foot_of, is_kind, maybe_nearest, taking_part
from rules.kernel.acting.in_play import in_play
from rules.kernel.prompts import Steps, within
from rules.skirmish import switches
from rules.skirmish.state import Figure, Group, Play, State
from rules.skirmish.tables import ATTACHED_CM, CONTACT_CM, ENCLOSED
from vision.measure.arc import point_margin, wedge
from vision.measure.cache import once, remembered
from vision.measure.range import base_gap, gap
from vision.measure.shapes.footprint import (
    Footprint,
    closest_points,
    placed_unit,
    plan,
    separation,
    shape,
    unit_corners,
)
from vision.measure.shapes.polygon import hull, is_inside, nearest_on
from vision.measure.uncertain import plus_minus
from vision.table.reading import HAIR, Point, Reading, Verdict
from vision.table.snapshot import Snapshot, Terrain

PLAIN_CM = 5.0
"""So far from a limit no ± of a base makes a doubt of it."""


def field(state: State, table: Snapshot) -> Snapshot:
    """The table with the figures in play only; the dead and strangers left out.

    Raises:
        Unmeasurable: a figure in play has no base on the table.
    """
    return taking_part(table, _wanted(state), "has no base for figure {payload} on the table")


@once
def _wanted(state: State) -> tuple[tuple[str, str, str], ...]:
    """Every figure in play with its group and side."""
    shown = {group.id: group.side for group in state.living()}
    return tuple(
        (f.id, f.group, shown[f.group]) for f in state.figures if f.live and f.group in shown
    )


def refreshed(play: Play) -> Play:
    """The play with the men lost since taken off its table."""
    return play.on_table(field(play.state, play.table))


def centre(table: Snapshot, figure: str) -> Point:
    """The middle of a base, inches."""
    foot = foot_of(table, figure)
    return foot.x_in, foot.y_in


def group_distance(play: Play, a: Group, b: Group) -> Reading:
    """Between the nearest figures of two groups, cm (Q-02)."""
    return in_cm(gap(play.table, a.id, b.id))


def distance(play: Play, a: str, b: str) -> Reading:
    """Between two figures, cm (Q-01)."""
    return in_cm(base_gap(play.table, a, b))


def to_group(play: Play, figure: Figure, men: Iterable[Figure]) -> Reading:
    """From a figure to the nearest of some men, cm."""
    nearest = min(men, key=lambda man: apart_cm(play.table, figure.id, man.id))
    return distance(play, figure.id, nearest.id)


def nearest_cm(play: Play, figure: Figure, men: Iterable[Figure]) -> float:
    """From a figure to the nearest of some men, cm, without its ±: to choose between figures."""
    return min(apart_cm(play.table, figure.id, man.id) for man in men)


def apart_cm(table: Snapshot, a: str, b: str) -> float:
    """Between two figures, cm, without its ±: for matters of contact and formation."""
    return max(0.0, to_cm(separation(foot_of(table, a), foot_of(table, b))))


def middles_cm(table: Snapshot, a: str, b: str) -> float:
    """Between the middles of two bases, cm."""
    return to_cm(math.dist(centre(table, a), centre(table, b)))


def reaches(table: Snapshot, a: str, b: str, cm: float) -> Verdict:
    """Is one figure within so many centimetres of another?  Plain cases without working a ±."""
    if not table.readings:
        over = apart_cm(table, a, b) - cm
        if abs(over) > PLAIN_CM:
            return Verdict.OUT if over > 0 else Verdict.IN
    return in_cm(base_gap(table, a, b)).compare(cm)


def touch(table: Snapshot, a: str, b: str) -> bool:
    """Base to base (Q-09)?"""
    return near(table, a, b, CONTACT_CM)


def near(table: Snapshot, a: str, b: str, cm: float) -> bool:
    """Within so many centimetres; far pairs are told apart by their middles alone."""
    return feet_near(foot_of(table, a), foot_of(table, b), cm)


def feet_near(first: Footprint, second: Footprint, cm: float) -> bool:
    """As ``near``, of two bases whose footprints are at hand."""
    away = math.hypot(first.x_in - second.x_in, first.y_in - second.y_in)
    if to_cm(away - first.reach_in - second.reach_in) > cm:
        return False
    return to_cm(separation(first, second)) <= cm + 1e-6


def any_near(table: Snapshot, some: Iterable[Figure], others: Iterable[Figure], cm: float) -> bool:
    """Is any of some men within so many centimetres of any of others?"""
    there: list[Footprint] = []
    names = [other.id for other in others]
    for one in some:
        foot = foot_of(table, one.id)
        for k, name in enumerate(names):
            if k == len(there):
                there.append(foot_of(table, name))
            if feet_near(foot, there[k], cm):
                return True
    return False


def nearest(play: Play, group: Group, among: Iterable[Group]) -> tuple[Group, Reading] | None:
    """The nearest of some groups, by the nearest figures."""
    found = [(other, group_distance(play, group, other)) for other in among]
    return min(found, key=lambda pair: pair[1].value, default=None)


def nearest_ones(play: Play, group: Group, among: Iterable[Group]) -> tuple[Group, ...]:
    """Those of some groups that may be the nearest for all the ruler can tell, nearest first."""
    return maybe_nearest((other, group_distance(play, group, other)) for other in among)


def settle(
    readings: Iterable[Reading], limit: float, by: str, *, rules: tuple[str, ...] = ()
) -> Steps[bool]:
    """People's word for all readings too close to call against one limit: asked once."""
    close = [reading for reading in readings if reading.compare(limit) is Verdict.CLOSE]
    if not close:
        return True
    nearest_line = min(close, key=lambda reading: abs(reading.value - limit))
    return (yield from within(nearest_line, limit, by, rules=rules))


# -- terrain --------------------------------------------------------------------------------


def terrain_at(table: Snapshot, figure: str, kinds: tuple[str, ...]) -> tuple[Terrain, ...]:
    """Areas of those kinds that hold the middle of a base (Q-05)."""
    at = centre(table, figure)
    return tuple(
        piece
        for piece in table.terrain
        if not piece.is_line and is_kind(piece, kinds) and is_inside(piece.outline_in, at)
    )


def is_enclosed(table: Snapshot, figure: str) -> bool:
    """Does he stand in enclosed ground?"""
    return bool(terrain_at(table, figure, ENCLOSED))


def depth(table: Snapshot, figure: str, piece: Terrain) -> Reading:
    """How deep inside a piece the middle of a base is, cm (Q-06)."""
    placed = placed_unit(table, figure)[:1]

    def value(feet: Sequence[Footprint]) -> float:
        at = (feet[0].x_in, feet[0].y_in)
        return math.dist(at, nearest_on(piece.outline_in, at))

    found = value([placed[0].outline])
    return in_cm(Reading("depth", found, plus_minus(value, placed), "in", figure))


# -- facing ---------------------------------------------------------------------------------


def front_margin(play: Play, group: Group, enemy: Group) -> Reading:
    """How far ahead of the group the nearest man of *enemy* is, by his middle (Q-11), cm.

    Ahead is between lines drawn 45 degrees outward from the front corners, or by the house
    rule all beyond the front edge; below nought he is on flank or rear.
    """
    wide = play.on(switches.FRONT_ARC.at("180"))
    return in_cm(_front_margin(play.table, group.id, closest_man(play, group, enemy), wide))


@remembered
def _front_margin(table: Snapshot, group: str, man: str, wide: bool) -> Reading:
    body, how = unit_corners(table, group)
    everyone = (*body, placed_unit(table, man)[0])

    def value(feet: Sequence[Footprint]) -> float:
        lines = wedge(shape(feet[: len(body)], how))
        return point_margin(lines[:1] if wide else lines, feet[-1].x_in, feet[-1].y_in)

    found = value([one.outline for one in everyone])
    return Reading("ahead of the front", found, plus_minus(value, everyone), "in", group, man)


def faces(play: Play, group: Group, enemy: Group) -> bool:
    """Has the group the nearest man of *enemy* in front of it, for all the ruler can tell?"""
    return front_margin(play, group, enemy).at_least() is not Verdict.OUT


def faces_among(play: Play, group: Group, enemy: Group) -> bool:
    """Does a scattered group face an enemy who stands between its men?

    No way of turning puts him ahead of all of them: the man nearest to him speaks for them.
    """
    at = centre(play.table, closest_man(play, group, enemy))
    feet = [foot_of(play.table, figure.id) for figure in play.state.members(group.id)]
    if not is_inside(hull([corner for foot in feet for corner in foot.corners_in]), at):
        return False
    near = min(feet, key=lambda foot: math.dist((foot.x_in, foot.y_in), at))
    lines = wedge(shape((near,), plan((near,), False)))
    wide = play.on(switches.FRONT_ARC.at("180"))
    return point_margin(lines[:1] if wide else lines, *at) >= -HAIR


def closest_man(play: Play, group: Group, enemy: Group) -> str:
    """The enemy figure nearest to the group."""
    mine = [foot_of(play.table, f.id) for f in play.state.members(group.id)]
    theirs = [(f.id, foot_of(play.table, f.id)) for f in play.state.members(enemy.id)]
    return min(theirs, key=lambda one: min(separation(foot, one[1]) for foot in mine))[0]


def middle(play: Play, group: Group) -> Point:
    """The middle of a group's live figures, inches."""
    ats = [centre(play.table, f.id) for f in play.state.members(group.id)]
    return sum(x for x, _ in ats) / len(ats), sum(y for _, y in ats) / len(ats)


def way_from(here: Point, there: Point) -> Point:
    """The unit vector from *there* to *here*; east when they are one point."""
    dx, dy = here[0] - there[0], here[1] - there[1]
    length = math.hypot(dx, dy)
    return (dx / length, dy / length) if length > 1e-9 else (1.0, 0.0)


def shortest_way(foot: Footprint, other: Footprint) -> tuple[Point, float]:
    """The way on which one base meets another soonest, and how far it is, cm.

    A base that is shifted from its nearest point to theirs touches there; on the line of
    their middles it may pass beside or have farther to go.
    """
    here, there = closest_points(foot, other)
    far = max(0.0, to_cm(separation(foot, other)))
    if math.dist(here, there) < 1e-6:
        return way_from((other.x_in, other.y_in), (foot.x_in, foot.y_in)), far
    return way_from(there, here), far


@in_play
def attached_to(play: Play, figure: Figure) -> str:
    """The group of its side, nearest within 5 cm, that a lone leader counts with, or "".

    For all the ruler can tell: who is too close to call is asked about when it matters.
    """
    found = []
    for group in play.state.living(play.state.side_of(figure)):
        if group.id == figure.group:
            continue
        men = play.state.members(group.id)
        near = [man for man in men if
                reaches(play.table, figure.id, man.id, ATTACHED_CM) is not Verdict.OUT]  # fmt: skip
        if near:
            found.append((to_group(play, figure, near).value, group.id))
    return min(found)[1] if found else ""


def moved_cm(before: Play, after: Play, group: Group) -> float:
    """How far the middle of a group has gone, cm, straight."""
    return to_cm(math.dist(middle(before, group), middle(after, group)))


def hemmed_in(play: Play, group: Group) -> bool:
    """Is a man of it at the table edge, or against men of another group?"""
    width, depth = play.table.size_in
    near = to_in(1.5)
    for figure in play.state.members(group.id):
        foot = foot_of(play.table, figure.id)
        if any(x < near or y < near or x > width - near or y > depth - near
               for x, y in foot.corners_in):  # fmt: skip
            return True
        for base in play.table.bases:
            if base.unit != group.id and apart_cm(play.table, figure.id, base.payload) < 1.5:
                return True
    return False
