"""The ground that a unit covers on its way, and what it meets there.

A base that moves sweeps the hull of its two outlines: exact when it moves straight without
turning, a little less than the truth when it turns.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from vision.measure.answers import Crossing, Passage
from vision.measure.shapes.convex import Piece, area_depth, convex_gap, meets_after, piece_of, swept
from vision.measure.shapes.footprint import Footprint, Placed, closest_pair, outline
from vision.measure.shapes.polygon import box_gap, cuts, edges, is_near, line_gap
from vision.measure.uncertain import plus_minus
from vision.table.reading import Point, Reading, Shape
from vision.table.snapshot import Base, Snapshot, Terrain

TOUCH_IN = 0.1
ROOM_IN = 1.0

Pairs = Sequence[tuple[Footprint, Footprint]]
Blocks = frozenset[str] | Callable[[Base], bool] | None
"""Which other bases matter: ids of units, or a test of a base; None is all of them."""

Grounds = frozenset[str] | Callable[[Terrain], bool] | None
"""Which terrain matters: kinds, or a test of a piece; None is all of it."""


class Sweep(NamedTuple):
    """A unit's way: ``pairs`` makes (before, after) of each base from the outlines."""

    unit: str
    placed: tuple[Placed, ...]
    payloads: tuple[str, ...]
    pairs: Callable[[Sequence[Footprint]], Pairs]

    @property
    def still(self) -> Pairs:
        """The pairs as read."""
        return self.pairs([one.outline for one in self.placed])

    def spread(self, value: Callable[[Pairs], float]) -> float:
        """95 % half-width of a value that depends on this unit's bases alone."""
        return plus_minus(lambda outlines: value(self.pairs(outlines)), self.placed)


def shifted(foot: Footprint, dx: float, dy: float) -> Footprint:
    """The outline moved without turning, inches."""
    a, b, c, d = ((x + dx, y + dy) for x, y in foot.corners_in)
    return foot._replace(x_in=foot.x_in + dx, y_in=foot.y_in + dy, corners_in=(a, b, c, d))


def wanted(piece: Terrain, grounds: Grounds) -> bool:
    """Is that piece of terrain one that is asked about?"""
    if grounds is None:
        return True
    return grounds(piece) if callable(grounds) else piece.kind in grounds


def matters(base: Base, blocks: Blocks) -> bool:
    """Is that base one that is asked about?"""
    if blocks is None:
        return True
    return blocks(base) if callable(blocks) else base.unit_id in blocks


def way_of(pair: tuple[Footprint, Footprint]) -> tuple[Point, float]:
    """The unit vector and the length of a base's way; no way: its own facing and 0."""
    before, after = pair
    dx, dy = after.x_in - before.x_in, after.y_in - before.y_in
    far = math.hypot(dx, dy)
    return ((dx / far, dy / far), far) if far > 1e-9 else (before.ahead, 0.0)


def area_crossing(sweep: Sweep, piece: Terrain) -> Crossing:
    """How a way and an area of terrain have to do with each other."""
    corners = piece.outline_in

    def depth(pairs: Pairs) -> float:
        return max(area_depth(swept(*pair), corners) for pair in pairs)

    pairs = sweep.still
    starts = [is_near(before, corners, 0.0) for before, _ in pairs]
    ends = [is_near(after, corners, 0.0) for _, after in pairs]
    over = tuple(
        name
        for name, pair, start, end in zip(sweep.payloads, pairs, starts, ends, strict=True)
        if not start and not end and area_depth(swept(*pair), corners) > 0
    )
    name = piece.name or piece.kind
    evidence = (Shape("polygon", corners, "terrain"),)
    reading = Reading(
        "path_region", depth(pairs), sweep.spread(depth), "in", sweep.unit, name, evidence
    )
    first = min(_first_touch(pair, piece) for pair in pairs)
    return Crossing(name, piece.kind, reading, first, any(starts), any(ends), over, piece.tags)


def line_crossing(sweep: Sweep, piece: Terrain) -> Crossing:
    """How a way and a hedge, wall or stream have to do with each other."""
    corners, closed = piece.outline_in, not piece.is_line

    def past(pairs: Pairs) -> float:
        return max(_past_line(pair, corners, closed) for pair in pairs)

    pairs = sweep.still
    over = tuple(
        name
        for name, pair in zip(sweep.payloads, pairs, strict=True)
        if _past_line(pair, corners, closed) > 0
    )
    name = piece.name or piece.kind
    evidence = (Shape("polygon" if closed else "segment", corners, "terrain"),)
    reading = Reading(
        "crosses_obstacle", past(pairs), sweep.spread(past), "in", sweep.unit, name, evidence
    )
    starts = any(is_near(before, corners, TOUCH_IN, closed) for before, _ in pairs)
    ends = any(is_near(after, corners, TOUCH_IN, closed) for _, after in pairs)
    first = min(_first_touch(pair, piece) for pair in pairs)
    return Crossing(name, piece.kind, reading, first, starts, ends, over, piece.tags)


