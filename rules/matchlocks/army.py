"""How an army is made: units, their points, and what a roster must satisfy (ARMY, PTS, SUM-01).

An army may be of any size and no figure stands for so many men (SET-01).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Literal

from rules.kernel.protocol import Army, ArmyUnit, BaseShape, Roster, UnitKind
from rules.kernel.refusal import Refusal, refusal
from rules.kernel.telling.words import many
from rules.matchlocks.switches import HOUSE, House
from rules.matchlocks.tables import KINDS, LEADER_POINTS, QUALITIES, UNLISTED, Kind

LEADERS = ("general", "brigadier")
SCHEMES = {"1": "Amateur", "2": "Able", "3": "Expert"}
DEFENCE_FLAT = {12: 3.0, 24: 6.0}
FOOT_MM, HORSE_MM = 15, 20
INCH_MM = 25.4


def cost(unit: ArmyUnit) -> float:
    """Points of one unit, defences included (PTS-01 to -13)."""
    if unit.kind in LEADERS:
        return LEADER_POINTS if unit.kind == "brigadier" else 0
    kind = KINDS[unit.kind]
    return troop_cost(unit) + (defence_cost(kind) if has_defences(unit) else 0)


def troop_cost(unit: ArmyUnit) -> float:
    """Points of a unit with its quality, without defences; guns pay for their Section."""
    return KINDS[unit.kind].points[QUALITIES.index(quality_of(unit))]


def quality_of(unit: ArmyUnit) -> str:
    """Its quality; Seasoned when not said."""
    return unit.choices.get("quality", "seasoned")


def has_defences(unit: ArmyUnit) -> bool:
    """Were field defences bought for it?"""
    return unit.choices.get("defences", "no") == "yes"


def defence_cost(kind: Kind) -> float:
    """A trench or breastwork: 3 up to twelve figures, 6 above; quality never changes it."""
    return 3 if kind.figures <= 12 else 6


def army_points(army: Army) -> float:
    """Everything the army costs."""
    return sum(cost(unit) for unit in army.units)


def check(army: Army) -> tuple[Refusal, ...]:
    """The faults of an army, and what is only advice."""
    return tuple(_faults(army))


def _faults(army: Army) -> Iterator[Refusal]:
    if why := HOUSE.fault_in(army.house):
        yield refusal(why, "NMM-SET-11")
    known = []
    for unit in army.units:
        if unit.kind in KINDS or unit.kind in LEADERS:
            known.append(unit)
        else:
            yield unit.fault(f"there is no kind {unit.kind!r}", "NMM-ARMY-02")
    for unit in known:
        yield from _unit_faults(army, unit)
    yield from _leader_faults(army)
    yield from _brigade_faults(army)
    yield from _quarter_fault(army, [unit for unit in known if unit.kind in KINDS])


def _unit_faults(army: Army, unit: ArmyUnit) -> Iterator[Refusal]:
    if unit.kind in LEADERS:
        yield from _card_faults(unit)
        return
    kind, quality = KINDS[unit.kind], quality_of(unit)
    if quality not in QUALITIES:
        yield unit.fault(f"quality is raw, seasoned or veteran, not {quality!r}", "NMM-ARMY-26")
    elif not kind.points[QUALITIES.index(quality)] and kind.key not in UNLISTED:
        rule = "NMM-ARMY-27" if kind.arm == "gun" else "NMM-ARMY-28"
        yield unit.fault(f"a {kind.title} is never {quality}", rule)
    agreed = House.divisions_agreed.of(army.house)
    if unit.kind in ("musketeers", "pike_stand", "pike_square") and not agreed:
        yield (
            unit.fault(
                "independent Divisions need both players' agreement (house rule divisions_agreed)",
                "NMM-ARMY-11",
            )
        )
    if unit.kind == "cuirassiers" and unit.choices.get("formation", "column") != "column":
        yield unit.fault("Cuirassiers only fight in column", "NMM-ARMY-15")
    yield from _choice_faults(unit, kind)
    yield from _defence_faults(army, unit, kind)
    yield from _size_faults(army, unit, kind)
    if unit.kind == "plotton" and not unit.choices.get("parent"):
        yield unit.fault("it is a Plotton without horse to go with", "NMM-ARMY-05", kind="note")


def _card_faults(leader: ArmyUnit) -> Iterator[Refusal]:
    """His card bears his name, and his class where it is no plain 2 (LEAD-02, LEAD-06)."""
    if not leader.name:
        yield leader.fault("he needs a rank and a name on his card", "NMM-LEAD-02", kind="note")
    if leader.choices.get("class", "2") not in SCHEMES:
        yield leader.fault("his Command Class is 1, 2 or 3", "NMM-LEAD-06")


def _defence_faults(army: Army, unit: ArmyUnit, kind: Kind) -> Iterator[Refusal]:
    """Defences are priced by size, or only sold to what the list names (PTS-12, PTS-13)."""
    listed = kind.key in ("battalia", "musketeers", "firelocks", "pike_stand") or kind.arm == "gun"
    if has_defences(unit) and not listed and House.defence_cost_scope.listed_only.of(army.house):
        yield unit.fault(f"no defences are sold for a {kind.title}", "NMM-PTS-12")


def kind_called(word: str) -> str:
    """The kind that a player's word for a troop means; horse that are no Cuirassiers are
    Harquebusiers, whatever they call themselves (ARMY-16).

    Raises:
        ValueError: no such troop.
    """
    plain = word.strip().lower().removesuffix("s")
    for key, kind in KINDS.items():
        if plain in (key, key.removesuffix("s"), kind.title.lower()):
            return key
    if plain in ("cavalier", "ironside", "horse", "trooper", "arquebusier", "light horse"):
        return "harquebusiers"
    if plain in ("lobster", "cuirassier"):
        return "cuirassiers"
    raise ValueError(str(refusal(f"there is no troop called {word!r}", "NMM-ARMY-16")))


def _size_faults(army: Army, unit: ArmyUnit, kind: Kind) -> Iterator[Refusal]:
    """Figures typed in must be those of the kind (ARMY-03, -06 to -08, -14, -17 to -20).

    Under ``strength=points`` any number of figures may stand there (SET-04).
    """
    if House.strength.points.of(army.house):
        return
    rule = _SIZE_RULE[kind.key]
    counted = figures_of(unit, kind)
    if counted is None:
        yield unit.fault("shot and pikes are whole numbers of figures", rule)
        return
    shot, pikes = counted
    if shot + pikes != kind.figures:
        yield unit.fault(f"a {kind.title} has {kind.figures} figures, not {shot + pikes}", rule)
    elif bool(shot) != bool(kind.shot) or bool(pikes) != bool(kind.pikes):
        yield unit.fault(f"a {kind.title} is of one arm", rule)


def figures_of(unit: ArmyUnit, kind: Kind) -> tuple[int, int] | None:
    """Figures with firearms and with pikes, as typed or as the kind has them; None when what was
    typed is no number."""
    typed = unit.choices.get("shot", str(kind.shot)), unit.choices.get("pikes", str(kind.pikes))
    if not all(one.isdecimal() and len(one) < 4 for one in typed):
        return None
    return int(typed[0]), int(typed[1])


_CHOICE_RULE = {
    "formation": "NMM-ARMY-15",
    "mounted": "NMM-ARMY-18",
    "limbered": "NMM-ACT-21",
    "defences": "NMM-PTS-12",
}


def _choice_faults(unit: ArmyUnit, kind: Kind) -> Iterator[Refusal]:
    """What was chosen must be one of what there is to choose."""
    for name, values in _choices(kind).items():
        chosen = unit.choices.get(name, values[0])
        if name in _CHOICE_RULE and chosen not in values:
            said = " or ".join(values)
            yield unit.fault(f"{name} is {said}, not {chosen!r}", _CHOICE_RULE[name])


_SIZE_RULE = {
    "battalia": "NMM-ARMY-06",
    "musketeers": "NMM-ARMY-08",
    "firelocks": "NMM-ARMY-12",
    "pike_stand": "NMM-ARMY-08",
    "pike_square": "NMM-ARMY-13",
    "forlorn": "NMM-ARMY-03",
    "plotton": "NMM-ARMY-03",
    "harquebusiers": "NMM-ARMY-14",
    "cuirassiers": "NMM-ARMY-14",
    "horse_detachment": "NMM-ARMY-17",
    "dragoons": "NMM-ARMY-18",
    "field_gun": "NMM-ARMY-19",
    "light_gun": "NMM-ARMY-20",
    "galloper": "NMM-ARMY-20",
    "formed_plotton": "NMM-ARMY-05",
    "clubmen": "NMM-EVT-05",
}


def _leader_faults(army: Army) -> Iterator[Refusal]:
    generals = [unit.id for unit in army.units if unit.kind == "general"]
    if len(generals) != 1:
        yield refusal(f"one General commands the army, not {len(generals)}", "NMM-ARMY-31")
    brigadiers = {unit.id for unit in army.units if unit.kind == "brigadier"}
    for brigade, leader in army.brigades.items():
        if leader and leader not in brigadiers:
            yield refusal(f"Brigade {brigade}: its leader {leader} is no Brigadier", "NMM-LEAD-01")


def _brigade_faults(army: Army) -> Iterator[Refusal]:
    for unit in army.units:
        if unit.kind not in KINDS or unit.brigade:
            continue
        light = KINDS[unit.kind].skirmisher or KINDS[unit.kind].arm == "gun"
        kind: Literal["note", "fault"] = "note" if light else "fault"
        yield unit.fault("it belongs to no Brigade", "NMM-ARMY-01", kind=kind)
    for brigade in army.brigades:
        mine = [unit for unit in army.units if unit.brigade == brigade and unit.kind in KINDS]
        yield from _brigade_size(brigade, mine)
        yield from _brigade_guns(brigade, mine)


def _brigade_size(brigade: str, mine: list[ArmyUnit]) -> Iterator[Refusal]:
    line = [unit for unit in mine if not KINDS[unit.kind].detachment]
    line = [unit for unit in line if KINDS[unit.kind].arm != "gun"]
    if not 2 <= len(line) <= 4:
        has = many(len(line), "Unit")
        yield refusal(
            f"Brigade {brigade} has {has}, usual are two to four", "NMM-ARMY-29", kind="note"
        )


def _brigade_guns(brigade: str, mine: list[ArmyUnit]) -> Iterator[Refusal]:
    kinds = Counter(unit.kind for unit in mine)
    foot = any(KINDS[unit.kind].arm == "foot" and not KINDS[unit.kind].loose for unit in mine)
    horse = any(KINDS[unit.kind].arm == "horse" for unit in mine)
    if kinds["light_gun"] > 2:
        yield refusal(f"Brigade {brigade}: at most two Light Guns", "NMM-ARMY-22")
    if kinds["galloper"] > 1 or (kinds["galloper"] and (foot or not horse)):
        yield refusal(f"Brigade {brigade}: one Galloper, with horse only", "NMM-ARMY-22")


def _quarter_fault(army: Army, units: list[ArmyUnit]) -> Iterator[Refusal]:
    """Detachments, Dragoons and Artillery are at most a quarter (ARMY-24; MUS-05)."""
    if House.mustering.of(army.house) or any(quality_of(u) not in QUALITIES for u in units):
        return
    light = [u for u in units if KINDS[u.kind].skirmisher or KINDS[u.kind].arm == "gun"]
    whole: float = sum(troop_cost(unit) for unit in units)
    if House.quarter_basis.grand_total.of(army.house):
        whole = army_points(army)
    part = sum(troop_cost(unit) for unit in light)
    if 4 * part > whole:
        yield (
            refusal(
                f"Detachments, Dragoons and Artillery are {part:g} of {whole:g} points, "
                "more than a quarter",
                "NMM-ARMY-24",
            )
        )


def balance_notes(first: Army, second: Army) -> tuple[Refusal, ...]:
    """Advice on two armies: never an error (ARMY-25, PTS-14)."""
    one, two = army_points(first), army_points(second)
    if one == two:
        return (refusal(f"{one:g} points a side: balanced", "NMM-PTS-14"),)
    return (refusal(f"{one:g} points against {two:g}", "NMM-PTS-14", "NMM-ARMY-25", kind="note"),)


def split_fault(
    battalia: int, musketeers: int, stands: int, house: dict[str, str] | None = None
) -> Refusal | None:
    """What is wrong with splitting that many Battalia of 16 and 8 so; None when nothing is.

    A Square counts as two Stands (ARMY-09, ARMY-10, ``breakdown_leftovers``).
    """
    leftovers = House.breakdown_leftovers.of(house or {})
    shot, pikes = 16 * battalia - 12 * musketeers, 8 * battalia - 12 * stands
    if shot < 0 or pikes < 0:
        return refusal("a split makes no figures", "NMM-ARMY-10")
    if leftovers is House.breakdown_leftovers.exact and (shot or pikes):
        return refusal(f"{shot} musketeers and {pikes} pikes are left over", "NMM-ARMY-10")
    if leftovers is House.breakdown_leftovers.detachment and shot % 6:
        return refusal(f"{shot % 6} musketeers are left over", "NMM-ARMY-10")
    return None


def _inches(figures: int, mm: int) -> float:
    return round(figures * mm / INCH_MM, 1)


def _bases(kind: Kind) -> tuple[BaseShape, ...]:
    if kind.key == "battalia":
        block = _inches(4, FOOT_MM)
        return tuple(BaseShape(one, block, 1.6, 8) for one in ("musket", "pike", "musket"))
    if kind.arm == "gun":
        return (BaseShape("gun", 2.0, 2.4, kind.shot),)
    if kind.detachment or kind.arm == "dragoon":
        half = kind.figures // 2
        return tuple(BaseShape("loose", 2.4, 1.6, half) for _ in range(2))
    wide = _inches(kind.figures // kind.ranks, HORSE_MM if kind.arm == "horse" else FOOT_MM)
    deep = 2.4 if kind.arm == "horse" or kind.ranks > 2 else 1.6
    return (BaseShape("horse" if kind.arm == "horse" else "foot", wide, deep, kind.figures),)


def _choices(kind: Kind) -> dict[str, tuple[str, ...]]:
    order = ("seasoned", "veteran", "raw")
    had = tuple(one for one in order if kind.points[QUALITIES.index(one)])
    choices = {"quality": had or ("raw",)}
    if kind.key == "harquebusiers":
        choices["formation"] = ("column", "line")
    if kind.arm == "dragoon":
        choices["mounted"] = ("yes", "no")
    if kind.key in ("light_gun", "galloper"):
        choices["limbered"] = ("no", "yes")
    if kind.arm in ("foot", "gun"):
        choices["defences"] = ("no", "yes")
    return choices


def _kinds() -> Iterator[UnitKind]:
    for kind in KINDS.values():
        if kind.key not in UNLISTED:
            yield UnitKind(kind.key, kind.title, _choices(kind), _bases(kind))
    leader = (BaseShape("leader", 1.6, 1.6, 1),)
    yield UnitKind("general", "General", {}, leader, leads=True)
    yield UnitKind("brigadier", "Brigadier", {"class": ("2", "1", "3")}, leader, leads=True)


ROSTER = Roster(tuple(_kinds()), cost, check)
