"""Has a unit moved between two looks at the table, or is it the camera's and the hand's unrest?

Law: pure.
"""

from __future__ import annotations

import math

from vision.table.snapshot import Pose, Snapshot

LEAST_IN = 0.15
LEAST_DEG = 2.0
"""Less than this is the camera's and the hand's unrest, not a move."""


def has_moved(before: Snapshot, after: Snapshot, who: str) -> bool:
    """Does a base of that unit, or that base, stand elsewhere in *after*?"""
    old = {base.payload: base.pose for base in before.bases}
    return any(
        who in (base.unit_id, base.payload) and _differs(old.get(base.payload), base.pose)
        for base in after.bases
    )


def _differs(old: Pose | None, new: Pose | None) -> bool:
    if old is None or new is None:
        return False
    turned = abs((new.facing_deg - old.facing_deg + 180) % 360 - 180)
    far = math.hypot(new.x_in - old.x_in, new.y_in - old.y_in)
    return far > LEAST_IN or turned > LEAST_DEG
