"""Armies of Quick Play: a hundred points, four to twelve units and one general (QP-SET-02)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel.army_check import check_apart, kind_of, unknown_kinds
from rules.kernel.plain import by_id, hand_written
from rules.kernel.protocol import Army, ArmyUnit, BaseShape, Plain, Roster, UnitKind
from rules.kernel.refusal import Refusal, refusal
from rules.quickplay.state import State
from rules.quickplay.switches import HOUSE
from rules.quickplay.tables import ARMY_POINTS, BASE_IN, KINDS


def points(unit: ArmyUnit) -> float:
    """What a unit costs; 0 for a kind that is none of this book."""
    return KINDS[unit.kind].points if unit.kind in KINDS else 0


def faults(army: Army) -> Iterator[Refusal]:
    """What an army breaks (QP-SET-02)."""
    yield from unknown_kinds(army, KINDS, "QP-SET-02")
    generals = sum(one.kind == "general" for one in army.units)
    if not 4 <= len(army.units) - generals <= 12:
        yield refusal("an army has four to twelve units besides its general", "QP-SET-02")
    if generals != 1:
        yield refusal("an army has one general", "QP-SET-02")
    if (total := sum(map(points, army.units))) > ARMY_POINTS:
        yield refusal(f"{total:g} points are more than {ARMY_POINTS}", "QP-SET-02")


def new_game(armies: tuple[Army, Army], house: dict[str, str]) -> State:
    """A battle before its first throw.

    Raises:
        BadState: a kind or a house rule that is none, or names clash.
    """
    sides, rules = check_apart(armies), HOUSE.with_those_of(house, armies)
    units = [
        {"id": one.id, "side": army.side, "kind": one.kind, "name": one.name}
        for army in armies
        for one in army.units
    ]
    return read_state(
        {"units": units, "sides": sides, "house": rules, "phase": "setup", "side": ""}
    )


def read_state(plain: Plain) -> State:
    """A hand-written state: strength and start default to the table's, the turn to the first side.

    Raises:
        BadState: a field is missing, unknown or of the wrong type.
    """
    first = plain.get("sides", State().sides)[0]
    units = by_id(plain, "units", _usual)
    return hand_written({**plain, "units": units}, State, HOUSE, phase="battle", side=first)


def _usual(name: str, unit: dict[str, Plain]) -> dict[str, Plain]:
    start = unit.get("start", kind_of(name, str(unit.get("kind", "")), KINDS).strength)
    return {"strength": start, "start": start}


ROSTER = Roster(
    tuple(
        UnitKind(kind, facts.title, {}, (BaseShape(kind, *BASE_IN, 6),), kind == "general")
        for kind, facts in KINDS.items()
    ),
    points,
    lambda army: tuple(faults(army)),
)
