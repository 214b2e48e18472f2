"""How each kept game stood when it was last looked at: turn, score and a small plan.

A glance is a convenience: one that cannot be written or read costs nobody a game.
"""

from __future__ import annotations

import logging
import re
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from webui.game.game import Game
from webui.game.journal.whole_file import write_whole
from webui.game.kept.colours import side_colours
from webui.game.told.replay.drawing import plan

log = logging.getLogger(__name__)

NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,60}")
MOST_BYTES = 400_000
_LINES = 3

Word = Annotated[str, Meta(max_length=300)]


class Glance(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``lines``: what the book counts, in words. ``over``: who won, "" while it goes on.
    ``plan``: the table from above as SVG, "" where nothing stands on it."""

    turn: Annotated[int, Meta(ge=0, le=10_000)] = 0
    phase: Word = ""
    lines: Annotated[tuple[Word, ...], Meta(max_length=_LINES)] = ()
    over: Word = ""
    plan: Annotated[str, Meta(max_length=MOST_BYTES)] = ""


def glance_at(game: Game) -> Glance:
    """How that game stands now."""
    present = game.present()
    status = game.rules.status(present.state)
    over = "" if present.over is None else (present.over.winner or "a draw")
    lines = tuple(f"{label}: {value}"[:300] for label, value in status.lines[:_LINES])
    drawn = plan(game.table(), side_colours(present.armies))
    return Glance(status.turn, status.phase[:300], lines, over[:300], drawn)


class Glances:
    """``folder/glances``, one file a game."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder / "glances"

    def take(self, name: str, game: Game | None) -> None:
        """Keep how that game stands now; without one, nothing."""
        if game is None:
            return
        try:
            self._folder.mkdir(exist_ok=True)
            write_whole(self._folder / f"{name}.json", msgspec.json.encode(glance_at(game)))
        except Exception as why:
            # Whoever changes from one game to another is not kept from it.
            log.warning("no glance at %s can be kept", name, exc_info=why)

    def of(self, name: str) -> Glance | None:
        """How that game stood, None where nobody has looked or the file is no glance."""
        path = self._folder / f"{name}.json"
        if not NAME.fullmatch(name):
            return None
        try:
            if path.stat().st_size > MOST_BYTES:
                return None
            return msgspec.json.decode(path.read_bytes(), type=Glance)
        except (OSError, msgspec.DecodeError, UnicodeDecodeError):
            return None
