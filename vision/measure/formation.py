"""How the bases of a unit stand to each other: ranks, files, spacing, support, groups."""

from __future__ import annotations

import math
from collections.abc import Sequence

from vision.measure.answers import Figures
from vision.measure.overrides import by_hand, line, remembered
from vision.measure.shapes.footprint import (
    Footprint,
    Placed,
    closest_pair,
    closest_points,
    mean_ahead,
    place,
    placed_unit,
    ranks,
    separation,
    unit_bases,
)
from vision.measure.uncertain import plus_minus
from vision.table.reading import HAIR, Reading
from vision.table.snapshot import Base, Snapshot

TOUCH_IN = 0.1


def _seen(snapshot: Snapshot, unit: str) -> tuple[Placed, ...]:
    found = (base for base in unit_bases(snapshot, unit) if base.status == "seen" and base.pose)
    return tuple(place(base, snapshot.calibration) for base in found)


@remembered
def count_figures(snapshot: Snapshot, unit: str) -> Figures:
    """The figures of a unit by kind and by rank, as far as its bases are seen."""
    placed = _seen(snapshot, unit)
    seen = {one.base.payload for one in placed}
    unseen = tuple(b.payload for b in unit_bases(snapshot, unit) if b.payload not in seen)
    if not placed:
        return Figures(0, (), (), (), 0, unseen)
    kinds: dict[str, int] = {}
    for one in placed:
        kinds[one.base.kind] = kinds.get(one.base.kind, 0) + one.base.figures
    rows = ranks([one.outline for one in placed])
    return Figures(
        sum(kinds.values()),
        tuple(kinds.items()),
        tuple(tuple(placed[i].base.payload for i in row) for row in rows),
        tuple(sum(placed[i].base.figures for i in row) for row in rows),
        max(len(row) for row in rows),
        unseen,
    )


@remembered
def end_file(snapshot: Snapshot, unit: str, side: str) -> tuple[str, ...]:
    """The payloads of the outermost file on the ``"left"`` or ``"right"``, front first.

    A file: the bases whose centre lies within half a base of the outermost one's centre.
    """
    placed = _seen(snapshot, unit)
    if not placed:
        return ()
    feet = [one.outline for one in placed]
    ux, uy = mean_ahead(feet)
    sign = 1.0 if side == "left" else -1.0
    across = [sign * (foot.y_in * ux - foot.x_in * uy) for foot in feet]
    outer = max(range(len(feet)), key=lambda i: across[i])
    rows = [i for row in ranks(feet) for i in row]
    room = feet[outer].half_width_in
    return tuple(placed[i].base.payload for i in rows if across[outer] - across[i] <= room)


@remembered
def spacing(snapshot: Snapshot, unit: str) -> Reading:
    """The worst gap from any base of a unit to its nearest comrade, inches; 0 for one base."""
    typed = by_hand(snapshot, "spacing", unit, "")
    if typed:
        return typed
    placed = placed_unit(snapshot, unit)
    if len(placed) == 1:
        return Reading("spacing", 0.0, 0.0, "in", unit, "")
    feet = [one.outline for one in placed]

    def worst(outlines: Sequence[Footprint]) -> float:
        return max(_nearest(outlines, i)[0] for i in range(len(outlines)))

    gaps = [_nearest(feet, i) for i in range(len(feet))]
    lone = max(range(len(feet)), key=lambda i: gaps[i][0])
    evidence = line(*closest_points(feet[lone], feet[gaps[lone][1]]))
    spread = plus_minus(worst, placed)
    name = placed[lone].base.payload
    return Reading("spacing", max(gaps[lone][0], 0.0), spread, "in", unit, name, evidence)


def _nearest(outlines: Sequence[Footprint], i: int) -> tuple[float, int]:
    return min((separation(outlines[i], o), j) for j, o in enumerate(outlines) if j != i)


@remembered
def rank_behind(
    snapshot: Snapshot, front: str, back: str, *, tolerance_in: float = TOUCH_IN
) -> Reading:
    """Does base *back* stand as the rank behind base *front*?  Margin in inches.

    It touches it, lies behind its facing, and its centre is within half a base's width of
    the centre line of *front*.
    """
    typed = by_hand(snapshot, "rank_behind", front, back)
    if typed:
        return typed
    pair = placed_unit(snapshot, front, frozenset({front})) + placed_unit(
        snapshot, back, frozenset({back})
    )

    def margin(feet: Sequence[Footprint]) -> float:
        first, second = feet
        dx, dy = second.x_in - first.x_in, second.y_in - first.y_in
        ux, uy = first.ahead
        return min(
            tolerance_in - separation(first, second),
            -(dx * ux + dy * uy),
            first.half_width_in - abs(dy * ux - dx * uy),
        )

    feet = [one.outline for one in pair]
    spread = plus_minus(margin, pair)
    evidence = line(*closest_points(*feet))
    return Reading("rank_behind", margin(feet), spread, "in", front, back, evidence)


