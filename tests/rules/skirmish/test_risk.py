"""The risk factor, line by line, from the table."""

from __future__ import annotations

from typing import Any

import pytest

from rules.skirmish import measuring, turn
from rules.skirmish.fire import sight
from rules.skirmish.ordering import groups as bodies
from rules.skirmish.reactions import act, risk
from tests.rules.answered import run
from tests.rules.skirmish.scene import field, state
from vision.table.snapshot import Terrain

Places = dict[str, tuple[float, float, float]]


def lines(
    groups: dict[str, dict[str, Any]], places: Places, terrain: tuple[Terrain, ...] = (),
    **more: Any,
) -> dict[str, int]:  # fmt: skip
    """The risk lines of group A by their rule."""
    told = state(groups, step="others", **more)
    play = field(told, places, terrain)
    _, found = risk.risk(play, play.unit("A"))
    return {line.rule: int(line.value) for line in found}


def total(*args: Any, **more: Any) -> int:
    return sum(lines(*args, **more).values())


A = {"side": "red", "kind": "Clubmen", "men": ["A1"]}
W = {"side": "white", "kind": "Musketeers", "men": ["W1"]}
CLUBS = {"side": "white", "kind": "Clubmen", "men": ["W1"]}
HOUSE = Terrain("building", ((0, 30), (60, 30), (60, 34), (0, 34)), 3.0, "house")
NEAR: Places = {"A1": (100, 60, 90)}


def test_nothing_to_fear_in_sight() -> None:
    """SKM-RF-01: no enemy visible, friends steady, Fair, no loss: -4."""
    assert total({"A": A}, NEAR) == -4


def test_a_running_friend_in_sight_loses_it() -> None:
    """SKM-RF-02: 0."""
    friend = {"side": "red", "kind": "Clubmen", "men": ["B1"], "last": "RUN"}
    assert total({"A": A, "B": friend}, {**NEAR, "B1": (120, 60, 90)}) == 0
    either = {"SKM_RF_MINUS4": "either"}
    assert total({"A": A, "B": friend}, {**NEAR, "B1": (120, 60, 90)}, house=either) == -4


def test_good_with_an_officer_is_minus_one_once() -> None:
    """SKM-RF-03; with SKM_RF_OFFICER=stack both count."""
    good = {**A, "each": {"grade": "Good"}}
    chief = {"side": "red", "kind": "Officer", "men": ["O"]}
    places = {**NEAR, "O": (105.5, 60, 90)}
    assert lines({"A": good, "O": chief}, places)["SKM-RF-03"] == -1
    told = state({"A": good, "O": chief}, house={"SKM_RF_OFFICER": "stack"})
    play = field(told, places)
    assert sum(int(x.value) for x in risk.risk(play, play.unit("A"))[1]) == -4 - 2


@pytest.mark.parametrize(("behind", "value"), [(11, 0), (12, -1)])
def test_the_whole_unit_in_cover(behind: int, value: int) -> None:
    """SKM-RF-04: 11 of 12 behind the wall 0, 12 of 12 -1; the wall faces the enemy."""
    men = [f"A{n}" for n in range(12)]
    group = {"side": "red", "kind": "Clubmen", "men": men}
    places: Places = {
        name: (60 + 3.0 * n, 60 if n < behind else 40, 90) for n, name in enumerate(men)
    }
    places["W1"] = (78, 200, 270)
    wall = Terrain("wall", ((15, 24.4), (45, 24.4)), 0.5, "wall", is_line=True)
    found = lines({"A": group, "W": CLUBS}, places, (wall,))
    assert found.get("SKM-RF-04", 0) == value


@pytest.mark.parametrize(("gap", "value"), [(66, 1), (71, 0)])
def test_in_range_of_a_visible_enemy(gap: float, value: int) -> None:
    """SKM-RF-05: muskets at 66 cm +1, at 71 nothing."""
    assert total({"A": A, "W": W}, {**NEAR, "W1": (100, 60 + 2.5 + gap, 270)}) == value


def test_poor_in_range_is_one_more() -> None:
    """SKM-RF-06: +2 in all."""
    poor = {**A, "each": {"grade": "Poor"}}
    assert total({"A": poor, "W": W}, {**NEAR, "W1": (100, 60 + 2.5 + 66, 270)}) == 2


def test_own_range_by_house_rule() -> None:
    """SKM-RF-05 with SKM_RF_RANGE_OF=own: it is the unit's weapons that must reach."""
    house = {"SKM_RF_RANGE_OF": "own"}
    places = {**NEAR, "W1": (100, 128.5, 270)}
    assert total({"A": A, "W": W}, places, house=house) == 0
    shot = {**A, "kind": "Musketeers"}
    assert total({"A": shot, "W": W}, places, house=house) == 1


def _losses(start: int, dead: int, wounded: int, **more: Any) -> dict[str, int]:
    men = [f"A{n}" for n in range(start)]
    figures: dict[str, dict[str, Any]] = {f"A{n}": {"dead": True} for n in range(dead)}
    figures |= {f"A{n}": {"wounds": 1} for n in range(dead, dead + wounded)}
    places: Places = {name: (60 + 3.0 * n, 60, 90) for n, name in enumerate(men)}
    group = {"side": "red", "kind": "Clubmen", "men": men}
    return lines({"A": group}, places, figures=figures, **more)


