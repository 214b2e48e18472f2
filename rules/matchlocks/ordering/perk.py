"""Perk: one more Action, free of any token (CARD-10; ``perk_scope``)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.matchlocks.play import BOOK, Check, Play, spend_card
from rules.matchlocks.state import Unit
from rules.matchlocks.switches import House


def may_play_perk(play: Play, side: str, unit: Unit) -> Iterator[Check]:
    """May that side play Perk on that unit now?"""
    held = side in play.state.sides and "Perk" in play.state.sides[side].hand
    yield Check(f"{side} does not hold Perk", "NMM-CARD-10", held)
    yield Check("the battle is over", "NMM-ARM-01", play.state.phase != "over")
    yield Check("Bonus cards are for the Main Battle", "NMM-CARD-05", play.state.phase == "main")
    own = unit.side == side or play.on(House.perk_scope.any)
    yield Check(f"{unit.label} is not of {side}", "NMM-CARD-10", own)
    yield Check(f"{unit.label} is off the table", "NMM-CARD-10", not unit.gone)
    yield Check(f"{unit.label} is in a melee", "NMM-CARD-10", not unit.melee)
    led = bool(play.state.leader_with(unit.id))
    why = f"{unit.label} is Daunted: only to rally, with a Leader"
    yield Check(why, "NMM-CARD-10", led or not unit.daunted)
    enough = unit.disarray > 0 or unit.actions_left > 0
    why = f"{unit.label} is Daunted: one Action more is not enough to shake that off"
    yield Check(why, "NMM-ACT-18", enough or not unit.daunted)


@BOOK.action("perk", "Perk for {at}", may_play_perk, by="side", at="friend")
def play_perk(play: Play, side: str, unit: Unit) -> Play:
    """A side plays Perk on a unit: it may be declared to act once more."""
    play = spend_card(play, side, "Perk")
    play = play.change(unit.id, actions_left=unit.actions_left + 1, perks=unit.perks + 1)
    return play.step(f"Perk: {unit.label} has one Action more", "NMM-CARD-10")
