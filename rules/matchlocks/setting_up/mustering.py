"""Optional: mustering an army from cards (chapter XVII of the book; MUS)."""

from __future__ import annotations

from rules.kernel.prompts import Steps, draw
from rules.kernel.protocol import ArmyUnit
from rules.kernel.refusal import Refusal, refusal
from rules.matchlocks.army import cost, troop_cost

CORE = ("battalia", "harquebusiers", "cuirassiers")
"""What the picked half is made of."""


def cards_of(collection: tuple[ArmyUnit, ...]) -> tuple[str, ...]:
    """One card for every unit of a collection (MUS-01)."""
    return tuple(unit.id for unit in collection)


def agreed(troops: float, leaders: float) -> dict[str, float]:
    """What the players agreed on, for the record (MUS-02)."""
    return {"troops": troops, "leaders": leaders}


def core_faults(picked: tuple[ArmyUnit, ...], troops: float) -> tuple[Refusal, ...]:
    """What is wrong with the picked half (MUS-03): points, kinds, balance."""
    faults = []
    points = sum(troop_cost(unit) for unit in picked)
    if 2 * points < troops:
        faults.append(
            refusal(f"the core is {points:g} of {troops:g} points, at least half", "NMM-MUS-03")
        )
    others = [unit.id for unit in picked if unit.kind not in CORE]
    if others:
        faults.append(
            refusal(f"the core is Battalia and Squadrons: not {', '.join(others)}", "NMM-MUS-03")
        )
    foot = sum(unit.kind == "battalia" for unit in picked)
    horse = len(picked) - len(others) - foot
    if abs(foot - horse) > 1:
        faults.append(
            refusal(f"{foot} Battalia and {horse} Squadrons: as equal as can be", "NMM-MUS-03")
        )
    return tuple(faults)


def is_short(points: float, troops: float) -> bool:
    """Is one more card dealt?  Until the total is equalled or passed (MUS-04)."""
    return points < troops


def muster(
    side: str, picked: tuple[ArmyUnit, ...], rest: tuple[ArmyUnit, ...], troops: float
) -> Steps[tuple[ArmyUnit, ...]]:
    """Deal from the rest, cut by the opponent, until the total is equalled or passed (MUS-04).

    Nothing is refused for the quarter of light troops (MUS-05), and the two totals need not
    be equal (MUS-06).
    """
    army, left = list(picked), {unit.id: unit for unit in rest}
    while left and is_short(sum(cost(unit) for unit in army), troops):
        (card,) = yield from draw(
            f"{side} is dealt a card", side, "muster", tuple(left), rules=("NMM-MUS-04",)
        )
        army.append(left.pop(card))
    return tuple(army)
