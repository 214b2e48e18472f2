"""What the ruler cannot tell is asked of the players, or compels and forbids nobody."""

from __future__ import annotations

from dataclasses import replace

import pytest
from msgspec.structs import replace as changed

from rules.armatys.actions import BOOK
from rules.armatys.charging.contacts import shares
from rules.armatys.movement.going import going
from rules.armatys.state import Arm, General, State, Touch, Unit
from rules.kernel.engine import Done, advance
from rules.kernel.play import Play
from rules.kernel.prompts import Choose, Prompt, Roll
from rules.kernel.protocol import Action, IllegalAction
from vision.table.snapshot import Base, Pose, Snapshot, Terrain

FOOT = Unit("A", "red", "foot", (Arm("musket", 8, 8),), ranks=1)
HORSE = Unit("A", "red", "horse", (Arm("horse", 8, 8),), ranks=1)
FOE = Unit("B", "blue", "foot", (Arm("musket", 8, 8),), ranks=1)
VARIANCE = 0.05**2
"""A standard error of 0.05 in: a ± of 0.1 in or so."""
FUZZY = (VARIANCE, 0.0, 0.0, VARIANCE, 0.0, 0.0)


def base(
    unit: str,
    x_in: float,
    y_in: float,
    facing_deg: float = 90.0,
    fuzzy: bool = False,
    tag: str = "1",
) -> Base:
    """2 in wide and 1 in deep."""
    pose = Pose(x_in, y_in, facing_deg, own=FUZZY if fuzzy else (0.0,) * 6)
    return Base(f"{unit}{tag}", 2.0, 1.0, pose, unit=unit, figures=8)


def table(*bases: Base, terrain: tuple[Terrain, ...] = ()) -> Snapshot:
    return Snapshot((72.0, 48.0), bases, terrain)


def state(*units: Unit, phase: int = 5, **more: object) -> State:
    return State(units=units, phase=phase, **more)


def after(now: State, seen: Snapshot, action: Action, *replies: object) -> Prompt | Done:
    """What is asked, or came, once those answers were given."""
    answered: list[tuple[Prompt, object]] = []
    for reply in replies:
        asked = advance(BOOK.resolve(action, now, seen), answered)
        assert not isinstance(asked, Done)
        answered.append((asked, asked.parse(reply)))
    return advance(BOOK.resolve(action, now, seen), answered)


WOOD = Terrain("wood", ((11.0, 0.0), (20.0, 0.0), (20.0, 40.0), (11.0, 40.0)), name="Birch Wood")
"""Its west edge at x = 11, the east side of a base that stands at x = 10."""


def test_a_wood_that_may_have_been_brushed_is_asked_of_its_player() -> None:
    """PAS-TER-08: horse rides north along the edge, in by 0.02 ± 0.1 in: "out", and it has moved;
    "in", and it may not."""
    seen = table(base("A", 10.02, 10, fuzzy=True), terrain=(WOOD,))
    moved = table(base("A", 10.02, 16, fuzzy=True), terrain=(WOOD,))
    asked = after(state(HORSE, FOE), seen, Action("move", "A"), moved)
    assert isinstance(asked, Choose) and asked.by == "red"
    assert asked.what.startswith("A went into or over Birch Wood: ")
    assert asked.rules == ("PAS-TER-08",)
    done = after(state(HORSE, FOE), seen, Action("move", "A"), moved, "out")
    assert isinstance(done, Done) and done.outcome.state.units[0].moved
    with pytest.raises(IllegalAction, match="PAS-TER-08"):
        after(state(HORSE, FOE), seen, Action("move", "A"), moved, "in")


def test_a_wood_that_is_only_touched_was_not_entered() -> None:
    """Exact poses, edge on edge: no question, no refusal."""
    seen, moved = (table(base("A", 10, y), terrain=(WOOD,)) for y in (10, 16))
    assert isinstance(after(state(HORSE, FOE), seen, Action("move", "A"), moved), Done)


