"""May a unit act at all?  Broken, rallying, pursuing and departed units may not (PAS-MOR-07)."""

from __future__ import annotations

from rules.armatys.state import State, Unit
from rules.kernel.refusal import Refusal, refusal
from rules.kernel.telling.words import many


def acting_fault(state: State, one: Unit) -> Refusal | None:
    """Why a unit may take no action of its own now; "" when it may."""
    if state.over:
        return refusal(f"the game is over: {state.ended}")
    if one.off:
        return refusal(f"{one.id} is out of the game", "PAS-MOR-06")
    if one.broken or one.retire:
        return refusal(f"{one.id} is broken and has to rally", "PAS-MOR-07")
    if one.rally:
        says = f"{one.id} has to rally for {many(one.rally, 'more bound')}"
        return refusal(says, "PAS-MOR-07", "PAS-PUR-08")
    if one.pursuing:
        return refusal(f"{one.id} is pursuing {one.pursuing}", "PAS-PUR-01")
    return None
