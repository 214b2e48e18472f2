"""A table whose models are the program's own is laid out for a game."""

from __future__ import annotations

from contextlib import suppress

from vision.table.snapshot import Snapshot
from webui.game.game import Game
from webui.game.position import NotNow
from webui.game.seen.live import LiveTable
from webui.game.seen.muster import muster


def lay_out(live: LiveTable, table: Snapshot) -> None:
    """Put the models on *live* as they stand on *table*.

    Raises:
        NotNow: it cannot be laid out; a sentence.
    """
    can = live.abilities
    if can.lay_out is not None and not _same_things(live.snapshot(), table):
        try:
            can.lay_out(table)
        except ValueError as why:
            raise NotNow(f"this table cannot be laid out: {why}") from None
        return
    for base in table.bases:
        if base.pose is not None and can.move is not None:
            # A base that the simulated table does not have is reported as never seen.
            with suppress(ValueError):
                can.move(base.payload, base.pose.x_in, base.pose.y_in, base.pose.facing_deg)


def first_table(game: Game) -> Snapshot:
    """How the table of a game looked when it was begun."""
    demo, armies = game.rules.demo(), game.present().armies
    return demo.table if armies == demo.armies else muster(game.rules, armies)


def _same_things(seen: Snapshot, wanted: Snapshot) -> bool:
    """Do the same bases lie there on the same ground, wherever they stand?"""

    def things(table: Snapshot) -> object:
        bases = {(base.payload, base.frontage_in, base.depth_in) for base in table.bases}
        return table.size_in, bases, table.terrain

    return things(seen) == things(wanted)
