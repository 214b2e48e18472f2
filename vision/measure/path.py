"""Ways: what a unit passed between two snapshots, and what it would meet straight on."""

from __future__ import annotations

import math
from collections.abc import Sequence

from vision.measure.answers import Crossing, Edge, Passage, Path, PathSplit
from vision.measure.move import Loose, Twice
from vision.measure.overrides import by_hand, line, remembered
from vision.measure.range import INWARD, past_edge
from vision.measure.shapes.footprint import Footprint, placed_unit, unit_shape
from vision.measure.shapes.polygon import cuts, length_inside
from vision.measure.shapes.sweep import (
    Blocks,
    Grounds,
    Pairs,
    Sweep,
    crossings,
    passages,
    shifted,
    wanted,
)
from vision.table.reading import Point, Reading
from vision.table.snapshot import Snapshot

PURSUIT_IN = 28.0


def moved(before: Snapshot, after: Snapshot, unit: str) -> Sweep:
    """A unit's way between two snapshots, base by base; a base lifted off is left out."""
    first = {one.base.payload: one for one in placed_unit(before, unit)}
    second = {one.base.payload: one for one in placed_unit(after, unit)}
    names = tuple(name for name in first if name in second)
    count = len(names)
    everyone = tuple(first[name] for name in names) + tuple(second[name] for name in names)

    def pairs(outlines: Sequence[Footprint]) -> Pairs:
        return list(zip(outlines[:count], outlines[count:], strict=True))

    return Sweep(unit, everyone, names, pairs)


def ahead_of(snapshot: Snapshot, unit: str, way: Point, length_in: float) -> Sweep:
    """A unit's way straight on from where it stands, without turning."""
    placed = placed_unit(snapshot, unit)
    dx, dy = way[0] * length_in, way[1] * length_in

    def pairs(outlines: Sequence[Footprint]) -> Pairs:
        return [(foot, shifted(foot, dx, dy)) for foot in outlines]

    return Sweep(unit, placed, tuple(one.base.payload for one in placed), pairs)


@remembered
def path_region(
    before: Snapshot, after: Snapshot, unit: str, *, terrain: Grounds = None
) -> tuple[Crossing, ...]:
    """The areas of terrain that the swept ground of a move touches, in order."""
    return crossings(moved(before, after, unit), before, terrain, lines=False)


@remembered
def crosses_obstacle(
    before: Snapshot, after: Snapshot, unit: str, *, terrain: Grounds = None
) -> tuple[Crossing, ...]:
    """The hedges, walls and streams that a move crossed or touches, in order.

    Crossed (positive depth): a base's centre started on one side and ended on the other.
    """
    return crossings(moved(before, after, unit), before, terrain, lines=True)


@remembered
def interpenetrates(
    before: Snapshot, after: Snapshot, unit: str, *, others: Blocks = None
) -> tuple[Passage, ...]:
    """The other units whose bases the swept ground of a move overlaps, in order.

    They are taken where they stood before. *others*: which (friends, say).
    """
    return passages(moved(before, after, unit), before, others)


@remembered
def straight_path(
    snapshot: Snapshot,
    unit: str,
    length_in: float,
    *,
    toward: Edge | None = None,
    away_from: str | None = None,
    toward_deg: float | None = None,
    others: Blocks = None,
    terrain: Grounds = None,
    loose: Loose = None,
) -> Path:
    """What a unit would meet going straight on for *length_in*, without turning.

    The way: square to a table edge, or away from another unit (centre from centre), or at
    an angle, or, when none is given, straight ahead of its front.
    """
    way = direction(snapshot, unit, toward, away_from, toward_deg, loose)
    sweep = ahead_of(snapshot, unit, way, length_in)
    areas = crossings(sweep, snapshot, terrain, lines=False)
    lines = crossings(sweep, snapshot, terrain, lines=True)
    size = snapshot.size_in

    def hangs(pairs: Pairs) -> float:
        return -min(past_edge([p[1] for p in pairs], edge, size, False) for edge in INWARD)

    def leaves(pairs: Pairs) -> float:
        return min(_until_edge([p[0] for p in pairs], edge, size, way) for edge in INWARD)

    still = sweep.still
    return Path(
        way,
        length_in,
        passages(sweep, snapshot, others),
        tuple(sorted((*areas, *lines), key=lambda one: one.first_after_in)),
        Reading("off_table", hangs(still), sweep.spread(hangs), "in", unit),
        Reading("leaves", leaves(still), sweep.spread(leaves), "in", unit),
    )


