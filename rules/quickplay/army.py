"""Armies of Quick Play: a hundred points, four to twelve units and one general (QP-SET-02)."""

from __future__ import annotations

from rules.kernel.plain import listed
from rules.kernel.protocol import (
    Army,
    ArmyUnit,
    BadState,
    BaseShape,
    IllegalAction,
    Plain,
    Roster,
    UnitKind,
)
from rules.kernel.refusal import Refusal, refusal
from rules.quickplay.state import State, Unit
from rules.quickplay.switches import HOUSE
from rules.quickplay.tables import ARMY_POINTS, BASE_IN, KINDS
from vision.table.by_hand import check_words, instead, read_by_hand


def points(unit: ArmyUnit) -> float:
    """What a unit costs; 0 for a kind that is none of this book."""
    return KINDS[unit.kind].points if unit.kind in KINDS else 0


def faults(army: Army) -> tuple[Refusal, ...]:
    """What an army breaks (QP-SET-02)."""
    found = []
    generals = sum(one.kind == "general" for one in army.units)
    if not 4 <= len(army.units) - generals <= 12:
        found.append("an army has four to twelve units besides its general")
    if generals != 1:
        found.append("an army has one general")
    if (total := sum(map(points, army.units))) > ARMY_POINTS:
        found.append(f"{total:g} points are more than {ARMY_POINTS}")
    unknown = [one.fault(f"there is no kind {one.kind!r}", "QP-SET-02")
               for one in army.units if one.kind not in KINDS]  # fmt: skip
    return (*unknown, *(refusal(said, "QP-SET-02") for said in found))


def new_game(armies: tuple[Army, Army], house: dict[str, str]) -> State:
    """A battle before its first throw.

    Raises:
        IllegalAction: an army names a kind that is none. BadState: a house rule that is none.
    """
    agreed = HOUSE.with_those_of(house, armies)
    units = {one.id: _unit(army.side, one) for army in armies for one in army.units}
    return State(units, (armies[0].side, armies[1].side), house=agreed)


def _unit(side: str, one: ArmyUnit) -> Unit:
    if one.kind not in KINDS:
        raise IllegalAction(f"{one.id}: there is no kind {one.kind!r}", "QP-SET-02")
    strength = KINDS[one.kind].strength
    return Unit(one.id, side, one.kind, one.name, strength, strength)


def read_state(plain: Plain) -> State:
    """A hand-written state: strength and start default to the table's, the turn to the first side.

    Raises:
        BadState: a field is missing, unknown or of the wrong type.
    """
    units = {}
    for unit in listed(plain, "units"):
        name, kind = str(unit.get("id", "")), str(unit.get("kind", ""))
        if kind not in KINDS:
            raise BadState(f"units: {name} has no kind of this book: {instead(kind, KINDS)}")
        start = unit.get("start", KINDS[kind].strength)
        units[name] = {"strength": start, "start": start, **unit}
    sides = plain.get("sides", ["red", "blue"])
    whole = {"phase": "battle", "side": sides[0], **plain, "units": units}
    read = read_by_hand(whole, State, "state")
    HOUSE.checked(read.house)
    named = (read.side, read.first, *(unit.side for unit in read.units.values()))
    check_words(named, read.sides, "state.sides")
    check_words((unit.id for unit in read.units.values()), read.units, "state.units")
    return read


ROSTER = Roster(
    tuple(
        UnitKind(kind, facts.title, {}, (BaseShape(kind, *BASE_IN),), kind == "general")
        for kind, facts in KINDS.items()
    ),
    points,
    faults,
)