def test_full_tenths_of_the_starting_strength() -> None:
    """SKM-RF-07: 20 start, 3 dead and 2 wounded are 25%: +2; rounded up by house rule +3."""
    assert _losses(20, 3, 2)["SKM-RF-07"] == 2
    assert _losses(20, 3, 2, house={"SKM_RF_LOSS": "ceil_start"})["SKM-RF-07"] == 3


def test_wounded_then_killed_counts_once() -> None:
    """SKM-RF-08: 10 start, one man wounded and then killed: +1."""
    men = [f"A{n}" for n in range(10)]
    places: Places = {name: (60 + 3.0 * n, 60, 90) for n, name in enumerate(men)}
    group = {"side": "red", "kind": "Clubmen", "men": men}
    found = lines({"A": group}, places, figures={"A0": {"wounds": 1, "dead": True}})
    assert found["SKM-RF-07"] == 1


def test_two_enemy_groups_behind_are_plus_two_once() -> None:
    """SKM-RF-09."""
    other = {**CLUBS, "men": ["V1"]}
    places = {**NEAR, "W1": (90, 20, 90), "V1": (110, 20, 90)}
    assert lines({"A": A, "W": CLUBS, "V": other}, places)["SKM-RF-09"] == 2


def test_the_front_arc_by_house_rule() -> None:
    """SKM-RF-09 with SKM_FRONT_ARC: 60 degrees off is a flank at 90, front at 180."""
    places = {**NEAR, "W1": (160, 90, 270)}
    assert "SKM-RF-09" in lines({"A": A, "W": CLUBS}, places)
    assert "SKM-RF-09" not in lines({"A": A, "W": CLUBS}, places, house={"SKM_FRONT_ARC": "180"})


@pytest.mark.parametrize(("last", "pushed"), [("RUN", False), ("RUN", True), ("HALT", True)])
def test_running_or_pushed_back_is_plus_three_once(last: str, pushed: bool) -> None:
    """SKM-RF-10: RUN +3, RUN and pushed +3, not +6; SKM-RF-11: pushed alone +3."""
    group = {**A, "last": last, "pushed": pushed}
    assert lines({"A": group}, NEAR)["SKM-RF-10"] == 3


def test_a_threat_level_is_added() -> None:
    """SKM-RF-12: hit at 40 cm, +7 now."""
    assert lines({"A": {**A, "threat": 7}}, NEAR)["SKM-RF-12"] == 7


def test_the_composite_example() -> None:
    """SKM-RF-14: Poor shot, 4 of 20 lost, enemy muskets visible at 25 in front: 1+1+2 = 4."""
    men = [f"A{n}" for n in range(20)]
    group = {"side": "red", "kind": "Musketeers", "men": men, "each": {"grade": "Poor"}}
    places: Places = {name: (60 + 3.0 * n, 60, 90) for n, name in enumerate(men)}
    places["W1"] = (90, 60 + 2.5 + 25, 270)
    dead = {f"A{n}": {"dead": True} for n in range(4)}
    assert total({"A": group, "W": W}, places, figures=dead) == 4


def test_a_pushed_group_until_it_halts_by_house_rule() -> None:
    """SKM-RF-11 with SKM_MELEE_RETREAT: gone after the next roll, or kept until a halt."""
    for value, kept in (("next_roll", False), ("until_halt", True)):
        group = {**A, "pushed": True, "risk": 3}
        told = state({"A": group, "B": {**A, "men": ["B1"]}}, step="others",
                     house={"SKM_MELEE_RETREAT": value})  # fmt: skip
        play = field(told, {**NEAR, "B1": (150, 60, 90)})
        after = run(act.action_roll(play, play.unit("A")), (1,))
        assert after.unit("A").pushed is kept


def test_risk_at_the_start_of_the_turn_by_house_rule() -> None:
    """SKM-SEQ-01 with SKM_RF_WHEN=turn_start: every group's risk is taken when the turn begins."""
    for value, taken in (("step", None), ("turn_start", -4)):
        told = state({"A": A}, step="melee", house={"SKM_RF_WHEN": value})
        assert run(turn.end(field(told, NEAR))).unit("A").risk == taken


def test_one_man_behind_a_house_sees_no_comrade() -> None:
    """SKM-GRP-02."""
    group = {"side": "red", "kind": "Clubmen", "men": ["A1", "A2", "A3"]}
    places: Places = {"A1": (60, 60, 90), "A2": (64, 60, 90), "A3": (60, 100, 90)}
    play = field(state({"A": group}), places, (HOUSE,))
    assert tuple(map(str, bodies.warnings(play, play.unit("A")))) == (
        "warning: man 3 of A sees no comrade (SKM-GRP-02)",
    )
    assert sight.sees_a_comrade(play, play.state.figure("A1"))


@pytest.mark.parametrize(("to_a", "to_b", "counts"), [(4, 3, "B"), (6, 6, "")])
def test_a_leader_counts_with_the_nearest_group(to_a: float, to_b: float, counts: str) -> None:
    """SKM-GRP-07: 4 cm from A and 3 from B in B; at 6 from both a unit by himself."""
    told = state({
        "A": {"side": "red", "kind": "Clubmen", "men": ["A1"]},
        "B": {"side": "red", "kind": "Clubmen", "men": ["B1"]},
        "O": {"side": "red", "kind": "Officer", "men": ["O"]},
    })  # fmt: skip
    play = field(told, {"O": (100, 60, 90), "A1": (100 - 2.5 - to_a, 60, 90),
                        "B1": (100 + 2.5 + to_b, 60, 90)})  # fmt: skip
    assert measuring.attached_to(play, play.state.figure("O")) == counts
