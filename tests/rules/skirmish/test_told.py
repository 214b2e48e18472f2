"""What the rulings tell people, and states written by hand that leave much out."""

from __future__ import annotations

from typing import Any

import pytest

from rules.field.ruler import shifted
from rules.kernel.protocol import Action, BadState, IllegalAction
from rules.skirmish import SKIRMISH
from rules.skirmish.state import Play
from tests.rules.answered import asked, run
from tests.rules.skirmish.scene import field, state
from vision.table.snapshot import Terrain

A = {"side": "red", "kind": "Musketeers", "men": ["A"]}
W = {"side": "white", "kind": "Clubmen", "men": ["W"]}
AT = {"A": (60.0, 60.0, 90.0), "W": (60.0, 80.0, 270.0)}


def do(play: Play, what: Action, *answers: Any) -> Any:
    return run(SKIRMISH.resolve(what, play.state, play.table), *answers)


def working(out: Any, start: str) -> list[tuple[str, str]]:
    """The modifiers, by value and rule, of the first ruling that begins so."""
    ruling = next(one for one in out.rulings if one.says.startswith(start))
    return [(line.value, line.rule) for line in ruling.modifiers]


# -- states written by hand -----------------------------------------------------------------


def test_a_side_that_was_never_there_has_not_lost() -> None:
    """A move tried out alone: nobody is beaten for not being on the table."""
    play = field(state({"A": {**A, "commanded": True}}, step="move"), {"A": AT["A"]})
    assert SKIRMISH.winner(play.state) is None
    assert asked(SKIRMISH.resolve(Action("move", "A"), play.state, play.table)).units == ("A",)


def test_a_group_of_41_is_no_group() -> None:
    """SKM-GRP-01: 40 at most, in a state written by hand as in an army; a gun is no figure."""
    state({"A": {**A, "men": 40}, "W": W})
    state({"A": {"side": "red", "kind": "Gun", "men": 40}, "W": W})
    with pytest.raises(BadState, match="SKM-GRP-01"):
        state({"A": {**A, "men": 41}, "W": W})


def test_a_lone_group_that_ran_may_still_roll() -> None:
    """SKM-RF-10: +3; only the step does not go on, for every unit of red is in retreat."""
    play = field(state({"A": {**A, "last": "RUN"}, "W": W}, step="others"), AT)
    out = do(play, Action("roll", "A"), (3,))
    assert ("+3", "SKM-RF-10") in working(out, "A: risk 3")
    with pytest.raises(IllegalAction, match="over"):
        do(play, Action("end", "red"))


def test_a_lone_group_that_runs_is_still_moved() -> None:
    """SKM-CODE-08: 25 cm away, though with it every unit of red is in retreat."""
    play = field(state({"A": {**A, "rolled": "RUN"}, "W": W}, step="others"), AT)
    there = field(play.state, {"A": (60, 35, 90), "W": AT["W"]}).table
    assert do(play, Action("move", "A"), there).state.figure("A").moved_cm == pytest.approx(25.0)


def test_a_limbered_gun_is_told_as_far_as_it_went() -> None:
    """SKM-MOVE-12: 10 cm, its crew where they were."""
    gun = {"side": "red", "kind": "Gun", "men": ["A1", "A2", "A3"], "limbered": True}
    play = field(state({"A": gun, "W": W}, step="move"),
                 {"A1": (57, 55, 90), "A2": (60, 55, 90), "A3": (63, 55, 90),
                  "A/gun": (60, 60, 90), "W": (200, 200, 270)})  # fmt: skip
    out = do(play, Action("move", "A"), shifted(play.table, ["A/gun"], 0, 10.0))
    assert any(ruling.says.startswith("A moves 10 cm") for ruling in out.rulings)


# -- the working ----------------------------------------------------------------------------


def test_a_shot_tells_its_band_cover_and_score() -> None:
    """SKM-SHOOT-10: 17.5 cm with a musket is medium, in the open 6; the share by grade."""
    play = field(state({"A": {**A, "men": ["A", "B", "C", "D"]}, "W": W}, step="others fire"),
                 {**AT, "B": (63, 60, 90), "C": (66, 60, 90), "D": (69, 60, 90)})  # fmt: skip
    out = do(play, Action("shoot", "A", "W"), (2,))
    assert working(out, "1 of 4") == [("1 for 4", "SKM-SHOOT-16"), ("4 men", "SKM-SHOOT-22")]
    assert working(out, "A shoots at W: 0 hits") == [("6 or more", "SKM-SHOOT-10")]


def test_a_move_tells_what_ground_and_fences_cost() -> None:
    """SKM-MOVE-07, -08: 12 cm, 5 of them rough, and a fence: 12 + 5 + 6.25."""
    rough = Terrain("rough", ((0, 25.5), (40, 25.5), (40, 27.46851), (0, 27.46851)), 0.0, "bog")
    rail = Terrain("fence", ((0, 28.0), (40, 28.0)), 0.5, "rail", is_line=True)
    play = field(state({"A": {**A, "commanded": True}, "W": W}, step="move"),
                 {"A": AT["A"], "W": (200, 200, 270)}, (rough, rail))  # fmt: skip
    there = field(play.state, {"A": (60, 72, 90), "W": (200, 200, 270)}, (rough, rail)).table
    out = do(play, Action("move", "A"), there)
    assert working(out, "A moves 23.25 cm") == [
        ("12", "SKM-MOVE-01"), ("+5", "SKM-MOVE-07"), ("+6.25", "SKM-MOVE-08")
    ]  # fmt: skip


def test_who_is_not_commanded_is_told_why() -> None:
    """SKM-CMD-12: one man out of reach; a body that costs too much."""
    chief = {"side": "red", "kind": "Officer", "men": ["O"], "each": {"player": "Ann"}}
    crowd = [f"B{n}" for n in range(9)]
    told = state({"O": chief, "A": {**A, "men": ["A", "A2"]}, "W": W,
                  "B": {"side": "red", "kind": "Clubmen", "men": crowd}})  # fmt: skip
    places = {name: (20 + 3.0 * n, 80, 90) for n, name in enumerate(crowd)}
    play = field(told, {**places, "O": (40, 60, 90), "A": (60, 60, 90), "A2": (120, 60, 90),
                        "W": (200, 200, 270)})  # fmt: skip
    out = do(play, Action("command", "O"), (1, 1, 1))
    says = out.rulings[-1].says
    assert "man 2 of A is out of command" in says and "B costs 9, there are 3 points" in says


def test_too_far_is_told_as_finely_as_it_was_measured() -> None:
    """SKM-MOVE-01: 26.25 cm is too far by 1.25."""
    play = field(state({"A": {**A, "commanded": True}, "W": W}, step="move"), AT)
    there = field(play.state, {"A": (86.25, 60, 90), "W": AT["W"]}).table
    rule = SKIRMISH.resolve(Action("move", "A"), play.state, play.table)
    again = rule.send(rule.send(None).parse(there))
    assert "too far by 1.25 cm (SKM-MOVE-01)" in again.told
