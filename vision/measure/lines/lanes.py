"""Lines and lanes of fire: who is in them, how near to them, and how wide the openings are."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

from vision.measure.answers import InTheWay, Lane
from vision.measure.move import Loose
from vision.measure.overrides import by_hand, line, remembered
from vision.measure.range import segment_gap
from vision.measure.shapes.convex import (
    Piece,
    area_depth,
    convex_gap,
    piece_of,
    ray_exit,
    rim,
)
from vision.measure.shapes.footprint import (
    Footprint,
    Part,
    Placed,
    Plan,
    nearest_point,
    outline,
    placed_unit,
    point_gap,
    shape,
    unit_corners,
)
from vision.measure.shapes.polygon import hull
from vision.measure.shapes.sweep import Blocks, Grounds, matters, wanted
from vision.measure.uncertain import plus_minus
from vision.table.reading import Point, Reading, Shape
from vision.table.snapshot import Snapshot, Terrain

FREE_IN = 99.0
"""What a distance to "the nearest of them" reads when there is none on the table."""

NEAR_IN = 6.0
"""A base that is hidden or moving counts as near a line when it was seen this near to it."""

DOUBT_IN = 0.01

Band = Callable[[Sequence[Footprint]], Piece]


class Shot(NamedTuple):
    """The line from a front centre to the nearest point of a target, from outlines.

    ``placed``: the bases at the shooter's corners (the first ``guns`` of them), then the target's.
    """

    placed: tuple[Placed, ...]
    guns: int
    how: Plan

    def ends(self, feet: Sequence[Footprint]) -> tuple[Point, Point]:
        """Where the line begins and ends."""
        start = shape(feet[: self.guns], self.how).fc
        targets = feet[self.guns : len(self.placed)]
        near = min(targets, key=lambda foot: point_gap(foot, *start))
        return start, nearest_point(near, *start)


def shot_of(snapshot: Snapshot, gun: str, target: str, part: Part, loose: Loose) -> Shot:
    """The line of shot of a unit at another, from the front centre of *part* of it."""
    first, how = unit_corners(snapshot, gun, loose, part)
    return Shot(first + placed_unit(snapshot, target), len(first), how)


def others_of(snapshot: Snapshot, own: tuple[str, ...], who: Blocks) -> tuple[Placed, ...]:
    """The bases asked about that belong to none of the units *own*, where last seen."""
    found = []
    for base in snapshot.bases:
        pose = base.pose
        if pose is not None and base.unit_id not in own and base.payload not in own:
            if matters(base, who):
                foot = outline(base, pose.x_in, pose.y_in, pose.facing_deg)
                found.append(Placed(base, pose, foot, snapshot.calibration))
    return tuple(found)


def doubts(placed: Sequence[Placed]) -> tuple[str, ...]:
    """A note for each base that is hidden or moving."""
    return tuple(
        f"{one.base.payload} is {one.base.status}" for one in placed if one.base.status != "seen"
    )


@remembered
def friend_to_line(
    snapshot: Snapshot,
    gun: str,
    target: str,
    friends: Blocks,
    *,
    part: Part = None,
    loose: Loose = frozenset(),
) -> Reading:
    """The least distance from a gun's line of shot to any of the friends' bases, inches.

    The line runs from the gun's front centre to the target's nearest point. *friends*:
    which bases count; the gun's and the target's own never do. ``to`` names the nearest
    base. ``FREE_IN`` when there are none.
    """
    typed = by_hand(snapshot, "friend_to_line", gun, target)
    if typed:
        return typed
    shot = shot_of(snapshot, gun, target, part, loose)
    them = others_of(snapshot, (gun, target), friends)
    if not them:
        return Reading("friend_to_line", FREE_IN, 0.0, "in", gun, "")
    return _nearest_to_line(shot, gun, them)


def _nearest_to_line(shot: Shot, gun: str, them: Sequence[Placed]) -> Reading:
    start, end = shot.ends([one.outline for one in shot.placed])
    near = min(them, key=lambda one: segment_gap(start, end, one.outline)[0])

    def value(feet: Sequence[Footprint]) -> float:
        a, b = shot.ends(feet)
        return segment_gap(a, b, feet[-1])[0]

    far, on, at = segment_gap(start, end, near.outline)
    notes = doubts([o for o in them if segment_gap(start, end, o.outline)[0] < NEAR_IN])
    spread = FREE_IN if notes else plus_minus(value, (*shot.placed, near))
    evidence = (*line(start, end), Shape("segment", (on, at), "room"))
    name = near.base.payload
    return Reading("friend_to_line", max(far, 0.0), spread, "in", gun, name, evidence, notes)


@remembered
def overhead(
    snapshot: Snapshot,
    gun: str,
    target: str,
    friends: Blocks,
    *,
    part: Part = None,
    loose: Loose = frozenset(),
) -> Reading:
    """Along a gun's line of shot: from the far side of the last friend under it to the target.

    Inches; the whole line when no friend is under it. The friends under it are named in
    the notes.
    """
    typed = by_hand(snapshot, "overhead", gun, target)
    if typed:
        return typed
    shot = shot_of(snapshot, gun, target, part, loose)
    start, end = shot.ends([one.outline for one in shot.placed])
    under = tuple(
        one
        for one in others_of(snapshot, (gun, target), friends)
        if segment_gap(start, end, one.outline)[0] <= 0
    )

    def beyond(feet: Sequence[Footprint]) -> float:
        a, b = shot.ends(feet)
        far, way = along(a, b)
        last = [ray_exit(a, way, piece_of([foot])) for foot in feet[len(shot.placed) :]]
        return far - max([0.0, *last])

    everyone = shot.placed + under
    value = beyond([one.outline for one in everyone])
    notes = (*(one.base.payload + " is under the line" for one in under), *doubts(under))
    spread = plus_minus(beyond, everyone)
    return Reading("overhead", value, spread, "in", gun, target, line(start, end), notes)


def along(start: Point, end: Point) -> tuple[float, Point]:
    """The length of a line, inches, and the unit vector along it."""
    far = math.dist(start, end)
    if far < 1e-9:
        return 0.0, (1.0, 0.0)
    return far, ((end[0] - start[0]) / far, (end[1] - start[1]) / far)


def in_band(
    what: str,
    names: tuple[str, str],
    own: tuple[Placed, ...],
    band: Band,
    others: Sequence[Placed],
    terrain: Sequence[Terrain],
) -> Lane:
    """Which bases and terrain reach into a convex band that is a function of outlines."""
    still = [one.outline for one in own]
    drawn = (Shape("polygon", band(still).points_in, "lane"),)
    units: dict[str, list[Placed]] = {}
    for one in others:
        units.setdefault(one.base.unit_id, []).append(one)
    found = [_unit_in_band(what, names[0], own, band, name, them) for name, them in units.items()]
    found += [_terrain_in_band(what, names[0], own, band, piece) for piece in terrain]
    cut = sorted(
        (one for one in found if one.depth.value + one.depth.plus_minus > 0),
        key=lambda one: -one.depth.value,
    )
    worst = max((one.depth for one in found), key=lambda r: r.value, default=None)
    if worst is None:
        return Lane(Reading(what, FREE_IN, 0.0, "in", *names, drawn))
    notes = tuple(note for one in cut for note in one.depth.notes)
    spread = max([worst.plus_minus, *(_past_zero(worst.value) for _ in notes)])
    return Lane(Reading(what, -worst.value, spread, "in", *names, drawn, notes), tuple(cut))


def _past_zero(value: float) -> float:
    return abs(value) + DOUBT_IN


def _unit_in_band(
    what: str,
    frm: str,
    own: tuple[Placed, ...],
    band: Band,
    name: str,
    them: Sequence[Placed],
) -> InTheWay:
    count, everyone = len(own), (*own, *them)

    def depth(feet: Sequence[Footprint]) -> float:
        lane = band(feet[:count])
        return max(-convex_gap(lane, piece_of([foot])) for foot in feet[count:])

    feet = [one.outline for one in everyone]
    value, notes = depth(feet), doubts(them)
    spread: float = plus_minus(depth, everyone)
    if notes:
        spread = max(spread, _past_zero(value)) if value > -1.0 else spread
    evidence = tuple(Shape("polygon", foot.corners_in, "blocker") for foot in feet[count:])
    lane = band(feet[:count])
    bases = tuple(one.base.payload for one in them if convex_gap(lane, piece_of([one.outline])) < 0)
    return InTheWay(name, Reading(what, value, spread, "in", frm, name, evidence, notes), bases)


def _terrain_in_band(
    what: str, frm: str, own: tuple[Placed, ...], band: Band, piece: Terrain
) -> InTheWay:
    walls = [Piece(piece.outline_in[k : k + 2]) for k in range(len(piece.outline_in) - 1)]

    def depth(feet: Sequence[Footprint]) -> float:
        lane = band(feet)
        if piece.is_line:
            return max(-convex_gap(lane, wall) for wall in walls)
        return area_depth(lane, piece.outline_in)

    name = piece.name or piece.kind
    value = depth([one.outline for one in own])
    evidence = (Shape("polygon", piece.outline_in, "terrain"),)
    reading = Reading(what, value, plus_minus(depth, own), "in", frm, name, evidence)
    return InTheWay(name, reading)


@remembered
def friends_in_line(
    snapshot: Snapshot,
    shooter: str,
    target: str,
    friends: Blocks,
    *,
    visible: frozenset[str] | None = None,
    part: Part = None,
    loose: Loose = None,
) -> Lane:
    """Do friends stand in the band between the shooting front and the target?

    The band is the hull of the shooter's front edge and the target's bases (*visible*: of
    those bases that are seen). Room in inches, negative when a friend's base is in it.
    """
    typed = by_hand(snapshot, "friends_in_line", shooter, target)
    if typed:
        return Lane(typed)
    first, how = unit_corners(snapshot, shooter, loose, part)
    second, count = placed_unit(snapshot, target, visible), len(first)

    def band(feet: Sequence[Footprint]) -> Piece:
        front = shape(feet[:count], how)
        corners = [corner for foot in feet[count:] for corner in rim(foot)]
        return Piece(hull([front.fl, front.fr, *corners]))

    others = others_of(snapshot, (shooter, target), friends)
    names = (shooter, target)
    return in_band("friends_in_line", names, first + second, band, others, ())


@remembered
def lane_clear(
    snapshot: Snapshot,
    shooter: str,
    target: str,
    *,
    blocks: Blocks = None,
    terrain: Grounds = frozenset(),
    width_in: float | None = None,
    part: Part = None,
    loose: Loose = None,
) -> Lane:
    """Is the straight lane from a front to a target clear?

    The lane runs from the shooter's front to the target's nearest point, square to nothing:
    *width_in* wide about the line from the front centre (0: the line alone), or, when that
    is None, as wide as the front edge and narrowing to that nearest point.
    """
    typed = by_hand(snapshot, "lane_clear", shooter, target)
    if typed:
        return Lane(typed)
    shot = shot_of(snapshot, shooter, target, part, loose)

    def band(feet: Sequence[Footprint]) -> Piece:
        start, end = shot.ends(feet)
        if width_in is None:
            front = shape(feet[: shot.guns], shot.how)
            return Piece(hull([front.fl, front.fr, end]))
        return Piece((start, end), width_in / 2)

    others = others_of(snapshot, (shooter, target), blocks)
    pieces = [piece for piece in snapshot.terrain if wanted(piece, terrain)]
    return in_band("lane_clear", (shooter, target), shot.placed, band, others, pieces)
