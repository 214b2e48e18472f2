"""Commanders: their class, the objectives of the battles, and heralds (WOR-COM)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.kernel.acting.book import Says
from rules.kernel.play import Check, Conditions, fails, lacks
from rules.kernel.prompts import Steps, roll
from rules.kernel.protocol import Setting
from rules.kernel.refusal import Refusal, refusal
from rules.kernel.telling.names import side_does, titled
from rules.roses import switches
from rules.roses.command.orders import command_value
from rules.roses.play import BOOK
from rules.roses.state import Battle, Play, State, Unit
from rules.roses.tables import BATTLES, CLASS_RULE, CLASSES, OBJECTIVES

TOLD = {
    "battle": Says(BATTLES, needed=True, rule="WOR-COM-08"),
    "objective": Says(OBJECTIVES, needed=True, rule="WOR-COM-08"),
}
"""Which battle is told, and what it is to do (WOR-COM-08)."""


def may_roll_class(play: Play, by: Unit, at: str) -> Conditions:
    """Whose class is still to be found (WOR-COM-02)."""
    yield by.profile.is_commander or lacks(f"{by.does('is')} no commander", "WOR-COM-01")
    yield not by.grade or fails(f"{by.does('is')} {by.grade} already", "WOR-COM-02")


@BOOK.action("class", "{by}: roll his class", may_roll_class, phases=("setup",))
def roll_class(play: Play, by: Unit, at: str) -> Steps[Play]:
    """A die for his class when no list defines it (WOR-COM-02 … -06)."""
    (face,) = yield from roll(f"{by.label}'s class", 1, by.side, rules=("WOR-COM-02",))
    grade = CLASSES[switches.CLASS_12.value(play.state.house)][face - 1]
    play = play.change(by, grade=grade)
    value = command_value(play.unit(by.id))
    return play.step(
        f"{by.does('is')} {grade}: command {value}", "WOR-COM-01", "WOR-COM-02",
        CLASS_RULE[grade], faces=(face,), total=str(value),
    )  # fmt: skip


def _has_battle(state: State, side: str, name: str) -> Check:
    there = any((one.side, one.name) == (side, name) for one in state.battles)
    return Check(f"{side_does(side, 'has')} no battle {name!r}", "WOR-COM-08", there)


def leader_lost(state: State, battle: Battle) -> bool:
    """Is the command element of the battle dead, or gone over (WOR-COM-09)?"""
    if not battle.leader:
        return False
    leader = state.unit(battle.leader)
    return not leader.alive or leader.side != battle.side


def may_tell(play: Play, by: str, at: str, battle: str, objective: str) -> Conditions:
    """Which battle may be told its objective (WOR-COM-08, -09)."""
    state = play.state
    yield _has_battle(state, by, battle)
    yield state.phase == "setup" or state.side == by or fails(
        "orders change before the battle or in the own command phase", "WOR-COM-08")  # fmt: skip
    lost = any(
        leader_lost(state, one) for one in state.battles if (one.side, one.name) == (by, battle)
    )
    yield not lost or fails(
        f"{battle} has lost its leader and carries on until a herald comes",
        "WOR-COM-09")  # fmt: skip


def _objective(play: Play, side: str, name: str, objective: str) -> Setting:
    """One of the things that a battle may be told to do, and whether it was told that."""
    told = any(
        (one.side, one.name, one.objective) == (side, name, objective) for one in play.state.battles
    )
    return Setting(f"{name} is to", objective, told)


def _told_by_side(play: Play, by: str, at: str, battle: str, objective: str) -> Setting:
    return _objective(play, by, battle, objective)


@BOOK.action("objective", lambda play, by, at, battle, objective: f"{battle}: {objective}",
             may_tell, by="side", says=TOLD, phases=("setup", "command"),
             sets=_told_by_side)  # fmt: skip
def tell(play: Play, by: str, at: str, battle: str, objective: str) -> Play:
    """What a battle is to do: attack, defend or advance (WOR-COM-08).

    Before the battle it is a setting and no ruling: the ledger tells of it.
    """
    return _told(play, by, battle, objective, "WOR-COM-08")


def _told(play: Play, side: str, name: str, objective: str, rule: str) -> Play:
    battles = tuple(
        replace(one, objective=objective) if (one.side, one.name) == (side, name) else one
        for one in play.state.battles
    )
    play = play.with_state(battles=battles)
    if play.state.phase == "setup":
        return play
    return play.step(f"{name} is to {objective}", rule)


def may_send(play: Play, by: Unit, at: str, battle: str, objective: str) -> Conditions:
    """Whose herald may bring new orders (WOR-COM-09, -10)."""
    yield _has_battle(play.state, by.side, battle)
    yield (
        by.profile.arm == "Bat Ld"
        and by.alive
        or lacks(
            f"{by.does('is')} no living Battle Leader and {by.form('has')} no herald", "WOR-COM-10"
        )
    )
    yield play.state.side == by.side or fails("heralds ride in the own command phase", "WOR-COM-09")


def _told_by_herald(play: Play, by: Unit, at: str, battle: str, objective: str) -> Setting:
    told = _objective(play, by.side, battle, objective)
    return replace(told, what=f"His herald: {told.what}")


@BOOK.action(
    "herald",
    lambda play, by, at, battle, objective: f"{by.label}'s herald: {battle} {objective}",
    may_send, says=TOLD, phases=("command",), sets=_told_by_herald,
)  # fmt: skip
def send_herald(play: Play, by: Unit, at: str, battle: str, objective: str) -> Play:
    """New orders for a battle, leaderless or not (WOR-COM-09)."""
    return _told(play, by.side, battle, objective, "WOR-COM-09")


def setup_missing(state: State) -> tuple[Refusal, ...]:
    """What must be done before the battle begins (WOR-COM-02, -08)."""
    missing = [
        refusal(f"{titled(battle.side)} {battle.name} has no objective", "WOR-COM-08")
        for battle in state.battles
        if not battle.objective
    ]
    missing += [
        refusal(f"{unit.does('has')} no class", "WOR-COM-02")
        for unit in state.units
        if unit.profile.is_commander and not unit.grade
    ]
    return tuple(missing)
