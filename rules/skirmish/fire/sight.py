"""Who sees whom: lines, cover, woods, and the spotting die (SKM-VIS, Q-04, Q-07).

Between groups, sight is a clear line past the scenery from any man to any man; a shot needs
the whole target base clear of men as well.
"""

from __future__ import annotations

import math

from msgspec import Struct

from rules.field.centimetres import to_cm
from rules.field.lanes import span
from rules.field.ruler import foot_of, hides, is_kind
from rules.kernel.acting.in_play import in_play
from rules.kernel.play import Conditions, fails
from rules.kernel.prompts import Steps, roll, within
from rules.skirmish import measuring, switches
from rules.skirmish.play import BOOK, its_step
from rules.skirmish.state import Figure, Group, Play, Spotting
from rules.skirmish.tables import (
    BLOCKS_SIGHT,
    EDGE_CM,
    HARD,
    NEAR_CM,
    SOFT,
    SPOT_STEP_CM,
    WOOD_SIGHT_CM,
    Cover,
)
from vision.measure.overrides import remembered
from vision.measure.shapes.footprint import Footprint, point_gap
from vision.measure.shapes.polygon import cuts, is_inside, on_segment, outline_gap
from vision.table.reading import Point, Verdict
from vision.table.snapshot import Snapshot, Terrain

WOOD = ("wood",)


class Line(Struct, frozen=True):
    """A shot's line to a whole base: clear, or what is in the way."""

    clear: bool
    blockers: tuple[str, ...] = ()


# -- scenery on a line ----------------------------------------------------------------------


def _hides(piece: Terrain, start: Point, end: Point) -> bool:
    """A wood or house between; not the piece that either stands in."""
    return is_kind(piece, BLOCKS_SIGHT) and hides(piece, start, end)


def line_is_free(table: Snapshot, start: Point, end: Point) -> bool:
    """No scenery hides one point from the other."""
    return not any(_hides(piece, start, end) for piece in table.terrain)


# -- groups ---------------------------------------------------------------------------------


@in_play
def sees(play: Play, group: Group, other: Group) -> bool:
    """Can any man of *group* see any man of *other* (SKM-VIS-01 … -05)?"""
    return any(
        sees_man(play, group, mine, theirs)
        for mine in play.state.members(group.id)
        for theirs in play.state.members(other.id)
    )


def sees_man(play: Play, group: Group, mine: Figure, theirs: Figure) -> bool:
    """One man and another: plain sight, or near an edge and spotted, or having fired."""
    table = play.table
    start, end = measuring.centre(table, mine.id), measuring.centre(table, theirs.id)
    if not line_is_free(table, start, end):
        return False
    own_wood = measuring.terrain_at(table, mine.id, WOOD)
    hiding = measuring.terrain_at(table, theirs.id, SOFT + HARD)
    if any(piece in own_wood for piece in hiding):
        return measuring.reaches(table, mine.id, theirs.id, WOOD_SIGHT_CM) is not Verdict.OUT
    if theirs.fired:
        return True
    if hiding:
        return _spotted(play, group, mine, theirs, hiding[0])
    if play.on(switches.SPOT.all_three):
        return _by_die(play, group, mine, theirs)
    return True


def _spotted(play: Play, group: Group, mine: Figure, theirs: Figure, piece: Terrain) -> bool:
    """Near the edge of cover: within the die times 10 cm; deeper: not seen from outside."""
    if measuring.depth(play.table, theirs.id, piece).compare(EDGE_CM) is Verdict.OUT:
        return False
    return _by_die(play, group, mine, theirs)


def _by_die(play: Play, group: Group, mine: Figure, theirs: Figure) -> bool:
    """Within the spotting die times 10 cm, people's word for what is too close to call."""
    thrown = _thrown(play, group, theirs.group)
    if thrown is None:
        return False
    verdict = measuring.reaches(play.table, mine.id, theirs.id, SPOT_STEP_CM * thrown.die)
    return verdict is Verdict.IN or (verdict is Verdict.CLOSE and not thrown.short)


def _thrown(play: Play, group: Group, target: str) -> Spotting | None:
    """The spotting die of this turn, if it was thrown."""
    for found in play.state.spotted:
        if (found.by, found.at) == (group.id, target):
            return found
    return None