def test_a_road_too_close_to_call_is_a_road() -> None:
    """PAS-TER-08: deep in the wood, on a road's edge; what only spares is given."""
    road = Terrain("road", ((14.0, 0.0), (16.0, 0.0), (16.0, 40.0), (14.0, 40.0)))
    seen, moved = (table(base("A", 13.02, y, fuzzy=True), terrain=(WOOD, road)) for y in (10, 16))
    assert isinstance(after(state(HORSE, FOE), seen, Action("move", "A"), moved), Done)


def test_half_in_a_wood_is_asked_before_a_save() -> None:
    """PAS-TER-11: the middle of B lies on the wood's edge. Fire from 2 in, one hit, lost on a 5:
    "in" gives the save."""
    seen = table(base("A", 11, 10), base("B", 11, 13, 270, fuzzy=True), terrain=(WOOD,))
    now = state(FOOT, FOE, phase=6)
    asked = after(now, seen, Action("fire", "A", "B"), [5, 1])
    assert isinstance(asked, Choose) and asked.by == "blue" and "half of B" in asked.what
    saved = after(now, seen, Action("fire", "A", "B"), [5, 1], "in", [5])
    assert isinstance(saved, Roll) and "saved by the wood" in saved.what
    bare = after(now, seen, Action("fire", "A", "B"), [5, 1], "out", [5])
    assert isinstance(bare, Done)


def test_the_3_inches_of_a_wood_are_asked_where_they_matter() -> None:
    """PAS-TER-10: B at 4 in, half in the wood or not: within 3 in nobody asks."""
    far = table(base("A", 11, 10), base("B", 11, 15, 270, fuzzy=True), terrain=(WOOD,))
    out = table(base("A", 5, 10), base("B", 11, 15, 270, fuzzy=True), terrain=(WOOD,))
    now = state(FOOT, FOE, phase=6)
    with pytest.raises(IllegalAction, match="PAS-TER-10"):
        after(now, far, Action("fire", "A", "B"), "in", "in")
    asked = after(now, out, Action("fire", "A", "B"))
    assert isinstance(asked, Choose) and "half of B" in asked.what
    assert isinstance(after(now, out, Action("fire", "A", "B"), "out"), Roll)


def test_a_corner_is_asked_whether_it_is_the_front() -> None:
    """PAS-MEL-18: A, facing east, meets the north-west corner of B, facing north, corner to
    corner: its extra counters hang on the side."""
    b = base("B", 13, 9.25, 90, fuzzy=True)
    a = replace(base("A", 11.5, 10.75, 0, fuzzy=True))
    now = state(FOOT, FOE, phase=4)
    asked = after(now, table(a, b), Action("melee", "A"))
    assert isinstance(asked, Choose) and "corner of" in asked.what
    assert asked.rules == ("PAS-MEL-02", "PAS-MEL-18")


def test_a_step_aside_is_no_advance() -> None:
    """PAS-REA-06: after a failed charge, 3 in aside and 0.06 ± 0.1 in ahead."""
    seen, moved = table(base("A", 10, 10, fuzzy=True)), table(base("A", 13, 10.06, fuzzy=True))
    shy = changed(FOOT, no_advance=True)
    assert not going(Play(state(shy), seen), seen, moved, shy, {}).forward
    assert isinstance(after(state(shy, FOE), seen, Action("move", "A"), moved), Done)


def test_the_nearest_of_two_that_cannot_be_told_apart_is_both() -> None:
    """PAS_MIXED_ENEMY: A's base is 1.00 in from B and 1.02 ± 0.1 in from C."""
    seen = table(base("A", 10, 10), base("B", 9, 12, 270), base("C", 11, 12.02, 270, fuzzy=True))
    assert shares(Play(state(FOOT), seen), FOOT, ("B", "C")) == {"B": 0.5, "C": 0.5}


K = General("K", "red", base="K1")


