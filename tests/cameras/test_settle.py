"""Poses over time to statuses. Expected values by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest

from vision.table.snapshot import EXACT, Pose
from vision.watch.settle import (
    AGREEING,
    FORGIVEN,
    Settled,
    Sighting,
    average,
    settle,
    start,
    unsettled,
)

NOISE = (1e-4, 0.0, 0.0, 1e-4, 0.0, 0.01)
"""One frame's own covariance: 0.01 in and 0.1 degrees."""


def at(x: float, y: float = 10.0, facing: float = 90.0, payload: str = "R01") -> Sighting:
    return Sighting(payload, Pose(x, y, facing, own=NOISE))


def frames(*steps: list[Sighting], begin: Settled | None = None, every_s: float = 0.2) -> Settled:
    state = begin or start(["R01", "B01"])
    for k, sightings in enumerate(steps, 1):
        state = settle(state, sightings, state.taken_s + every_s if k > 0 else 0.0)
    return state


def test_a_base_that_was_never_in_a_frame_is_never_seen() -> None:
    assert frames([]).tracks["R01"].status == "never"
    assert frames([]).tracks["R01"].pose is None


def test_it_is_moving_until_enough_frames_agree() -> None:
    assert frames(*[[at(5.0)]] * (AGREEING - 1)).tracks["R01"].status == "moving"
    assert frames(*[[at(5.0)]] * AGREEING).tracks["R01"].status == "seen"


def test_a_base_that_moves_in_every_frame_never_counts_as_seen() -> None:
    walk = [[at(5.0 + 0.2 * k)] for k in range(12)]
    assert frames(*walk).tracks["R01"].status == "moving"


def test_a_creeping_base_is_moving_too() -> None:
    """A quarter of an inch a second, seen five times a second, is no still base."""
    still = frames(*[[at(5.0)]] * 20)
    crept = frames(*[[at(5.0 + 0.05 * k)] for k in range(1, 8)], begin=still)
    assert crept.tracks["R01"].status == "moving"


def test_a_hand_over_the_tag_hides_the_base_and_keeps_its_place_and_time() -> None:
    seen = frames(*[[at(5.0)]] * 4)
    hidden = frames(*[[]] * (FORGIVEN + 1), begin=seen).tracks["R01"]
    assert hidden.status == "hidden"
    assert hidden.pose is not None and hidden.pose.x_in == pytest.approx(5.0)
    assert hidden.seen_s == pytest.approx(4 * 0.2)


def test_a_base_is_not_measured_from_the_first_frame_that_misses_it() -> None:
    """It may have been taken up; one frame later it may be back."""
    gone = frames([], begin=frames(*[[at(5.0)]] * 4))
    assert gone.tracks["R01"].status == "moving"
    assert frames([at(5.0)], begin=gone).tracks["R01"].status == "seen"


def test_a_base_that_never_settled_and_went_away_was_never_seen() -> None:
    assert frames([at(5.0)], *[[]] * (FORGIVEN + 1)).tracks["R01"].status == "never"


def test_a_base_that_comes_back_where_it_was_is_seen_at_once() -> None:
    hidden = frames(*[[at(5.0)]] * 4, *[[]] * 10)
    assert frames([at(5.01)], begin=hidden).tracks["R01"].status == "seen"


def test_a_base_that_comes_back_elsewhere_has_to_lie_still_first() -> None:
    hidden = frames(*[[at(5.0)]] * 4, *[[]] * 10)
    back = frames([at(9.0)], begin=hidden)
    assert back.tracks["R01"].status == "moving"
    still = frames(*[[at(9.0)]] * (AGREEING - 1), begin=back).tracks["R01"]
    assert still.status == "seen" and still.pose is not None and still.pose.x_in == 9.0


def test_a_base_that_was_put_elsewhere_keeps_nothing_of_its_old_place() -> None:
    moved = frames(*[[at(5.0)]] * 20, *[[at(5.3)]] * AGREEING).tracks["R01"]
    assert moved.status == "seen" and moved.pose is not None
    assert moved.pose.x_in == pytest.approx(5.3)


def test_turning_on_the_spot_is_moving() -> None:
    turned = frames(*[[at(5.0)]] * 4, [at(5.0, facing=96.0)])
    assert turned.tracks["R01"].status == "moving"


def test_two_tags_with_one_payload_are_flagged_and_not_measured() -> None:
    twice = frames(*[[at(5.0)]] * 4, [at(5.0), at(30.0)])
    assert twice.tracks["R01"].status == "hidden"
    assert [(flag.kind, flag.payload) for flag in twice.flags] == [("duplicate", "R01")]


