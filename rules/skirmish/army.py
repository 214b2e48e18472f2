"""Kinds of men, points, faults of a company, and a new game (SKM-PTS, SKM-SCOPE, SKM-CLASS)."""

from __future__ import annotations

from msgspec import Struct

from rules.field.centimetres import to_in
from rules.kernel.army_check import check_apart, kind_of
from rules.kernel.plain import from_plain
from rules.kernel.protocol import Army, ArmyUnit, BadState, BaseShape, Roster, UnitKind
from rules.kernel.refusal import Refusal, refusal
from rules.skirmish import switches
from rules.skirmish.state import Figure, Group, Mount, Role, State
from rules.skirmish.switches import HOUSE
from rules.skirmish.tables import (
    ARMOUR,
    CREW_POINTS,
    GRADES,
    GUN_LOADS,
    GUN_POINTS,
    LARGEST_GROUP,
    MOUNT_POINTS,
    OFFICER_POINTS,
    SOLDIER_POINTS,
    WEAPONS,
)


class Kind(Struct, frozen=True):
    """A kind of body: what each man of it is and carries, and how many there usually are."""

    name: str
    role: Role = "soldier"
    weapons: tuple[str, ...] = ("sword",)
    armour: tuple[str, ...] = ()
    mount: Mount = "none"
    men: int = 10
    firelock: bool = False
    doctrine: str = ""
    gun: bool = False


KINDS: dict[str, Kind] = {
    kind.name: kind
    for kind in (
        Kind("Officer", "officer", ("sword", "pistol"), men=1),
        Kind("Sergeant", "nco", ("halbert",), men=1),
        Kind("Drummer", "drummer", ("sword",), men=1),
        Kind("Bugler", "bugler", ("sword",), men=1),
        Kind("Musketeers", weapons=("musket", "sword")),
        Kind("Dutch musketeers", weapons=("Dutch musket", "sword")),
        Kind("Firelocks", weapons=("musket", "sword"), firelock=True),
        Kind("Riflemen", weapons=("rifled musket", "sword")),
        Kind("Bowmen", weapons=("bow", "sword")),
        Kind("Pikemen", weapons=("pike", "sword"), armour=("half armour",)),
        Kind("Halberdiers", weapons=("halbert",)),
        Kind("Swordsmen", weapons=("sword",), armour=("targe",)),
        Kind("Clubmen", weapons=("stave",)),
        Kind("Dragoons", weapons=("dragoon musket", "sword"), mount="dragoon", men=8),
        Kind("Dutch horse", weapons=("pistol", "sword"), armour=("cuirassier armour",),
             mount="horse", men=8, doctrine="dutch"),
        Kind("Swedish horse", weapons=("pistol", "sword"), armour=("buff coat",), mount="horse",
             men=8, doctrine="swedish"),
        Kind("Carabins", weapons=("carabin", "sword"), mount="horse", men=8),
        Kind("Gun", "crew", ("sword",), men=4, gun=True),
        Kind("Civilians", "civilian", ("stave",)),
    )
}  # fmt: skip

FOOT_CM, HORSE_CM, GUN_CM = (2.5, 2.5), (2.5, 5.0), (4.0, 6.0)
"""Frontage and depth of bases; the book gives none, these are ours."""

COMPANIES = ("A", "B", "C", "D", "foreign")


def _kind(kind: Kind) -> UnitKind:
    choices: dict[str, tuple[str, ...]] = {
        "grade": ("Fair", "Good", "Poor"), "company": COMPANIES,
        "armour": ("as kind", "none", *ARMOUR), "fortified": ("no", "yes"),
        "volley": ("yes", "no"), "heavy": ("no", "yes"),
        "weapons": ("as kind", *WEAPONS),
    }  # fmt: skip
    if kind.role == "officer":
        choices |= {"mounted": ("no", "yes"), "player": ("side", "none")}
    if kind.mount == "dragoon":
        choices |= {"mounted": ("yes", "no"), "load": ("ball", "pistol shot")}
    if kind.gun:
        choices |= {"weight": ("light", "heavy"), "limbered": ("no", "yes")}
    size = HORSE_CM if kind.mount != "none" else FOOT_CM
    man = BaseShape(kind.name, to_in(size[0]), to_in(size[1]), 1)
    gun = (BaseShape("gun", to_in(GUN_CM[0]), to_in(GUN_CM[1])),) if kind.gun else ()
    bases = (*gun, *(man,) * kind.men)
    return UnitKind(kind.name, kind.name, choices, bases, kind.role in ("officer", "nco"))


