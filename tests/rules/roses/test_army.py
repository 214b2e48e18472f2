"""The army list and its limits (WOR-ARM), one fault at a time."""

from __future__ import annotations

from typing import Any

import pytest

from rules.kernel.protocol import Army, ArmyUnit, BadState
from rules.roses import ROSES
from rules.roses.state import pace_cm
from tests.rules.roses.scene import unit

CHECK = ROSES.roster.check


def army(units: list[tuple[str, str]], house: dict[str, str] | None = None, **more: Any) -> Army:
    """An army of (kind, battle); the General leads the Main Ward, the first Leader the Van."""
    listed = tuple(
        ArmyUnit(f"U{n}", kind, brigade=battle) for n, (kind, battle) in enumerate(units)
    )
    leaders = {"Main Ward": "Army General", "Van Ward": "Battle Leader"}
    first = {
        battle: next((u.id for u in listed if u.kind == kind), "")
        for battle, kind in leaders.items()
    }
    used = {battle: first.get(battle, "") for _, battle in units}
    return Army("red", "roses", listed, brigades={**used, **more.pop("brigades", {})},
                house=house or {}, **more)  # fmt: skip


LAWFUL = [
    ("Army General", "Main Ward"), ("Battle Leader", "Van Ward"), ("Retinue Bill", "Main Ward"),
    *[("Retinue Bow", "Main Ward")] * 2, *[("Shire Bow", "Van Ward")] * 2,
]  # fmt: skip


def faults(units: list[tuple[str, str]], rule: str, **more: Any) -> list[str]:
    return [str(fault) for fault in CHECK(army(units, **more)) if rule in fault.rules]


def test_a_lawful_army_has_no_fault() -> None:
    assert CHECK(army(LAWFUL)) == ()


@pytest.mark.parametrize(("count", "wrong"), [(2, False), (3, True)])
def test_men_at_arms_mounted(count: int, wrong: bool) -> None:
    """WOR-ARM-01: at most two units."""
    found = faults([*LAWFUL, *[("Mounted Men at Arms", "Main Ward")] * count], "WOR-ARM-01")
    assert bool(found) is wrong


def test_a_battle_is_led_by_a_battle_leader_or_the_general() -> None:
    """WOR-ARM-02: not by a Lord; a wing may be."""
    led = [*LAWFUL, ("Lord", "Rear Ward")]
    assert faults(led, "WOR-ARM-02", brigades={"Rear Ward": "U7"})
    wing = [*LAWFUL, ("Lord", "Left Wing"), ("Mounted Currours", "Left Wing")]
    assert not faults(wing, "WOR-ARM-02", brigades={"Left Wing": "U7"})


@pytest.mark.parametrize(("count", "wrong"), [(4, False), (5, True)])
def test_a_contingent_has_8_stands(count: int, wrong: bool) -> None:
    """WOR-ARM-03: 4 units of 2, not 5."""
    units = tuple(
        ArmyUnit(f"P{n}", "Peasants", brigade="Main Ward", choices={"contingent": "1"})
        for n in range(count)
    )
    base = army(LAWFUL)
    found = CHECK(Army("red", "roses", (*base.units, *units), brigades=base.brigades))
    assert any("WOR-ARM-03" in fault.rules for fault in found) is wrong


@pytest.mark.parametrize(("count", "wrong"), [(3, False), (4, True)])
def test_three_lords_in_a_battle(count: int, wrong: bool) -> None:
    """WOR-ARM-04."""
    assert bool(faults([*LAWFUL, *[("Lord", "Van Ward")] * count], "WOR-ARM-04")) is wrong


def test_six_battles_one_of_each() -> None:
    """WOR-ARM-05: a battle has one of six names, so there is no second Van Ward."""
    assert faults([*LAWFUL, ("Peasants", "Second Van Ward")], "WOR-ARM-05")
    assert not faults(LAWFUL, "WOR-ARM-05")


def test_wings_hold_only_cavalry() -> None:
    """WOR-ARM-06."""
    assert faults([*LAWFUL, ("Retinue Bill", "Left Wing")], "WOR-ARM-06")
    assert not faults([*LAWFUL, ("Mounted Currours", "Left Wing")], "WOR-ARM-06")


def test_a_mounted_command_stand() -> None:
    """WOR-ARM-07: tagged mounted it moves 20 cm and saves on 4."""
    general = unit("G", "Army General", mounted=True)
    assert pace_cm(general) == 20
    kind = next(k for k in ROSES.roster.kinds if k.kind == "Army General")
    assert kind.choices["mounted"] == ("yes", "no")