def _until_edge(outlines: Sequence[Footprint], edge: Edge, size_in: Point, way: Point) -> float:
    nx, ny = INWARD[edge]
    outward = -(way[0] * nx + way[1] * ny)
    if outward <= 1e-9:
        return math.inf
    return past_edge(outlines, edge, size_in, False) / outward


def direction(
    snapshot: Snapshot,
    unit: str,
    toward: Edge | None = None,
    away_from: str | None = None,
    toward_deg: float | None = None,
    loose: Loose = None,
) -> Point:
    """The unit vector of a way, as ``straight_path`` says."""
    if toward is not None:
        nx, ny = INWARD[toward]
        return -nx, -ny
    if away_from is not None:
        return _away(snapshot, unit, away_from)
    if toward_deg is not None:
        return math.cos(math.radians(toward_deg)), math.sin(math.radians(toward_deg))
    return unit_shape(snapshot, unit, loose).ahead


def _away(snapshot: Snapshot, unit: str, other: str) -> Point:
    (ax, ay), (bx, by) = (_middle(snapshot, name) for name in (other, unit))
    far = math.hypot(bx - ax, by - ay)
    if far < 1e-9:
        back = unit_shape(snapshot, unit).ahead
        return -back[0], -back[1]
    return (bx - ax) / far, (by - ay) / far


def _middle(snapshot: Snapshot, unit: str) -> Point:
    placed = placed_unit(snapshot, unit)
    count = len(placed)
    return sum(p.pose.x_in for p in placed) / count, sum(p.pose.y_in for p in placed) / count


@remembered
def retreat_path(
    snapshot: Snapshot,
    unit: str,
    length_in: float,
    *,
    toward: Edge | None = None,
    away_from: str | None = None,
    others: Blocks = None,
    terrain: Grounds = None,
    loose: Loose = None,
) -> Path:
    """A way back: to an edge, away from an enemy, or (neither given) straight back."""
    back = None
    if toward is None and away_from is None:
        back = unit_shape(snapshot, unit, loose).facing_deg + 180
    return straight_path(
        snapshot,
        unit,
        length_in,
        toward=toward,
        away_from=away_from,
        toward_deg=back,
        others=others,
        terrain=terrain,
    )


@remembered
def pursuit_path(
    snapshot: Snapshot,
    unit: str,
    length_in: float = PURSUIT_IN,
    *,
    toward: Edge | None = None,
    toward_deg: float | None = None,
    others: Blocks = None,
    terrain: Grounds = None,
) -> Path:
    """A pursuit: straight ahead unless a way is given; *others*: the units that stop it."""
    return straight_path(
        snapshot,
        unit,
        length_in,
        toward=toward,
        toward_deg=toward_deg,
        others=others,
        terrain=terrain,
    )


@remembered
def path_split(
    before: Snapshot, after: Snapshot, unit: str, *, difficult: Grounds = None
) -> PathSplit:
    """How much of the straight way of a unit's centre was open and how much difficult.

    *difficult*: which areas count; lines crossed are named as barriers.
    """
    both = Twice(before, after, unit, None)
    areas = [p.outline_in for p in before.terrain if not p.is_line and wanted(p, difficult)]

    def rough(outlines: Sequence[Footprint]) -> float:
        return length_inside(*both.centres(outlines), areas)

    def clear(outlines: Sequence[Footprint]) -> float:
        return math.dist(*both.centres(outlines)) - rough(outlines)

    start, end = both.centres(both.outlines)
    lines = [p for p in before.terrain if p.is_line and cuts(start, end, p.outline_in, False)]
    return PathSplit(
        _split_reading(after, "path_open", unit, both, clear(both.outlines), both.spread(clear)),
        _split_reading(after, "path_rough", unit, both, rough(both.outlines), both.spread(rough)),
        tuple(piece.name or piece.kind for piece in lines),
    )


def _split_reading(
    after: Snapshot, what: str, unit: str, both: Twice, value: float, spread: float
) -> Reading:
    evidence = line(*both.centres(both.outlines))
    return by_hand(after, what, unit, "") or Reading(what, value, spread, "in", unit, "", evidence)
