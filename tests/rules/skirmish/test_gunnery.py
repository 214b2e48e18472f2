"""Guns: leaders among the men who are hit, and what the ruler cannot tell."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.kernel.protocol import Action, IllegalAction
from rules.skirmish import SKIRMISH
from rules.skirmish.state import State
from tests.rules.answered import run
from tests.rules.skirmish.scene import BASE_CM, field, state
from vision.table.reading import HandReading
from vision.table.snapshot import Snapshot

CREW = {"A1": (57.0, 55.0, 90.0), "A2": (60.0, 55.0, 90.0), "A3": (63.0, 55.0, 90.0)}
GUN = {"side": "red", "kind": "Gun", "men": list(CREW), "loads": 3}
W = {"side": "white", "kind": "Clubmen", "men": ["W"]}
HALF = BASE_CM / 2
MUZZLE_CM = 60.0 + HALF
"""The gun of these fields stands on a man's base with its middle at 60, 60, looking north."""


def scene(gap_cm: float, *typed: HandReading, **more: Any) -> tuple[State, Snapshot]:
    """A gun, and a man *gap_cm* ahead of it; more groups and places of more men."""
    told = state({"A": GUN, "W": W, **more.pop("groups", {})}, step="fire")
    places = {**CREW, "A/gun": (60.0, 60.0, 90.0), "W": (60.0, MUZZLE_CM + gap_cm + HALF, 270.0)}
    table = field(told, {**places, **more.pop("places", {})}).table
    return told, replace(table, readings=typed)


def fire(scene: tuple[State, Snapshot], *answers: Any) -> Any:
    return run(SKIRMISH.resolve(Action("fire gun", "A"), *scene), *answers)


def gap(cm: float) -> HandReading:
    """The gun to W, give or take 0.3 cm."""
    return HandReading("gap", "A/gun", "W", cm, 0.3, "cm")


def test_an_officer_within_5_cm_is_among_those_hit_and_not_struck_for_himself() -> None:
    """SKM-GRP-07: 3 cm beside the man: one die for the group, two to choose from, the officer
    is the second."""
    officer = {"side": "white", "kind": "Officer", "men": ["O"]}
    there = scene(20.0, groups={"O": officer},
                  places={"O": (60.0 + BASE_CM + 3.0, MUZZLE_CM + 20.0 + HALF, 270.0)})  # fmt: skip
    after = fire(there, (1,), (2,)).state
    assert after.figure("O").wounds == 1
    assert after.figure("W").wounds == 0
    assert (after.group("W").threat, after.group("O").threat) == (9, 0)


def test_an_officer_farther_off_is_a_unit_of_his_own() -> None:
    """SKM-GRP-07: 8 cm behind the man, in the lane as well: a die for each,
    and at 30.5 cm a 1 does nothing."""
    officer = {"side": "white", "kind": "Officer", "men": ["O"]}
    there = scene(20.0, groups={"O": officer},
                  places={"O": (60.0, MUZZLE_CM + 20.0 + BASE_CM + 8.0 + HALF, 270.0)})  # fmt: skip
    after = fire(there, (1,), (1,)).state
    assert (after.figure("W").wounds, after.figure("O").wounds) == (1, 0)
    assert (after.group("W").threat, after.group("O").threat) == (9, 7)


@pytest.mark.parametrize(("word", "threat"), [("in", 9), ("out", 7)])
def test_the_range_band_of_a_gun_is_asked_when_too_close_to_call(word: str, threat: int) -> None:
    """SKM-ART-14, SKM-ART-16: 25.1 give or take 0.3 cm; a 1 there wounds, here is nothing."""
    after = fire(scene(25.1, gap(25.1)), word, (1,)).state
    assert after.group("W").threat == threat
    assert after.figure("W").wounds == (1 if word == "in" else 0)


def test_beyond_200_cm_by_peoples_word_nothing_is_rolled() -> None:
    """SKM-ART-32: 200.1 give or take 0.3, called out."""
    out = fire(scene(150.0, gap(200.1)), "out")
    assert out.state.group("W").threat == 0


def test_a_man_at_the_edge_of_the_lane_is_asked_about() -> None:
    """SKM-ART-09: his base 0.1 cm beside a lane whose gun's place is known to 0.4 cm or so."""
    told, table = scene(20.0, places={"W": (60.0 + BASE_CM + 0.1, MUZZLE_CM + 21.25, 270.0)})
    loose = tuple(
        replace(b, pose=replace(b.pose, own=(0.006, 0.0, 0.0, 0.006, 0.0, 0.0))) if b.pose else b
        for b in table.bases
    )
    there = (told, replace(table, bases=loose))
    assert fire(there, "in", (1,)).state.group("W").threat == 9
    assert fire(there, "out").state.group("W").threat == 0


def test_crew_too_close_to_call_may_serve() -> None:
    """SKM-ART-03: the third man 5.1 give or take 0.3 cm away forbids nothing; at 5.6 he does."""
    for cm, may in ((5.1, True), (5.6, False)):
        third = HandReading("base_gap", "A/gun", "A3", cm, 0.3, "cm")
        there = scene(250.0, third)
        if may:
            fire(there)
        else:
            with pytest.raises(IllegalAction, match="SKM-ART-03"):
                fire(there)


@pytest.mark.parametrize(("deg", "lawful"), [(135.0, True), (138.0, True), (142.0, False)])
def test_a_pivot_is_judged_by_what_the_camera_can_tell(deg: float, lawful: bool) -> None:
    """SKM-ART-06: 48 degrees give or take 1.96 x root 2 x 1.5 = 4.2 is no proof; 52 is."""
    told, table = scene(50.0)
    told = state({"A": GUN, "W": W}, step="move")
    turn = (0.0, 0.0, 0.0, 0.0, 0.0, 1.5**2)
    bases = tuple(
        replace(b, pose=replace(b.pose, own=turn)) if b.pose and b.payload == "A/gun" else b
        for b in table.bases
    )
    table = replace(table, bases=bases)
    turned = tuple(
        replace(b, pose=replace(b.pose, facing_deg=deg)) if b.pose and b.payload == "A/gun" else b
        for b in bases
    )
    rule = SKIRMISH.resolve(Action("pivot", "A"), told, table)
    asked = rule.send(None)
    try:
        asked = rule.send(asked.parse(replace(table, bases=turned)))
    except StopIteration:
        assert lawful
    else:
        assert not lawful and "45 is allowed (SKM-ART-06)" in asked.told
