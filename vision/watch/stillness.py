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
_FEWEST_READ = 3
_MEDIAN = 0.6745
"""Of what is normal, without its sign, in its sigmas."""


@dataclass(frozen=True, slots=True)
class Jitter:
    """One frame's own scatter, one standard deviation an axis. ``known`` from enough frames."""

    step_in: float = 0.0
    turn_deg: float = 0.0
    known: bool = False


def jitter_of(newest: Sequence[Pose]) -> Jitter:
    """The scatter of *newest*, poses of one base in consecutive frames, moving or not.

    A tag that changed too little to be read anew keeps its pose for some frames: a base that creeps
    climbs stairs, which would pass for scatter. So poses that were read count by themselves, too,
    each at its frame, and the smaller scatter of the two is believed.
    """
    every = list(enumerate(newest))
    read = [(k, pose) for k, pose in every if k == 0 or pose != newest[k - 1]]
    whole = _scatter(every)
    if len(read) < _FEWEST_READ or len(read) == len(every):
        return whole
    anew = _scatter(read)
    step_in, turned_deg = min(whole.step_in, anew.step_in), min(whole.turn_deg, anew.turn_deg)
    return Jitter(step_in, turned_deg, whole.known)


def _scatter(frames: Sequence[tuple[int, Pose]]) -> Jitter:
    """Of three neighbours each: how far the middle one is off the line through the others, over
    what it would be for a scatter of 1. *frames*: poses and the numbers of their frames."""
    steps: list[tuple[float, float, float]] = []
    for (m, a), (n, b), (o, c) in zip(frames, frames[1:], frames[2:], strict=False):
        late = (n - m) / (o - m)
        whole = math.sqrt(1 + late * late + (1 - late) ** 2)
        across = b.x_in - a.x_in - late * (c.x_in - a.x_in)
        along = b.y_in - a.y_in - late * (c.y_in - a.y_in)
        before, after = turn_deg(b.facing_deg - a.facing_deg), turn_deg(c.facing_deg - b.facing_deg)
        turned = (1 - late) * before - late * after
        steps.append((abs(across) / whole, abs(along) / whole, abs(turned) / whole))
    if not steps:
        return Jitter()
    across, along, turned = (median(one) / _MEDIAN for one in zip(*steps, strict=True))
    return Jitter(math.hypot(across, along) / math.sqrt(2), turned, len(steps) >= _KNOWN)


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
