"""For the crowd: the big screen and the transparent overlay of a stream."""

from __future__ import annotations

from webui.game.secrets.secrecy import Eyes
from webui.game.told.page.whole import Table
from webui.server.routes import Doors
from webui.server.table_view import View


def hang(doors: Doors, view: View) -> None:
    """Hang /show, /score and /overlay; all live on the data of the table."""

    @doors.page("/show", "spectator", "the big screen, read from three metres", "show.html")
    def show() -> Table:
        return view(Eyes())

    @doors.page("/score", "spectator", "both armies at a glance", "score.html")
    def score() -> Table:
        return view(Eyes())

    @doors.page("/overlay", "spectator", "transparent page for a stream", "overlay.html")
    def overlay() -> Table:
        return view(Eyes())
