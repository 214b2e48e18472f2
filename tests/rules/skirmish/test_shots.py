"""Who shoots: what a checker would try besides the printed examples."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.kernel.protocol import Action, IllegalAction
from rules.skirmish import SKIRMISH, measuring
from rules.skirmish.fire import shooting, sight
from rules.skirmish.ordering import groups
from rules.skirmish.state import Play
from tests.rules.answered import run
from tests.rules.skirmish.scene import field, state
from vision.table.reading import HandReading
from vision.table.snapshot import Terrain

W = {"side": "white", "kind": "Clubmen", "men": ["W"]}
PLACES = {"A": (60.0, 60.0, 90.0), "W": (60.0, 80.0, 270.0)}
WOOD = Terrain("wood", ((0, 30), (90, 30), (90, 60), (0, 60)), 2.0, "wood")


def one(kind: str, gap_cm: float, *typed: HandReading, step: str = "fire", **group: Any) -> Play:
    """One man of that kind and one enemy so far ahead."""
    told = state({"A": {"side": "red", "kind": kind, "men": ["A"], **group}, "W": W}, step=step)
    play = field(told, {**PLACES, "W": (60.0, 62.5 + gap_cm, 270.0)})
    return play.on_table(replace(play.table, readings=typed))


def shoot(play: Play, *answers: Any) -> Any:
    return run(SKIRMISH.resolve(Action("shoot", "A", "W"), play.state, play.table), *answers)


def gap(cm: float) -> HandReading:
    return HandReading("base_gap", "A", "W", cm, 0.3, "cm")


def test_a_wounded_man_called_beyond_short_range_does_not_shoot() -> None:
    """SKM-SHOOT-20: a musket at 10.1 give or take 0.3, called out of the 10 cm."""
    play = one("Musketeers", 10.1, gap(10.1), commanded=True, each={"wounds": 1})
    assert not shoot(play, "out").state.figure("A").fired
    assert shoot(play, "in", (1,)).state.figure("A").fired


def test_only_swedish_horse_shoot_after_going_for_the_nearest() -> None:
    """SKM-CODE-16, SKM-ACTX-08: Swedish horse may; Dutch and untrained carabins have moved."""
    for kind, may in (("Swedish horse", True), ("Dutch horse", False), ("Carabins", False)):
        play = one(kind, 6.0, step="others fire", rolled="ADV_NEAREST",
                   each={"moved_cm": 33.0, "gait": "trot"})  # fmt: skip
        why = shooting.ready(play, play.unit("A"), play.state.figure("A"))
        assert (why is None) is may


def test_half_a_move_too_close_to_call_forbids_no_firelock() -> None:
    """SKM-MOVE-11: 12.6 give or take 0.3 is not surely over 12.5; 12.9 is."""
    for cm, may in ((12.6, True), (12.9, False)):
        play = one("Firelocks", 20.0, commanded=True,
                   each={"moved_cm": cm, "moved_pm_cm": 0.3})  # fmt: skip
        why = shooting.ready(play, play.unit("A"), play.state.figure("A"))
        assert (why is None) is may


def test_a_character_among_men_names_a_man_for_his_own_shot_only() -> None:
    """SKM-SHOOT-02, -14: three shoot with him, his shot alone is at the man he names."""
    men = ["A", "A2", "A3"]
    told = state({"A": {"side": "red", "kind": "Musketeers", "men": men, "commanded": True},
                  "W": {**W, "men": ["W", "W2"]}}, step="fire",
                 figures={"A": {"role": "officer", "player": "red"}})  # fmt: skip
    play = field(told, {"A": (60, 60, 90), "A2": (63, 60, 90), "A3": (66, 60, 90),
                        "W": (60, 80, 270), "W2": (64, 80, 270)})  # fmt: skip
    found = shooting.shots(play, play.unit("A"), play.unit("W"), "W2")
    assert [shot.shooter for shot in found] == ["A"]


def test_men_about_a_character_are_commanded_only_when_they_are_paid_for() -> None:
    """SKM-CMD-12, SKM-SCOPE-03: he acts for himself; a body he stands in costs its points."""
    told = state({"A": {"side": "red", "kind": "Musketeers", "men": ["A", "A2"]}, "W": W},
                 figures={"A": {"role": "officer", "player": "red"}})  # fmt: skip
    play = field(told, {**PLACES, "A2": (63, 60, 90)})
    assert not groups.is_under_command(play, play.unit("A"))
    alone = field(state({"A": {"side": "red", "kind": "Officer", "men": ["A"],
                               "each": {"player": "red"}}, "W": W}), PLACES)  # fmt: skip
    assert groups.is_under_command(alone, alone.unit("A"))


@pytest.mark.parametrize(("cm", "seen"), [(20.0, True), (20.2, True), (20.4, False)])
def test_sight_in_a_wood_hides_only_who_is_surely_too_far(cm: float, seen: bool) -> None:
    """SKM-VIS-05: 20.2 give or take 0.3 cm may be 20."""
    play = one("Musketeers", 30.0, gap(cm), commanded=True)
    wooded = play.on_table(replace(play.table, terrain=(replace(WOOD, outline_in=(
        (0, 0), (90, 0), (90, 90), (0, 90))),)))  # fmt: skip
    assert sight.sees(wooded, wooded.unit("A"), wooded.unit("W")) is seen


@pytest.mark.parametrize(("word", "seen"), [("in", True), ("out", False)])
def test_a_spotting_distance_too_close_to_call_is_asked(word: str, seen: bool) -> None:
    """SKM-VIS-01: a 3 reaches 30 cm; he is 30.1 give or take 0.3 cm off."""
    play = one("Musketeers", 30.1, gap(30.1), commanded=True)
    hedge = Terrain("hedge", ((0, 36), (90, 36), (90, 60), (0, 60)), 1.0, "thicket")
    table = replace(play.table, terrain=(hedge,))
    out = run(SKIRMISH.resolve(Action("spot", "A", "W"), play.state, table), (3,), word)
    assert ("not seen" in out.rulings[-1].says) is not seen
    after = Play(out.state, measuring.field(out.state, table))
    assert sight.sees(after, after.unit("A"), after.unit("W")) is seen


def test_a_leader_who_may_be_within_5_cm_is_asked_about_when_hits_are_allotted() -> None:
    """SKM-GRP-07: 5.1 give or take 0.3 cm: in, two may be hit; out, the one man is."""
    officer = {"side": "white", "kind": "Officer", "men": ["O"]}
    told = state({"A": {"side": "red", "kind": "Musketeers", "men": ["A"], "commanded": True},
                  "W": W, "O": officer}, step="fire")  # fmt: skip
    play = field(told, {**PLACES, "O": (67.6, 80, 270)})
    typed = HandReading("base_gap", "O", "W", 5.1, 0.3, "cm")
    play = play.on_table(replace(play.table, readings=(typed,)))
    assert shoot(play, (8,), "in", (2,), (6,)).state.figure("O").dead
    assert shoot(play, (8,), "out", (6,)).state.figure("W").dead


def test_a_named_man_must_be_with_the_group() -> None:
    """SKM-SHOOT-02: nobody of that name there."""
    play = one("Officer", 6.0, each={"player": "red"})
    rule = SKIRMISH.resolve(Action("shoot", "A", "W", {"man": "X"}), play.state, play.table)
    with pytest.raises(IllegalAction, match="SKM-SHOOT-02"):
        run(rule)


def test_a_friend_who_may_be_within_2_cm_of_the_shooter_does_not_block() -> None:
    """SKM-SHOOT-08: 2.2 give or take 0.3 cm may be 2; 2.4 is not, and blocks."""
    friend = {"side": "red", "kind": "Clubmen", "men": ["F"]}
    told = state({"A": {"side": "red", "kind": "Musketeers", "men": ["A"], "commanded": True},
                  "F": friend, "W": W}, step="fire")  # fmt: skip
    for cm, clear in ((2.2, True), (2.4, False)):
        play = field(told, {**PLACES, "F": (60.0, 62.5 + cm, 90.0)})
        typed = HandReading("base_gap", "F", "A", cm, 0.3, "cm")
        play = play.on_table(replace(play.table, readings=(typed,)))
        line = sight.shot_line(play, play.state.figure("A"), play.state.figure("W"))
        assert line.clear is clear
