"""What the page asks of the hall that this table belongs to, if it belongs to one."""

from __future__ import annotations

from typing import Protocol

from webui.game.told.page.hall import HallSeen


class HallLine(Protocol):
    """The table's line to its hall; ``webui.hall.table`` has it."""

    def call(self, text: str, side: str) -> str:
        """Call an umpire; the id of the call.

        Raises:
            NotNow: enough calls are waiting. CannotKeep: the disk refuses it.
        """
        ...

    def seen(self) -> HallSeen:
        """The hall as the page shows it: its clock, announcements and answers."""
        ...