def general_at(x_in: float, y_in: float, spread: tuple[float, ...] = (0.0,) * 6) -> Base:
    pose = Pose(x_in, y_in, 90.0, own=spread)
    return Base("K1", 1.0, 1.0, pose, unit="K")


def test_a_general_is_with_whom_he_stands_beside() -> None:
    """PAS-GEN-01: he rides from A, whose rear edge he touched, 6 in away."""
    now = state(FOOT, FOE, generals=(changed(K, with_unit="A"),))
    seen, moved = (
        table(base("A", 10, 10), general_at(10, 9)),
        table(base("A", 10, 10), general_at(10, 3)),
    )
    done = after(now, seen, Action("move", "K"), moved)
    assert isinstance(done, Done) and done.outcome.state.generals[0].with_unit == ""
    back = after(done.outcome.state, moved, Action("move", "K"), seen)
    assert isinstance(back, Done) and back.outcome.state.generals[0].with_unit == "A"


def test_the_phases_see_whom_a_general_is_with() -> None:
    now = state(FOOT, FOE, phase=3, generals=(K,), done=("blue",))
    done = after(now, table(base("A", 10, 10), general_at(10, 9)), Action("done", "red"))
    assert isinstance(done, Done) and done.outcome.state.generals[0].with_unit == "A"


def test_the_moves_of_a_general_add_up_with_what_is_not_known_of_them() -> None:
    """PAS-GEN-11: 14 ± 0.2 in and then 1.1 in exactly, against 15."""
    now = state(FOOT, FOE, generals=(changed(K, moved_in=14.0, moved_spread_in=0.2),))
    asked = after(now, table(general_at(20, 9)), Action("move", "K"), table(general_at(21.1, 9)))
    assert isinstance(asked, Choose) and asked.limit == 15.0
    with pytest.raises(IllegalAction, match="PAS-GEN-11"):
        after(now, table(general_at(20, 9)), Action("move", "K"), table(general_at(21.3, 9)))


def test_an_enemy_general_is_offered_as_a_target() -> None:
    """PAS-GEN-03: he stands 4 in before A's front."""
    now = state(FOOT, FOE, phase=6, generals=(changed(K, side="blue"),))
    seen = table(base("A", 10, 10), base("B", 40, 40, 270), general_at(10, 15))
    found = [one for one in BOOK.offers(now, seen) if one.action == Action("fire", "A", "K")]
    assert found[0].legal


def test_a_horseman_beside_a_general_who_is_shot_at_may_give_his_horse() -> None:
    """PAS-GEN-07: two hits by fire, then a 6 and a 2; he touches C, whatever was said before."""
    troop = changed(HORSE, id="C", side="blue")
    now = state(FOOT, troop, phase=6, generals=(changed(K, side="blue"),))
    seen = table(base("A", 10, 10), base("C", 10, 16, 270), general_at(10, 15))
    asked = after(now, seen, Action("fire", "A", "K"), [5, 5], [6], [2])
    assert isinstance(asked, Choose) and [one.key for one in asked.options] == ["on foot", "horse"]


def test_horse_does_not_follow_into_a_wood() -> None:
    """PAS-PUR-03: B fled into the wood: the pursuit is over before any test."""
    horse = changed(HORSE, pursuing="B")
    now = state(horse, changed(FOE, broken=True))
    seen = table(base("A", 8, 10), base("B", 15, 10, 270), terrain=(WOOD,))
    done = after(now, seen, Action("pursue", "A"))
    assert isinstance(done, Done) and "PAS-PUR-03" in done.outcome.rulings[0].rules


def test_a_unit_in_contact_is_offered_no_charge() -> None:
    """PAS-MEL-01"""
    now = state(FOOT, FOE, phase=1, touches=(Touch("A", "B"),))
    found = [one for one in BOOK.offers(now, table()) if one.action.do == "charge"]
    assert not any(one.legal for one in found) and "PAS-MEL-01" in found[0].rules
