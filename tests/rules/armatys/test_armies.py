"""Armies: what a unit may be, and a new game."""

from __future__ import annotations

import pytest

from rules.armatys import ARMATYS
from rules.armatys.army import arms_of, faults, figure_base_mm, gun_base_warning, new_game
from rules.kernel.protocol import Army, ArmyUnit, BadState, IllegalAction

GENERAL = ArmyUnit("K", "general")


def army(*units: ArmyUnit, side: str = "red", house: dict[str, str] | None = None) -> Army:
    return Army(side, "armatys", units, house=house or {})


def unit(kind: str, **choices: str) -> ArmyUnit:
    named = {name.replace("_", " "): value for name, value in choices.items()}
    return ArmyUnit("A", kind, choices=named)


def test_every_player_has_a_general() -> None:
    """PAS-SCOPE-02"""
    assert "PAS-SCOPE-02" in faults(army(unit("foot")))[0].rules
    assert faults(army(unit("foot"), GENERAL)) == ()


def test_elite_is_no_fighting_ability() -> None:
    """PAS-CLASS-01"""
    assert "PAS-CLASS-01" in faults(army(unit("foot", ability="Elite"), GENERAL))[0].rules


def test_brave_is_no_morale_class() -> None:
    """PAS-CLASS-02"""
    assert "PAS-CLASS-02" in faults(army(unit("horse", morale="Brave"), GENERAL))[0].rules


def test_musketeers_wear_no_armour() -> None:
    """PAS-ARM-01, PAS-ARM-04"""
    assert "PAS-ARM-04" in faults(army(unit("foot", musket_armour="Partly"), GENERAL))[0].rules


def test_pikemen_wear_no_full_armour() -> None:
    """PAS-ARM-02, PAS-ARM-03, PAS-ARM-04"""
    assert "PAS-ARM-04" in faults(army(unit("foot", pike_armour="Fully"), GENERAL))[0].rules
    assert faults(army(unit("foot", pike_armour="Partly"), GENERAL)) == ()


def test_horse_is_partly_armoured_unless_cuirassiers() -> None:
    """PAS-ARM-02, PAS-ARM-03"""
    assert arms_of(unit("horse"))[0].armour == "Partly"
    assert arms_of(unit("horse", armour="Fully"))[0].armour == "Fully"


def test_command_figures_are_counted_as_set() -> None:
    """PAS-FORM-05: 12 M, 8 P and 4 C."""
    of = {"muskets": "12", "pikes": "8", "command": "4"}
    as_musket = arms_of(ArmyUnit("A", "foot", choices={**of, "command as": "musket"}))
    as_pike = arms_of(ArmyUnit("A", "foot", choices={**of, "command as": "pike"}))
    assert [(arm.kind, arm.figures) for arm in as_musket] == [("pike", 8), ("musket", 16)]
    assert [(arm.kind, arm.figures) for arm in as_pike] == [("pike", 12), ("musket", 12)]


def test_a_gun_s_base_keeps_its_ratio() -> None:
    """PAS-SCOPE-04: 60 x 90 is 2 to 3, 40 x 70 is not."""
    assert gun_base_warning(60, 90) is None
    assert "PAS-SCOPE-04" in str(gun_base_warning(40, 70))


def test_25_mm_figures_have_double_bases() -> None:
    """PAS-SCOPE-05"""
    assert figure_base_mm("infantry") == (10.0, 15.0)
    assert figure_base_mm("gun", "25mm") == (80.0, 120.0)


def test_a_full_crew_of_a_battery() -> None:
    """PAS-ART-20, PAS-ART-44: three Sakers have 9."""
    assert arms_of(unit("gun", gun="Saker", number="3"))[0].figures == 9


def test_figures_are_the_points() -> None:
    assert ARMATYS.roster.points(unit("foot")) == 24
    assert ARMATYS.roster.points(GENERAL) == 0


def test_a_new_game() -> None:
    """PAS-CLASS-03: morale ``rolled`` is not known yet; a limbered gun is not ready."""
    red = army(unit("foot", morale="rolled", ranks="3"), GENERAL)
    blue = army(
        ArmyUnit("G", "gun", choices={"limbered": "yes"}),
        ArmyUnit("L", "general"),
        side="blue",
        house={"PAS_FRONT": "180"},
    )
    state = new_game((red, blue), {})
    foot, gun = state.units
    assert (foot.morale, foot.ranks, foot.arm("musket").files) == ("", 3, 6)
    assert gun.gun is not None and gun.gun.limbered and gun.gun.progress == 0
    assert state.house == {"PAS_FRONT": "180"} and len(state.generals) == 2
    assert state.start == state.units


@pytest.mark.parametrize(
    ("red", "house", "words"),
    [
        (army(unit("elephants"), GENERAL), {}, "no kind of unit"),
        (army(unit("foot")), {}, "PAS-SCOPE-02"),
        (army(unit("foot"), GENERAL), {"PAS_FRONT": "360"}, "PAS_FRONT takes 90, 180"),
        (army(unit("foot"), GENERAL), {"PAS_NONE": "1"}, "no house rule 'PAS_NONE'"),
        (army(unit("foot", muskets="0", pikes="0"), GENERAL), {}, "a unit has figures"),
        (army(ArmyUnit("L", "general")), {}, "id of its own"),
    ],
)
def test_a_new_game_is_checked(red: Army, house: dict[str, str], words: str) -> None:
    blue = army(ArmyUnit("L", "general"), side="blue")
    with pytest.raises((IllegalAction, BadState), match=words):
        new_game((red, blue), house)
