"""Deployment: who puts down what, and what is wrong with a place."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from rules.matchlocks.movement.moving import loose_note
from rules.matchlocks.play import Play
from rules.matchlocks.setting_up.deploying import (
    Portion,
    deployment_order,
    fronts_apart_in,
    placement_faults,
)
from rules.matchlocks.state import State
from tests.rules.matchlocks.throws import battle, block
from vision.measure.range import gap
from vision.table.snapshot import Snapshot

SIDES = {"R": {"edge": "south"}, "P": {"edge": "north"}}


def armies(**more: Any) -> State:
    units = {
        "RF": {"side": "R", "kind": "forlorn"},
        "R1": {"side": "R", "kind": "battalia", "brigade": "one"},
        "R2": {"side": "R", "kind": "battalia", "brigade": "two"},
        "PF": {"side": "P", "kind": "field_gun"},
        "P1": {"side": "P", "kind": "battalia", "brigade": "one"},
        "P2": {"side": "P", "kind": "battalia", "brigade": "two"},
        "P3": {"side": "P", "kind": "battalia", "brigade": "three"},
    }
    return battle(units, sides=SIDES, phase="deploy", **more)


def order(state: State, first: str = "R") -> list[str]:
    return ["".join(portion.units) for portion in deployment_order(state, first)]


def test_loose_troops_and_guns_go_down_before_any_brigade() -> None:
    """PREP-06: then a Brigade each by turns (PREP-07)."""
    assert order(armies()) == ["RF", "PF", "R1", "P1", "R2", "P2", "P3"]


def test_an_out_scouted_side_lays_two_brigades_first() -> None:
    """PREP-04, PREP-07: P, P, R, P, R."""
    state = armies()
    sides = {**state.sides, "P": msgspec.structs.replace(state.sides["P"], out_scouted=True)}
    state = msgspec.structs.replace(state, sides=sides)
    assert order(state) == ["RF", "PF", "P1", "P2", "R1", "P3", "R2"]


def test_by_house_rule_before_everything_else() -> None:
    """NMM-AMB-017: outscout_order=before_all."""
    state = armies(house={"outscout_order": "before_all"})
    sides = {**state.sides, "P": msgspec.structs.replace(state.sides["P"], out_scouted=True)}
    state = msgspec.structs.replace(state, sides=sides)
    assert order(state)[:2] == ["P1", "P2"]


def test_loose_troops_one_by_one_by_house_rule() -> None:
    """NMM-AMB-135 of PREP-06: loose_deploy=one_by_one."""
    units = {f"R{i}": {"side": "R", "kind": "forlorn"} for i in range(2)}
    units |= {f"P{i}": {"side": "P", "kind": "forlorn"} for i in range(2)}
    state = battle(units, sides=SIDES, house={"loose_deploy": "one_by_one"})
    assert order(state) == ["R0", "P0", "R1", "P1"]


def faults(state: State, *bases: Any, units: tuple[str, ...] = ("R1",)) -> str:
    table = Snapshot((72, 48), bases)
    return " ".join(
        map(str, placement_faults(Play(state, table), Portion("R", "them", units, "NMM-PREP-07")))
    )


@pytest.mark.parametrize(("y_in", "fault"), [(7.9, False), (8.4, True)])
def test_the_zone_is_nine_inches_deep(y_in: float, fault: bool) -> None:
    """PREP-08: the far edge of the base at 8.9 and at 9.4 in."""
    assert ("NMM-PREP-08" in faults(armies(), block("R1", 36, y_in))) is fault


def test_the_side_strip_is_for_light_troops_and_horse_if_adopted() -> None:
    """PREP-09: a Battalia 8 in from the side edge; a Squadron there is accepted."""
    there = block("R1", 10, 5)
    assert "NMM-PREP-09" in faults(armies(house={"side_strip_in": "9"}), there)
    assert "NMM-PREP-09" not in faults(armies(), there)
    horse = battle(
        {"R1": {"side": "R", "kind": "harquebusiers"}}, sides=SIDES, house={"side_strip_in": "9"}
    )
    assert faults(horse, there) == ""


@pytest.mark.parametrize(("apart_in", "fault"), [(11.0, True), (12.0, False)])
def test_field_guns_stand_twelve_inches_apart(apart_in: float, fault: bool) -> None:
    """ARMY-21."""
    guns = {"G1": {"side": "R", "kind": "field_gun"}, "G2": {"side": "R", "kind": "field_gun"}}
    state = battle(guns, sides=SIDES)
    bases = (block("G1", 20, 5), block("G2", 24 + apart_in, 5))
    assert gap(Snapshot((72, 48), bases), "G1", "G2").value == pytest.approx(apart_in)
    assert ("NMM-ARMY-21" in faults(state, *bases, units=("G1", "G2"))) is fault


def test_a_unit_that_is_not_on_the_table_is_named() -> None:
    assert "R1 is not on the table" in faults(armies())
    shot = {"side": "R", "kind": "forlorn", "name": "Commanded Musketeers"}
    state = battle({"S": shot}, sides=SIDES)
    assert "Commanded Musketeers are not on the table" in faults(state, units=("S",))
    told = faults(state, block("S", 20, 13), units=("S",))
    assert "Commanded Musketeers stand 14.00 in from the baseline, the zone is 9 in deep" in told


def test_the_front_lines_are_measured_along_the_depth() -> None:
    """PREP-10 (Q-24): 72 deep, fronts at 11 and 61: 50 in apart."""
    state = battle(
        {"A": {"side": "R", "kind": "battalia"}, "B": {"side": "P", "kind": "battalia"}},
        sides=SIDES,
    )
    table = Snapshot((72, 72), (block("A", 36, 10), block("B", 36, 62, 270)))
    assert fronts_apart_in(Play(state, table)) == pytest.approx(50)


def test_loose_figures_stand_no_more_than_a_base_width_apart() -> None:
    """ARMY-04 (Q-26): a figure 1.4 base widths from its nearest comrade."""
    near = (
        block("a", 10, 10, unit="F", frontage_in=0.6, depth_in=0.6),
        block("b", 11.2, 10, unit="F", frontage_in=0.6, depth_in=0.6),
    )
    far = (near[0], block("b", 11.44, 10, unit="F", frontage_in=0.6, depth_in=0.6))
    state = battle({"F": {"side": "R", "kind": "forlorn"}})
    for bases, notes in ((near, 0), (far, 1)):
        table = Snapshot((72, 48), bases)
        play = loose_note(Play(state, table), state.units["F"], table)
        assert len(play.rulings) == notes