def may_spot(play: Play, by: Group, at: Group) -> Conditions:
    """Who may throw a spotting die for whom: one each turn."""
    yield from its_step(play, by)
    yield at.side != by.side or fails(f"{at.does('is')} a friend", "SKM-VIS-01")
    yield not _thrown(play, by, at.id) or fails(
        f"{by.does('has')} looked for {at.label} this turn", "SKM-VIS-01")  # fmt: skip
    yield not sees(play, by, at) or fails(f"{by.does('sees')} {at.label}", "SKM-VIS-03")


@BOOK.action("spot", "{by}: look for {at}", may_spot, at="enemy")
def spot(play: Play, by: Group, at: Group) -> Steps[Play]:
    """A D6: men within 10 cm of the edge of cover are seen at that times 10 cm (SKM-VIS-01)."""
    (die,) = yield from roll(
        f"{by.does('looks')} for {at.label}", 1, by.side, rules=("SKM-VIS-01",)
    )
    play = yield from _looked(play, by, at, die)
    seen = sees(play, by, at)
    return play.step(
        f"{at.does('is')} {'seen' if seen else 'not seen'}, out to {die * SPOT_STEP_CM:g} cm",
        "SKM-VIS-01", "SKM-VIS-02", "SKM-VIS-03", "SKM-VIS-04", faces=(die,),
    )  # fmt: skip


def _looked(play: Play, group: Group, target: Group, die: int) -> Steps[Play]:
    """The die is kept; people are asked when only a distance too close to call is within it."""
    before = play.state.spotted
    short = play.with_state(spotted=(*before, Spotting(group.id, target.id, die, short=True)))
    play = play.with_state(spotted=(*before, Spotting(group.id, target.id, die)))
    if sees(short, group, target) or not sees(play, group, target):
        return play
    limit = SPOT_STEP_CM * die
    pairs = [
        measuring.distance(play, mine.id, theirs.id)
        for mine in play.state.members(group.id)
        for theirs in play.state.members(target.id)
        if sees_man(play, group, mine, theirs)
    ]
    inside = yield from within(
        min(pairs, key=lambda one: one.value), limit, group.side,
        what=f"{group.label} to {target.label}", rules=("SKM-VIS-01",),
    )  # fmt: skip
    return play if inside else short


def visible_enemies(play: Play, group: Group) -> tuple[Group, ...]:
    """Enemy groups that the group sees."""
    return tuple(enemy for enemy in play.state.enemies(group) if sees(play, group, enemy))


def sees_a_comrade(play: Play, figure: Figure) -> bool:
    """Does he see at least one other man of his group (Q-18, SKM-GRP-02)?"""
    mates = [f for f in play.state.members(figure.group) if f.id != figure.id]
    here = measuring.centre(play.table, figure.id)
    return not mates or any(
        line_is_free(play.table, here, measuring.centre(play.table, mate.id)) for mate in mates
    )


# -- shots ----------------------------------------------------------------------------------


def shot_line(play: Play, shooter: Figure, target: Figure) -> Line:
    """Straight lines from his base centre to all round the target base (SKM-SHOOT-07, -08)."""
    either = play.on(switches.LOS_2CM.either)
    return _shot_line(play.table, shooter.id, target.id, either)


@remembered
def _shot_line(table: Snapshot, shooter: str, target: str, either: bool) -> Line:
    """The men and the scenery in the way of any of the lines; those near do not count."""
    start, goal = measuring.centre(table, shooter), foot_of(table, target)
    ends = _rim(goal)
    ignored = (shooter, target) if either else (shooter,)
    blockers = [
        piece.name or piece.kind
        for piece in table.terrain
        if any(_hides(piece, start, end) for end in ends)
        and not any(_gap_cm(table, piece, one) <= NEAR_CM + 1e-6 for one in ignored)
    ]
    blockers += [
        name
        for name in _men_between(table, shooter, target)
        if any(_meets(start, end, foot_of(table, name)) for end in ends)
        and all(measuring.reaches(table, name, one, NEAR_CM) is Verdict.OUT for one in ignored)
    ]
    blockers += _woods(table, shooter, target)
    return Line(not blockers, tuple(dict.fromkeys(blockers)))


def _men_between(table: Snapshot, shooter: str, target: str) -> list[str]:
    """Bases near enough to the way from one to the other to be met by a line."""
    start, goal = measuring.centre(table, shooter), foot_of(table, target)
    found = []
    for base in table.bases:
        if base.payload in (shooter, target):
            continue
        foot = foot_of(table, base.payload)
        at = (foot.x_in, foot.y_in)
        on = on_segment(start, (goal.x_in, goal.y_in), at)
        if math.dist(on, at) <= foot.reach_in + goal.reach_in:
            found.append(base.payload)
    return found


