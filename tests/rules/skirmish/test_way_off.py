"""Which way leads off from several enemies (Q-15), by hand."""

from __future__ import annotations

import pytest

from rules.skirmish.reactions.backward import way_off
from tests.rules.skirmish.scene import field, state

TOLD = state(
    {
        "A": {"side": "King", "kind": "Musketeers", "men": ["A1"]},
        "B": {"side": "Rebel", "kind": "Musketeers", "men": ["B1"]},
        "C": {"side": "Rebel", "kind": "Musketeers", "men": ["C1"]},
    },
    sides=["King", "Rebel"],
)


@pytest.mark.parametrize(
    ("code", "other", "way", "judged"),
    [
        # Off from B is south; off from C, 60 cm to the north-west, is (0.6, -0.8). Between
        # both lies (0.6, -1.8), the same angle from each.
        ("WITHDRAW", (64.0, 148.0), (0.6 / 3.6**0.5, -1.8 / 3.6**0.5), "BC"),
        ("FLEE", (64.0, 148.0), (0.0, -1.0), "B"),
        # B north and C south: nothing leads off from both, so it is the nearest.
        ("WITHDRAW", (100.0, 60.0), (0.0, -1.0), "B"),
    ],
)
def test_the_way_off_is_the_best_against_the_worst_of_them(
    code: str, other: tuple[float, float], way: tuple[float, float], judged: str
) -> None:
    men = {"A1": (100.0, 100.0, 90.0), "B1": (100.0, 120.0, 270.0), "C1": (*other, 90.0)}
    play = field(TOLD, men)
    found, enemies = way_off(play, play.unit("A"), code, play.unit("B"))
    assert found == pytest.approx(way, abs=1e-6)
    assert "".join(one.id for one in enemies) == judged
