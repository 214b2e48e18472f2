"""The ±: nothing for exact poses, what shared errors cancel, and against Monte-Carlo."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from tests.measure.tables import NORTH, SOUTH, base, disc, rank, table, with_errors
from vision.measure.arc import in_arc
from vision.measure.causes import mostly
from vision.measure.lines.sight import sight
from vision.measure.move import facing_change, move_distance
from vision.measure.range import (
    base_gap,
    command_distance,
    contact,
    front_range,
    gap,
    shoot_range,
)
from vision.measure.uncertain import factors
from vision.table.reading import Reading, Verdict
from vision.table.snapshot import Base, Pose, Snapshot

near = pytest.approx

SAMPLES = 1000
# A standard deviation estimated from N samples is itself uncertain by 1 / sqrt(2 N): 2.2 %
# here. Four times that, and the curve of a value over a few hundredths, stay under 10 %.
SAMPLING = 0.10

Ask = Callable[[Snapshot], Reading]


def two() -> Snapshot:
    """Two lone bases and two ranks, in general position."""
    return table(
        base("a", 10, 10, 80),
        base("b", 17, 19, 230),
        rank("A", 30, 10, 85),
        rank("B", 33, 21, 262),
        disc("L", 12, 30, 1.2),
    )


QUERIES: dict[str, Ask] = {
    "gap": lambda t: gap(t, "a", "b"),
    "gap of units": lambda t: gap(t, "A", "B"),
    "shoot_range": lambda t: shoot_range(t, "a", "b"),
    "shoot_range of units": lambda t: shoot_range(t, "A", "B"),
    "front_range": lambda t: front_range(t, "A", "b"),
    "command_distance": lambda t: command_distance(t, "L", "a"),
    "in_arc": lambda t: in_arc(t, "a", "b").reading,
    "contact": lambda t: contact(t, "a", "b").reading,
}

SHARED = ((0.05, 0.02, 0.3), (-0.03, 0.04, 0.0), (0.0, 0.0, 0.2))


def shaken(snapshot: Snapshot, rng: np.random.Generator) -> Snapshot:
    """One draw of every pose from its covariance; exact poses come back."""
    common = rng.standard_normal(8)
    return replace(snapshot, bases=tuple(_draw(one, rng, common) for one in snapshot.bases))


def _draw(one: Base, rng: np.random.Generator, common: np.ndarray) -> Base:
    pose = one.pose
    assert pose is not None
    xx, xy, xf, yy, yf, ff = pose.own
    own = np.array([[xx, xy, xf], [xy, yy, yf], [xf, yf, ff]])
    error = rng.multivariate_normal(np.zeros(3), own)
    for size, loading in zip(common, pose.shared, strict=False):
        error = error + size * np.array(loading)
    return replace(
        one,
        pose=Pose(pose.x_in + error[0], pose.y_in + error[1], pose.facing_deg + error[2]),
    )


@pytest.mark.parametrize("name", QUERIES)
def test_exact_poses_have_no_plus_minus(name: str) -> None:
    assert QUERIES[name](two()).plus_minus == 0


@pytest.fixture(scope="module")
def draws() -> list[Snapshot]:
    """The table drawn again and again from the covariances of its poses."""
    rng = np.random.default_rng(1642)
    uncertain = with_errors(two(), 0.02, 0.5, SHARED)
    return [shaken(uncertain, rng) for _ in range(SAMPLES)]


@pytest.mark.parametrize("name", QUERIES)
def test_plus_minus_is_what_monte_carlo_finds(name: str, draws: list[Snapshot]) -> None:
    """1.96 standard deviations of the value over poses drawn from their covariances."""
    uncertain = with_errors(two(), 0.02, 0.5, SHARED)
    values = [QUERIES[name](draw).value for draw in draws]
    assert QUERIES[name](uncertain).plus_minus == near(1.96 * np.std(values), rel=SAMPLING)


def test_an_error_along_the_line_counts_fully_and_one_across_it_not() -> None:
    """Gap along y; 0.1 in of error along y on one base alone: 1.96 times 0.1."""
    along = replace(base("a", 10, 10), pose=Pose(10, 10, NORTH, own=(0, 0, 0, 0.01, 0, 0)))
    across = replace(base("a", 10, 10), pose=Pose(10, 10, NORTH, own=(0.01, 0, 0, 0, 0, 0)))
    assert gap(table(along, base("b", 10, 14)), "a", "b").plus_minus == near(0.196)
    assert gap(table(across, base("b", 10, 14)), "a", "b").plus_minus == near(0)


def test_errors_of_two_bases_add_in_squares() -> None:
    """3 and 4 hundredths give 5."""
    first = replace(base("a", 10, 10), pose=Pose(10, 10, NORTH, own=(0, 0, 0, 0.0009, 0, 0)))
    second = replace(base("b", 10, 14), pose=Pose(10, 14, NORTH, own=(0, 0, 0, 0.0016, 0, 0)))
    assert gap(table(first, second), "a", "b").plus_minus == near(1.96 * 0.05)


def test_a_shift_common_to_both_ends_cancels() -> None:
    """The whole table is off by 0.3 in: the gap is not, the distance to an edge is."""
    there = with_errors(table(base("a", 10, 10), base("b", 10, 14)), shared=((0.2, 0.3, 0.0),))
    assert gap(there, "a", "b").plus_minus == near(0)


def test_a_stretch_of_the_table_does_not_cancel() -> None:
    """Lens scale wrong by 1 %: each pose is off in proportion; the gap of 3 in spans 4."""
    first = replace(base("a", 0, 10), pose=Pose(0, 10, NORTH, shared=((0, 0.10, 0),)))
    second = replace(base("b", 0, 14), pose=Pose(0, 14, NORTH, shared=((0, 0.14, 0),)))
    assert gap(table(first, second), "a", "b").plus_minus == near(1.96 * 0.04)


def test_contact_is_not_sure_because_the_gap_is_zero() -> None:
    """Touching as read, 0.1 in of error each: against 0.1 in of tolerance nobody can tell."""
    there = with_errors(table(base("a", 10, 10), base("b", 10, 11)), 0.1)
    assert contact(there, "a", "b").reading.at_least() is Verdict.CLOSE


def test_a_turn_of_nothing_still_has_its_plus_minus() -> None:
    """0.5 degrees before and after: 1.96 * sqrt(0.5)."""
    before = with_errors(table(base("a", 10, 10)), 0.0, 0.5)
    after = replace(before, taken_s=1.0)
    found = facing_change(before, after, "a")
    assert (found.value, found.plus_minus) == (0, near(1.96 * 0.5 * math.sqrt(2)))


def test_a_calibration_shared_by_two_snapshots_cancels_in_a_move() -> None:
    """The same calibration sees it before and after: its common shift is no movement."""
    before = with_errors(table(base("a", 10, 10)), shared=((0.2, 0.1, 0.0),))
    after = with_errors(table(base("a", 10, 15)), shared=((0.2, 0.1, 0.0),))
    assert move_distance(before, after, "a").plus_minus == near(0)


def test_two_calibrations_do_not_share_their_errors() -> None:
    """Off by 0.1 in along the move on each side: 1.96 * 0.1 * sqrt(2)."""
    before = with_errors(table(base("a", 10, 10)), shared=((0.0, 0.1, 0.0),))
    after = with_errors(table(base("a", 10, 15)), shared=((0.0, 0.1, 0.0),))
    after = replace(after, calibration="another")
    found = move_distance(before, after, "a")
    assert found.plus_minus == near(1.96 * 0.1 * math.sqrt(2), rel=1e-3)


def test_sight_grazing_a_blocker_is_too_close_to_call() -> None:
    """The blocker's edge lies 0.02 in beyond what would just show the goal's corner."""
    # Eye at (10, 10), goal's near right corner at (12, 19.5); at 4.5 ahead that line is
    # 0.947 aside; the blocker reaches 0.02 less far than that, so a sliver is seen.
    reach = 2 * 4.5 / 9.5
    wall = base("x", 10 + reach - 0.02 - 4, 15, NORTH, 8, 1)
    there = table(base("a", 10, 10, NORTH, 1, 1), base("b", 10, 20, SOUTH, 4, 1), wall)
    assert sight(there, "a", "b").reading.at_least() is Verdict.IN
    assert sight(with_errors(there, 0.03), "a", "b").reading.at_least() is Verdict.CLOSE


def test_sight_plus_minus_is_what_monte_carlo_finds() -> None:
    there = with_errors(
        table(
            base("a", 10, 10, NORTH, 1, 1),
            base("b", 10, 20, SOUTH, 4, 1),
            base("x", 8, 15, 87, 4, 1),
        ),
        0.02,
        0.5,
        SHARED,
    )
    rng = np.random.default_rng(1643)
    values = [sight(shaken(there, rng), "a", "b").reading.value for _ in range(SAMPLES)]
    found = sight(there, "a", "b").reading.plus_minus
    assert found == near(1.96 * np.std(values), rel=SAMPLING)


def test_factors_rebuild_the_covariance() -> None:
    """Columns whose outer products add up to it, also when it is singular."""
    for own in ((4.0, 1.0, 0.5, 2.0, 0.3, 1.0), (1.0, 1.0, 0.0, 1.0, 0.0, 0.0)):
        columns = np.array(factors(own)).T
        xx, xy, xf, yy, yf, ff = own
        assert columns @ columns.T == near(np.array([[xx, xy, xf], [xy, yy, yf], [xf, yf, ff]]))


CAUSED = Pose(
    0.0, 0.0, 0.0, own=(4e-4, 0.0, 0.0, 4e-4, 0.0, 0.0), own_causes=(("label", 1.0),),
    shared=((0.0, 0.0, 0.0),), shared_causes=("scale",),
)  # fmt: skip


def test_a_reading_says_what_it_comes_from() -> None:
    """Two labels glued to 0.02 in and one shared error that moves the further one by 0.02 in:
    2 x 4e-4 of label and 4e-4 of scale, so two thirds and one third."""
    far = replace(CAUSED, x_in=20.0, shared=((0.02, 0.0, 0.0),))
    bases = (Base("a", 2.0, 2.0, CAUSED), Base("b", 2.0, 2.0, far))
    reading = base_gap(Snapshot((72.0, 48.0), bases), "a", "b")
    assert dict(reading.causes) == pytest.approx({"label": 2 / 3, "scale": 1 / 3})
    assert reading.plus_minus == pytest.approx(1.96 * math.sqrt(12e-4))
    assert mostly(reading.causes) == (
        "mostly label glue (67 %), then the scale of the typed marker places (33 %)"
    )


def test_bases_of_one_batch_are_wrong_together() -> None:
    """Both seem 0.02 in too far east: the gap between them does not change at all."""
    one = Pose(10.0, 0.0, 0.0, batch="mdf", batched=(0.02, 0.0, 0.0))
    bases = (Base("a", 2.0, 2.0, one), Base("b", 2.0, 2.0, replace(one, x_in=30.0)))
    apart = (bases[0], replace(bases[1], pose=replace(one, x_in=30.0, batch="card")))
    together, alone = (
        base_gap(Snapshot((72.0, 48.0), some), "a", "b").plus_minus for some in (bases, apart)
    )
    assert together == pytest.approx(0.0, abs=1e-9)
    assert alone == pytest.approx(1.96 * 0.02 * math.sqrt(2))
