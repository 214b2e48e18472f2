"""Two cameras in a world that is not as typed: markers are named rightly, and only rightly."""

from __future__ import annotations

import pytest

from tests.views.world_draws import HONEST_MIX, Pair, draw


@pytest.fixture(
    scope="module",
    params=[
        pytest.param((500, True), id="lens known"),
        pytest.param((501, True), id="lens known, another table", marks=pytest.mark.long),
        pytest.param((500, False), id="lens unknown", marks=pytest.mark.long),
    ],
)
def honest(request: pytest.FixtureRequest) -> Pair:
    """Without the lens it is found with the rest, which takes three times as long."""
    seed, lens_known = request.param
    return draw(HONEST_MIX, seed, lens_known=lens_known)


def test_markers_laid_by_hand_are_not_said_to_have_moved(honest: Pair) -> None:
    assert honest.moved == ()


def test_gaps_of_the_mix_lie_within_their_plus_minus(honest: Pair) -> None:
    """95 % are stated; the gaps of one table hang together, so that 90 % is the least."""
    assert (honest.gaps < 1).mean() > 0.9


def test_gaps_across_the_seam_lie_within_their_plus_minus(honest: Pair) -> None:
    assert (honest.seam < 1).mean() > 0.9


@pytest.mark.long
def test_a_marker_pushed_by_six_millimetres_is_named_among_markers_laid_by_hand() -> None:
    assert draw(HONEST_MIX, 500, lens_known=True, moved_mm=6.0).moved == (2,)
