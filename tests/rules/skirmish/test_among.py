"""A scattered group with an enemy between its men (SKM-CODE-02, SKM-CODE-05)."""

from __future__ import annotations

import pytest

from rules.skirmish import measuring
from tests.rules.skirmish.scene import field, state

TOLD = state(
    {
        "A": {"side": "King", "kind": "Musketeers", "men": ["A1", "A2"]},
        "B": {"side": "Rebel", "kind": "Musketeers", "men": ["B1"]},
    },
    sides=["King", "Rebel"],
)


@pytest.mark.parametrize(("facing_deg", "faces"), [(180, True), (0, False), (90, False)])
def test_the_man_nearest_to_him_speaks_for_the_group(facing_deg: int, faces: bool) -> None:
    """A1 at 60 cm is 10 cm east of B1, A2 is 50 cm west of him: only west is toward him."""
    men = {"A1": (60, 50, facing_deg), "A2": (0, 50, facing_deg), "B1": (50, 50, 0)}
    play = field(TOLD, men)
    group, enemy = play.unit("A"), play.unit("B")
    assert not measuring.faces(play, group, enemy)
    assert measuring.faces_among(play, group, enemy) is faces


def test_an_enemy_beside_the_group_is_not_among_it() -> None:
    men = {"A1": (60, 50, 270), "A2": (55, 50, 270), "B1": (50, 90, 0)}
    play = field(TOLD, men)
    assert not measuring.faces_among(play, play.unit("A"), play.unit("B"))
