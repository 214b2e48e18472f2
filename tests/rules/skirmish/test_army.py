"""Companies: figures, grades, characters, points, and a new game from them."""

from __future__ import annotations

from typing import Any

import pytest

from rules.kernel.protocol import Army, ArmyUnit, BadState
from rules.skirmish import SKIRMISH
from rules.skirmish.army import cost, figure_points, new_game

CHECK, POINTS = SKIRMISH.roster.check, SKIRMISH.roster.points


def unit(name: str, kind: str, men: int = 0, **choices: str) -> ArmyUnit:
    bases = tuple(f"{name}{n + 1}" for n in range(men))
    return ArmyUnit(name, kind, bases=bases, choices=choices)


def army(*units: ArmyUnit, side: str = "red", **more: Any) -> Army:
    return Army(side, "skirmish", units, **more)


OTHER = army(unit("W", "Clubmen", 3), side="white")


def test_every_tagged_base_is_a_figure() -> None:
    """SKM-SCOPE-01: 31 bases are 31 figures with side, group, role and grade."""
    mine = army(unit("A", "Musketeers", 20), unit("B", "Pikemen", 8))
    state = new_game((mine, OTHER), {})
    assert len(state.figures) == 31
    first = state.figure("A1")
    assert (state.side_of(first), first.group, first.role, first.grade) == (
        "red", "A", "soldier", "Fair"
    )  # fmt: skip


def test_a_player_has_one_character() -> None:
    """SKM-SCOPE-02: a second officer of the same player is refused."""
    two = army(unit("O", "Officer", 1, grade="Good"), unit("P", "Officer", 1, grade="Good"))
    assert any("SKM-SCOPE-02" in fault.rules for fault in CHECK(two))
    shared = army(unit("O", "Officer", 1), unit("P", "Officer", 1, player="Bob"))
    assert not any("SKM-SCOPE-02" in fault.rules for fault in CHECK(shared))


def test_there_is_no_elite() -> None:
    """SKM-CLASS-01."""
    assert any(
        "SKM-CLASS-01" in fault.rules for fault in CHECK(army(unit("A", "Bowmen", grade="Elite")))
    )
    with pytest.raises(BadState):
        new_game((army(unit("A", "Bowmen", 3, grade="Elite")), OTHER), {})


def test_a_company_of_mixed_grades_is_a_warning() -> None:
    """SKM-CLASS-02: 19 Fair and 1 Good."""
    mixed = army(unit("A", "Musketeers", 19), unit("B", "Musketeers", 1, grade="Good"))
    assert tuple(map(str, CHECK(mixed))) == (
        "warning: company A is of mixed grades (SKM-CLASS-02)",
    )


@pytest.mark.parametrize(("men", "wrong"), [(40, False), (41, True)])
def test_a_group_holds_forty(men: int, wrong: bool) -> None:
    """SKM-GRP-01."""
    big = army(unit("A", "Musketeers", men))
    assert any("SKM-GRP-01" in fault.rules for fault in CHECK(big)) is wrong
    if wrong:
        with pytest.raises(BadState, match="SKM-GRP-01"):
            new_game((big, OTHER), {})


def test_new_men_are_loyal_to_their_company() -> None:
    """SKM-LOYAL-02."""
    mine = army(unit("O", "Officer", 1, company="A"), unit("A", "Musketeers", 2, company="A"))
    state = new_game((mine, OTHER), {})
    assert state.figure("A1").company == state.figure("O1").company


@pytest.mark.parametrize(
    ("start", "men", "gun"), [("small_arms", True, 0), ("all", True, 3), ("none", False, 0)]
)
def test_loaded_at_the_start(start: str, men: bool, gun: int) -> None:
    """SKM-SHOOT-03 and SKM-ART-07 with SKM_START_LOADED: small arms yes, guns no, by default."""
    house = {"SKM_START_LOADED": start}
    mine = army(unit("A", "Musketeers", 2), unit("K", "Gun", 5), house=house)
    state = new_game((mine, OTHER), house)
    assert state.figure("A1").loaded is men
    assert state.group("K").loads == gun


# -- points ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("grade", "points"), [("Good", 12), ("Fair", 8), ("Poor", 4)])
def test_an_officer(grade: str, points: int) -> None:
    """SKM-PTS-01."""
    assert figure_points("officer", grade, ()) == points