def _past_line(pair: tuple[Footprint, Footprint], corners: Sequence[Point], closed: bool) -> float:
    """How far a base's centre ended beyond a line; negative when its way did not cross it."""
    start, end = ((foot.x_in, foot.y_in) for foot in pair)
    crossed = cuts(start, end, corners, closed)
    if len(crossed) % 2 == 0:
        return -line_gap(start, end, corners, closed)
    at = crossed[-1]
    place = (start[0] + (end[0] - start[0]) * at, start[1] + (end[1] - start[1]) * at)
    room = line_gap(end, end, corners, closed)
    if closed:
        return room
    return min(room, math.dist(place, corners[0]), math.dist(place, corners[-1]))


def _first_touch(pair: tuple[Footprint, Footprint], piece: Terrain) -> float:
    before = pair[0]
    closed = not piece.is_line
    if is_near(before, piece.outline_in, 0.0, closed):
        return 0.0
    way, _ = way_of(pair)
    own = piece_of([before])
    return min(meets_after(own, way, Piece(side)) for side in edges(piece.outline_in, closed))


def crossings(
    sweep: Sweep, snapshot: Snapshot, grounds: Grounds, lines: bool
) -> tuple[Crossing, ...]:
    """What terrain a way touches, or may touch, in order; areas, or *lines*."""
    found = [
        line_crossing(sweep, piece) if lines else area_crossing(sweep, piece)
        for piece in snapshot.terrain
        if piece.is_line == lines and wanted(piece, grounds) and _may_meet(sweep, piece)
    ]
    met = [one for one in found if _is_met(one)]
    return tuple(sorted(met, key=lambda one: one.first_after_in))


def _may_meet(sweep: Sweep, piece: Terrain) -> bool:
    """Is the way of any base near enough to a piece for its errors to matter?"""
    return any(
        box_gap(middle, reach_in, piece.outline_in) <= ROOM_IN
        for before, after in sweep.still
        for middle, reach_in in (_round(before, after),)
    )


def _round(before: Footprint, after: Footprint) -> tuple[Point, float]:
    """Middle and radius of a circle round the way of a base."""
    middle = ((before.x_in + after.x_in) / 2, (before.y_in + after.y_in) / 2)
    far = math.hypot(after.x_in - before.x_in, after.y_in - before.y_in)
    return middle, far / 2 + max(before.reach_in, after.reach_in)


def _is_met(one: Crossing) -> bool:
    return one.depth.value + one.depth.plus_minus > 0 or one.starts or one.ends


def passages(sweep: Sweep, snapshot: Snapshot, others: Blocks) -> tuple[Passage, ...]:
    """The other units whose bases a way covers, or may cover, in order of first touch.

    A base that is hidden or moving is taken where it was last seen; then it is named in the
    notes and the overlap is too close to call.
    """
    units: dict[str, list[Placed]] = {}
    for base in snapshot.bases:
        pose = base.pose
        if pose is None or base.unit_id == sweep.unit or base.payload in sweep.payloads:
            continue
        if matters(base, others):
            foot = outline(base, pose.x_in, pose.y_in, pose.facing_deg)
            one = Placed(base, pose, foot, snapshot.calibration)
            if _is_near(foot, sweep.still):
                units.setdefault(base.unit_id, []).append(one)
    found = [_passage(sweep, name, tuple(them)) for name, them in units.items()]
    met = [one for one in found if one.depth.value + one.depth.plus_minus > 0]
    return tuple(sorted(met, key=lambda one: one.first_after_in))


def _is_near(foot: Footprint, pairs: Pairs) -> bool:
    room = foot.reach_in + ROOM_IN
    return any(_way_gap(foot, pair) < room + pair[0].reach_in for pair in pairs)


def _way_gap(foot: Footprint, pair: tuple[Footprint, Footprint]) -> float:
    ends = [(one.x_in, one.y_in) for one in pair]
    return line_gap((foot.x_in, foot.y_in), (foot.x_in, foot.y_in), ends, closed=False)


def _passage(sweep: Sweep, name: str, them: tuple[Placed, ...]) -> Passage:
    own = len(sweep.placed)
    everyone = sweep.placed + them
    outlines = [one.outline for one in everyone]

    def overlap(feet: Sequence[Footprint]) -> float:
        theirs = [piece_of([foot]) for foot in feet[own:]]
        return max(-convex_gap(swept(*p), t) for p in sweep.pairs(feet[:own]) for t in theirs)

    def gap_at(feet: Sequence[Footprint], end: int) -> float:
        return closest_pair([p[end] for p in sweep.pairs(feet[:own])], feet[own:])[0]

    notes = tuple(
        f"{one.base.payload} is {one.base.status}" for one in them if one.base.status != "seen"
    )
    depth = overlap(outlines)
    spread: float = plus_minus(overlap, everyone)
    if notes:
        spread = max(spread, abs(depth) + 0.01)
    touching, clear = (partial(gap_at, end=end) for end in (0, 1))
    at_start = Reading(
        "touching",
        TOUCH_IN - touching(outlines),
        plus_minus(touching, everyone),
        "in",
        sweep.unit,
        name,
    )
    at_end = Reading("clear", clear(outlines), plus_minus(clear, everyone), "in", sweep.unit, name)
    first = min(
        meets_after(piece_of([pair[0]]), way_of(pair)[0], piece_of([foot]))
        for pair in sweep.still
        for foot in outlines[own:]
    )
    evidence = tuple(Shape("polygon", foot.corners_in, "blocker") for foot in outlines[own:])
    reading = Reading("interpenetrates", depth, spread, "in", sweep.unit, name, evidence, notes)
    return Passage(name, reading, first, at_start, at_end)