def _meets(start: Point, end: Point, foot: Footprint) -> bool:
    length = math.dist(start, end)
    if length == 0:
        return False
    met = span(start, ((end[0] - start[0]) / length, (end[1] - start[1]) / length), foot)
    return met is not None and met[1] > 1e-6 and met[0] < length - 1e-6


def _rim(foot: Footprint) -> tuple[Point, ...]:
    corners = foot.corners_in
    sides = tuple(
        ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
        for a, b in zip(corners, (*corners[1:], corners[0]), strict=True)
    )
    if not foot.radius_in:
        return (*corners, *sides)
    turns = [math.radians(45 * k) for k in range(8)]
    r = foot.radius_in
    return tuple((foot.x_in + r * math.cos(t), foot.y_in + r * math.sin(t)) for t in turns)


def _gap_cm(table: Snapshot, piece: Terrain, figure: str) -> float:
    return to_cm(outline_gap(foot_of(table, figure), piece.outline_in, not piece.is_line))


def _woods(table: Snapshot, shooter: str, target: str) -> list[str]:
    """Into or out of a wood only from or to 10 cm inside; 20 cm within it (SKM-VIS-05, -06)."""
    mine = measuring.terrain_at(table, shooter, WOOD)
    theirs = measuring.terrain_at(table, target, WOOD)
    if mine and theirs and mine[0] == theirs[0]:
        far = measuring.reaches(table, shooter, target, WOOD_SIGHT_CM)
        return ["20 cm of wood"] if far is Verdict.OUT else []
    deep = [
        piece
        for figure, woods in ((shooter, mine), (target, theirs))
        for piece in woods
        if measuring.depth(table, figure, piece).compare(EDGE_CM) is Verdict.OUT
    ]
    return [f"{piece.name or piece.kind}, more than 10 cm deep" for piece in deep]


def cover_from(play: Play, shooter: str, target: str) -> Cover:
    """The target's cover against a shot from there: the best it is in or behind (Q-07)."""
    return _cover_from(play.table, shooter, target)


@remembered
def _cover_from(table: Snapshot, shooter: str, target: str) -> Cover:
    start, end = measuring.centre(table, shooter), measuring.centre(table, target)
    found: Cover = "open"
    for piece in table.terrain:
        kind = cover_kind(piece)
        if kind == "open" or found == "hard":
            continue
        if _shelters(table, piece, start, end, target):
            found = kind if found == "open" else "hard" if kind == "hard" else found
    return found


def cover_kind(piece: Terrain) -> Cover:
    """The class of cover a piece gives; a tag overrules its kind."""
    for tag in piece.tags:
        if tag in ("soft", "hard"):
            return "soft" if tag == "soft" else "hard"
    return "hard" if piece.kind in HARD else "soft" if piece.kind in SOFT else "open"


def _shelters(table: Snapshot, piece: Terrain, start: Point, end: Point, target: str) -> bool:
    if not piece.is_line and is_inside(piece.outline_in, end):
        return True
    foot = foot_of(table, target)
    near = to_cm(min(point_gap(foot, *at) for at in _along(piece, start, end))) <= NEAR_CM
    return near and measuring.crosses(piece, start, end)


def _along(piece: Terrain, start: Point, end: Point) -> list[Point]:
    """Where the line meets the piece; the end when it does not."""
    parts = cuts(start, end, piece.outline_in, not piece.is_line)
    return [
        (start[0] + (end[0] - start[0]) * t, start[1] + (end[1] - start[1]) * t) for t in parts
    ] or [end]


def in_cover(play: Play, figure: Figure, enemies: tuple[Group, ...]) -> bool:
    """In or behind cover: from each enemy seen, or close to it when none is (Q-16)."""
    if measuring.terrain_at(play.table, figure.id, SOFT + HARD):
        return True
    if not enemies:
        return any(
            cover_kind(piece) != "open" and _gap_cm(play.table, piece, figure.id) <= NEAR_CM
            for piece in play.table.terrain
        )
    return all(
        cover_from(play, measuring.closest_man(play, play.unit(figure.group), enemy), figure.id)
        != "open"
        for enemy in enemies
    )
