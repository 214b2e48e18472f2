"""An offer that is greyed, with the refusal as its reason."""

from __future__ import annotations

from rules.kernel.protocol import Action, Offer, Refusal
from vision.table.reading import Reading


def refused(
    action: Action, title: str, why: Refusal, readings: tuple[Reading, ...] | None = None
) -> Offer:
    """The action greyed, with the reason; *readings*: those to show, its own when None."""
    shown = why.readings if readings is None else readings
    return Offer(action, title, False, why.says, why.rules, shown, house=why.house)
