"""Ammunition: seven volleys of formed musketeers (SUM-03), the shots of horse (AMMO)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel.acting.book import Says, anybody
from rules.kernel.prompts import Steps, yes
from rules.matchlocks.play import BOOK, Check, Play, fails
from rules.matchlocks.state import Unit, kind_of
from rules.matchlocks.switches import House
from rules.matchlocks.tables import Kind

MOVES = frozenset({"move", "wheel", "about face", "charge", "attack", "pivot", "cross"})
"""Actions after which a unit no longer counts as stationary."""


def has_moved(unit: Unit) -> bool:
    """Did it move this turn, by whatever name?"""
    return not MOVES.isdisjoint(unit.acts)


def is_dry(unit: Unit, kind: Kind) -> bool:
    """Formed musketeers whose free volley and small die are both used up (AMMO-04, SUM-08)."""
    return kind.formed_shot and not unit.free_volley and unit.ammo == 0


def ammo_checks(play: Play, unit: Unit) -> Iterator[Check]:
    """What ammunition forbids (AMMO-04, -06, -07, -08)."""
    kind = kind_of(unit)
    if is_dry(unit, kind):
        yield from _scattered_checks(play, unit)
    if kind.shots is not None and unit.shots_used >= kind.shots:
        rule = "NMM-AMMO-08" if kind.detachment else "NMM-AMMO-07"
        yield fails(f"{unit.label} has used its {kind.shots} shots of the battle", rule)


def _scattered_checks(play: Play, unit: Unit) -> Iterator[Check]:
    if has_moved(unit):
        why = f"{unit.label} is down to Scattered Fire, which a unit that moved may not give"
        yield fails(why, "NMM-AMMO-06")
    first = play.on(House.scattered_same_turn.allow) and "scattered fire" not in unit.acts
    if unit.fired_ranks and not first:
        why = f"{unit.label} has fired this turn: Scattered Fire is one rank a turn"
        yield fails(why, "NMM-AMMO-04")


def use_volleys(play: Play, unit_id: str, volleys: int = 1) -> Play:
    """Take volleys off the free one first, then off the small die (AMMO-01, -02, -03)."""
    unit = play.unit(unit_id)
    if is_dry(unit, kind_of(unit)):
        return play
    paid = volleys - 1 if unit.free_volley else volleys
    left = max(0, unit.ammo - paid)
    play = play.change(unit_id, free_volley=False, ammo=left)
    return play.effect("ammo", unit_id, left)


@BOOK.action("ammo die", "Read the small die", anybody, says={"reads": Says(most=6)})
def die_read(play: Play, unit: Unit, at: str, reads: int) -> Steps[Play]:
    """The small die on the table shows *reads*; where the record says otherwise the owner is
    asked, and the record stands unless he corrects it (AMMO-10)."""
    if reads == unit.ammo:
        return play.step(f"{unit.label}: the die and the record agree", "NMM-AMMO-10")
    what = f"{unit.label}: the die shows {reads}, the record {unit.ammo}. Correct the record?"
    if not (yield from yes(what, unit.side, rules=("NMM-AMMO-10",))):
        return play.step(f"{unit.label}: the record stands at {unit.ammo}", "NMM-AMMO-10")
    play = play.change(unit.id, ammo=reads).effect("ammo", unit.id, reads)
    return play.step(f"{unit.label}: the record is corrected to {reads}", "NMM-AMMO-10")


def use_shot(play: Play, unit_id: str) -> Play:
    """One of the counted shots of horse is gone (AMMO-07, -08)."""
    unit = play.unit(unit_id)
    left = (kind_of(unit).shots or 0) - unit.shots_used - 1
    return play.change(unit_id, shots_used=unit.shots_used + 1).effect("shots", unit_id, left)


def use_ammunition(play: Play, unit_id: str) -> Play:
    """Whatever one Shoot Action costs that unit; nothing for those never counted (AMMO-09)."""
    kind = play.state.kind(unit_id)
    if kind.formed_shot:
        return use_volleys(play, unit_id)
    return use_shot(play, unit_id) if kind.shots is not None else play
