"""Armies: what may stand together, scaling, and a new game."""

from __future__ import annotations

import pytest

from rules.blocks import BLOCKS
from rules.blocks.army import advice, faults, new_game, scaled
from rules.kernel.protocol import Army, ArmyUnit, BadState, IllegalAction


def army(side: str = "red", house: dict[str, str] | None = None, **kinds: int) -> Army:
    """``musketry_foot=6``; a trailing ``_shot`` gives commanded shot."""
    units = []
    for name, number in kinds.items():
        shot = name.endswith("_shot")
        kind = name.removesuffix("_shot").replace("_", " ")
        choices = {"commanded shot": "yes"} if shot else {}
        units += [ArmyUnit(f"{side} {name} {n}", kind, choices=choices) for n in range(number)]
    return Army(side, "blocks", tuple(units), house=house or {})


def test_24_blocks_need_no_advice() -> None:
    """MAP-ARMY-01"""
    assert advice(army(musketry_foot=24)) == ()


def test_27_blocks_are_advised_against() -> None:
    """MAP-ARMY-02"""
    assert "MAP-ARMY-02" in advice(army(musketry_foot=27))[0].rules
    assert faults(army(musketry_foot=27)) == ()


def test_forces_pro_rata() -> None:
    """MAP-ARMY-03: 9,000 v 6,000 with 24 for the larger."""
    assert scaled((9000, 6000)) == (24, 16)


def test_any_list_is_accepted() -> None:
    """MAP-ARMY-04: no points; a block counts as one block."""
    odd = army(field_gun=5, mortar=1)
    assert faults(odd) == ()
    assert sum(map(BLOCKS.roster.points, odd.units)) == 6


def test_swedish_brigades_are_aggressive() -> None:
    """MAP-ARMY-06"""
    assert "MAP-ARMY-06" in faults(army(house={"nation": "Swedish"}, musketry_foot=2))[0].rules
    assert faults(army(house={"nation": "Swedish"}, aggressive_foot=2)) == ()


def test_foot_share_one_doctrine() -> None:
    """MAP-ARMY-07: 6 musketry and 2 aggressive."""
    assert "MAP-ARMY-07" in faults(army(musketry_foot=6, aggressive_foot=2))[0].rules


def test_all_or_none_of_the_horse_has_shot() -> None:
    """MAP-ARMY-08: 4 controlled, 2 with shot."""
    assert "MAP-ARMY-08" in faults(army(controlled_horse=2, controlled_horse_shot=2))[0].rules


def test_cuirassiers_are_left_out_of_the_count() -> None:
    """MAP-ARMY-08: 4 controlled all with shot, and 2 cuirassiers."""
    assert faults(army(controlled_horse_shot=4, cuirassiers=2)) == ()


def test_cuirassiers_as_a_doctrine() -> None:
    """MAP_CUIRASSIER = exclusive"""
    house = {"MAP_CUIRASSIER": "exclusive"}
    assert "MAP-ARMY-08" in faults(army(house=house, controlled_horse=4, cuirassiers=2))[0].rules


def test_two_horse_doctrines() -> None:
    assert "MAP-ARMY-08" in faults(army(controlled_horse=1, impetuous_horse=1))[0].rules


def test_cuirassiers_have_no_shot() -> None:
    """MAP-HORSE-05"""
    assert "MAP-HORSE-05" in faults(army(cuirassiers_shot=1))[0].rules


def test_a_regimental_gun_is_no_block() -> None:
    """MAP-ART-06"""
    assert "MAP-ART-06" in faults(army(regimental_gun=1))[0].rules


def test_a_new_game() -> None:
    """MAP-ELAN-02, MAP-ELAN-04: motivation sets elan; MAP_* settings of an army are shared."""
    red = army("red", {"motivation": "top", "MAP_PASS": "each"}, musketry_foot=1)
    state = new_game((red, army("blue", {"motivation": "low", "tercios": "yes"}, dragoons=1)), {})
    assert [(one.elan, one.tercios) for one in state.forces] == [(12, False), (8, True)]
    assert (state.phase, state.house) == ("engagement", {"MAP_PASS": "each"})


@pytest.mark.parametrize(
    ("red", "blue", "house", "words"),
    [
        (army("red", dragoons=1), army("red", dragoons=1), {}, "two names"),
        (army("red", cannon=1), army("blue", dragoons=1), {}, "no kind of block"),
        (army("red", {"motivation": "furious"}, dragoons=1), army("blue"), {}, "MAP-ELAN-02"),
        (army("red"), army("blue"), {"MAP_PASS": "never"}, "MAP_PASS takes pairs, each"),
        (army("red"), army("blue"), {"MAP_NONE": "1"}, "no house rule 'MAP_NONE'"),
    ],
)
def test_a_new_game_is_checked(red: Army, blue: Army, house: dict[str, str], words: str) -> None:
    with pytest.raises((IllegalAction, BadState), match=words):
        new_game((red, blue), house)


def test_ids_are_unique() -> None:
    one = Army("red", "blocks", (ArmyUnit("A", "dragoons"),))
    two = Army("blue", "blocks", (ArmyUnit("A", "dragoons"),))
    with pytest.raises(BadState, match="id of its own"):
        new_game((one, two), {})
