"""Tells a camera which terrain is drawn: a tag on a hill is nearer to it than it seems.

Law: no rule and no request. The drawing itself is kept in the game.
"""

from __future__ import annotations

from vision.table.snapshot import Terrain
from webui.game.seen.live import LiveTable

Pieces = tuple[Terrain, ...]


class Drawn:
    """Keeps a live table at what is drawn for the open game, step by step.

    *first*: what lies there where nothing is drawn.
    """

    def __init__(self, live: LiveTable, first: Pieces) -> None:
        self._live = live
        self._first = self._told = first

    def follow(self, drawn: Pieces | None) -> str:
        """Tell the table, if it has to know and does not yet; "" or why it could not be told."""
        wanted = self._first if drawn is None else drawn
        know_ground = self._live.abilities.know_ground
        if wanted == self._told or know_ground is None:
            return ""
        self._told = wanted
        try:
            know_ground(wanted)
        except ValueError as why:
            return f"the camera's table keeps its old terrain: {why}"
        return ""
