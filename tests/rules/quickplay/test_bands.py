"""What is drawn round a unit of Quick Play."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.quickplay import QUICKPLAY


@pytest.mark.parametrize(("acted", "drawn"), [(False, True), (True, False)])
def test_how_far_it_moves_is_drawn_until_it_has_done_its_one_thing(
    acted: bool, drawn: bool
) -> None:
    """QP-TURN-02: one thing a turn."""
    demo = QUICKPLAY.demo()
    state = QUICKPLAY.new_game(demo.armies, dict(demo.house))
    name, unit = next(iter(state.units.items()))
    state = replace(state, units={**state.units, name: replace(unit, acted=acted)})
    assert ("move" in [band.title for band in QUICKPLAY.bands(state, name)]) is drawn
