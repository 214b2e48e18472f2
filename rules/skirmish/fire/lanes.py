"""The lane of a gun (Q-12)."""

from __future__ import annotations

from collections.abc import Sequence

from vision.measure import arc
from vision.measure.cache import remembered
from vision.measure.shapes.footprint import Footprint, placed_unit, plan, shape
from vision.measure.uncertain import plus_minus
from vision.table.reading import Reading
from vision.table.snapshot import Snapshot


@remembered
def margin(table: Snapshot, gun: str, man: str, fan: bool) -> Reading:
    """How far inside the ground ahead of a gun the best placed part of a base is, inches.

    The ground is as wide as the gun's base, or by the house rule a fan of 90 degrees; below
    nought the base is outside of it by that much.
    """
    pair = (placed_unit(table, gun)[0], placed_unit(table, man)[0])

    def value(feet: Sequence[Footprint]) -> float:
        if fan:
            return arc.margin(arc.wedge(shape(feet[:1], plan(feet[:1], False))), feet[1])
        return _lane_margin(feet[0], feet[1])

    found = value([one.outline for one in pair])
    return Reading("ahead of the gun", found, plus_minus(value, pair), "in", gun, man)


def _lane_margin(gun: Footprint, foot: Footprint) -> float:
    """By how much the base reaches into the lane: across it, and ahead of the muzzle."""
    (ux, uy) = gun.ahead
    dx, dy = foot.x_in - gun.x_in, foot.y_in - gun.y_in
    ahead, aside = dx * ux + dy * uy, abs(dy * ux - dx * uy)
    return min(gun.half_width_in + _half_along(foot, (-uy, ux)) - aside,
               ahead + _half_along(foot, (ux, uy)) - gun.half_depth_in)  # fmt: skip


def _half_along(foot: Footprint, way: tuple[float, float]) -> float:
    """Half of the base's extent along a unit vector."""
    if foot.radius_in:
        return foot.radius_in
    along = abs(foot.ahead[0] * way[0] + foot.ahead[1] * way[1])
    across = abs(foot.ahead[0] * way[1] - foot.ahead[1] * way[0])
    return foot.half_depth_in * along + foot.half_width_in * across