@remembered
def stands_behind(
    snapshot: Snapshot, stand: str, *, tolerance_in: float = TOUCH_IN
) -> tuple[str, ...]:
    """The bases of the same unit one behind another behind *stand*, nearest first."""
    own = snapshot.base(stand)
    left = [b for b in unit_bases(snapshot, own.unit_id) if b.payload != stand]
    found: list[str] = []
    last = stand
    while True:
        behind = [
            base
            for base in left
            if rank_behind(snapshot, last, base.payload, tolerance_in=tolerance_in).value >= -HAIR
        ]
        if not behind:
            return tuple(found)
        last = behind[0].payload
        found.append(last)
        left.remove(behind[0])


@remembered
def support(
    snapshot: Snapshot,
    stand: str,
    friends: frozenset[str],
    enemies: frozenset[str],
    *,
    tolerance_in: float = TOUCH_IN,
    same_way_deg: float = 30.0,
) -> tuple[tuple[str, Reading], ...]:
    """The stands that support one in a fight, each with its margin in inches.

    A friend's stand that touches it on its flank or rear, faces the same way within
    *same_way_deg*, and touches no enemy. *friends* and *enemies*: payloads that come into
    question. A margin within its ± is too close to call; clearly negative ones are left
    out.
    """
    fighter = place(snapshot.base(stand), snapshot.calibration)
    foes = tuple(place(snapshot.base(name), snapshot.calibration) for name in sorted(enemies))
    found = []
    for name in sorted(friends - {stand}):
        one = place(snapshot.base(name), snapshot.calibration)
        turn = abs((one.pose.facing_deg - fighter.pose.facing_deg + 180) % 360 - 180)
        if turn <= same_way_deg:
            reading = _support_margin(fighter, one, foes, tolerance_in)
            if reading.value + reading.plus_minus >= 0:
                found.append((name, reading))
    return tuple(found)


def _support_margin(
    fighter: Placed, one: Placed, foes: tuple[Placed, ...], tolerance_in: float
) -> Reading:
    def margin(feet: Sequence[Footprint]) -> float:
        own, other, rest = feet[0], feet[1], feet[2:]
        dx, dy = other.x_in - own.x_in, other.y_in - own.y_in
        ahead = dx * own.ahead[0] + dy * own.ahead[1]
        free = min((separation(other, foe) for foe in rest), default=math.inf)
        return min(
            tolerance_in - separation(own, other),
            own.half_depth_in + other.half_depth_in - ahead - tolerance_in,
            free - tolerance_in,
        )

    everyone = (fighter, one, *foes)
    feet = [placed.outline for placed in everyone]
    names = fighter.base.payload, one.base.payload
    evidence = line(*closest_points(feet[0], feet[1]))
    return Reading("support", margin(feet), plus_minus(margin, everyone), "in", *names, evidence)


@remembered
def touching_group(
    snapshot: Snapshot, units: frozenset[str], *, tolerance_in: float = TOUCH_IN
) -> tuple[tuple[str, ...], ...]:
    """The units sorted into groups joined by contact, biggest group first."""
    left = sorted(units)
    feet = {name: [one.outline for one in placed_unit(snapshot, name)] for name in left}
    groups = []
    while left:
        group, edge = [left.pop(0)], 0
        while edge < len(group):
            near = [n for n in left if closest_pair(feet[group[edge]], feet[n])[0] <= tolerance_in]
            group += near
            left = [name for name in left if name not in near]
            edge += 1
        groups.append(tuple(sorted(group)))
    return tuple(sorted(groups, key=lambda group: (-len(group), group)))


@remembered
def touching_pairs(
    snapshot: Snapshot, bases: frozenset[str], *, tolerance_in: float = TOUCH_IN
) -> tuple[tuple[str, str, Reading], ...]:
    """Every pair of bases (by payload) in contact, or perhaps in contact, with its margin."""
    named = [snapshot.base(name) for name in sorted(bases)]
    found = []
    for i, first in enumerate(named):
        for second in named[i + 1 :]:
            reading = _pair_margin(snapshot, first, second, tolerance_in)
            if reading.value + reading.plus_minus >= 0:
                found.append((first.payload, second.payload, reading))
    return tuple(found)


def _pair_margin(snapshot: Snapshot, a: Base, b: Base, tolerance_in: float) -> Reading:
    typed = by_hand(snapshot, "touching_pairs", a.payload, b.payload)
    if typed:
        return typed
    pair = (place(a, snapshot.calibration), place(b, snapshot.calibration))
    value = tolerance_in - separation(pair[0].outline, pair[1].outline)
    spread = plus_minus(lambda feet: separation(feet[0], feet[1]), pair)
    return Reading("touching_pairs", value, spread, "in", a.payload, b.payload)