# -- points ---------------------------------------------------------------------------------


def figure_points(
    role: str, grade: str, weapons: tuple[str, ...], armour: tuple[str, ...] = (),
    mount: str = "none", bow: int = 2,
) -> int:  # fmt: skip
    """The sum of his parts, a bow by the house rule.

    Grade (SKM-PTS-01, -02), mount (SKM-PTS-03), arms (SKM-PTS-04, -05, -06), armour
    (SKM-PTS-07), summed (SKM-PTS-09).
    """
    own = OFFICER_POINTS[grade] if role == "officer" else SOLDIER_POINTS[grade]
    arms = sum(bow if name == "bow" else WEAPONS[name].points for name in weapons)
    return own + arms + sum(ARMOUR[name].points for name in armour) + MOUNT_POINTS[mount]


def points(unit: ArmyUnit) -> float:
    """What a body costs with the default house rules.

    Raises:
        BadState: no such kind.
    """
    return cost(unit, {})


def cost(unit: ArmyUnit, house: dict[str, str]) -> int:
    """What a body costs: its men, or a gun with its crew (SKM-PTS-08).

    Raises:
        BadState: no such kind.
    """
    kind = _known(unit)
    men = _men(unit, kind)
    if kind.gun:
        return GUN_POINTS + CREW_POINTS * men
    grade = unit.choices.get("grade", "Fair")
    mount = _mount(unit, kind)
    bow = switches.BOW_POINTS.of(house)
    armour = _armour(unit, kind)
    return men * figure_points(kind.role, grade, _weapons(unit, kind), armour, mount, bow)


def _known(unit: ArmyUnit) -> Kind:
    return kind_of(unit.id, unit.kind, KINDS)


def _men(unit: ArmyUnit, kind: Kind) -> int:
    if not unit.bases:
        return kind.men
    return len(unit.bases) - (1 if kind.gun else 0)


def _armour(unit: ArmyUnit, kind: Kind) -> tuple[str, ...]:
    chosen = unit.choices.get("armour", "as kind")
    if chosen == "as kind":
        return kind.armour
    return tuple(name for name in chosen.split("+") if name in ARMOUR)


def _weapons(unit: ArmyUnit, kind: Kind) -> tuple[str, ...]:
    """As the kind has them, or as chosen: names joined by ``+``."""
    chosen = unit.choices.get("weapons", "as kind")
    if chosen == "as kind":
        return kind.weapons
    return tuple(name for name in chosen.split("+") if name in WEAPONS)


def _mount(unit: ArmyUnit, kind: Kind) -> Mount:
    riding = kind.role == "officer" and unit.choices.get("mounted") == "yes"
    return "horse" if riding else kind.mount


# -- faults ---------------------------------------------------------------------------------


def check(army: Army) -> tuple[Refusal, ...]:
    """The faults of an army, and advice (SKM-SCOPE-01, -02, SKM-CLASS-01, -02, SKM-GRP-01)."""
    faults: list[Refusal] = []
    grades: dict[str, str] = {}
    players: list[str] = []
    for unit in army.units:
        kind, grade = _known(unit), unit.choices.get("grade", "Fair")
        if grade not in GRADES:
            faults.append(unit.fault(f"it is {grade}: Good, Fair or Poor", "SKM-CLASS-01"))
        if _men(unit, kind) > LARGEST_GROUP:
            faults.append(
                unit.fault(f"it has {_men(unit, kind)} figures, 40 at most", "SKM-GRP-01")
            )
        company = unit.choices.get("company", "A")
        if grades.setdefault(company, grade) != grade:
            faults.append(
                refusal(f"company {company} is of mixed grades", "SKM-CLASS-02", kind="warning")
            )
        player = player_of(army, unit)
        if player and player in players:
            faults.append(
                unit.fault(f"{player} has two characters; it serves as NCO", "SKM-SCOPE-02")
            )
        players.append(player)
    return tuple(dict.fromkeys(faults))


