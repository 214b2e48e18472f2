"""Every house rule of every book has a case that it turns, and whose rulings name it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from rules.books import RULE_SETS
from rules.cases.case import resolve_case
from rules.kernel.prompts import BadAnswer
from rules.kernel.protocol import BadState, IllegalAction, RuleSet, Switch
from tests.rules.examples import cases_of

SILENT = {
    # they act on a roster, on how the table is set up or on what is shown: no ruling is given
    "breakdown_leftovers", "quarter_basis", "defence_cost_scope", "light_gun_odd", "strength",
    "premeasure", "divisions_agreed", "mustering",
    "MAP_CUIRASSIER", "MAP_DENSITY",
    "PAS_BOXES", "PAS_FIGURES",
    "WOR_CANON_COUNT", "WOR_BOW_RATIO",
    "SKM_BOW_POINTS", "SKM_START_LOADED",
    # they decide who has won
    "WOR_VICTORY", "SKM_RETREAT_SET",
    # it says what may be measured before anything is declared
    "measure",
}  # fmt: skip
IDLE = {
    "MAP_MAJORITY",  # three blocks a square at most: no legal game tells its values apart
    "measure",  # the page hides the ruler; no ruling differs
}


def switches(rule_set: RuleSet) -> list[Switch]:
    """Those with a choice."""
    return [switch for switch in rule_set.switches if len(switch.values) > 1]


def house_of(case: dict[str, Any]) -> dict[str, str]:
    """The house rules of a case, wherever it gives them."""
    return {**case.get("state", {}).get("house", {}), **case.get("house", {})}


def under(case: dict[str, Any], house: dict[str, str]) -> dict[str, Any]:
    """The same case under other house rules."""
    state = {key: value for key, value in case.get("state", {}).items() if key != "house"}
    return {**case, "state": state, "house": house} if "state" in case else {**case, "house": house}


def came_to(case: dict[str, Any]) -> tuple[str, str]:
    """What it came to, without the names of house rules; and with them."""
    try:
        out = json.loads(json.dumps(resolve_case(case)))
    except (IllegalAction, BadState, BadAnswer) as why:
        said = str(why)
        return said.split(" [house rule ")[0], said
    names = [name for ruling in out["rulings"] for name in ruling.pop("house")]
    (out.get("state") or {}).pop("house", None)
    return json.dumps(out), " ".join((*names, ""))


def turned(case: dict[str, Any], name: str) -> tuple[bool, bool]:
    """Does that house rule turn the case, and is it named?"""
    house = house_of(case)
    came, named = came_to(under(case, house))
    without = came_to(under(case, {key: v for key, v in house.items() if key != name}))[0]
    return came != without, f"{name}={house[name]}" in named


def of_switch(cases: list[dict[str, Any]], switch: Switch) -> Iterator[dict[str, Any]]:
    """The cases in which it is not at its default."""
    return (c for c in cases if house_of(c).get(switch.name, switch.values[0]) != switch.values[0])


def tried(cases: list[dict[str, Any]], switch: Switch) -> list[tuple[bool, bool]]:
    """What became of its cases, up to the first that it turns by name: one is enough."""
    found = []
    for case in of_switch(cases, switch):
        found.append(turned(case, switch.name))
        if found[-1] == (True, True):
            break
    return found


@pytest.mark.parametrize("rule_set", RULE_SETS, ids=lambda one: one.name)
def test_every_house_rule_turns_a_case(rule_set: RuleSet) -> None:
    """The outcome differs from that of the same case at the default, and a ruling says why."""
    cases = cases_of(rule_set.name)
    idle, silent = [], []
    for switch in switches(rule_set):
        found = tried(cases, switch)
        if not any(differs for differs, _ in found):
            idle.append(switch.name)
        elif (True, True) not in found:
            silent.append(switch.name)
    assert (set(idle) - IDLE, set(silent) - SILENT) == (set(), set())


def test_the_guard_sees_a_case_that_a_house_rule_does_not_turn() -> None:
    """Seen to fail: who may attack horse has nothing to do with a volley."""
    case = next(c for c in cases_of("matchlocks") if "skirmisher_arc" in house_of(c))
    idle = under(case, {**house_of(case), "foot_attacks_horse": "none"})
    assert turned(idle, "foot_attacks_horse") == (False, False)
    assert turned(case, "skirmisher_arc")[0]