@pytest.mark.parametrize(("others", "wrong"), [(19, True), (20, False)])
def test_five_stands_for_each_command_stand(others: int, wrong: bool) -> None:
    """WOR-ARM-08: 4 command stands, 19 others rejected, 20 fine (a cannon unit less a stand
    is not in the list, so 18 stands stand for the 19)."""
    lords = [("Lord", "Van Ward")] * 2
    men = [("Peasants", "Main Ward")] * (others // 2)
    units = [("Army General", "Main Ward"), ("Battle Leader", "Van Ward"), *lords, *men]
    assert bool(faults(units, "WOR-ARM-08")) is wrong


@pytest.mark.parametrize(("bows", "wrong"), [(3, True), (4, False)])
def test_two_bow_stands_for_each_bill_stand(bows: int, wrong: bool) -> None:
    """WOR-ARM-09: 4 bill stands, 6 bow stands rejected, 8 fine."""
    units = [*LAWFUL[:2], ("Retinue Bill", "Main Ward"), ("Shire Bill", "Van Ward"),
             *[("Shire Bow", "Van Ward")] * bows]  # fmt: skip
    assert bool(faults(units, "WOR-ARM-09")) is wrong


def test_exactly_two_bow_units_of_the_same_kind_by_house_rule() -> None:
    """WOR-ARM-09 with WOR_BOW_RATIO=exact_kind."""
    house = {"WOR_BOW_RATIO": "exact_kind"}
    assert faults(LAWFUL, "WOR-ARM-09", house=house)
    assert not faults([*LAWFUL, ("Shire Bill", "Van Ward")], "WOR-ARM-09", house=house)


def test_one_general_and_one_to_four_battle_leaders() -> None:
    """WOR-ARM-10."""
    assert faults([u for u in LAWFUL if u[0] != "Battle Leader"], "WOR-ARM-10")
    assert faults([*LAWFUL, ("Army General", "Main Ward")], "WOR-ARM-10")
    assert faults([*LAWFUL, *[("Battle Leader", "Van Ward")] * 4], "WOR-ARM-10")
    assert faults([*LAWFUL, *[("Lord", "Van Ward")] * 19], "WOR-ARM-10")


@pytest.mark.parametrize(("units", "wrong"), [(2, False), (3, True)])
def test_dismounted_men_at_arms_by_lords(units: int, wrong: bool) -> None:
    """WOR-ARM-11: 3 units with 2 Lords are too many."""
    listed = [*LAWFUL, *[("Lord", "Van Ward")] * 2,
              *[("Dismounted Men at Arms", "Main Ward")] * units]  # fmt: skip
    assert bool(faults(listed, "WOR-ARM-11")) is wrong


@pytest.mark.parametrize(("count", "wrong"), [(0, False), (2, False), (3, True)])
def test_two_units_of_cannon_at_most(count: int, wrong: bool) -> None:
    """WOR-ARM-12."""
    listed = [*LAWFUL, *[("Canon / Bombard", "Main Ward")] * count]
    assert bool(faults(listed, "WOR-ARM-12")) is wrong


def test_exactly_two_units_of_cannon_by_house_rule() -> None:
    """WOR-ARM-12 with WOR_CANON_COUNT=exactly2."""
    assert faults(LAWFUL, "WOR-ARM-12", house={"WOR_CANON_COUNT": "exactly2"})


def test_points() -> None:
    """WOR-ARM-13: 125 + 80 + 45 + 2 x 55 = 360."""
    kinds = ["Army General", "Battle Leader", "Retinue Bill", "Retinue Bow", "Retinue Bow"]
    assert sum(ROSES.roster.points(ArmyUnit("x", kind)) for kind in kinds) == 360


def test_a_wing_without_a_commander_is_a_warning() -> None:
    """WOR-ARM-14."""
    found = faults([*LAWFUL, ("Mounted Currours", "Left Wing")], "WOR-ARM-14")
    assert found == ["warning: Left Wing has no commander to order it (WOR-ARM-14)"]
    assert not faults(
        [*LAWFUL, ("Mounted Currours", "Left Wing"), ("Lord", "Left Wing")], "WOR-ARM-14"
    )


def test_a_battle_leader_has_exactly_one_herald() -> None:
    """WOR-COM-10."""
    base = army(LAWFUL)
    two = tuple(
        ArmyUnit(u.id, u.kind, brigade=u.brigade, choices={"heralds": "2"})
        if u.kind == "Battle Leader" else u
        for u in base.units
    )  # fmt: skip
    assert any(
        "WOR-COM-10" in f.rules for f in CHECK(Army("red", "roses", two, brigades=base.brigades))
    )


def test_an_unknown_kind_is_refused() -> None:
    with pytest.raises(BadState, match="Landsknechte"):
        ROSES.roster.points(ArmyUnit("x", "Landsknechte"))


def test_an_unknown_house_rule_is_refused() -> None:
    with pytest.raises(BadState, match="WOR_NONE"):
        ROSES.new_game(ROSES.demo().armies, {"WOR_NONE": "1"})


def test_the_demo_armies_are_lawful_and_every_stand_is_on_the_table() -> None:
    demo = ROSES.demo()
    assert [CHECK(one) for one in demo.armies] == [(), ()]
    there = {base.payload for base in demo.table.bases}
    assert {p for one in demo.armies for u in one.units for p in u.bases} == there
