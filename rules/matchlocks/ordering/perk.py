"""Perk: one more Action, free of any token (CARD-10; ``perk_scope``)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel.prompts import Steps
from rules.kernel.protocol import Action
from rules.matchlocks.play import Check, Play, require, spend_card
from rules.matchlocks.state import State, Unit
from rules.matchlocks.switches import House


def perk_checks(state: State, side: str, unit: Unit) -> Iterator[Check]:
    """May that side play Perk on that unit now?"""
    held = side in state.sides and "Perk" in state.sides[side].hand
    yield Check(f"{side} does not hold Perk", "NMM-CARD-10", held)
    yield Check("the battle is over", "NMM-ARM-01", state.phase != "over")
    yield Check("Bonus cards are for the Main Battle", "NMM-CARD-05", state.phase == "main")
    own = unit.side == side or state.on(House.perk_scope.any)
    yield Check(f"{unit.label} is not of {side}", "NMM-CARD-10", own)
    yield Check(f"{unit.label} is off the table", "NMM-CARD-10", not unit.gone)
    yield Check(f"{unit.label} is in a melee", "NMM-CARD-10", not unit.melee)
    led = bool(state.leader_with(unit.id))
    why = f"{unit.label} is Daunted: only to rally, with a Leader"
    yield Check(why, "NMM-CARD-10", led or not unit.daunted)
    enough = unit.disarray > 0 or unit.actions_left > 0
    why = f"{unit.label} is Daunted: one Action more is not enough to shake that off"
    yield Check(why, "NMM-ACT-18", enough or not unit.daunted)


def play_perk(play: Play, action: Action) -> Steps[Play]:
    """*by* plays Perk on unit *at*: it may be declared to act once more."""
    unit = play.state.unit(action.at or "")
    yield from require(play, perk_checks(play.state, action.by, unit), action.by)
    play = spend_card(play, action.by, "Perk")
    play = play.change(unit.id, actions_left=unit.actions_left + 1, perks=unit.perks + 1)
    return play.step(f"Perk: {unit.label} has one Action more", "NMM-CARD-10")
