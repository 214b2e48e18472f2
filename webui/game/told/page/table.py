"""The table as every page draws it."""

from __future__ import annotations

from msgspec import Struct


class Can(Struct, frozen=True):
    """What the table can do by itself.

    ``moves``: the program puts models down where they are dragged, ``lifts`` them, ``lays_out``
    another table. ``sees``: cameras look at it, drawn ones too; ``simulated``: they are drawn.
    """

    moves: bool
    lifts: bool
    lays_out: bool
    sees: bool
    simulated: bool
