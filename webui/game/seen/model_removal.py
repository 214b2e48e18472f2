"""Models of those who are out of the battle leave the table.

On a table whose models are the program's own it lifts them itself, and stands them up again
where they stood when the step is undone. Law: no rule; the cards say who is out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress

from rules.kernel.protocol import Army, Card
from webui.game.seen.live import LiveTable

Place = tuple[float, float, float]
"""x_in, y_in, facing_deg."""

Move = Callable[[str, float, float, float], None]
"""Puts the model of a payload there."""


def fallen(armies: Iterable[Army], cards: Mapping[str, Card]) -> frozenset[str]:
    """The tags of all bases that are out of the battle; *cards* by unit."""
    tags: set[str] = set()
    for army in armies:
        for unit in army.units:
            card = cards[unit.id]
            tags.update(card.lost)
            if card.gone and not card.stays:
                tags.update(unit.bases)
    return frozenset(tags)


class Lifting:
    """Keeps a table that is ours free of the fallen, step by step."""

    def __init__(self, live: LiveTable) -> None:
        self._live = live
        self._stood: dict[str, Place] = {}

    def follow(self, out: frozenset[str]) -> None:
        """Lift the models that are *out* since the last step; put back those that no longer
        are, where they stood."""
        live, can = self._live, self._live.abilities
        if can.lift is None or can.move is None or out == self._stood.keys():
            return
        for payload in sorted(self._stood.keys() - out):
            can.move(payload, *self._stood.pop(payload))
        for base in live.snapshot().bases:
            if base.payload in out and base.payload not in self._stood and base.pose is not None:
                pose = base.pose
                self._stood[base.payload] = (pose.x_in, pose.y_in, pose.facing_deg)
                # It may have been lifted by hand meanwhile.
                with suppress(ValueError):
                    can.lift(base.payload)
