"""The two sides of a game."""

from __future__ import annotations

from typing import Protocol

from rules.kernel.protocol import IllegalAction


class TwoSided(Protocol):
    """A game of two sides."""

    @property
    def sides(self) -> tuple[str, str]:
        """Their names, the first to move first."""


def enemy(game: TwoSided, side: str) -> str:
    """The other side."""
    return game.sides[1] if side == game.sides[0] else game.sides[0]


def side_in(game: TwoSided, name: str) -> str:
    """*name*, which is a side of the game.

    Raises:
        IllegalAction: it is none.
    """
    if name not in game.sides:
        raise IllegalAction(f"{name} is no side")
    return name
