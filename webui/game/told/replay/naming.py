"""Where the names of who acts and who suffers go on the picture of a frame: beside them, upright.

Law: arithmetic on inches of the table, x east and y north.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from vision.table.snapshot import Base, Snapshot
from webui.game.told.replay.frames import Frame, struck

MOST_NAMES = 3
LETTER = 0.6
"""How wide a bold letter is, of its height."""
LINE = 1.25
"""How high a line is, of its letters."""
OVER_A_NAME, OUTSIDE, OVER_A_BASE = 1000.0, 100.0, 1.0
"""How bad it is, for each square inch."""

LETTERS = 0.05
"""How high they are, of what is shown across."""

Box = tuple[float, float, float, float]
"""West, south, east and north, inches."""
Part = tuple[float, float, float, float]
"""West, south, width and depth, inches."""


class Name(NamedTuple):
    """Words, the middle of the line they stand on, and how high its letters are; inches."""

    says: str
    x_in: float
    y_in: float
    size_in: float


def actors(frame: Frame) -> list[str]:
    """Who acts, on whom, and whom it struck; the first of them."""
    action = frame.card.get("action", {})
    named = (action.get("by"), action.get("at"), *struck(frame))
    return list(dict.fromkeys(str(one) for one in named if one))[:MOST_NAMES]


def taken_off(frame: Frame, before: Snapshot | None) -> list[Base]:
    """Bases of those that a frame names, on the table *before* it and off it since."""
    now = () if frame.table is None else frame.table.bases
    left = {base.payload for base in now if base.pose is not None}
    named = actors(frame)
    stood = () if before is None else before.bases
    gone = (base for base in stood if base.pose is not None and base.payload not in left)
    return [base for base in gone if base.unit_id in named]


def placed(frame: Frame, gone: Sequence[Base], called: Mapping[str, str], part: Part) -> list[Name]:
    """The names of those that stand on a *part* of the table, or stood there until then.

    *gone*: as ``taken_off``. *called*: unit id to what people call it.
    """
    size_in = part[2] * LETTERS
    view = (part[0], part[1], part[0] + part[2], part[1] + part[3])
    standing = [] if frame.table is None else frame.table.bases
    hulls = [(base.unit_id, _hull(base)) for base in (*standing, *gone) if base.pose is not None]
    taken: list[Box] = []
    found: list[Name] = []
    for unit in actors(frame):
        own = [hull for who, hull in hulls if who == unit]
        if not own:
            continue
        says = called.get(unit, unit)
        wide, high = len(says) * size_in * LETTER, size_in * LINE
        choice = _beside(_around(own), wide, high, view)
        box = min(choice, key=lambda one: _bad(one, view, taken, (hull for _, hull in hulls)))
        taken.append(box)
        found.append(Name(says, (box[0] + box[2]) / 2, box[1] + size_in * 0.3, size_in))
    return found


def _hull(base: Base) -> Box:
    pose = base.pose
    assert pose is not None
    half = math.hypot(base.frontage_in, base.depth_in) / 2
    return pose.x_in - half, pose.y_in - half, pose.x_in + half, pose.y_in + half


def _around(hulls: Sequence[Box]) -> Box:
    wests, souths, easts, norths = zip(*hulls, strict=True)
    return min(wests), min(souths), max(easts), max(norths)


def _beside(own: Box, wide: float, high: float, view: Box) -> Iterator[Box]:
    """Above, below and beside, near before far, no farther than the rim."""
    middle, level = (own[0] + own[2]) / 2, (own[1] + own[3] - high) / 2
    for far in (0.1, 1.3):
        for x, y in (
            (middle - wide / 2, own[3] + high * far),
            (middle - wide / 2, own[1] - high * (far + 1)),
            (own[2] + high * far, level),
            (own[0] - high * far - wide, level),
        ):
            west = min(max(x, view[0]), max(view[0], view[2] - wide))
            yield west, y, west + wide, y + high


def _bad(box: Box, view: Box, taken: Iterable[Box], bases: Iterable[Box]) -> float:
    inside = _common(box, view)
    whole = (box[2] - box[0]) * (box[3] - box[1])
    return (
        OVER_A_NAME * sum(_common(box, other) for other in taken)
        + OUTSIDE * (whole - inside)
        + OVER_A_BASE * sum(_common(box, other) for other in bases)
    )


def _common(a: Box, b: Box) -> float:
    wide, high = (min(a[k + 2], b[k + 2]) - max(a[k], b[k]) for k in (0, 1))
    return max(0.0, wide) * max(0.0, high)
