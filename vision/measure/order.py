"""Units in order: nearest first, along a baseline; two armies' lines; views of a rout."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Literal

from vision.measure.answers import Arc, Edge, Near, Order, Sight
from vision.measure.arc import in_arc, rear_wedge
from vision.measure.lines.sight import UNSURE_IN, Blocks, Screens, sight
from vision.measure.move import Loose
from vision.measure.overrides import by_hand, remembered
from vision.measure.range import gap, past_edge, shoot_range
from vision.measure.shapes.convex import Piece, convex_gap, piece_of, solid
from vision.measure.shapes.footprint import (
    Footprint,
    Part,
    Placed,
    closest_pair,
    place,
    placed_unit,
    shape,
    unit_bases,
    unit_plan,
)
from vision.measure.shapes.polygon import clip
from vision.measure.uncertain import plus_minus
from vision.table.reading import Point, Reading, Shape, Verdict
from vision.table.snapshot import Snapshot

LEFTWARD: dict[Edge, Point] = {
    "south": (-1.0, 0.0),
    "north": (1.0, 0.0),
    "west": (0.0, 1.0),
    "east": (0.0, -1.0),
}
"""What is left for a player who sits at that edge and looks at the table."""

ROUT_VIEW_IN = 10.0


@remembered
def nearest(
    snapshot: Snapshot,
    shooter: str,
    candidates: tuple[str, ...],
    *,
    half_angle_deg: float | None = 45.0,
    look: bool = True,
    blocks: Blocks = None,
    terrain: Screens = None,
    part: Part = None,
    loose: Loose = None,
) -> tuple[Near, ...]:
    """The candidates that are, or may be, in arc and in sight; nearest first.

    Nearest by ``shoot_range`` from the front centre of *part* of the shooter. No arc is
    asked when *half_angle_deg* is None, no sight when *look* is false. A candidate that is
    hidden or moving is placed where it was last seen, with a note, and may be the nearest;
    one that was never seen is left out.
    """
    found = []
    for name in candidates:
        if not _may_be_measured(snapshot, name):
            found += _doubtful(snapshot, shooter, name, part, loose)
            continue
        arc = None
        if half_angle_deg is not None:
            arc = in_arc(snapshot, shooter, name, half_angle_deg, part=part, loose=loose)
        seen = None
        if look and _verdict(arc, None) is not Verdict.OUT:
            seen = sight(snapshot, shooter, name, blocks=blocks, terrain=terrain, loose=loose)
        may = _verdict(arc, seen)
        if may is not Verdict.OUT:
            far = shoot_range(snapshot, shooter, name, part=part, loose=loose)
            found.append(Near(name, far, arc, seen, may))
    return tuple(sorted(found, key=lambda near: (near.distance.value, near.unit)))


def _may_be_measured(snapshot: Snapshot, unit: str) -> bool:
    return all(base.status == "seen" and base.pose for base in unit_bases(snapshot, unit))


def _doubtful(snapshot: Snapshot, shooter: str, unit: str, part: Part, loose: Loose) -> list[Near]:
    """A candidate with a hidden or moving base, by the places where it was last seen."""
    lost = tuple(base for base in unit_bases(snapshot, unit) if base.status != "seen")
    if any(base.pose is None for base in lost):
        return []
    names = {base.payload for base in lost}
    still = replace(
        snapshot,
        bases=tuple(
            replace(base, status="seen") if base.payload in names else base
            for base in snapshot.bases
        ),
    )
    far = shoot_range(still, shooter, unit, part=part, loose=loose)
    notes = tuple(f"{base.payload} is {base.status}" for base in lost)
    spread = max(far.plus_minus, UNSURE_IN)
    return [Near(unit, replace(far, plus_minus=spread, notes=notes), None, None, Verdict.CLOSE)]


def _verdict(arc: Arc | None, seen: Sight | None) -> Verdict:
    verdicts = [one.reading.at_least() for one in (arc, seen) if one is not None]
    for verdict in (Verdict.OUT, Verdict.CLOSE):
        if verdict in verdicts:
            return verdict
    return Verdict.IN


@remembered
def nearest_by_gap(
    snapshot: Snapshot, unit: str, candidates: tuple[str, ...], within_in: float = math.inf
) -> tuple[Reading, ...]:
    """The gaps to the candidates that are, or may be, within a distance; nearest first."""
    found = [gap(snapshot, unit, name) for name in candidates]
    near = [one for one in found if one.compare(within_in) is not Verdict.OUT]
    return tuple(sorted(near, key=lambda reading: (reading.value, reading.to)))


@remembered
def lateral_order(snapshot: Snapshot, edge: Edge, units: tuple[str, ...]) -> Order:
    """Units from left to right as the player at that edge looks at the table.

    By the middle of each unit's reach along the edge, from its outermost points.
    """
    lx, ly = LEFTWARD[edge]
    placed = {name: placed_unit(snapshot, name) for name in units}

    def left(feet: Sequence[Footprint]) -> float:
        places = [x * lx + y * ly for foot in feet for x, y in foot.corners_in]
        return (max(places) + min(places)) / 2

    where = {name: left([one.outline for one in them]) for name, them in placed.items()}
    order = sorted(units, key=lambda name: (-where[name], name))
    close = []
    for first, second in zip(order, order[1:], strict=False):
        both = placed[first] + placed[second]
        count = len(placed[first])
        spread = plus_minus(partial(_lead, left, count), both)
        if abs(where[first] - where[second]) < spread:
            close.append((first, second))
    return Order(tuple(order), tuple(close))


def _lead(
    left: Callable[[Sequence[Footprint]], float], count: int, feet: Sequence[Footprint]
) -> float:
    return left(feet[:count]) - left(feet[count:])


@remembered
def front_line_gap(
    snapshot: Snapshot, side: str, other: str, *, axis: Literal["depth", "width"] = "depth"
) -> Reading:
    """The least distance between two armies' foremost bases along the table's depth.

    Inches, by ``Base.side``; negative when the armies overlap. *axis* ``"width"`` when they
    face each other along the table's length.
    """
    typed = by_hand(snapshot, "front_line_gap", side, other)
    if typed:
        return typed
    first, second = _army(snapshot, side), _army(snapshot, other)
    count = len(first)
    edge: Edge = "south" if axis == "depth" else "west"

    def between(feet: Sequence[Footprint]) -> float:
        a, b, size = feet[:count], feet[count:], snapshot.size_in
        return max(
            past_edge(b, edge, size, False) - past_edge(a, edge, size, True),
            past_edge(a, edge, size, False) - past_edge(b, edge, size, True),
        )

    everyone = first + second
    value = between([one.outline for one in everyone])
    return Reading("front_line_gap", value, plus_minus(between, everyone), "in", side, other)


def _army(snapshot: Snapshot, side: str) -> tuple[Placed, ...]:
    bases = [base for base in snapshot.bases if base.side == side and base.pose is not None]
    if not bases:
        return placed_unit(snapshot, side)
    return tuple(place(base, snapshot.calibration) for base in bases)


def least(what: str, readings: Sequence[Reading]) -> Reading:
    """All of several yes-or-no margins at once: the least, with a ± that covers each.

    Positive only when every one is; too close to call when any that could decide it is.
    """
    worst = min(readings, key=lambda reading: reading.value)
    low = min(reading.value - reading.plus_minus for reading in readings)
    high = min(reading.value + reading.plus_minus for reading in readings)
    spread = max(worst.value - low, high - worst.value)
    notes = tuple(note for reading in readings for note in reading.notes)
    evidence = tuple(shape for reading in readings for shape in reading.evidence)
    return Reading(what, worst.value, spread, "in", worst.frm, worst.to, evidence, notes)


@remembered
def rout_view(
    snapshot: Snapshot,
    unit: str,
    router: str,
    *,
    within_in: float = ROUT_VIEW_IN,
    blocks: Blocks = None,
    terrain: Screens = None,
    loose: Loose = None,
) -> Reading:
    """Does a unit see another rout near by?  Margin in inches.

    Some point of *router* is within *within_in* of the unit's outline and outside the
    unit's rear zone, and some model of the unit sees it.
    """
    typed = by_hand(snapshot, "rout_view", unit, router)
    if typed:
        return typed
    near = not_behind(snapshot, unit, router, within_in=within_in, loose=loose)
    if near.at_least() is Verdict.OUT:
        return near
    seen = sight(snapshot, unit, router, blocks=blocks, terrain=terrain, loose=loose)
    return least("rout_view", (near, seen.reading))


@remembered
def not_behind(
    snapshot: Snapshot, unit: str, other: str, *, within_in: float, loose: Loose = None
) -> Reading:
    """Is some point of *other* within a distance of a unit and outside its rear zone?

    Margin in inches: the distance less the gap to the part outside the rear zone.
    """
    first, second = placed_unit(snapshot, unit), placed_unit(snapshot, other)
    how, count = unit_plan(snapshot, unit, loose), len(first)

    def margin(feet: Sequence[Footprint]) -> float:
        lines = rear_wedge(shape(feet[:count], how))
        own = [piece_of([foot]) for foot in feet[:count]]
        best = within_in + 1.0
        for foot in feet[count:]:
            corners = solid(piece_of([foot]))
            for nx, ny, c in lines:
                part = clip(corners, ((-nx, -ny, -c),))
                if part:
                    best = min(best, *(convex_gap(piece, Piece(part)) for piece in own))
        return within_in - max(best, 0.0)

    everyone = first + second
    feet = [one.outline for one in everyone]
    spread = plus_minus(margin, everyone)
    rear = shape(feet[:count], how)
    evidence = (Shape("segment", (rear.rl, rear.rr), "from"),)
    return Reading("rout_view", margin(feet), spread, "in", unit, other, evidence)


@remembered
def bearing_away(before: Snapshot, after: Snapshot, unit: str, enemies: tuple[str, ...]) -> Reading:
    """Did a unit's move take it farther from every one of the enemies?  Margin in inches.

    The least growth of the gap to any of them; they are taken where they stood before.
    """
    typed = by_hand(after, "bearing_away", unit, "")
    if typed:
        return typed
    grown = [_growth(before, after, unit, enemy) for enemy in enemies]
    if not grown:
        return Reading("bearing_away", 0.0, 0.0, "in", unit, "", notes=("no enemy to leave",))
    return least("bearing_away", grown)


def _growth(before: Snapshot, after: Snapshot, unit: str, enemy: str) -> Reading:
    first, second, foe = (
        placed_unit(before, unit),
        placed_unit(after, unit),
        placed_unit(before, enemy),
    )
    a, b = len(first), len(first) + len(second)

    def growth(feet: Sequence[Footprint]) -> float:
        return closest_pair(feet[a:b], feet[b:])[0] - closest_pair(feet[:a], feet[b:])[0]

    everyone = first + second + foe
    value = growth([one.outline for one in everyone])
    return Reading("bearing_away", value, plus_minus(growth, everyone), "in", unit, enemy)
