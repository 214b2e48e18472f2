"""What has moved since the table was last looked at: how far, how much turned, across what.

Law: no rule. Two pictures prove a straight displacement, not the path that was taken; the
page says so.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec import UNSET

from vision.measure.move import facing_change, in_forward_arc, move_distance
from vision.measure.path import crosses_obstacle, interpenetrates, path_region
from vision.table.reading import Reading, Unmeasurable
from vision.table.snapshot import Base, Snapshot
from webui.game.seen.unrest import has_moved
from webui.game.told import words
from webui.game.told.page import readings as page
from webui.game.told.readings import fields_of

Told = Callable[[Unmeasurable], str]
"""Says what cannot be measured, by the names that people use."""


def moved(before: Snapshot, after: Snapshot, told: Told = str) -> list[page.Moved]:
    """Every unit that stands elsewhere in *after*, with readings and its old places; *told* says
    why one cannot be had."""
    units = dict.fromkeys(base.unit_id for base in after.bases)
    return [_one(before, after, unit, told) for unit in units if has_moved(before, after, unit)]


def _one(before: Snapshot, after: Snapshot, unit: str, told: Told) -> page.Moved:
    def arc() -> Reading:
        return in_forward_arc(before, after, unit)

    readings = [
        _reading("move_distance", lambda: move_distance(before, after, unit), told),
        _reading("facing_change", lambda: facing_change(before, after, unit), told),
        _reading("in_forward_arc", arc, told, is_margin=True),
    ]
    return page.Moved(
        unit,
        readings,
        crossed=_names(lambda: _crossed(before, after, unit)),
        through=_names(lambda: _through(before, after, unit)),
        stood=[_stood(base) for base in before.bases if base.unit_id == unit and base.pose],
    )


def _crossed(before: Snapshot, after: Snapshot, unit: str) -> list[str]:
    found = (*crosses_obstacle(before, after, unit), *path_region(before, after, unit))
    return [piece.name or piece.kind for piece in found if piece.depth.value > 0]


def _through(before: Snapshot, after: Snapshot, unit: str) -> list[str]:
    """Those it surely went through: whom it was set against, it overlaps by the ± of the table."""
    found = interpenetrates(before, after, unit)
    return [each.unit for each in found if each.depth.value > each.depth.plus_minus]


def _reading(
    what: str, measure: Callable[[], Reading], told: Told, is_margin: bool = False
) -> page.MoveMeasured:
    title = words.READING_TITLES[what]
    try:
        reading = measure()
    except Unmeasurable as why:
        return page.MoveMeasured(what=what, title=title, trouble=told(why))
    found = {**fields_of(reading), "what": what}
    says = words.ARC_SAYS[reading.at_least()] if is_margin else UNSET
    return page.MoveMeasured(**found, title=title, says=says)


def _names(find: Callable[[], list[str]]) -> list[str]:
    try:
        return list(dict.fromkeys(find()))
    except Unmeasurable:
        return []


def _stood(base: Base) -> page.StoodBase:
    assert base.pose is not None
    return page.StoodBase(
        base.payload,
        x_in=base.pose.x_in,
        y_in=base.pose.y_in,
        facing_deg=base.pose.facing_deg,
        frontage_in=base.frontage_in,
        depth_in=base.depth_in,
        round=base.round,
    )
