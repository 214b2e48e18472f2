"""When the risk factor is taken, what people are asked for it, and what the ruling shows."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.kernel.protocol import Action
from rules.skirmish import SKIRMISH
from rules.skirmish.reactions import risk
from rules.skirmish.state import Play, State
from tests.rules.answered import run
from tests.rules.skirmish.scene import field, state
from vision.table.reading import HandReading, Unmeasurable
from vision.table.snapshot import Snapshot, Terrain

A = {"side": "red", "kind": "Clubmen", "men": ["A1"]}
B = {"side": "red", "kind": "Clubmen", "men": ["B1"]}
W = {"side": "white", "kind": "Musketeers", "men": ["W1"]}
FAR = {"side": "white", "kind": "Clubmen", "men": ["X1"]}
HOUSE = Terrain("building", ((0, 60), (96, 60), (96, 62), (0, 62)), 3.0, "house")
HOUSED = {"A1": (60.0, 60.0, 90.0), "B1": (90.0, 60.0, 90.0), "X1": (230.0, 230.0, 270.0)}
PLACES = {"A1": (60.0, 60.0, 90.0), "B1": (90.0, 60.0, 90.0), "W1": (60.0, 102.5, 270.0)}


def done(told: State, table: Snapshot, *steps: tuple[Action, tuple[Any, ...]]) -> Any:
    """The outcome of the last of some actions, each with its answers."""
    out = None
    for action, answers in steps:
        out = run(SKIRMISH.resolve(action, told, table), *answers)
        told = out.state
    return out


def lines(out: Any, of: str) -> dict[str, str]:
    """The modifiers of the ruling on a roll of that group, by rule."""
    ruling = next(one for one in out.rulings if one.says.startswith(f"{of}: risk"))
    return {line.rule: line.value for line in ruling.modifiers}


def test_the_ruling_of_an_uncommanded_roll_shows_every_line_of_the_risk() -> None:
    """SKM-SEQ-08, SKM-RF-05: taken as the step began, one line each, as if taken now."""
    play = field(state({"A": A, "W": W}, step="fire"),
                 {name: PLACES[name] for name in ("A1", "W1")})  # fmt: skip
    out = done(play.state, play.table, (Action("end", "red"), ()), (Action("roll", "A"), ((1,),)))
    assert lines(out, "A") == {"SKM-RF-05": "+1"}
    assert "SKM-SEQ-08" in out.rulings[0].rules


def test_a_friend_who_rolls_to_run_does_not_count_in_the_same_step() -> None:
    """SKM-SEQ-08: B rolls to run first; A still has the -4 of nothing to fear in sight."""
    told = state({"A": A, "B": {**B, "risk": 9}, "X": FAR}, step="others")
    play = field(told, HOUSED, (HOUSE,))
    out = done(told, play.table, (Action("roll", "B"), ((1,),)), (Action("roll", "A"), ((1,),)))
    assert out.state.group("B").rolled == "RUN"
    assert lines(out, "A") == {"SKM-RF-01": "-4"}


def test_commanded_groups_take_their_risk_before_any_of_them_rolls() -> None:
    """SKM-SEQ-01: B, pushed back by a melee, is a retreating friend whoever rolls first.

    A sees no enemy, and as long as B retreats no -4. B's own roll ends his retreat.
    """
    told = state({"A": {**A, "commanded": True}, "B": {**B, "commanded": True, "pushed": True},
                  "X": FAR})  # fmt: skip
    play = field(told, HOUSED, (HOUSE,))
    rolls = ((Action("roll", "B"), ((3,),)), (Action("roll", "A"), ((3,),)))
    assert lines(done(told, play.table, *rolls), "A") == {}


def test_side_by_side_a_side_takes_its_risk_in_its_own_step() -> None:
    """SKM-SEQUENCE side by side: what red's step found is not what white rolls with."""
    told = state({"A": A, "W": W}, step="fire", side="red",
                 house={"SKM_SEQUENCE": "side_by_side"})  # fmt: skip
    play = field(told, {name: PLACES[name] for name in ("A1", "W1")})
    after = done(told, play.table, (Action("end", "red"), ())).state
    assert after.group("A").risk is not None
    assert after.group("W").risk is None


def typed(play: Play, what: str, a: str, b: str, cm: float) -> Play:
    """The play with one distance read as that, give or take 0.3 cm."""
    reading = HandReading(what, a, b, cm, 0.3, "cm")
    return play.on_table(replace(play.table, readings=(reading,)))


