"""Armies: kinds of unit, their options and faults, and a new game (PAS-CLASS, PAS-ARM)."""

from __future__ import annotations

from rules.armatys.state import Arm, General, Gun, State, Unit
from rules.armatys.switches import HOUSE
from rules.armatys.tables import ABILITY, ARMOUR, BASES_MM, GUN_RATIO, GUNS, MORALE, WEIGHTS
from rules.kernel.army_check import check_apart
from rules.kernel.protocol import Army, ArmyUnit, BaseShape, IllegalAction, Roster, UnitKind
from rules.kernel.refusal import Refusal, refusal

MM_IN = 25.4
NUMBERS = tuple(str(number) for number in range(0, 61))
QUALITIES: dict[str, tuple[str, ...]] = {
    "ability": ("Trained", *(name for name in ABILITY if name != "Trained")),
    "morale": ("Average", *(name for name in MORALE if name != "Average"), "rolled"),
}
ARMOURS = tuple(ARMOUR)


def base(kind: str, troops: str, figures: int = 1) -> BaseShape:
    """PAS-SCOPE-04: the base of a figure, inches."""
    wide, deep = BASES_MM[troops]
    return BaseShape(kind, wide / MM_IN, deep / MM_IN, figures)


def figure_base_mm(troops: str, figures: str = "15mm") -> tuple[float, float]:
    """PAS-SCOPE-05: the base of a figure, doubled for 25 mm figures; moves stay as they are."""
    wide, deep = BASES_MM[troops]
    scale = 2.0 if figures == "25mm" else 1.0
    return wide * scale, deep * scale


