"""Hand-written states: short ones are filled, wrong ones are refused in words."""

from __future__ import annotations

from typing import Any

import pytest

from rules.blocks.asking.by_hand import read_state
from rules.blocks.state import Block, Force, Land
from rules.kernel.protocol import BadState


def test_a_short_state_is_filled() -> None:
    state = read_state(
        {
            "blocks": {"R1": {"side": "red", "kind": "dragoons", "square": "5,4"}},
            "lands": {"5,4": "woods", "6,4": {"level": 3}},
            "forces": {"red": 8},
            "contests": {"5,4": "blue"},
        }
    )
    assert state.blocks == (Block("R1", "red", "dragoons", (5, 4)),)
    assert state.lands == (Land((5, 4), "woods"), Land((6, 4), level=3))
    assert state.forces == (Force("red", 8), Force("blue"))
    assert (state.contests[0].square, state.active) == ((5, 4), "red")


@pytest.mark.parametrize(
    ("state", "words"),
    [
        ({"blocks": {"R1": {"side": "red", "kind": "cannon"}}}, "no kind of block"),
        ({"blocks": {"R1": {"side": "red", "kind": "dragoons", "square": "13,4"}}}, "MAP-BOARD-01"),
        ({"lands": {"5,4": "swamp"}}, "no ground"),
        ({"lands": {"5,4": {"level": 6}}}, "MAP-TERR-09"),
        ({"forces": {"red": "many"}}, "elan"),
        ({"blocks": "none"}, "array"),
        ("a battle", "object"),
    ],
)
def test_a_wrong_state_is_refused(state: Any, words: str) -> None:
    with pytest.raises(BadState, match=words):
        read_state(state)