@pytest.mark.parametrize(("grade", "points"), [("Good", 18), ("Fair", 12), ("Poor", 6)])
def test_three_soldiers(grade: str, points: int) -> None:
    """SKM-PTS-02: 3 Poor are 6."""
    assert 3 * figure_points("soldier", grade, ()) == points


def test_five_dragoon_horses() -> None:
    """SKM-PTS-03: 20; a horse is 8."""
    bare = figure_points("soldier", "Fair", ())
    assert 5 * (figure_points("soldier", "Fair", (), (), "dragoon") - bare) == 20
    assert figure_points("soldier", "Fair", (), (), "horse") - bare == 8


def arms(*weapons: str, bow: int = 2) -> int:
    return figure_points("soldier", "Poor", weapons, bow=bow) - 2


def test_muskets() -> None:
    """SKM-PTS-04: 2 rifled are 10; Dutch 4, standard 3, dragoon musket and carabin 2."""
    assert arms("rifled musket", "rifled musket") == 10
    kinds = ("Dutch musket", "musket", "dragoon musket", "carabin")
    assert [arms(kind) for kind in kinds] == [4, 3, 2, 2]


def test_bows_by_house_rule() -> None:
    """SKM-PTS-04 with SKM_BOW_POINTS at 2 and 0: ten bowmen are 20 apart."""
    assert (arms("bow"), arms("bow", bow=0)) == (2, 0)
    ten = unit("A", "Bowmen", 10)
    assert cost(ten, {}) - cost(ten, {"SKM_BOW_POINTS": "0"}) == 20


def test_pistols() -> None:
    """SKM-PTS-05: a pair is 2; a rifled one is 2."""
    assert arms("pistol", "pistol") == 2 == arms("rifled pistol")


def test_hand_weapons() -> None:
    """SKM-PTS-06: pike and sword are 3; halbert 3, stave free."""
    assert (arms("pike", "sword"), arms("halbert"), arms("stave")) == (3, 3, 0)


def test_armour() -> None:
    """SKM-PTS-07: buff and targe are 7; cuirassier 8, half 6."""
    bare = figure_points("soldier", "Fair", ())
    assert figure_points("soldier", "Fair", (), ("buff coat", "targe")) - bare == 7
    assert figure_points("soldier", "Fair", (), ("cuirassier armour",)) - bare == 8
    assert figure_points("soldier", "Fair", (), ("half armour",)) - bare == 6


def test_a_gun_and_four_crew() -> None:
    """SKM-PTS-08: 72."""
    assert POINTS(unit("K", "Gun")) == 72


def test_the_sum_of_his_parts() -> None:
    """SKM-PTS-09: 4 + 3 + 1 = 8; Good horseman 6 + 8 + 8 + 2 + 1 = 25."""
    assert figure_points("soldier", "Fair", ("musket", "sword")) == 8
    rider = ("pistol", "pistol", "sword")
    assert figure_points("soldier", "Good", rider, ("cuirassier armour",), "horse") == 25


def test_an_unknown_kind_is_refused() -> None:
    with pytest.raises(BadState, match="Hussars"):
        POINTS(unit("A", "Hussars"))


def test_the_demo_is_lawful_and_every_figure_is_on_the_table() -> None:
    demo = SKIRMISH.demo()
    assert [CHECK(one) for one in demo.armies] == [(), ()]
    there = {base.payload for base in demo.table.bases}
    assert {figure.id for figure in SKIRMISH.new_game(demo.armies, {}).figures} == there


def test_a_card_says_what_a_group_is_as_players_call_it() -> None:
    """Seen on the big screen: nco, soldier, swedish."""
    demo = SKIRMISH.demo()
    state = SKIRMISH.new_game(demo.armies, demo.house)
    kinds = {group.name: SKIRMISH.card(state, group.id).kind for group in state.groups}
    assert {name: kinds[name] for name in ("King's sergeant", "King's pikemen")} == {
        "King's sergeant": "sergeant", "King's pikemen": "pike",
    }  # fmt: skip
    assert kinds["Rebels' Swedish horse"] == "Swedish horse"