def _options(**more: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    return {**more, **QUALITIES}


KINDS: tuple[UnitKind, ...] = (
    UnitKind("foot", "Pike and shot", _options(
        muskets=("16", *NUMBERS), pikes=("8", *NUMBERS), halberds=("0", *NUMBERS),
        command=("0", *NUMBERS), **{"command as": ("musket", "pike")},
        ranks=("2", "1", "3"), **{"pike armour": ARMOURS, "musket armour": ARMOURS},
        bayonet=("", "plug", "ring"), grenadiers=("no", "yes"),
    ), (base("musket", "infantry"), base("pike", "infantry"))),
    UnitKind("horse", "Horse", _options(
        figures=("12", *NUMBERS), ranks=("1", "2"), armour=("Partly", "Unarmoured", "Fully"),
        pistols=("yes", "no"), lances=("no", "yes"), bows=("no", "yes"),
    ), (base("horse", "cavalry"),)),
    UnitKind("dragoons", "Dragoons", _options(
        figures=("10", *NUMBERS), ranks=("1", "2"), mounted=("yes", "no"),
    ), (base("dragoon", "cavalry"),)),
    UnitKind("light horse", "Irregular light cavalry", _options(
        figures=("10", *NUMBERS), ranks=("1", "2"), armour=ARMOURS, pistols=("no", "yes"),
        lances=("no", "yes"), bows=("no", "yes"),
    ), (base("light horse", "cavalry"),)),
    UnitKind("gun", "Guns", _options(
        gun=tuple(GUNS), number=("1", "2", "3"), crew=("full", *NUMBERS),
        limbered=("no", "yes"), galloper=("no", "yes"),
    ), (base("gun", "gun"),)),
    UnitKind("general", "General", {}, (base("general", "general"),), leads=True),
)  # fmt: skip
_BY_KIND = {kind.kind: kind for kind in KINDS}


def choice(one: ArmyUnit, name: str) -> str:
    """An option of a unit, its kind's first value when it is not chosen."""
    return one.choices.get(name, _BY_KIND[one.kind].choices[name][0])


def number(one: ArmyUnit, name: str) -> int:
    """An option that is a number."""
    raw = choice(one, name)
    return int(raw) if raw.isdecimal() and len(raw) < 4 else 0


def points(one: ArmyUnit) -> float:
    """The book has no points: figures, by which armies are matched (PAS-SCOPE-03)."""
    if one.kind not in _BY_KIND or one.kind == "general":
        return 0.0
    return float(sum(arm.figures for arm in arms_of(one)))


def arms_of(one: ArmyUnit) -> tuple[Arm, ...]:
    """PAS-FORM-05: the figures of a unit by arm, command figures counted as its owner sets."""
    if one.kind == "foot":
        command, as_arm = number(one, "command"), choice(one, "command as")
        figures = {
            "pike": number(one, "pikes") + (command if as_arm == "pike" else 0),
            "musket": number(one, "muskets") + (command if as_arm == "musket" else 0),
            "halberd": number(one, "halberds"),
        }
        armour = {"pike": choice(one, "pike armour"), "musket": choice(one, "musket armour")}
        ranks = max(1, number(one, "ranks"))
        return tuple(
            _arm(kind, many, ranks, armour.get(kind, "Unarmoured"))
            for kind, many in figures.items()
            if many
        )
    if one.kind == "gun":
        full = WEIGHTS[GUNS[choice(one, "gun")][0]].crew * max(1, number(one, "number"))
        many = full if choice(one, "crew") == "full" else number(one, "crew")
        return (_arm("crew", many, 1, "Unarmoured"),)
    kind = "dragoon" if one.kind == "dragoons" else one.kind
    armour_of = "Unarmoured" if one.kind == "dragoons" else choice(one, "armour")
    return (_arm(kind, number(one, "figures"), max(1, number(one, "ranks")), armour_of),)


def _arm(kind: str, figures: int, ranks: int, armour: str) -> Arm:
    return Arm(kind, figures, -(-figures // ranks), armour, figures)


def unit_faults(one: ArmyUnit) -> tuple[Refusal, ...]:
    """What the book forbids in a unit, a sentence each."""
    if one.kind not in _BY_KIND:
        return (one.fault(f"{one.kind} is no kind of unit"),)
    found = []
    for name, value in one.choices.items():
        allowed = _BY_KIND[one.kind].choices.get(name)
        if allowed is None or value not in allowed:
            rules = {"ability": ("PAS-CLASS-01",), "morale": ("PAS-CLASS-02",)}.get(name, ())
            found.append(one.fault(f"{name} cannot be {value}", *rules))
    if found or one.kind == "general":
        return tuple(found)
    if one.kind == "foot" and choice(one, "musket armour") != "Unarmoured":
        says = "musketeers are always unarmoured"
        found.append(one.fault(says, "PAS-ARM-01", "PAS-ARM-04"))
    if one.kind == "foot" and choice(one, "pike armour") == "Fully":
        says = "pikemen are unarmoured or partly armoured, full armour is for cuirassiers"
        found.append(one.fault(says, "PAS-ARM-02", "PAS-ARM-03", "PAS-ARM-04"))
    if points(one) == 0:
        found.append(one.fault("a unit has figures", "PAS-SCOPE-03"))
    return tuple(found)


def faults(army: Army) -> tuple[Refusal, ...]:
    """What the book forbids in an army (PAS-SCOPE-02 among it)."""
    found = [fault for one in army.units for fault in unit_faults(one)]
    if not any(one.kind == "general" for one in army.units):
        says = "Every player has a general: the set-up is incomplete"
        found.append(refusal(says, "PAS-SCOPE-02"))
    return tuple(found)


def gun_base_warning(frontage_mm: float, depth_mm: float) -> Refusal | None:
    """PAS-SCOPE-04: the base of a gun keeps the ratio of 2 to 3; 1 mm is let pass."""
    if abs(frontage_mm - GUN_RATIO * depth_mm) <= 1.0:
        return None
    return refusal(
        f"A gun's base of {frontage_mm:g} x {depth_mm:g} mm is not 2 to 3: "
        "its arc of fire will be wrong",
        "PAS-SCOPE-04",
    )


ROSTER = Roster(KINDS, points, faults)


def new_game(armies: tuple[Army, Army], house: dict[str, str]) -> State:
    """The state before the first bound.

    Raises:
        IllegalAction: an army breaks a rule. BadState: an unknown house rule, or names clash.
    """
    sides, rules = check_apart(armies), HOUSE.with_those_of(house, armies)
    for army in armies:
        wrong = faults(army)
        if wrong:
            raise IllegalAction(f"{army.side}: {'. '.join(map(str, wrong))}")
    units = tuple(
        make_unit(army.side, one) for army in armies for one in army.units if one.kind != "general"
    )
    generals = tuple(
        General(one.id, army.side, one.name, one.bases[0] if one.bases else one.id)
        for army in armies
        for one in army.units
        if one.kind == "general"
    )
    return State(
        sides=sides,
        house=rules,
        units=units,
        generals=generals,
        start=units,
    )


def make_unit(side: str, one: ArmyUnit) -> Unit:
    """A unit as an army lists it; morale ``rolled`` is rolled for later (PAS-CLASS-03)."""
    on = {name: choice(one, name) for name in _BY_KIND[one.kind].choices}
    gun = None
    if one.kind == "gun":
        limbered = on["limbered"] == "yes"
        gun = Gun(
            on["gun"],
            max(1, number(one, "number")),
            limbered,
            on["galloper"] == "yes",
            0 if limbered else 9,
        )
    return Unit(
        one.id,
        side,
        one.kind,
        arms_of(one),
        one.name,
        one.bases,
        ranks=int(on.get("ranks", "1")),
        ability=on["ability"],
        morale="" if on["morale"] == "rolled" else on["morale"],
        gun=gun,
        mounted=on.get("mounted", "yes") == "yes",
        pistols=on.get("pistols") == "yes",
        bows=on.get("bows") == "yes",
        lances=on.get("lances") == "yes",
        grenadiers=on.get("grenadiers") == "yes",
        bayonet=on.get("bayonet", ""),
    )
