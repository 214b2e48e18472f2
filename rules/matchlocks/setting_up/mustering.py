"""Mustering an army from cards, and what a case may ask outside of any action (MUS)."""

from __future__ import annotations

from collections.abc import Callable

from rules.kernel.prompts import Steps, draw
from rules.kernel.protocol import ArmyUnit, BadState, Plain, Question
from rules.kernel.refusal import Refusal, refusal
from rules.kernel.telling.names import side_does
from rules.matchlocks.army import balance_notes, cost, kind_called, split_fault, troop_cost

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
            f"{side_does(side, 'is')} dealt a card",
            side,
            "muster",
            tuple(left),
            rules=("NMM-MUS-04",),
        )
        army.append(left.pop(card))
    return tuple(army)


def _split(asked: Question) -> Plain:
    """What is wrong with splitting ``battalia`` into ``musketeers`` and ``stands``."""
    numbers = [int(asked.more.get(one, 0)) for one in ("battalia", "musketeers", "stands")]
    return split_fault(numbers[0], numbers[1], numbers[2], asked.state.house)


def _troop(asked: Question) -> Plain:
    """The kind that a player's ``word`` for a troop means."""
    return kind_called(str(asked.more.get("word", "")))


def _balance(asked: Question) -> Plain:
    """Advice on the two armies of the case."""
    if len(asked.armies) != 2:
        raise BadState("balance: it takes two armies")
    return balance_notes(asked.armies[0], asked.armies[1])


def _cards(asked: Question) -> Plain:
    """The mustering cards of the first army's collection."""
    return cards_of(asked.armies[0].units) if asked.armies else ()


def _agreed(asked: Question) -> Plain:
    """Points agreed for ``troops`` and ``leaders``."""
    return agreed(float(asked.more.get("troops", 0)), float(asked.more.get("leaders", 0)))


def _core(asked: Question) -> Plain:
    """What is wrong with the first army as the picked half of ``troops`` points."""
    units = asked.armies[0].units if asked.armies else ()
    return core_faults(units, float(asked.more.get("troops", 0)))


def _dealt(asked: Question) -> Plain:
    """Is one more card dealt at ``points`` of ``troops``?"""
    return is_short(float(asked.more.get("points", 0)), float(asked.more.get("troops", 0)))


LOOKUPS: dict[str, Callable[[Question], Plain]] = {
    "split": _split,
    "troop": _troop,
    "balance": _balance,
    "mustering cards": _cards,
    "mustering points": _agreed,
    "mustering core": _core,
    "mustering deal": _dealt,
}
"""By the name that a case asks with."""
