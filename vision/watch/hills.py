"""Which ground a base stands on: hill outlines, and what the tag's size has to say.

A tag on a hill, taken to lie on the table, seems too far out. So every height that the table
has is tried: the base is located as if it stood there, and a height is believed when the place
found is one of that height. Near an edge two heights can both be true, or none; then the
apparent size of the tag decides where it can, and the ± and a flag say what is left.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import median

from calibration.camera import Calibration
from calibration.table_file import BaseInPlay, TerrainPiece
from calibration.tolerances import HONEST, Tolerances
from vision.measure.shapes.hill import ground_at, hills_of
from vision.measure.shapes.polygon import edges, on_segment
from vision.table.snapshot import Flag, Pose
from vision.tags.tag import Tag
from vision.watch.locate import Fitted, Task, locate_all

# Blur and tone curve change the apparent size of a tag by up to this share, whatever its
# height; so one percent of size (an inch or so of height) is never evidence by itself.
_SIZE_SIGMA = 0.006
_CLEARLY = 3.0


# Standard deviations of a batch of prints beyond which its size is told to be wrong.
_TOLD = 2.5
_LEAST_TAGS = 4


def small_prints(scales: Sequence[float], print_scale: float) -> tuple[str, ...]:
    """A sentence when the tags of a table are not as large as typed, by far more than a printer
    errs (one standard deviation: the share *print_scale*); else nothing."""
    if len(scales) < _LEAST_TAGS:
        return ()
    off = median(scales) - 1
    if abs(off) <= _TOLD * math.hypot(print_scale, _SIZE_SIGMA):
        return ()
    which = "larger" if off > 0 else "smaller"
    return (
        f"the printed tags are {100 * abs(off):.1f} % {which} than typed: measure their black side "
        "and type it as tag_size_in",
    )


@dataclass(frozen=True, slots=True)
class Placed:
    """A base on its ground. ``flag``: what is doubtful about the ground, or None."""

    payload: str
    pose: Pose
    flag: Flag | None = None
    print_scale: float = 1.0
    """The tag's apparent over its typed size."""


def heights_of(terrain: Sequence[TerrainPiece]) -> tuple[float, ...]:
    """The heights a base can stand on, inches: the table and every hill top."""
    return tuple(sorted({0.0, *(hill.height_in for hill in hills_of(terrain))}))


def place_on_terrain(
    tags: Sequence[tuple[Tag, BaseInPlay]],
    calibration: Calibration,
    terrain: Sequence[TerrainPiece],
    known_ground_in: dict[str, float] | None = None,
    tolerances: Tolerances = HONEST,
) -> tuple[Placed, ...]:
    """Every tag's base, at the height of the ground it turns out to stand on.

    *known_ground_in*: heights that a person has said, by payload; they are not doubted.

    Raises:
        CalibrationError: a tag lies where the camera looks past the table.
    """
    heights = heights_of(terrain)
    said = known_ground_in or {}
    choices = [(said[base.payload],) if base.payload in said else heights for _, base in tags]
    tasks = [
        Task(tag, base, height, tolerances)
        for (tag, base), options in zip(tags, choices, strict=True)
        for height in options
    ]
    fitted = iter(locate_all(tasks, calibration))
    return tuple(
        _choose(base.payload, [next(fitted) for _ in options], terrain)
        for (_, base), options in zip(tags, choices, strict=True)
    )


def _choose(payload: str, options: list[Fitted], terrain: Sequence[TerrainPiece]) -> Placed:
    if len(options) == 1:
        return Placed(payload, options[0].pose, None, options[0].scale)
    standing = [each for each in options if _stands(each.pose, terrain)]
    if len(standing) == 1:
        return Placed(payload, standing[0].pose, None, standing[0].scale)
    rivals = standing or _nearest_two(options, terrain)
    best = min(rivals, key=_size_doubt)
    doubts = sorted(_size_doubt(each) for each in rivals)
    if doubts[0] < _CLEARLY**2 < doubts[1] - doubts[0]:
        return Placed(payload, best.pose, None, best.scale)
    other = next(each for each in rivals if each is not best)
    return _doubtful(payload, best.pose, other.pose)


def _stands(pose: Pose, terrain: Sequence[TerrainPiece]) -> bool:
    return ground_at(pose.x_in, pose.y_in, terrain) == pose.ground_in


def _size_doubt(fitted: Fitted) -> float:
    """Squared standard deviations between the tag's apparent and its printed size."""
    return (fitted.scale - 1) ** 2 / (fitted.scale_sigma**2 + _SIZE_SIGMA**2)


def _nearest_two(options: list[Fitted], terrain: Sequence[TerrainPiece]) -> list[Fitted]:
    """On no ground exactly: the two whose places are nearest to ground of their height."""
    return sorted(options, key=lambda each: _off_ground(each.pose, terrain))[:2]


def _off_ground(pose: Pose, terrain: Sequence[TerrainPiece]) -> float:
    """How far the place is from ground of the height it was located at, inches."""
    at = (pose.x_in, pose.y_in)
    return min(
        (
            math.dist(at, on_segment(p, q, at))
            for hill in hills_of(terrain)
            for p, q in edges(hill.outline_in)
            if pose.ground_in in (0.0, hill.height_in)
        ),
        default=math.inf,
    )


def _doubtful(payload: str, pose: Pose, other: Pose) -> Placed:
    """The likelier place, with the way to the other as part of its ±."""
    dx, dy = (other.x_in - pose.x_in) / 2, (other.y_in - pose.y_in) / 2
    xx, xy, xf, yy, yf, ff = pose.own
    own = (xx + dx * dx, xy + dx * dy, xf, yy + dy * dy, yf, ff)
    text = (
        f"{payload} stands at the edge of a hill: taken to stand {pose.ground_in:g} in up, it "
        f"could be {other.ground_in:g} in; move it clear of the edge, or say which it is"
    )
    whole = own[0] + own[3]
    causes = tuple((cause, share * (xx + yy) / whole) for cause, share in pose.own_causes)
    known = (*causes, ("ground", (dx * dx + dy * dy) / whole)) if causes else ()
    placed = replace(pose, own=own, own_causes=known)
    return Placed(payload, placed, Flag("edge", payload, text))
