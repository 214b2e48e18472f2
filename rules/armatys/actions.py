"""What may be done: every action with its conditions, its rule and what is offered of it."""

from __future__ import annotations

from typing import Any

from rules.armatys.asking import offers
from rules.armatys.asking.by_hand import ARMS
from rules.armatys.charging.charges import charge, may_charge_at
from rules.armatys.close_combat.melee import fight, may_fight
from rules.armatys.close_combat.pursuit import may_pursue, pursue
from rules.armatys.movement.moving import (
    bridge,
    may_bridge,
    may_move,
    may_retire,
    may_ride,
    move,
    retire,
    ride,
)
from rules.armatys.shooting.artillery import limber, may_limber, may_unlimber, unlimber
from rules.armatys.shooting.fire import find_target, fire, may_fire_at
from rules.armatys.state import Battle, General, State, Unit, on_table
from rules.armatys.turn import (
    agree,
    always,
    defend,
    done,
    may_agree,
    may_end,
    may_rest,
    rest,
    umpire,
)
from rules.armatys.units.detach import detach, may_detach, may_rejoin, rejoin
from rules.armatys.units.generals import may_speak, speech
from rules.armatys.units.troops import arranged
from rules.kernel.acting.book import YES_NO, Act, Book, Says
from rules.kernel.play import Conditions, fails
from rules.kernel.prompts import Steps
from rules.kernel.protocol import IllegalAction, Victory


def may_play(state: State, act: Act) -> Conditions:
    """Whatever it is, the game is not over."""
    yield not state.over or fails(f"the game is over: {state.ended}")


BOOK = Book(lambda state: state.sides, first=may_play, named=on_table, field=arranged)


def leader(play: Battle, name: str) -> General:
    """The general of that id.

    Raises:
        IllegalAction: there is none on the table.
    """
    found = play.state.general(name)
    if found is None:
        raise IllegalAction(f"{play.state.label(name)} is no general on the table")
    return found


def mover(play: Battle, name: str) -> Unit | General:
    """The general or the unit of that id."""
    return play.state.general(name) or on_table(play, name)


def anybody(play: Battle, name: str) -> str:
    """The umpire is whoever speaks."""
    return name


def may_go(play: Battle, by: Unit | General, at: str, **said: Any) -> Conditions:
    """May a unit march, or a general ride?"""
    return may_ride(play, by, at) if isinstance(by, General) else may_move(play, by)


def go(play: Battle, by: Unit | General, at: str, **said: Any) -> Steps[Battle]:
    """A unit marches, or a general rides."""
    way = ride(play, by, at, **said) if isinstance(by, General) else move(play, by, at, **said)
    return (yield from way)


GOING = {
    "inches": Says(plain=True),
    "direction": Says(("forward", "oblique", "backward", "sideways")),
    "crosses": Says(plain=True), "within": Says(plain=True), "past": Says(plain=True),
    "off": Says(YES_NO),
}  # fmt: skip
BARRED = {**GOING, "barred": Says(YES_NO)}
MOVES = {
    **BARRED, "ranks": Says(("1", "2", "3", "4", "5", "6")), "mount": Says(("no", "yes")),
    "with": Says(),
}  # fmt: skip
PART = {"id": Says(), "bases": Says(), **{arm: Says(plain=True) for arm in ARMS}}
DEFENDED = {"what": Says(("", "wall", "hedge", "town", "wood"))}
TERRAIN = {"terrain": Says(), "effect": Says(("half", "no", "none")), "says": Says()}

_add = BOOK.action
_add("done", "", may_end, by="side", offers=offers.endings)(done)
_add("agree", "", may_agree, by="side", says={"winner": Says()}, offers=offers.agreements)(agree)
_add("move", "", may_go, by=mover, says=MOVES, offers=offers.of_units)(go)
_add("charge", "", may_charge_at, at="enemy", offers=offers.nothing)(charge)
_add("fire", "", may_fire_at, at=find_target, offers=offers.nothing)(fire)
_add("melee", "", may_fight, offers=offers.nothing)(fight)
_add("retire", "", may_retire, says=GOING, offers=offers.nothing)(retire)
_add("pursue", "", may_pursue, says=BARRED, offers=offers.nothing)(pursue)
_add("rally", "", may_speak, by=leader, at="friend", offers=offers.of_generals)(speech)
_add("rest", "", may_rest, says={"take": Says(("counter", "reload"))}, offers=offers.nothing)(rest)
_add("detach", "", may_detach, says=PART, offers=offers.nothing)(detach)
_add("rejoin", "", may_rejoin, offers=offers.nothing)(rejoin)
_add("bridge", "", may_bridge, offers=offers.nothing)(bridge)
_add("limber", "", may_limber, offers=offers.nothing)(limber)
_add("unlimber", "", may_unlimber, offers=offers.nothing)(unlimber)
_add("defend", "", always, says=DEFENDED, offers=offers.nothing)(defend)
_add("umpire", "", always, by=anybody, says=TERRAIN, offers=offers.nothing)(umpire)


def winner(state: State) -> Victory | None:
    """Who has won, once the game is over; the book itself names no victory."""
    return Victory(state.winner, state.ended, ("PAS-SCOPE-01",)) if state.over else None
