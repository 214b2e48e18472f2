"""What happens at once ends the same, in whatever order it is entered (ORD-19, TURN-12, DOC-17)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import permutations
from typing import Any

import pytest

from rules.kernel.plain import to_plain
from rules.kernel.prompts import Choose, Look, Prompt, Roll
from rules.kernel.protocol import Action
from rules.matchlocks.actions import resolve
from rules.matchlocks.setting_up.preparation import read_state
from rules.matchlocks.state import State
from vision.table.snapshot import Base, Pose, Snapshot, Terrain

SIDES = {
    "Royalists": {"tokens": 9, "start_tokens": 9},
    "Parliament": {"tokens": 9, "start_tokens": 9, "edge": "north"},
}
PLACES = {
    "A": (30.0, 14.0, 90.0),
    "C": (36.0, 14.0, 90.0),
    "D": (42.0, 14.0, 90.0),
    "B": (36.0, 21.0, 270.0),
    "E": (30.0, 21.0, 270.0),
    "F": (42.0, 21.0, 270.0),
}


def table(*units: str, terrain: tuple[Terrain, ...] = ()) -> Snapshot:
    bases = tuple(Base(name, 4.0, 2.0, Pose(*PLACES[name]), unit=name) for name in units)
    return Snapshot((72.0, 48.0), bases, terrain)


def state(units: dict[str, dict[str, Any]], **more: Any) -> State:
    sided = {
        key: {"side": "Royalists" if key in "ACD" else "Parliament", "kind": "musketeers", **one}
        for key, one in units.items()
    }
    house = {"measure_tolerance": "0"}
    return read_state({"sides": SIDES, "units": sided, "house": house, **more})


def ends(
    action: Action, start: State, seen: Snapshot, answer: Callable[[Prompt], Any]
) -> dict[str, Any]:
    """The units and sides after *action*, each question answered by what it asks."""
    rule, reply = resolve(action, start, seen), None
    while True:
        try:
            prompt = rule.send(reply)
        except StopIteration as stop:
            plain: dict[str, Any] = to_plain(stop.value.state)
            return {"units": plain["units"], "sides": plain["sides"], "winner": plain["winner"]}
        reply = prompt.parse(answer(prompt))


def by_what(prompt: Prompt) -> Any:
    """Dice that depend on nothing but the question; the first enemy that may be shot at."""
    if isinstance(prompt, Roll):
        first = sum(map(ord, prompt.what)) % 6
        return [(first + i) % 6 + 1 for i in range(prompt.count)]
    if isinstance(prompt, Choose):
        keys = [one.key for one in prompt.options]
        return next((one for one in keys if one in PLACES), keys[0])
    assert isinstance(prompt, Look)
    raise AssertionError(f"nothing moves here: {prompt.what}")


HEDGE = Terrain("wall", ((33.0, 19.95), (36.5, 19.95)), name="the wall", is_line=True)
"""Between the target and two of the three shooters."""


@pytest.mark.parametrize("terrain", [(), (HEDGE,)])
def test_the_fire_of_a_group_is_the_same_in_every_order(terrain: tuple[Terrain, ...]) -> None:
    """ORD-19: all hits are totalled before the saves, whoever is named first."""
    told = {"ordered": "L", "brigade": "b"}
    start = state({"A": told, "C": told, "D": told, "B": {"kind": "battalia"}})
    found = []
    for first, *rest in permutations("ACD"):
        action = Action("shoot", first, "B", {"with": rest})
        found.append(ends(action, start, table("A", "C", "D", "B", terrain=terrain), by_what))
    assert found[0]["units"]["B"]["kills"] > 0
    for other in found[1:]:
        assert _but_acts(other) == _but_acts(found[0])


def _but_acts(end: dict[str, Any]) -> dict[str, Any]:
    """Who shot at the target is kept in the order of the shots, as a list; it is a set."""
    units = {
        key: {**one, "shot_at_by": sorted(one["shot_at_by"])} for key, one in end["units"].items()
    }
    return {**end, "units": units}


@pytest.mark.parametrize("last", ["Royalists", "Parliament"])
def test_the_free_volleys_of_a_turn_end_are_the_same_in_every_order(last: str) -> None:
    """TURN-12, free_action_order=simultaneous: A destroys E and C kills six of B. B, who sees E
    go, tests once it has suffered: 3 + 4 against 9 killed is Daunted, against 3 it would hold.
    """
    units: dict[str, dict[str, Any]] = {
        "A": {},
        "C": {},
        "B": {"shot": 9, "start_shot": 12, "kills": 3, "points": 9},
        "E": {"shot": 1, "start_shot": 12, "kills": 11, "points": 24},
    }
    found = []
    for order in permutations("ABCE"):
        start = state({key: units[key] for key in order}, last_side=last, decks={"play": []})
        found.append(ends(Action("end turn", last), start, table("A", "B", "C", "E"), _volleys))
    assert found[0]["units"]["E"]["gone"] == "destroyed"
    assert found[0]["units"]["B"]["kills"] == 9
    assert found[0]["units"]["B"]["daunted"]
    for other in found[1:]:
        assert _but_acts(other) == _but_acts(found[0])


def _volleys(prompt: Prompt) -> Any:
    """Everybody hits whom he may, nobody saves, and every test of morale shows 3 and 4."""
    if isinstance(prompt, Look):
        return table("A", "B", "C", "E").let_stand()
    if isinstance(prompt, Roll):
        if "tests" in prompt.what:
            return [3, 4][: prompt.count]
        return [1 if "saves" in prompt.what else 6] * prompt.count
    keys = [one.key for one in prompt.options] if isinstance(prompt, Choose) else []
    return next((one for one in keys if one in PLACES), keys[0])


def test_shots_that_are_exchanged_cost_both_sides_alike() -> None:
    """DOC-17: four pistols each at 5+, no save: four figures each, whoever attacked."""
    horse = {"kind": "harquebusiers", "formation": "column"}
    for first, second in (("C", "B"), ("B", "C")):
        start = state({"C": horse, "B": horse})
        places = iter((_met(), _met(first, -1.0 if first == "C" else 1.0)))
        end = ends(
            Action("attack", first, second), start, table("C", "B"),
            lambda prompt, places=places: _pistols(prompt, places),
        )  # fmt: skip
        assert [end["units"][one]["shot"] for one in "CB"] == [4, 4]


def _met(who: str = "", back_in: float = 0.0) -> Snapshot:
    """C at 14 and B at 21 have met halfway, at 17.5; then one of them has gone an inch back."""
    there = {"C": (36.0, 16.5, 90.0), "B": (36.0, 18.5, 270.0)}
    bases = tuple(
        Base(name, 4.0, 2.0, Pose(x, y + (back_in if name == who else 0.0), deg), unit=name)
        for name, (x, y, deg) in there.items()
    )
    return Snapshot((72.0, 48.0), bases)


def _pistols(prompt: Prompt, places: Iterator[Snapshot]) -> Any:
    if isinstance(prompt, Look):
        return next(places)
    if isinstance(prompt, Roll):
        return [6 if "fires" in prompt.what else 1] * prompt.count
    keys = [one.key for one in prompt.options] if isinstance(prompt, Choose) else []
    return "no" if "no" in keys else keys[0]
