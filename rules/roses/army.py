"""The army list: units, points and limits (WOR-ARM, WOR-UNIT), and a new game from it."""

from __future__ import annotations

from rules.field.centimetres import to_in
from rules.kernel.army_check import check_apart, kind_of
from rules.kernel.plain import from_plain
from rules.kernel.protocol import Army, ArmyUnit, BaseShape, Roster, UnitKind
from rules.kernel.refusal import Refusal, refusal
from rules.roses import switches
from rules.roses.state import Battle, State, Unit
from rules.roses.switches import HOUSE
from rules.roses.tables import (
    BATTLES,
    BILLS,
    BOWS,
    BY_KIND,
    CANNON,
    MEN_AT_ARMS_FOOT,
    MEN_AT_ARMS_MOUNTED,
    OBJECTIVES,
    PROFILES,
    WINGS,
    Profile,
)

CONTINGENTS = ("none", *(str(n) for n in range(1, 10)))
OBJECTIVE_CHOICES = ("told at the table", *OBJECTIVES)
CLASS_CHOICES = ("roll", "rash", "bold", "cautious", "treacherous")
STANDS_PER_COMMAND, BRIGADE_STANDS = 5, 8
STAND_CM: dict[str, tuple[float, float, int]] = {
    "Gen": (4, 4, 5), "Bat Ld": (4, 4, 5), "Lord": (4, 4, 5),
    "Cav": (6, 4, 3), "Inf": (6, 3, 8), "Art": (6, 6, 1),
}  # fmt: skip
"""Frontage, depth and figures of a stand by arm; the sheet gives none, these are ours."""


def _kind(profile: Profile) -> UnitKind:
    """Its options: a command stand is modelled mounted or on foot (WOR-ARM-07)."""
    front, deep, figures = STAND_CM[profile.arm]
    shape = BaseShape(profile.kind, to_in(front), to_in(deep), figures)
    choices: dict[str, tuple[str, ...]] = {"contingent": CONTINGENTS}
    if profile.is_commander:
        choices |= {"mounted": ("yes", "no"), "class": CLASS_CHOICES}
        choices["objective"] = OBJECTIVE_CHOICES
    if profile.arm == "Bat Ld":
        choices["heralds"] = ("1", "0", "2")
    if not profile.is_commander:
        choices["cover"] = ("terrain", "open", "defended", "fortified")
    bases = (shape,) * profile.stands
    return UnitKind(profile.kind, profile.kind, choices, bases, profile.is_commander)


def points(unit: ArmyUnit) -> float:
    """What the unit costs (WOR-ARM-13).

    Raises:
        BadState: no such kind.
    """
    return _profile(unit).points


def _profile(unit: ArmyUnit) -> Profile:
    return kind_of(unit.id, unit.kind, BY_KIND)


def check(army: Army) -> tuple[Refusal, ...]:
    """The faults of an army, and what is only advice."""
    faults: list[Refusal] = []
    faults += _check_numbers(army)
    faults += _check_battles(army)
    faults += _check_stands(army)
    faults += _check_bows(army)
    return tuple(faults)


def _count(army: Army, *kinds: str) -> int:
    return sum(unit.kind in kinds for unit in army.units)


def _check_numbers(army: Army) -> list[Refusal]:
    """How many of each (WOR-ARM-01, -10, -11, -12, WOR-COM-10)."""
    faults = []
    for kind, rule in (
        ("Army General", "WOR-ARM-10"), ("Battle Leader", "WOR-ARM-10"), ("Lord", "WOR-ARM-10"),
        (MEN_AT_ARMS_MOUNTED, "WOR-ARM-01"), (CANNON, "WOR-ARM-12"),
    ):  # fmt: skip
        profile, there = BY_KIND[kind], _count(army, kind)
        least = profile.least
        if kind == CANNON and switches.CANON_COUNT.exactly2.of(army.house):
            least = 2
        if not least <= there <= (profile.most or 0):
            faults.append(refusal(f"{there} units of {kind}: {least} to {profile.most}", rule))
    lords = _count(army, "Lord")
    if _count(army, MEN_AT_ARMS_FOOT) > lords:
        says = f"Dismounted Men at Arms: one unit a Lord, and there are {lords}"
        faults.append(refusal(says, "WOR-ARM-11"))
    for unit in army.units:
        if unit.kind == "Battle Leader" and unit.choices.get("heralds", "1") != "1":
            faults.append(unit.fault("it has exactly one herald", "WOR-COM-10"))
    return faults


