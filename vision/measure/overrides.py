"""What all queries share: hand-taken readings first, and the evidence of a distance."""

from __future__ import annotations

from collections.abc import Iterable

from vision.measure.cache import remembered
from vision.table.reading import LENGTHS, Point, Reading, Shape
from vision.table.snapshot import Snapshot

__all__ = [
    "NEVER_NEGATIVE", "TYPED", "by_hand", "line", "payloads", "remembered", "side_by_hand",
]  # fmt: skip

TYPED = frozenset(
    """
    gap base_gap shoot_range front_range command_distance contact contact_front contact_right
    contact_rear contact_left attached edge_nearest edge_farthest off_table
    in_arc gun_arc zone_front zone_rear zone_left zone_right
    sight gap_width los_full_base friends_in_line friend_to_line overhead lane_clear
    facing_change move_distance in_forward_arc wheel_pivot gun_in_place charge_straight uphill
    bearing_away path_open path_rough depth_inside nearest_cover
    spacing rank_behind touching_pairs front_line_gap rout_view square_column square_row
    models_seeing models_seen
    """.split()
)
"""What a person may type a reading of: the names under which queries and rules look for one."""

NEVER_NEGATIVE = LENGTHS | {"edge_farthest", "gap_width", "models_seeing", "models_seen"}
"""Lengths and counts; most others are margins, negative for "no by so much"."""


def by_hand(snapshot: Snapshot, what: str, frm: str, to: str) -> Reading | None:
    """The reading a person typed for this question, which overrules the poses."""
    if not snapshot.readings:
        return None
    typed = snapshot.typed(what, frm, to)
    if typed is None:
        return None
    notes = ("typed in by hand",)
    return Reading(
        what, typed.value, typed.plus_minus, typed.unit, frm, to, notes=notes, by_hand=True
    )


def side_by_hand(
    snapshot: Snapshot, what: str, frm: str, to: str, sides: Iterable[str]
) -> tuple[Reading, str] | None:
    """A typed reading named ``what_side``, such as ``zone_rear``, and that side."""
    for side in sides if snapshot.readings else ():
        typed = by_hand(snapshot, f"{what}_{side}", frm, to)
        if typed is not None:
            return typed, side
    return None


def payloads(snapshot: Snapshot, name: str) -> tuple[str, ...]:
    """The payloads of a unit's bases; the name itself when it has none on this table."""
    bases = tuple(b for b in snapshot.bases if name in (b.unit_id, b.payload))
    return tuple(base.payload for base in bases) or (name,)


def line(start: Point, end: Point) -> tuple[Shape, ...]:
    """The evidence of a distance: both points and the line between them."""
    return (
        Shape("segment", (start, end), "line"),
        Shape("point", (start,), "from"),
        Shape("point", (end,), "to"),
    )
