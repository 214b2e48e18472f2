"""Models of a table that is ours which somebody moves while no move is asked for.

Law: pure.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping

from rules.kernel.prompts import Look
from vision.table.snapshot import Base, Pose, Snapshot
from webui.game.events.kinds import Declared, Moved
from webui.game.events.parts import MovedBase
from webui.game.guide.targets import guide_of
from webui.game.journal.journal import Event
from webui.game.position import Present
from webui.game.seen.model_removal import Place

SAME_IN = 0.01
SAME_DEG = 0.1


def unasked(
    present: Present, table: Snapshot, before: Snapshot | None, poses: Mapping[str, Place]
) -> list[MovedBase]:
    """Those of *poses* by which a model goes elsewhere without being asked to: since the first
    action, while no question is answered by where models stand, nobody is led to there, and it
    does not go back where it stood *before* an action that was taken back."""
    asked = None if present.opened is None else present.opened.prompt
    begun = any(isinstance(event.content, Declared) for event in present.line)
    if not begun or present.over is not None or isinstance(asked, Look):
        return []
    guide = guide_of(present)
    led = set() if guide is None else {target.payload for target in guide.targets}
    return [
        MovedBase(base.payload, base.unit_id, _place(base.pose), poses[base.payload])
        for base in table.bases
        if base.payload in poses
        and base.payload not in led
        and base.pose is not None
        and not _is_at(base.pose, poses[base.payload])
        and not _stood_there(before, base, poses[base.payload])
    ]


def where_to(steps: Iterable[Event], *, back: bool) -> dict[str, Place]:
    """Where models stand when *steps*, oldest first, are put again, or taken *back*."""
    found: dict[str, Place] = {}
    for event in steps:
        bases = event.content.bases if isinstance(event.content, Moved) else ()
        for base in bases:
            if back:
                found.setdefault(base.payload, base.frm)
            else:
                found[base.payload] = base.to
    return found


def gone_in(base: MovedBase) -> float:
    """How far its middle has gone, inches."""
    return math.dist(base.frm[:2], base.to[:2])


def turned_deg(base: MovedBase) -> float:
    """The shorter turn between its old and its new facing, degrees."""
    return abs((base.to[2] - base.frm[2] + 180) % 360 - 180)


def _place(pose: Pose) -> Place:
    return round(pose.x_in, 2), round(pose.y_in, 2), round(pose.facing_deg, 1)


def _is_at(pose: Pose, place: Place) -> bool:
    turn = abs((pose.facing_deg - place[2] + 180) % 360 - 180)
    return math.dist((pose.x_in, pose.y_in), place[:2]) < SAME_IN and turn < SAME_DEG


def _stood_there(before: Snapshot | None, base: Base, place: Place) -> bool:
    stood = () if before is None else before.bases
    return any(
        one.payload == base.payload and one.pose is not None and _is_at(one.pose, place)
        for one in stood
    )
