"""Command, joining, formed units, the end, markers: what a checker would try besides."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.kernel.protocol import Action, IllegalAction
from rules.skirmish import SKIRMISH, turn
from rules.skirmish.ordering import groups
from rules.skirmish.state import Play, State
from tests.rules.answered import run
from tests.rules.skirmish.scene import field, state
from vision.table.reading import HandReading
from vision.table.snapshot import Base, Pose, Snapshot

W = {"side": "white", "kind": "Clubmen", "men": ["W"]}
CHIEF = {"side": "red", "kind": "Officer", "men": ["O"], "each": {"grade": "Poor", "player": "Ann"}}
DRUM = {"side": "red", "kind": "Drummer", "men": ["D"]}
FAR = (200.0, 200.0, 270.0)


def do(told: State, table: Snapshot, what: Action, *answers: Any) -> Any:
    return run(SKIRMISH.resolve(what, told, table), *answers)


# -- command --------------------------------------------------------------------------------


def drummed(gap_cm: float, *typed: HandReading) -> Play:
    told = state({"O": CHIEF, "D": DRUM, "W": W})
    play = field(told, {"O": (60, 60, 90), "D": (62.5 + gap_cm, 60, 90), "W": FAR})
    return play.on_table(replace(play.table, readings=typed))


def test_a_drummer_who_is_paid_for_is_commanded() -> None:
    """SKM-CMD-04, -09: his point is spent, so he moves with the commanded."""
    play = drummed(10.0)
    out = do(play.state, play.table, Action("command", "O", None, {"musician": "D"}), (1, 1, 1),
             "done")  # fmt: skip
    assert out.state.group("D").commanded


@pytest.mark.parametrize(("word", "dice"), [("in", 3), ("out", 0)])
def test_a_drummer_too_close_to_call_is_asked_about(word: str, dice: int) -> None:
    """SKM-CMD-04, -07: 50.1 give or take 0.3 cm; called out he adds no die."""
    play = drummed(50.1, HandReading("base_gap", "O", "D", 50.1, 0.3, "cm"))
    rule = SKIRMISH.resolve(Action("command", "O", None, {"musician": "D"}), play.state, play.table)
    rule.send(None)
    if dice:
        assert rule.send((word,)).count == dice
    else:
        with pytest.raises(IllegalAction, match="SKM-CMD-04"):
            rule.send((word,))


# -- joining --------------------------------------------------------------------------------


def joined(mine: dict[str, Any], theirs: dict[str, Any], **more: Any) -> State:
    """Group A tries to join group B."""
    groups = {"A": {"side": "red", "men": ["A1"], "start": 9, **mine},
              "B": {"side": "red", "men": ["B1", "B2"], **theirs}, "W": W}  # fmt: skip
    told = state(groups, **more)
    names = [figure.id for figure in told.figures]
    play = field(told, {name: (20 + 5 * n, 20, 90) for n, name in enumerate(names)})
    out: State = do(told, play.table, Action("join", "A", "B")).state
    return out


def test_remnants_join_like_troops() -> None:
    """SKM-GRP-03: musketeers join musketeers."""
    after = joined({"kind": "Musketeers"}, {"kind": "Musketeers"})
    assert len(after.members("B")) == 3


@pytest.mark.parametrize(
    ("mine", "theirs"),
    [
        ({"kind": "Carabins"}, {"kind": "Musketeers"}),
        ({"kind": "Clubmen"}, {"kind": "Gun"}),
        ({"kind": "Musketeers"}, {"kind": "Officer", "men": ["B1"]}),
    ],
)
def test_horse_gun_crews_and_leaders_are_no_like_troops_of_foot(
    mine: dict[str, Any], theirs: dict[str, Any]
) -> None:
    """SKM-GRP-03: similar troops only."""
    with pytest.raises(IllegalAction, match="SKM-GRP-03"):
        joined(mine, theirs)


def test_nobody_joins_a_group_that_is_commanded_or_has_rolled() -> None:
    """SKM-CMD-12, SKM-ACT-01: he would be commanded unpaid, or roll twice."""
    for done in ({"commanded": True}, {"rolled": "HALT"}):
        with pytest.raises(IllegalAction, match="SKM-GRP-03"):
            joined({"kind": "Musketeers"}, {"kind": "Musketeers", **done})


# -- formed units ---------------------------------------------------------------------------


@pytest.mark.parametrize(("word", "shared"), [("in", True), ("out", False)])
def test_a_gap_of_a_formed_unit_too_close_to_call_is_asked(word: str, shared: bool) -> None:
    """SKM-GRP-06: 5.1 give or take 0.3 cm between the groups."""
    pikes = {"side": "red", "kind": "Pikemen", "risk": 0}
    told = state({"A": {**pikes, "men": ["A"]}, "B": {**pikes, "men": ["B"]},
                  "S": {"side": "red", "kind": "Sergeant", "men": ["S"]}, "W": W},
                 step="others")  # fmt: skip
    play = field(told, {"A": (60, 60, 90), "B": (67.6, 60, 90), "S": (60, 56, 90), "W": FAR})
    typed = HandReading("gap", "A", "B", 5.1, 0.3, "cm")
    table = replace(play.table, readings=(typed,))
    action = Action("roll together", "A", None, {"with": ["B"]})
    if shared:
        assert do(told, table, action, word, (2,)).state.group("B").rolled == "CONTINUE"
    else:
        with pytest.raises(IllegalAction, match="SKM-GRP-06"):
            do(told, table, action, word)


# -- the end --------------------------------------------------------------------------------


def test_a_side_is_beaten_only_when_all_have_rolled() -> None:
    """SKM-WIN-01, SKM-SEQ-08: B ran last turn and may yet rally; results are simultaneous."""
    groups = {"A": {"side": "white", "kind": "Clubmen", "men": ["A"], "rolled": "RUN"},
              "B": {"side": "white", "kind": "Clubmen", "men": ["B"], "last": "RUN"},
              "R": {"side": "red", "kind": "Clubmen", "men": ["R"], "rolled": "HALT"}}  # fmt: skip
    assert SKIRMISH.winner(state(groups, step="others")) is None
    both = {**groups, "B": {**groups["B"], "rolled": "RUN"}}
    won = SKIRMISH.winner(state(both, step="others"))
    assert won is not None and won.winner == "red"
    fresh = {name: {**group, "rolled": "", "last": "RUN" if name != "R" else ""}
             for name, group in groups.items()}  # fmt: skip
    won = SKIRMISH.winner(state(fresh))
    assert won is not None and won.winner == "red"


def test_a_gun_crew_thrown_back_is_not_in_retreat_for_ever() -> None:
    """SKM-RF-11, SKM-ART-02: crews never roll, so their retreat ends with the turn."""
    told = state({"A": {"side": "red", "kind": "Gun", "men": ["A1", "A2", "A3"], "pushed": True},
                  "W": W}, step="melee")  # fmt: skip
    play = field(told, {"A1": (57, 55, 90), "A2": (60, 55, 90), "A3": (63, 55, 90),
                        "A/gun": (60, 60, 90), "W": FAR})  # fmt: skip
    assert not run(turn.end(play)).unit("A").pushed


# -- markers --------------------------------------------------------------------------------


def hidden_state() -> Play:
    told = state({"A": {"side": "red", "kind": "Clubmen", "men": ["A"]}, "W": W}, solo=True)
    return field(told, {"A": (60, 60, 90), "W": FAR})


def test_markers_of_both_sides_have_different_names() -> None:
    """SKM-SETUP-02: one real marker and one dummy a side, four names."""
    play = hidden_state()
    after = do(play.state, play.table, Action("hide", "red"), ("M2",)).state
    after = do(after, play.table, Action("hide", "white"), ("M3",)).state
    assert len({marker.id for marker in after.markers}) == 4


def test_which_marker_is_a_dummy_is_drawn() -> None:
    """The numbers went with the order of the groups, and the dummies were the last ones."""
    play = hidden_state()
    after = do(play.state, play.table, Action("hide", "red"), ("M2",)).state
    assert [(one.id, one.group) for one in after.markers] == [("M1", ""), ("M2", "A")]


@pytest.mark.parametrize(("cm", "accepted"), [(20.2, True), (20.6, False)])
def test_a_figure_too_close_to_call_from_its_marker_stands(cm: float, accepted: bool) -> None:
    """SKM-SETUP-03: 20.2 give or take 0.3 cm may be 20; 20.6 is not."""
    play = hidden_state()
    hid = do(play.state, play.table, Action("hide", "white"), ("M2",)).state
    real = next(one for one in hid.markers if one.group == "W")
    marker = Base(real.id, 0.98, 0.98, Pose(70.0, 70.0, 0.0))
    typed = HandReading("base_gap", "W", real.id, cm, 0.3, "cm")
    placed = replace(play.table, bases=(*play.table.bases, marker), readings=(typed,))
    rule = SKIRMISH.resolve(Action("reveal", "white", None, {"marker": real.id}), hid, placed)
    look = rule.send(None)
    try:
        look = rule.send(look.parse(placed))
    except StopIteration:
        assert accepted
    else:
        assert not accepted and look.fault is not None


def test_leaders_under_markers_are_not_measured() -> None:
    """SKM-SETUP-02: red under markers, a sergeant of its own and a relay among them."""
    told = state({
        "O": {**CHIEF, "side": "white"}, "W": W,
        "A": {"side": "red", "kind": "Clubmen", "men": ["A"]},
        "S": {"side": "red", "kind": "Sergeant", "men": ["S"]},
        "N": {"side": "white", "kind": "Sergeant", "men": ["N"]},
    }, solo=True)  # fmt: skip
    play = field(told, {"O": (60, 60, 90), "W": (70, 60, 90), "N": (80, 60, 90),
                        "A": (60, 200, 270), "S": (63, 200, 270)})  # fmt: skip
    bare = replace(play.table, bases=tuple(b for b in play.table.bases if b.side == "white"))
    hid = do(told, play.table, Action("hide", "red"), ("M1", "M3")).state
    assert SKIRMISH.actions(hid, bare)
    out = do(hid, bare, Action("command", "O"), (1, 1), "W", "done")
    assert out.state.group("W").commanded
    real = next(one for one in hid.markers if one.group == "A")
    after = do(hid, play.table, Action("reveal", "red", None, {"marker": real.id}), play.table)
    shown = Play(after.state, play.table)
    bare = shown.on_table(replace(play.table, bases=tuple(
        b for b in play.table.bases if b.payload != "S"
    )))  # fmt: skip
    assert [figure.id for figure in groups.body(bare, bare.unit("A"))] == ["A"]


def test_a_gun_at_one_group_bars_the_shared_die_for_the_whole_formed_unit() -> None:
    """SKM-ACT-04: four in line, the second was shot at: not even the third and fourth share, before
    the second has rolled or after."""
    pikes = {"side": "red", "kind": "Pikemen", "risk": 0}
    names = ["A", "B", "C", "D"]
    told = state({**{name: {**pikes, "men": [name], "shot_at": name == "B"} for name in names},
                  "S": {"side": "red", "kind": "Sergeant", "men": ["S"]}, "W": W},
                 step="others")  # fmt: skip
    places = {name: (60 + 6.0 * n, 60, 90) for n, name in enumerate(names)}
    table = field(told, {**places, "S": (75, 56, 90), "W": FAR}).table
    action = Action("roll together", "C", None, {"with": ["D"]})
    with pytest.raises(IllegalAction, match="SKM-ACT-04"):
        do(told, table, action)
    after = do(told, table, Action("roll", "B"), (2,)).state
    with pytest.raises(IllegalAction, match="SKM-ACT-04"):
        do(after, table, action)
    calm = state({**{name: {**pikes, "men": [name]} for name in names},
                  "S": {"side": "red", "kind": "Sergeant", "men": ["S"]}, "W": W},
                 step="others")  # fmt: skip
    assert do(calm, table, action, (2,)).state.group("D").rolled
