"""Which places of the finder are looked at: of those that lie on one another, the best."""

from __future__ import annotations

import pytest

from vision.dice.finder import Place, apart, apart_or_round

DIE = Place(100.0, 100.0, 50.0, 0.4)
PIP = Place(100.0, 100.0, 14.0, 0.6)


def test_a_pip_that_was_found_better_hides_no_die() -> None:
    assert apart_or_round([PIP, DIE]) == [PIP, DIE]


def test_a_pip_of_a_die_that_was_found_better_is_not_looked_at() -> None:
    assert apart_or_round([Place(100.0, 100.0, 50.0, 0.7), PIP]) == [Place(100.0, 100.0, 50.0, 0.7)]


def test_a_place_round_a_die_hides_no_other_die() -> None:
    """A pair of dice taken for one, worth more than the second of them."""
    pair, first, second = (
        Place(120.0, 100.0, 90.0, 0.5),
        Place(100.0, 100.0, 40.0, 0.8),
        Place(142.0, 100.0, 40.0, 0.6),
    )
    assert apart_or_round([pair, first, second]) == [first, second, pair]


def test_a_die_within_what_is_many_times_larger_is_looked_at() -> None:
    """Seven times: a pip is at most a fifth of a side wide."""
    assert apart_or_round([Place(110.0, 100.0, 350.0, 0.6), DIE]) == [
        Place(110.0, 100.0, 350.0, 0.6),
        DIE,
    ]


@pytest.mark.parametrize("worth", [[1.9, 1.0], [1.0, 1.9]])
def test_once_they_are_read_the_one_that_is_worth_more_is_kept(worth: list[float]) -> None:
    [kept] = apart([DIE, PIP], worth)
    assert kept == (DIE if worth[0] > worth[1] else PIP)