def player_of(army: Army, unit: ArmyUnit) -> str:
    """Whose character it is: as chosen, for an officer the side's own player; "" for none."""
    chosen = unit.choices.get("player", "side")
    if KINDS[unit.kind].role != "officer" or chosen == "none":
        return ""
    return army.side if chosen == "side" else chosen


ROSTER = Roster(tuple(_kind(kind) for kind in KINDS.values()), points, check)


# -- a new game -----------------------------------------------------------------------------


def new_game(armies: tuple[Army, Army], house: dict[str, str]) -> State:
    """The state at the start, from two companies; ``solo`` when a side has no character.

    Raises:
        BadState: an unknown kind, grade or house rule, a group of over 40, or twins.
    """
    sides, checked = check_apart(armies), HOUSE.checked(house)
    figures: list[Figure] = []
    groups: list[Group] = []
    for army in armies:
        for unit in army.units:
            groups.append(_group(army, unit, checked))
            figures += _figures(army, unit, checked)
    names = [figure.id for figure in figures] + [group.id for group in groups]
    lone = {group.id for group in groups}
    twins = sorted({name for name in names if names.count(name) > 1 and name not in lone})
    if twins:
        raise BadState(f"{twins[0]} stands there twice")
    by_side = switches.SEQUENCE.side_by_side.of(checked)
    first = sides[0] if by_side else ""
    alone = any(
        not any(f.player for f in figures if f.group in {u.id for u in army.units})
        for army in armies
    )
    return State(checked, sides, first, figures=tuple(figures), groups=tuple(groups), solo=alone)


def _group(army: Army, unit: ArmyUnit, house: dict[str, str]) -> Group:
    kind = _known(unit)
    men = _men(unit, kind)
    if men > LARGEST_GROUP:
        raise BadState(str(refusal(f"{unit.id} has {men} figures, 40 at most", "SKM-GRP-01")))
    heavy = unit.choices.get("weight") == "heavy"
    full = switches.HEAVY_LOAD.of(house) if heavy else GUN_LOADS
    ready = kind.gun and switches.START_LOADED.all.of(house)
    plain = {
        "id": unit.id, "side": army.side, "name": unit.name, "start": men,
        "doctrine": kind.doctrine, "fortified": unit.choices.get("fortified") == "yes",
        "limbered": unit.choices.get("limbered") == "yes",
        "heavy_gun": heavy, "loads": full if ready else 0,
    }  # fmt: skip
    return from_plain(plain, Group)


def _figures(army: Army, unit: ArmyUnit, house: dict[str, str]) -> list[Figure]:
    kind = _known(unit)
    names = unit.bases or tuple(
        unit.id if kind.men == 1 else f"{unit.id}/{n + 1}" for n in range(kind.men + int(kind.gun))
    )
    loyal = tuple(name for name in unit.choices.get("loyal", "").split("+") if name)
    plain = {
        "group": unit.id, "role": kind.role, "grade": unit.choices.get("grade", "Fair"),
        "player": player_of(army, unit), "company": unit.choices.get("company", "A"),
        "loyal": loyal, "weapons": _weapons(unit, kind), "armour": _armour(unit, kind),
        "heavy": unit.choices.get("heavy") == "yes",
        "pistol_shot": unit.choices.get("load") == "pistol shot",
        "firelock": kind.firelock, "volley": unit.choices.get("volley", "yes") == "yes",
        "mount": _mount(unit, kind), "loaded": not switches.START_LOADED.none.of(house),
        "mounted": _mount(unit, kind) != "none" and unit.choices.get("mounted", "yes") == "yes",
    }  # fmt: skip
    made = [from_plain({**plain, "id": name}, Figure) for name in names]
    if kind.gun:
        gun = {"id": names[0], "group": unit.id, "is_gun": True, "weapons": []}
        made[0] = from_plain(gun, Figure)
    return made
