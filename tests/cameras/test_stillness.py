"""What lies still and what creeps. Expected values by hand arithmetic on drawn poses."""

from __future__ import annotations

import math

import numpy as np
import pytest

from vision.table.snapshot import Pose
from vision.watch.settle import Settled, Sighting, settle, start
from vision.watch.stillness import Jitter, drifts, jitter_of

SYSTEMATIC = (9e-4, 0.0, 0.0, 9e-4, 0.0, 1.0)
"""0.03 in and 1 degree that all frames have wrong together: glue, thickness, tilt."""


def pose(x_in: float, facing_deg: float = 90.0) -> Pose:
    return Pose(x_in, 10.0, facing_deg, own=SYSTEMATIC)


def run(poses: list[Pose]) -> list[Settled]:
    """The state after each of the frames, ten a second."""
    states = [start(["R01"])]
    for each in poses:
        states.append(settle(states[-1], [Sighting("R01", each)], states[-1].taken_s + 0.1))
    return states[1:]


def lags_in(states: list[Settled], poses: list[Pose]) -> list[float]:
    """How far the base stands from its pose, in the frames in which it counts as seen."""
    pairs = [(state.tracks["R01"], true) for state, true in zip(states, poses, strict=True)]
    return [abs(t.pose.x_in - true.x_in) for t, true in pairs if t.status == "seen" and t.pose]


def noise(count: int, sigma: float, seed: int = 1) -> list[float]:
    return [float(value) for value in np.random.default_rng(seed).normal(0.0, sigma, count)]


@pytest.mark.parametrize("per_frame_in", [0.003, 0.004, 0.008, 0.016])
def test_a_base_pushed_slowly_is_never_far_from_where_it_is_seen(per_frame_in: float) -> None:
    """Rest, push, rest. A step of under 0.006 in is not told from noise at once: two of them."""
    true = [0.0] * 15 + [per_frame_in * k for k in range(1, 31)] + [per_frame_in * 30] * 10
    poses = [pose(5.0 + x + e) for x, e in zip(true, noise(55, 0.0005), strict=True)]
    assert max(lags_in(run(poses), poses)) < 0.013


def test_a_base_pushed_slowly_is_moving_while_it_is_pushed() -> None:
    poses = [pose(5.0)] * 15 + [pose(5.0 + 0.006 * k) for k in range(1, 31)]
    states = run(poses)
    assert {state.tracks["R01"].status for state in states[18:]} == {"moving"}


READ_AT = (
    *(
        0,
        2,
        2,
        4,
        5,
        6,
        7,
        8,
        9,
        10,
        10,
        12,
        12,
        14,
        15,
        16,
        16,
        18,
        18,
        20,
        20,
        22,
        22,
        24,
        25,
        26,
    ),
    *(26, 28, 28, 30),
)
"""In each frame of a push, the frame in which the tag was read last: one that changed by too little
keeps its place for a frame. A clip of the simulated camera showed these."""


def test_stairs_that_a_creeping_base_climbs_are_no_scatter() -> None:
    """4 thousandths a frame; a place that is averaged over stairs lags by more than two frames."""
    true = [pose(5.0)] * 15 + [pose(5.0 + 0.004 * (k + 1)) for k in range(len(READ_AT))]
    poses = [pose(5.0)] * 15 + [pose(5.0 + 0.004 * k) for k in READ_AT]
    assert max(lags_in(run(poses), true)) < 2 * 0.004 + 0.0005


def test_a_base_turned_slowly_on_the_spot_is_moving() -> None:
    """Half a degree a frame, under the scatter of a single coarse tag."""
    poses = [pose(5.0)] * 15 + [pose(5.0, 90.0 + 0.5 * k) for k in range(1, 21)]
    states = run(poses)
    assert {state.tracks["R01"].status for state in states[18:]} == {"moving"}


def test_a_base_that_comes_to_rest_is_seen_after_three_frames() -> None:
    poses = [pose(5.0 + 0.01 * k) for k in range(20)] + [pose(5.19)] * 6
    statuses = [state.tracks["R01"].status for state in run(poses)]
    assert statuses[-4:] == ["seen"] * 4


@pytest.mark.parametrize("sigma_in", [0.001, 0.004, 0.01])
def test_a_badly_seen_base_that_lies_still_counts_as_seen(sigma_in: float) -> None:
    """In 200 frames; of the first ten the scatter is still being learnt. A drift is believed at
    five of its sigmas, and a place left at five of a frame's: one frame in a thousand or so."""
    draws = zip(noise(200, sigma_in, 1), noise(200, sigma_in, 2), noise(200, 0.1, 3), strict=True)
    poses = [Pose(5.0 + x, 5.0 + y, 90.0 + f, own=SYSTEMATIC) for x, y, f in draws]
    statuses = [state.tracks["R01"].status for state in run(poses)][10:]
    assert statuses.count("seen") >= 0.95 * len(statuses)


def test_scatter_is_told_apart_from_a_steady_push() -> None:
    """The second differences of a steady push are those of its noise alone."""
    scatter = noise(12, 0.002, seed=4)
    lying = jitter_of([pose(5.0 + e) for e in scatter])
    pushed = jitter_of([pose(5.0 + 0.05 * k + e) for k, e in enumerate(scatter)])
    assert pushed.step_in == pytest.approx(lying.step_in)


def test_the_scatter_is_that_of_the_noise() -> None:
    """Twelve frames tell it to a factor of two, two hundred to a tenth."""
    many = [
        Pose(5 + a, 5 + b, 90.0)
        for a, b in zip(noise(200, 0.01, 2), noise(200, 0.01, 3), strict=True)
    ]
    assert jitter_of(many).step_in == pytest.approx(0.01, rel=0.25)


def test_what_moved_must_lie_surely_still_to_be_believed() -> None:
    """0.005 in in four frames at a scatter of 0.0012: a slope of 0.0017 in with an error of
    0.00054 in, three sigma: too little to be called moving, too much to be called still."""
    slow = [pose(5.0 + x) for x in (0.0, 0.0017, 0.0033, 0.005)]
    scatter = Jitter(0.0012, 0.0, known=True)
    assert not drifts(slow, scatter, was_still=True)
    assert drifts(slow, scatter, was_still=False)


def test_facings_across_north_do_not_drift() -> None:
    facings = [359.9, 0.1] * 6
    assert not drifts([pose(5.0, f) for f in facings], Jitter(known=True), was_still=True)
    assert math.isclose(jitter_of([pose(5.0, f) for f in facings]).step_in, 0.0)
