"""The one place that an ordered move leaves to each base, where it leaves no choice.

Law: pure. It is drawn for people to follow; the judge of the move is ``ordered_moves.fault``.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from rules.field.reach import bases_of
from rules.kernel.prompts import Spot
from vision.table.reading import Point
from vision.table.snapshot import Pose, Snapshot

if TYPE_CHECKING:
    from rules.field.ordered_moves import Ordered

IN_PLACE_DEG = 1.0
"""A turn nearer than this to none or to about-face leaves each base where it is."""


def spots(order: Ordered, table: Snapshot) -> tuple[Spot, ...]:
    """Where each base of the ordered unit ends; none where people may choose, where it has to
    touch somebody, or where a base is not seen or would come to stand beyond the edge."""
    seen = {
        base.payload: base.pose
        for base in bases_of(table, order.unit)
        if base.pose is not None and base.status == "seen"
    }
    open_end = order.least_in is not None and order.least_in < order.far_in
    if order.way is None or order.into or open_end:
        return ()
    if not seen or len(seen) < len(bases_of(table, order.unit)):
        return ()
    turn_deg, middle = _turn_deg(order, seen), _middle(seen)
    found = tuple(_spot(order, one, pose, turn_deg, middle) for one, pose in seen.items())
    wide_in, deep_in = table.size_in
    on = all(0 <= one.x_in <= wide_in and 0 <= one.y_in <= deep_in for one in found)
    return found if on else ()


def _turn_deg(order: Ordered, seen: dict[str, Pose]) -> float:
    """The least turn to a front that the order allows, degrees, counter-clockwise positive."""
    if not order.facings_deg or not order.must_face:
        return 0.0
    looks = next(iter(seen.values())).facing_deg
    turns = [(to - looks + 180.0) % 360.0 - 180.0 for to in order.facings_deg]
    return min(turns, key=abs)


def _middle(seen: dict[str, Pose]) -> Point:
    poses = seen.values()
    return sum(p.x_in for p in poses) / len(poses), sum(p.y_in for p in poses) / len(poses)


def _spot(order: Ordered, payload: str, pose: Pose, turn_deg: float, middle: Point) -> Spot:
    assert order.way is not None
    in_place = min(abs(turn_deg), 180.0 - abs(turn_deg)) <= IN_PLACE_DEG
    swing = 0.0 if in_place else math.radians(turn_deg)
    x, y = pose.x_in - middle[0], pose.y_in - middle[1]
    at = (
        middle[0] + x * math.cos(swing) - y * math.sin(swing) + order.far_in * order.way[0],
        middle[1] + x * math.sin(swing) + y * math.cos(swing) + order.far_in * order.way[1],
    )
    facing_deg = (pose.facing_deg + turn_deg) % 360.0
    return Spot(payload, round(at[0], 2), round(at[1], 2), round(facing_deg, 1))