def test_weapons_that_may_or_may_not_reach_are_asked_about() -> None:
    """SKM-RF-05: muskets at 70.1 give or take 0.3: +1 by people's word, else nothing."""
    for word, found in (("in", {"SKM-RF-05": "+1"}), ("out", {})):
        told = state({"A": A, "W": W}, step="others")
        play = typed(field(told, {**{"A1": PLACES["A1"]}, "W1": (60.0, 132.6, 270.0)}),
                     "gap", "A", "W", 70.1)  # fmt: skip
        out = done(told, play.table, (Action("roll", "A"), (word, (1,))))
        assert lines(out, "A") == found


def test_only_men_with_missiles_bring_a_mixed_enemy_into_range() -> None:
    """SKM-RF-05: clubs at 60 cm, their one musket 75 cm away: nobody reaches, +0."""
    mixed = {"side": "white", "kind": "Clubmen", "men": ["W1", "W2"]}
    told = state({"A": A, "W": mixed}, step="others",
                 figures={"W2": {"weapons": ["musket"]}})  # fmt: skip
    places = {"A1": (60.0, 60.0, 90.0), "W1": (60.0, 122.5, 270.0), "W2": (60.0, 137.5, 270.0)}
    play = field(told, places)
    assert "SKM-RF-05" not in [line.rule for line in risk.risk(play, play.unit("A"))[1]]
    nearer = field(told, {**places, "W2": (62.5, 132.4, 270.0)})
    assert "SKM-RF-05" in [line.rule for line in risk.risk(nearer, nearer.unit("A"))[1]]


def test_a_wounded_musketeer_reaches_no_farther_than_he_may_shoot() -> None:
    """SKM-RF-05, SKM-SHOOT-20: wounded, 10 cm is all he reaches."""
    told = state({"A": A, "W": W}, step="others", figures={"W1": {"wounds": 1}})
    for gap, reached in ((10.0, True), (20.0, False)):
        play = field(told, {"A1": (60.0, 60.0, 90.0), "W1": (60.0, 62.5 + gap, 270.0)})
        found = [line.rule for line in risk.risk(play, play.unit("A"))[1]]
        assert ("SKM-RF-05" in found) is reached


def test_an_officer_within_5_cm_steadies_each_group_he_is_with() -> None:
    """SKM-RF-03: 4 cm from A and 3 cm from B: -1 for both, though hits count him with B."""
    told = state({"A": A, "B": B, "O": {"side": "red", "kind": "Officer", "men": ["O"]}})
    play = field(told, {"A1": (60, 60, 90), "O": (66.5, 60, 90), "B1": (72, 60, 90)})
    for name in ("A", "B"):
        found = [line.rule for line in risk.risk(play, play.unit(name))[1]]
        assert "SKM-RF-03" in found


def test_a_man_who_took_cover_in_terrain_is_no_retreating_friend() -> None:
    """SKM-RF-01, SKM-WIN-01: COVER is a retreat only when it went away from the enemy."""
    for motion, calm in (("stand", True), ("back", False)):
        told = state({"A": A, "B": {**B, "last": "COVER", "motion": motion}}, step="others")
        play = field(told, {name: PLACES[name] for name in ("A1", "B1")})
        found = [line.rule for line in risk.risk(play, play.unit("A"))[1]]
        assert ("SKM-RF-01" in found) is calm


def test_an_enemy_at_the_edge_of_the_front_is_asked_about() -> None:
    """SKM-RF-09: on the 45 degree line itself, with the poses known to a fifth of an inch."""
    told = state({"A": A, "W": {**W, "kind": "Clubmen"}}, step="others")
    # The front edge of a 2.5 cm base at (60, 60) ends at (61.25, 61.25): 45 degrees on lies
    # (81.25, 81.25), the middle of W1.
    play = field(told, {"A1": (60, 60, 90), "W1": (81.25, 81.25, 225)})
    own = (0.01, 0.0, 0.0, 0.01, 0.0, 0.0)
    loose = tuple(
        replace(b, pose=replace(b.pose, own=own)) if b.pose else b for b in play.table.bases
    )
    table = replace(play.table, bases=loose)
    for word, found in (("in", {}), ("out", {"SKM-RF-09": "+2"})):
        out = done(told, table, (Action("roll", "A"), (word, (1,))))
        assert lines(out, "A") == found


def test_a_figure_that_is_hidden_delays_its_own_group_only() -> None:
    """A hand over B1: A rolls all the same, B is asked for when B rolls."""
    told = state({"A": A, "B": B, "W": W}, step="others")
    table = field(told, PLACES).table
    hidden = replace(table, bases=tuple(
        replace(b, status="hidden") if b.payload == "B1" else b for b in table.bases
    ))  # fmt: skip
    out = done(told, hidden, (Action("roll", "A"), ((3,),)))
    assert out.state.group("A").rolled and out.state.group("B").risk is None
    with pytest.raises(Unmeasurable, match="B1"):
        done(told, hidden, (Action("roll", "B"), ((3,),)))
