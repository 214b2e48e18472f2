"""Commanders: their class, the objectives of the battles, and heralds (WOR-COM)."""

from __future__ import annotations

import msgspec

from rules.kernel.prompts import Steps, roll
from rules.kernel.refusal import Refusal, refusal
from rules.kernel.telling.story import refuse
from rules.roses.command.orders import command_value
from rules.roses.state import Battle, Play, State, Unit
from rules.roses.tables import CLASS_RULE, CLASSES, OBJECTIVES


def check_class(state: State, unit: Unit) -> None:
    """Raise unless a class is to be rolled for this commander (WOR-COM-02)."""
    if state.phase != "setup":
        raise refuse("classes are found before the battle", "WOR-COM-02")
    if not unit.profile.is_commander:
        raise refuse(f"{unit.label} is no commander", "WOR-COM-01")
    if unit.grade:
        raise refuse(f"{unit.label} is {unit.grade} already", "WOR-COM-02")


def roll_class(play: Play, unit: Unit) -> Steps[Play]:
    """A die for his class when no list defines it (WOR-COM-02 … -06)."""
    check_class(play.state, unit)
    (face,) = yield from roll(f"{unit.label}'s class", 1, unit.side, rules=("WOR-COM-02",))
    grade = CLASSES[play.state.rule("WOR_CLASS_12")][face - 1]
    play = play.put(unit, grade=grade)
    value = command_value(play.unit(unit.id))
    return play.ruled(
        f"{unit.label} is {grade}: command {value}", "WOR-COM-01", "WOR-COM-02",
        CLASS_RULE[grade], faces=(face,), total=str(value),
    ).did("class", unit.id, grade)  # fmt: skip


def battle_of(state: State, side: str, name: str) -> Battle:
    """The battle of that name.

    Raises:
        IllegalAction: this side has none.
    """
    for battle in state.battles:
        if (battle.side, battle.name) == (side, name):
            return battle
    raise refuse(f"{side} has no battle {name!r}", "WOR-COM-08")


def leader_lost(state: State, battle: Battle) -> bool:
    """Is the command element of the battle dead, or gone over (WOR-COM-09)?"""
    if not battle.leader:
        return False
    leader = state.unit(battle.leader)
    return not leader.alive or leader.side != battle.side


def check_objective(state: State, side: str, name: str, objective: str) -> None:
    """Raise unless the battle may be told this now (WOR-COM-08, -09)."""
    battle = battle_of(state, side, name)
    if objective not in OBJECTIVES:
        raise refuse(f"an objective is one of {', '.join(OBJECTIVES)}", "WOR-COM-08")
    if state.phase not in ("setup", "command") or (state.phase == "command" and state.side != side):
        raise refuse("orders change before the battle or in the own command phase", "WOR-COM-08")
    if leader_lost(state, battle):
        raise refuse(f"{name} has lost its leader and carries on until a herald comes",
                     "WOR-COM-09")  # fmt: skip


def set_objective(play: Play, side: str, name: str, objective: str) -> Play:
    """What a battle is to do: attack, defend or advance (WOR-COM-08)."""
    check_objective(play.state, side, name, objective)
    return _told(play, side, name, objective, "WOR-COM-08")


def _told(play: Play, side: str, name: str, objective: str, rule: str) -> Play:
    battles = tuple(
        msgspec.structs.replace(one, objective=objective)
        if (one.side, one.name) == (side, name) else one
        for one in play.state.battles
    )  # fmt: skip
    play = play.set(battles=battles)
    return play.ruled(f"{name} is to {objective}", rule).did("objective", name, objective)


def check_herald(state: State, leader: Unit, name: str, objective: str) -> None:
    """Raise unless this leader's herald may bring new orders now (WOR-COM-09, -10)."""
    battle_of(state, leader.side, name)
    if leader.profile.arm != "Bat Ld" or not leader.alive:
        raise refuse(f"{leader.label} is no living Battle Leader and has no herald", "WOR-COM-10")
    if state.phase != "command" or state.side != leader.side:
        raise refuse("heralds ride in the own command phase", "WOR-COM-09")
    if objective not in OBJECTIVES:
        raise refuse(f"an objective is one of {', '.join(OBJECTIVES)}", "WOR-COM-08")


def send_herald(play: Play, leader: Unit, name: str, objective: str) -> Play:
    """New orders for a battle, leaderless or not (WOR-COM-09)."""
    check_herald(play.state, leader, name, objective)
    return _told(play, leader.side, name, objective, "WOR-COM-09")


def setup_missing(state: State) -> tuple[Refusal, ...]:
    """What must be done before the battle begins (WOR-COM-02, -08)."""
    missing = [
        refusal(f"{battle.side} {battle.name} has no objective", "WOR-COM-08")
        for battle in state.battles
        if not battle.objective
    ]
    missing += [
        refusal(f"{unit.label} has no class", "WOR-COM-02")
        for unit in state.units
        if unit.profile.is_commander and not unit.grade
    ]
    return tuple(missing)
