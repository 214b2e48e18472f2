"""Does a base lie still? Told from how its poses scatter from frame to frame, and drift.

Law: pure; poses in, verdicts out. What all frames have wrong together plays no part: a base
glued crookedly lies as still as any other. The scatter is taken from second differences
(p1 - 2 p2 + p3), which a steady push leaves at nothing, so that a creeping base cannot pass for a
badly seen one (compare von Neumann 1941, the mean square successive difference).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from vision.table.snapshot import Pose

WATCHED = 12
"""From so many of the newest frames the scatter is told."""

LEAST_STEP_IN = 0.006
LEAST_TURN_DEG = 0.35
"""Two poses this close always count as the same place: a sixth of a pixel of a coarse picture,
a tenth of what the eye can line up."""

MOST_STEP_IN = 0.1
MOST_TURN_DEG = 2.5
"""Two poses further apart never do."""

_FIRST_STEP_IN = 0.03
_FIRST_TURN_DEG = 0.6
"""The same while too few frames have been seen to know the scatter."""

_FLOOR_IN = 0.0012
_FLOOR_DEG = 0.06
"""No scatter is believed to be smaller: the best tags in large pictures show this much."""

_LEAST_DRIFT_IN = 0.004
_LEAST_DRIFT_DEG = 0.25
"""A drift that has come to less than this is not told from light that changes slowly."""

_SIGMAS = 5.0
_SURE = 5.0
_DOUBTFUL = 2.5
_KNOWN = 3
_PER_SIGMA = 0.6745 * math.sqrt(6.0)
"""The median of the absolute second difference of normal scatter, in its sigmas."""


@dataclass(frozen=True, slots=True)
class Jitter:
    """One frame's own scatter, one standard deviation an axis. ``known`` from enough frames."""

    step_in: float = 0.0
    turn_deg: float = 0.0
    known: bool = False


def jitter_of(newest: Sequence[Pose]) -> Jitter:
    """The scatter of *newest*, poses of one base in consecutive frames, moving or not."""
    trios = list(zip(newest, newest[1:], newest[2:], strict=False))
    if not trios:
        return Jitter()
    across = median(abs(a.x_in - 2 * b.x_in + c.x_in) for a, b, c in trios)
    along = median(abs(a.y_in - 2 * b.y_in + c.y_in) for a, b, c in trios)
    turns = [
        abs(turn_deg(c.facing_deg - b.facing_deg) - turn_deg(b.facing_deg - a.facing_deg))
        for a, b, c in trios
    ]
    step_in = math.sqrt((across * across + along * along) / 2) / _PER_SIGMA
    return Jitter(step_in, median(turns) / _PER_SIGMA, len(trios) >= _KNOWN)


def is_same_place(known: Sequence[Pose], pose: Pose, jitter: Jitter) -> bool:
    """Is *pose* the place of *known* (their mean), as far as one frame can tell?"""
    x_in, y_in, facing_deg = mean_of(known)
    step = math.hypot(pose.x_in - x_in, pose.y_in - y_in)
    turn = abs(turn_deg(pose.facing_deg - facing_deg))
    first_in, first_deg = (
        (LEAST_STEP_IN, LEAST_TURN_DEG) if jitter.known else (_FIRST_STEP_IN, _FIRST_TURN_DEG)
    )
    return (
        step <= min(max(first_in, _SIGMAS * jitter.step_in), MOST_STEP_IN)
        and turn <= min(max(first_deg, _SIGMAS * jitter.turn_deg), MOST_TURN_DEG)
        and pose.ground_in == known[-1].ground_in
    )


def drifts(poses: Sequence[Pose], jitter: Jitter, *, was_still: bool) -> bool:
    """Do *poses*, which agree, move steadily all the same?

    The slope of a straight line through them is held against its own error. A base that was
    still must drift surely to be called moving; one that moved must surely not, to be called
    still.
    """
    count = len(poses)
    if count < 3:
        return False
    per_frame = math.sqrt(12.0 / (count * (count * count - 1)))
    sure = _SURE if was_still else _DOUBTFUL
    if not jitter.known:
        # The scatter of few frames is known badly itself: Student's tails, roughly.
        sure += 6.0 / (count - 2)
    first = poses[0]
    across = _slope([pose.x_in for pose in poses])
    along = _slope([pose.y_in for pose in poses])
    round_deg = _slope([turn_deg(pose.facing_deg - first.facing_deg) for pose in poses])
    step, turn = math.hypot(across, along), abs(round_deg)
    step_error = per_frame * max(jitter.step_in, _FLOOR_IN)
    turn_error = per_frame * max(jitter.turn_deg, _FLOOR_DEG)
    return (step > sure * step_error and step * (count - 1) > _LEAST_DRIFT_IN) or (
        turn > sure * turn_error and turn * (count - 1) > _LEAST_DRIFT_DEG
    )


def mean_of(poses: Sequence[Pose]) -> tuple[float, float, float]:
    """The mean place and facing (0 to 360 degrees)."""
    first, count = poses[0], len(poses)
    turn = math.fsum(turn_deg(pose.facing_deg - first.facing_deg) for pose in poses) / count
    x_in = math.fsum(pose.x_in for pose in poses) / count
    y_in = math.fsum(pose.y_in for pose in poses) / count
    return x_in, y_in, (first.facing_deg + turn) % 360.0


def turn_deg(difference_deg: float) -> float:
    """An angle between -180 and 180."""
    return (difference_deg + 180.0) % 360.0 - 180.0


def _slope(values: Sequence[float]) -> float:
    """Least squares, a frame."""
    middle = (len(values) - 1) / 2
    return math.fsum((k - middle) * value for k, value in enumerate(values)) / math.fsum(
        (k - middle) ** 2 for k in range(len(values))
    )
