"""Two halves of the evidence that disagree beyond what both may be off."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.fit.halves import chi_squared, compare, contradicts

ONE = np.eye(2)


def test_halves_that_lie_apart_as_far_as_both_may_be_off_agree() -> None:
    """Root two standard deviations of each in each number: chi squared of two, a ratio of one."""
    halves = compare((np.zeros(2), ONE), (np.full(2, 2**0.5), ONE))
    assert np.isclose(halves.ratio, 1.0) and not halves.disagree and np.isclose(halves.grown, 1.0)


def test_halves_that_lie_far_apart_disagree_and_grow_the_covariance() -> None:
    """Six by a variance of two is 18 of two numbers: once in eight thousand."""
    halves = compare((np.zeros(2), ONE), (np.array([6.0, 0.0]), ONE))
    assert halves.disagree and np.isclose(halves.grown, 9.0)


def test_a_number_that_neither_half_looked_for_says_nothing() -> None:
    flat = np.diag([1.0, 0.0])
    assert compare((np.zeros(2), flat), (np.zeros(2), flat)).ratio == 0.0


def test_more_evidence_that_stays_within_the_first_answer_does_not_contradict_it() -> None:
    assert not contradicts((np.zeros(2), ONE), (np.array([1.5, 0.0]), 0.2 * ONE))


def test_more_evidence_that_leads_far_away_does() -> None:
    """Five standard deviations, of 0.8 of the variance: chi squared of 31 in two numbers."""
    assert contradicts((np.zeros(2), ONE), (np.array([5.0, 0.0]), 0.2 * ONE))


def test_evidence_that_narrows_nothing_contradicts_nothing() -> None:
    assert not contradicts((np.zeros(2), ONE), (np.array([0.3, 0.0]), 0.99 * ONE))


@pytest.mark.parametrize(
    ("share", "count", "told"), [(0.95, 1, 3.841), (0.999, 8, 26.124), (0.99, 30, 50.892)]
)
def test_chance_reaches_what_the_tables_of_chi_squared_say(
    share: float, count: int, told: float
) -> None:
    # Three decimals, as the printed tables have them.
    assert chi_squared(share, count) == pytest.approx(told, abs=6e-4)
