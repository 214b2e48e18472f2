"""What people call the units, bases and sides of a game."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rules.kernel.offers import called
from rules.kernel.protocol import Card
from rules.kernel.telling.names import titled
from vision.table.reading import Unmeasurable
from webui.game.game import Game
from webui.game.position import Present
from webui.game.told.called import told_apart, with_bases


def names(units: Sequence[Card]) -> dict[str, str]:
    """Unit id to the name people use; with the id behind it where several have one name."""
    return told_apart({card.unit: card.name for card in units})


def called_in(present: Present) -> dict[str, str]:
    """As ``names``, what each base of a unit of several is called, and the sides."""
    bases = {unit.id: unit.bases for army in present.armies for unit in army.units}
    sides = {army.side: titled(army.side) for army in present.armies}
    return {**sides, **with_bases(names(present.cards), bases)}


def unmeasured(game: Game) -> Callable[[Unmeasurable], str]:
    """Says what cannot be measured by the names of units, or why the table is not seen at all."""
    names = {unit.id: unit.name for army in game.present().forces for unit in army.units}

    def says(why: Unmeasurable) -> str:
        return game.live.blind() or why.told(called(why.who, names, game.table()))

    return says
