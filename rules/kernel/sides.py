"""The two sides of a game."""

from __future__ import annotations

from typing import Protocol


class TwoSided(Protocol):
    """A game of two sides."""

    @property
    def sides(self) -> tuple[str, str]:
        """Their names, the first to move first."""


def enemy(game: TwoSided, side: str) -> str:
    """The other side."""
    return game.sides[1] if side == game.sides[0] else game.sides[0]
