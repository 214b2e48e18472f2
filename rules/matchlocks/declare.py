"""The table of everything that can be declared, and how it is resolved."""

from __future__ import annotations

from collections.abc import Callable

from rules.matchlocks.close_quarters import (
    attack_offers,
    declare_attack,
    declare_concede,
    declare_demand,
    declare_face,
    declare_feed,
    declare_retake,
    declare_round,
    declare_test,
    melee_offers,
    side_offers,
)
from rules.matchlocks.offers import repair_offers, shoot_offers
from rules.matchlocks.play import Play
from rules.matchlocks.shooting import repair, shoot
from rules.matchlocks.state import State
from rules.prompts import Steps
from rules.protocol import Action, IllegalAction, Offer, Outcome
from vision.measure.table import Snapshot

ACTIONS: dict[str, Callable[[Play, Action], Steps[Play]]] = {
    "shoot": shoot,
    "repair": repair,
    "attack": declare_attack,
    "melee round": declare_round,
    "face": declare_face,
    "feed": declare_feed,
    "morale test": declare_test,
    "concede": declare_concede,
    "demand": declare_demand,
    "retake": declare_retake,
}


def resolve(action: Action, state: State, table: Snapshot) -> Steps[Outcome]:
    """One action over one frozen snapshot.

    Raises:
        IllegalAction: there is no such action, or the rules forbid it now.
    """
    if action.do not in ACTIONS:
        raise IllegalAction(f"there is no action {action.do!r} (NMM-ACT-28)")
    play = yield from ACTIONS[action.do](Play(state, table), action)
    return play.outcome()


def actions(state: State, table: Snapshot) -> tuple[Offer, ...]:
    """Every action of every unit, legal or not, with the reason."""
    if state.phase == "over":
        return ()
    units = tuple(
        offer
        for unit in state.units.values()
        if not unit.gone
        for make in (shoot_offers, repair_offers, attack_offers, melee_offers)
        for offer in make(state, table, unit)
    )
    return (*units, *side_offers(state))
