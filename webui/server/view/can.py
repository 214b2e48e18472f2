"""What a live table can do by itself, as the pages are told."""

from __future__ import annotations

from vision.table.abilities import Abilities
from webui.game.told.page.table import Can


def can_of(abilities: Abilities) -> Can:
    """The same without the functions that do it."""
    return Can(
        moves=abilities.move is not None,
        lifts=abilities.lift is not None,
        lays_out=abilities.lay_out is not None,
        sees=abilities.sees,
        simulated=abilities.simulated,
    )
