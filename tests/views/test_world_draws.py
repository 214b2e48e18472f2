"""Two cameras in a world that is not as typed: markers are named rightly, and only rightly."""

from __future__ import annotations

import pytest

from tests.views.world_draws import HONEST_MIX, Pair, draw

SEEDS = {"lens known": (500, 501), "lens unknown": (500,)}


@pytest.fixture(
    scope="module", params=["lens known", pytest.param("lens unknown", marks=pytest.mark.long)]
)
def honest(request: pytest.FixtureRequest) -> list[Pair]:
    """Fewer without the lens: it is found with the rest, which takes three times as long."""
    name = str(request.param)
    return [draw(HONEST_MIX, seed, lens_known=name == "lens known") for seed in SEEDS[name]]


def test_markers_laid_by_hand_are_not_said_to_have_moved(honest: list[Pair]) -> None:
    assert all(pair.moved == () for pair in honest)


def test_gaps_of_the_mix_lie_within_their_plus_minus(honest: list[Pair]) -> None:
    """95 % are stated; the gaps of one table hang together, so that 90 % is the least."""
    for pair in honest:
        assert (pair.gaps < 1).mean() > 0.9


def test_gaps_across_the_seam_lie_within_their_plus_minus(honest: list[Pair]) -> None:
    assert min((pair.seam < 1).mean() for pair in honest) > 0.9


def test_a_marker_pushed_by_six_millimetres_is_named_among_markers_laid_by_hand() -> None:
    assert draw(HONEST_MIX, 500, lens_known=True, moved_mm=6.0).moved == (2,)
