"""Hand-written states: short ones are filled, wrong ones are refused in words."""

from __future__ import annotations

from typing import Any

import pytest

from rules.armatys.asking.by_hand import read_state
from rules.kernel.protocol import BadState


def test_a_short_state_is_filled() -> None:
    state = read_state(
        {
            "units": {
                "A": {
                    "side": "red",
                    "kind": "foot",
                    "ranks": 3,
                    "arms": {"musket": 16, "pike": {"figures": 8, "armour": "Partly"}},
                },
                "G": {"side": "red", "kind": "gun", "arms": {"crew": 3}, "gun": "Saker"},
            },
            "generals": {"K": {"side": "red", "with_unit": "A"}},
        }
    )
    foot, gun = state.units
    assert [(arm.kind, arm.files, arm.start, arm.armour) for arm in foot.arms] == [
        ("musket", 6, 16, "Unarmoured"),
        ("pike", 3, 8, "Partly"),
    ]
    assert gun.gun is not None and gun.gun.weight.crew == 3
    assert state.generals[0].id == "K"


@pytest.mark.parametrize(
    ("unit", "words"),
    [
        ({"side": "red", "kind": "elephant"}, "not one of foot"),
        ({"side": "red", "kind": "foot", "morale": "Brave"}, "not one of Good"),
        ({"side": "red", "kind": "foot", "ability": "Elite"}, "not one of Veteran"),
        ({"side": "red", "kind": "foot", "arms": {"bow": 3}}, "not one of pike"),
        ({"side": "red", "kind": "foot", "arms": {"pike": {"figures": 3, "armour": "tin"}}}, "tin"),
        ({"side": "red", "kind": "foot", "arms": {"pike": -3}}, "-3 is out of bounds"),
        ({"side": "red", "kind": "foot", "ranks": 0}, "1 or more"),
        ({"side": "red", "kind": "gun", "gun": "Big Bertha"}, "Cannon Royal"),
        ({"side": "red", "kind": "foot", "arms": {"musket": "many"}}, "int"),
        ({"kind": "foot"}, "side"),
        ({"side": "red", "kind": "foot", "counters": "two"}, "counters"),
    ],
)
def test_a_wrong_state_is_refused(unit: dict[str, Any], words: str) -> None:
    with pytest.raises(BadState, match=words):
        read_state({"units": {"A": unit}})


def test_there_is_no_ninth_phase() -> None:
    with pytest.raises(BadState, match="1 to 8"):
        read_state({"phase": 9})


def test_a_state_is_an_object() -> None:
    with pytest.raises(BadState, match="object"):
        read_state([1, 2])