def _check_battles(army: Army) -> list[Refusal]:
    """Battles, their leaders and wings (WOR-ARM-02, -04, -05, -06, -14)."""
    kinds = {unit.id: unit.kind for unit in army.units}
    faults = []
    for name in dict.fromkeys((*army.brigades, *(unit.brigade for unit in army.units))):
        if name not in BATTLES:
            faults.append(
                refusal(f"{name!r} is no battle: one each of {', '.join(BATTLES)}", "WOR-ARM-05")
            )
            continue
        units = [unit for unit in army.units if unit.brigade == name]
        leader = kinds.get(army.brigades.get(name, ""), "")
        if name in WINGS:
            faults += _check_wing(name, units)
        elif leader not in ("Battle Leader", "Army General"):
            faults.append(refusal(f"{name} is led by a Battle Leader or the General", "WOR-ARM-02"))
        if sum(unit.kind == "Lord" for unit in units) > 3:
            faults.append(refusal(f"{name} has more than 3 Lords", "WOR-ARM-04"))
    return faults


def _check_wing(name: str, units: list[ArmyUnit]) -> list[Refusal]:
    faults = []
    foot = [u.name or u.id for u in units if _profile(u).arm in ("Inf", "Art")]
    if foot:
        faults.append(refusal(f"{name} holds only cavalry, not {', '.join(foot)}", "WOR-ARM-06"))
    if not any(_profile(unit).is_commander for unit in units):
        faults.append(refusal(f"{name} has no commander to order it", "WOR-ARM-14", kind="warning"))
    return faults


def _check_stands(army: Army) -> list[Refusal]:
    """Stands to a contingent and to a command stand (WOR-ARM-03, -08)."""
    faults = []
    for battle, number in dict.fromkeys(
        (unit.brigade, unit.choices.get("contingent", "none")) for unit in army.units
    ):
        if number == "none":
            continue
        group = [
            unit for unit in army.units
            if (unit.brigade, unit.choices.get("contingent", "none")) == (battle, number)
            and not _profile(unit).is_commander
        ]  # fmt: skip
        stands = sum(_profile(unit).stands for unit in group)
        if stands > BRIGADE_STANDS:
            says = f"contingent {number} of {battle} has {stands} stands, 8 at most"
            faults.append(refusal(says, "WOR-ARM-03"))
    command = sum(_profile(unit).is_commander for unit in army.units)
    others = sum(_profile(u).stands for u in army.units if not _profile(u).is_commander)
    need = STANDS_PER_COMMAND * command
    if others < need:
        says = f"{command} command stands need {need} others, there are {others}"
        faults.append(refusal(says, "WOR-ARM-08"))
    return faults


def _check_bows(army: Army) -> list[Refusal]:
    """Bow stands to bill stands (WOR-ARM-09)."""
    if switches.BOW_RATIO.exact_kind.of(army.house):
        return [
            refusal(f"exactly two {kind} Bow units for each {kind} Bill unit", "WOR-ARM-09")
            for kind in ("Retinue", "Shire")
            if _count(army, f"{kind} Bow") != 2 * _count(army, f"{kind} Bill")
        ]
    bills = 2 * _count(army, *BILLS)
    bows = 2 * _count(army, *BOWS)
    if bows < 2 * bills:
        return [
            refusal(
                f"{bills} bill stands need {2 * bills} bow stands, there are {bows}", "WOR-ARM-09"
            )
        ]
    return []


ROSTER = Roster(tuple(_kind(profile) for profile in PROFILES), points, check)


# -- a new game -----------------------------------------------------------------------------


def new_game(armies: tuple[Army, Army], house: dict[str, str]) -> State:
    """The state before the battle, from two armies.

    Raises:
        BadState: an unknown kind or house rule, or names clash.
    """
    sides = check_apart(armies)
    units = tuple(_unit(army, unit) for army in armies for unit in army.units)
    battles = tuple(
        Battle(army.side, name, army.brigades.get(name, ""), _objective(army, name))
        for army in armies
        for name in dict.fromkeys((*army.brigades, *(unit.brigade for unit in army.units)))
        if name
    )
    return State(HOUSE.checked(house), sides, sides[0], units=units, battles=battles)


def _objective(army: Army, battle: str) -> str:
    """What the list says that its leader was told to do, "" when it leaves that to the table."""
    leader = army.brigades.get(battle, "")
    for unit in army.units:
        if unit.id == leader:
            told = unit.choices.get("objective", "")
            return told if told in OBJECTIVES else ""
    return ""


def _unit(army: Army, unit: ArmyUnit) -> Unit:
    profile = _profile(unit)
    grade = unit.choices.get("class", "roll")
    cover = unit.choices.get("cover", "terrain")
    plain = {
        "id": unit.id, "kind": unit.kind, "side": army.side, "name": unit.name,
        "battle": unit.brigade, "contingent": unit.choices.get("contingent", "none"),
        "stands": unit.bases or tuple(f"{unit.id}/{n + 1}" for n in range(profile.stands)),
        "mounted": profile.is_commander and unit.choices.get("mounted", "yes") == "yes",
        "cover": "" if cover == "terrain" else cover,
        "grade": grade if profile.is_commander and grade != "roll" else "",
    }  # fmt: skip
    return from_plain(plain, Unit)