def test_a_twin_that_goes_away_leaves_the_other_to_settle_anew() -> None:
    twice = frames(*[[at(5.0)]] * 4, *[[at(5.0), at(30.0)]] * 3)
    alone = frames(*[[at(30.0)]] * (2 * AGREEING), begin=twice)
    assert alone.flags == () and alone.tracks["R01"].status == "seen"


def test_a_jump_no_hand_can_make_needs_twice_the_proof() -> None:
    """60 in in 0.2 s; allowed are 120 in/s * (0.2 + 0.25) s = 54 in."""
    jumped = frames(*[[at(5.0)]] * 4, *[[at(65.0)]] * AGREEING)
    assert jumped.tracks["R01"].status == "moving"
    assert [flag.kind for flag in jumped.flags] == ["jump"]
    believed = frames(*[[at(65.0)]] * AGREEING, begin=jumped)
    assert believed.tracks["R01"].status == "seen" and believed.flags == ()


def test_one_misread_tag_never_moves_a_base() -> None:
    misread = frames(*[[at(5.0)]] * 6, [at(40.0)], *[[at(5.0)]] * AGREEING).tracks["R01"]
    assert misread.status == "seen" and misread.pose is not None
    assert misread.pose.x_in == pytest.approx(5.0)


def test_codes_that_are_not_in_play_are_left_out() -> None:
    assert set(frames([at(5.0, payload="X99")]).tracks) == {"R01", "B01"}


def test_two_tags_of_one_base_that_agree_place_it() -> None:
    pair = [Sighting("R01", Pose(5.0, 10.0, 90.0, own=NOISE), tag=tag) for tag in ("R01", "R01/2")]
    joined = frames(*[pair] * AGREEING)
    assert joined.tracks["R01"].status == "seen" and joined.flags == ()


def test_two_tags_of_one_base_that_disagree_are_flagged() -> None:
    pair = [
        Sighting("R01", Pose(5.0, 10.0, 90.0, own=NOISE), tag="R01"),
        Sighting("R01", Pose(6.0, 10.0, 90.0, own=NOISE), tag="R01/2"),
    ]
    assert [flag.kind for flag in frames(pair).flags] == ["disagree"]


def test_after_the_camera_was_placed_anew_nothing_is_seen_until_frames_agree() -> None:
    anew = unsettled(frames(*[[at(5.0)]] * 10))
    assert anew.tracks["R01"].status == "moving"
    assert frames(*[[at(5.02)]] * AGREEING, begin=anew).tracks["R01"].status == "seen"


def test_facings_are_averaged_across_north() -> None:
    """359.8 and 0.4 degrees: the mean is 0.1."""
    poses = (Pose(1.0, 1.0, 359.8, own=NOISE), Pose(1.0, 1.0, 0.4, own=NOISE))
    assert average(poses).facing_deg == pytest.approx(0.1)


def test_exact_poses_stay_exact() -> None:
    assert average((Pose(1.0, 1.0, 0.0), Pose(1.0, 1.0, 0.0))).own == EXACT


def test_averaging_takes_off_the_scatter_and_nothing_else() -> None:
    """Systematic 0.02 in, noise 0.01 in a frame, 24 frames.

    A single frame has variance 4e-4 + 1e-4; the mean should keep 4e-4 + 1e-4/24. The scatter
    is measured from 24 frames, so it is itself uncertain by sqrt(2/23) = 29 % of 1e-4; four
    sigma of that is 1.2e-4.
    """
    random = np.random.default_rng(5)
    own = (5e-4, 0.0, 0.0, 5e-4, 0.0, 0.01)
    poses = tuple(
        Pose(5 + random.normal(0, 0.01), 5 + random.normal(0, 0.01), 90.0, own=own)
        for _ in range(24)
    )
    mean = average(poses)
    assert mean.own[0] == pytest.approx(4e-4 + 1e-4 / 24, abs=1.2e-4)
    assert mean.own[3] == pytest.approx(4e-4 + 1e-4 / 24, abs=1.2e-4)
    # The mean of 24 frames lies within four of its sigmas of the truth.
    assert math.hypot(mean.x_in - 5, mean.y_in - 5) < 4 * 0.01 / math.sqrt(24) * math.sqrt(2)


def test_averaging_never_leaves_a_base_without_plus_minus() -> None:
    """Frames that scatter more than they claim keep a tenth of what they claimed."""
    poses = tuple(Pose(5 + 0.5 * (-1) ** k, 5.0, 90.0, own=NOISE) for k in range(10))
    assert average(poses).own[0] >= 0.0999 * NOISE[0]
