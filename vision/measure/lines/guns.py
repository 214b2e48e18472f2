"""What a gun fires along: the lane before it, and the bases on its line of shot."""

from __future__ import annotations

import math
from collections.abc import Sequence

from vision.measure.answers import Hit, InTheWay
from vision.measure.lines.lanes import Shot, along, in_band, others_of, shot_of
from vision.measure.overrides import remembered
from vision.measure.shapes.convex import Piece, piece_of, ray_entry, ray_exit
from vision.measure.shapes.footprint import (
    Footprint,
    Part,
    Placed,
    placed_unit,
    point_gap,
    shape,
    unit_plan,
)
from vision.measure.shapes.polygon import hull
from vision.measure.shapes.sweep import Blocks
from vision.measure.uncertain import plus_minus
from vision.table.reading import Point, Reading
from vision.table.snapshot import Snapshot


@remembered
def gun_lane(
    snapshot: Snapshot,
    gun: str,
    length_in: float,
    *,
    others: Blocks = None,
    part: Part = None,
) -> tuple[InTheWay, ...]:
    """The units with any part of a base in the rectangle straight ahead of a gun.

    It is as wide as the gun's front and *length_in* long. The way to each is ``gap``'s.
    """
    own = placed_unit(snapshot, gun, part)
    how = unit_plan(snapshot, gun, frozenset(), part)

    def band(feet: Sequence[Footprint]) -> Piece:
        front = shape(feet, how)
        dx, dy = front.ahead[0] * length_in, front.ahead[1] * length_in
        fl, fr = front.fl, front.fr
        return Piece(hull([fl, fr, (fl[0] + dx, fl[1] + dy), (fr[0] + dx, fr[1] + dy)]))

    them = others_of(snapshot, (gun,), others)
    return in_band("gun_lane", (gun, ""), own, band, them, ()).cut_by


@remembered
def shot_line(
    snapshot: Snapshot,
    gun: str,
    target: str,
    *,
    beyond_in: float = 0.0,
    length_in: float | None = None,
    part: Part = None,
    others: Blocks = None,
) -> tuple[Hit, ...]:
    """The bases that a gun's ray crosses, in order.

    From the gun's front centre through the target's nearest point, to *beyond_in* past the
    far side of that target base, or *length_in* from the gun when that is given.
    """
    shot = shot_of(snapshot, gun, target, part, frozenset())
    start, end = shot.ends([one.outline for one in shot.placed])
    _, way = along(start, end)
    aimed = shot.placed[shot.guns :]
    near = min(aimed, key=lambda one: point_gap(one.outline, *start))
    until = ray_exit(start, way, piece_of([near.outline])) + beyond_in
    stop = until if length_in is None else length_in
    them = (*aimed, *others_of(snapshot, (gun, target), others))
    hits = [_hit(shot, gun, one, start, way) for one in them]
    return tuple(
        sorted(
            (hit for hit in hits if hit is not None and hit.from_in.value <= stop),
            key=lambda hit: hit.from_in.value,
        )
    )


def _hit(shot: Shot, gun: str, one: Placed, start: Point, way: Point) -> Hit | None:
    piece = piece_of([one.outline])
    first = ray_entry(start, way, piece)
    if first == math.inf:
        return None

    def value(feet: Sequence[Footprint]) -> float:
        a, b = shot.ends(feet)
        entry = ray_entry(a, along(a, b)[1], piece_of([feet[-1]]))
        return first if entry == math.inf else entry

    spread = plus_minus(value, (*shot.placed, one))
    reading = Reading("shot_line", first, spread, "in", gun, one.base.payload)
    return Hit(one.base.payload, one.base.unit_id, reading, ray_exit(start, way, piece))
