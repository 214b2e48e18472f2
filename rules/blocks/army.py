"""Armies of blocks: kinds, what may stand together, and a new game (MAP-ARMY)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from rules.blocks.close_combat.elan import starting_elan
from rules.blocks.state import Block, Force, State
from rules.blocks.switches import CUIRASSIER, HOUSE
from rules.blocks.tables import KINDS, RECOMMENDED_BLOCKS, STARTING_ELAN
from rules.kernel.army_check import check_apart
from rules.kernel.protocol import Army, ArmyUnit, BaseShape, IllegalAction, Roster, UnitKind
from rules.kernel.refusal import Refusal, refusal

BLOCK_IN = (40 / 25.4, 20 / 25.4)
"""Frontage and depth of a block, inches: 40 x 20 mm."""
HORSE_DOCTRINES = ("controlled horse", "impetuous horse")
FOOT_DOCTRINES = ("musketry foot", "aggressive foot")


def _kind(kind: str) -> UnitKind:
    facts = KINDS[kind]
    choices: dict[str, tuple[str, ...]] = {}
    if facts.may_have_shot:
        choices = {"commanded shot": ("no", "yes")}
    return UnitKind(kind, facts.title, choices, (BaseShape(kind, *BLOCK_IN),))


def points(_unit: ArmyUnit) -> float:
    """MAP-ARMY-04: the set has no points; what counts is the number of blocks."""
    return 1.0


def faults(army: Army) -> tuple[Refusal, ...]:
    """What the book forbids in an army, a sentence each."""
    found = [fault for unit in army.units for fault in _unit_faults(unit)]
    kinds = {unit.kind for unit in army.units}
    if all(kind in kinds for kind in FOOT_DOCTRINES):
        found.append(refusal("All foot of an army share one doctrine", "MAP-ARMY-07"))
    if army.house.get("nation", "").lower() == "swedish" and "musketry foot" in kinds:
        found.append(refusal("Swedish brigades are aggressive foot", "MAP-ARMY-06"))
    return (*found, *_horse_faults(army))


def _unit_faults(unit: ArmyUnit) -> tuple[Refusal, ...]:
    if unit.kind not in KINDS:
        says = f"{unit.kind} is no kind of block; light battalion guns are part of foot"
        return (unit.fault(says, "MAP-ART-06"),)
    if has_shot(unit) and unit.kind == "cuirassiers":
        return (unit.fault("cuirassiers cannot have commanded shot", "MAP-HORSE-05"),)
    if has_shot(unit) and not KINDS[unit.kind].may_have_shot:
        return (unit.fault("only horse has commanded shot", "MAP-ARMY-08"),)
    return ()


def has_shot(unit: ArmyUnit) -> bool:
    """Has the unit commanded shot attached?"""
    return unit.choices.get("commanded shot", "no") == "yes"


def _horse_faults(army: Army) -> list[Refusal]:
    """MAP-ARMY-08: one doctrine; all or none with commanded shot, cuirassiers not counted
    (MAP_CUIRASSIER)."""
    kinds = {unit.kind for unit in army.units}
    doctrines = [kind for kind in HORSE_DOCTRINES if kind in kinds]
    if "cuirassiers" in kinds and CUIRASSIER.exclusive.of(army.house):
        doctrines.append("cuirassiers")
    found = []
    if len(doctrines) > 1:
        found.append(
            refusal(
                f"Horse of an army have one doctrine, not {' and '.join(doctrines)}", "MAP-ARMY-08"
            )
        )
    shot = [has_shot(unit) for unit in army.units if unit.kind in HORSE_DOCTRINES]
    if any(shot) and not all(shot):
        found.append(refusal("All or none of the horse has commanded shot", "MAP-ARMY-08"))
    return found


def advice(army: Army) -> tuple[Refusal, ...]:
    """What the book advises against, without forbidding it (MAP-ARMY-01, MAP-ARMY-02)."""
    number = len(army.units)
    if number > RECOMMENDED_BLOCKS:
        return (
            refusal(
                f"{number} blocks: above {RECOMMENDED_BLOCKS} a side the battle turns into frontal "
                "attrition",
                "MAP-ARMY-02",
                kind="note",
            ),
        )
    return ()


def scaled(men: Sequence[int], largest: int = RECOMMENDED_BLOCKS) -> tuple[int, ...]:
    """MAP-ARMY-03: blocks for historical forces, pro rata to *largest* for the biggest."""
    return tuple(round(Fraction(one * largest, max(men))) for one in men)


ROSTER = Roster(tuple(_kind(kind) for kind in KINDS), points, faults)


def motivation(army: Army) -> str:
    """``top``, ``middle`` or ``low``, from the army's ``motivation`` (middle when not said)."""
    chosen = army.house.get("motivation", "middle")
    if chosen not in STARTING_ELAN:
        raise IllegalAction(
            f"{army.side}: motivation is one of {', '.join(STARTING_ELAN)}",
            "MAP-ELAN-02",
            "MAP-ELAN-03",
            "MAP-ELAN-04",
        )
    return chosen


def new_game(armies: tuple[Army, Army], house: dict[str, str]) -> State:
    """The state before the first roll.

    Army settings: ``motivation`` (top, middle, low), ``tercios`` (yes, no), ``nation``.

    Raises:
        IllegalAction: an army breaks a rule.
        BadState: a house rule the set does not know, or both sides have one name or share an id.
    """
    sides, rules = check_apart(armies), HOUSE.with_those_of(house, armies)
    for army in armies:
        wrong = faults(Army(army.side, army.rules, army.units, house={**army.house, **rules}))
        if wrong:
            raise IllegalAction(f"{army.side}: {'. '.join(map(str, wrong))}")
    return State(
        sides=sides,
        house=rules,
        forces=tuple(_force(army) for army in armies),
        blocks=tuple(_block(army, unit) for army in armies for unit in army.units),
        phase="engagement",
    )


def _force(army: Army) -> Force:
    return Force(
        army.side, starting_elan(motivation(army)), tercios=army.house.get("tercios", "no") == "yes"
    )


def _block(army: Army, unit: ArmyUnit) -> Block:
    payload = unit.bases[0] if unit.bases else unit.id
    return Block(
        unit.id, army.side, unit.kind, commanded_shot=has_shot(unit), name=unit.name, base=payload
    )
