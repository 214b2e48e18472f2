"""The newest picture of the table; while the camera is blind the last good one stays."""

from __future__ import annotations

from webui.game.seen.live import LiveTable, SeenFromAbove


class LastPicture:
    """Remembers one picture, as long as the same bases are in play.

    The page shows it dimmed, with its age, also to those who come while nothing can be seen.
    """

    def __init__(self, live: LiveTable) -> None:
        self._live = live
        self._last: SeenFromAbove | None = None
        self._of: frozenset[str] = frozenset()

    def __call__(self) -> SeenFromAbove | None:
        """The newest picture, the last good one while blind, None when there is neither."""
        top = self._live.top_view()
        bases = frozenset(base.payload for base in self._live.snapshot().bases)
        if top is not None or bases != self._of:
            self._last, self._of = top, bases
        return self._last
