"""The table of everything that can be declared, and how it is resolved."""

from __future__ import annotations

from collections.abc import Callable

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
    return tuple(
        offer
        for unit in state.units.values()
        if not unit.gone
        for make in (shoot_offers, repair_offers)
        for offer in make(state, table, unit)
    )
