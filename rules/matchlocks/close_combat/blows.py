"""What a unit needs to hit in melee, and which dice it throws again (MEL-43 to -50, -69 to -82)."""

from __future__ import annotations

from msgspec import Struct

from rules.kernel.protocol import Modifier
from rules.matchlocks.close_combat.doctrine import NONE, Doctrine
from rules.matchlocks.close_combat.melee_count import Footing
from rules.matchlocks.play import Again
from rules.matchlocks.state import Melee, State, Unit, kind_of
from rules.matchlocks.switches import House

FIRST_NEEDS, LATER_NEEDS = 4, 5


class Blow(Struct, frozen=True):
    """What one unit brings to a round: how it stands, its doctrine, Hits from fire."""

    unit: str
    footing: Footing
    doctrine: Doctrine = NONE
    fire_hits: int = 0
    fresh: bool = False
    outright: int = 0


def needed(state: State, melee: Melee, number: int, blow: Blow) -> int:
    """4 in round one and for fresh horse, else 5 (MEL-43, -69, -74, -77, -82)."""
    if blow.fresh or blow.unit in melee.fed and melee.fed[blow.unit] == number:
        return FIRST_NEEDS
    if is_fresh(melee, blow.unit, number):
        return FIRST_NEEDS if state.on(House.joiner_values.fresh) else LATER_NEEDS
    if number == 1:
        return LATER_NEEDS if blow.doctrine.tactic == "engage" else FIRST_NEEDS
    return LATER_NEEDS


def rerolls(
    state: State, melee: Melee, number: int, blow: Blow, foe: Unit
) -> tuple[Again | None, Modifier | None]:
    """Which dice a unit throws again in melee, or what bars it (MEL-45 to -50, -69, -75)."""
    unit = state.units[blow.unit]
    bar = _barred(state, melee, number, blow, unit, foe)
    if bar is not None:
        return None, bar
    if number == 1 and blow.doctrine.tactic == "gallop" and unit.id in melee.gallop:
        climbs = melee.uphill if unit.id in melee.attackers else melee.counter_uphill
        if not climbs:
            return Again((1, 2, 3), "charging: every miss", "NMM-MEL-46"), None
        if state.on(House.uphill_charge.trot):
            return Again((1,), "a gallop uphill is a trot", "NMM-MEL-46"), None
    why = _ones_again(state, melee, number, blow, unit)
    return (Again((1,), *why) if why else None), None


def _ones_again(
    state: State, melee: Melee, number: int, blow: Blow, unit: Unit
) -> tuple[str, str] | None:
    """Why a unit throws 1s again; None when it does not."""
    if number == 1 and blow.doctrine.tactic == "trot":
        return "at a trot: 1s", "NMM-DOC-18"
    if unit.quality == "veteran":
        return "Veterans: 1s", "NMM-MEL-45"
    if _attacks_now(state, melee, number, blow):
        return "attacking: 1s", "NMM-MEL-45"
    if unit.id in melee.followed and melee.followed_round in (0, number):
        return "following up: 1s", "NMM-MEL-45"
    if number > 1 and melee.winner == unit.side:
        return "won the last round: 1s", "NMM-MEL-75"
    if blow.fresh or melee.fed.get(unit.id) == number:
        return "fresh horse fed in: 1s", "NMM-MEL-77"
    return None


def _barred(
    state: State, melee: Melee, number: int, blow: Blow, unit: Unit, foe: Unit
) -> Modifier | None:
    """What leaves every die as it fell (MEL-47 to -50, -69)."""
    attacks = _attacked(melee, unit.id)
    horse = kind_of(unit).arm == "horse"
    on_flank = unit.id in (melee.joined or melee.attackers)
    frontal = melee.zone == "front" or not on_flank
    pikes = foe.pikes > 0 and (not foe.shot or foe.hedgehog or foe.kind == "pike_square")
    if horse and (pikes or foe.hedgehog or (foe.kind == "battalia" and frontal)):
        return Modifier("horse against pikes", "no rerolls", "NMM-MEL-47")
    if melee.pursuit and attacks and number == 1:
        return Modifier("pursuers fight in disorder", "no rerolls", "NMM-MEL-69")
    early = number == 1 or is_fresh(melee, unit.id, number)
    if not attacks or not (early or state.on(House.attacker_reroll_later)):
        return None
    if unit.disarray:
        return Modifier("an attacker with Disarray", "no rerolls", "NMM-MEL-48")
    if melee.uphill and not horse and early:
        return Modifier("foot attacking uphill", "no rerolls", "NMM-MEL-49")
    if blow.footing.over or blow.footing.into:
        return Modifier("over a defended obstacle", "no rerolls", "NMM-MEL-50")
    return None


def _attacks_now(state: State, melee: Melee, number: int, blow: Blow) -> bool:
    """Does it still count as attacking (``attacker_reroll_later``)?"""
    if not _attacked(melee, blow.unit) or melee.pursuit:
        return False
    engaged = blow.doctrine.tactic == "engage"
    if engaged and not state.on(House.engage_fire_attacker_reroll):
        return False
    later = state.on(House.attacker_reroll_later)
    return number == 1 or is_fresh(melee, blow.unit, number) or later


def _attacked(melee: Melee, unit_id: str) -> bool:
    """Has it made an Attack in this fight, first or by joining it?"""
    return (unit_id in melee.assailants and not melee.backed) or unit_id in melee.joined


def is_fresh(melee: Melee, unit_id: str, number: int) -> bool:
    """Is round *number* the first of a unit that joined a fight under way (MEL-71)?"""
    return unit_id in melee.joined and melee.joined_round == number
