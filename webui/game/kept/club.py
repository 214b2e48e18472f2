"""The club whose table this is: its name and its colour, for the big screen and a stream.

Law: one small file in the data folder; a spoilt one is told in the log and counts as none.
"""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from vision.table.by_hand import instead
from webui.game.journal.journal import CannotKeep
from webui.game.journal.whole_file import write_whole
from webui.game.kept.colours import COLOURS, ink
from webui.game.kept.one_line import one_line
from webui.game.position import NotNow
from webui.game.told.page.table import ClubShown

log = logging.getLogger(__name__)

FILE = "club.json"
USUAL_COLOUR = "dark green"


class Club(Struct, frozen=True, forbid_unknown_fields=True):
    """``name``: "" for none. ``colour``: a word of ``COLOURS``."""

    name: Annotated[str, Meta(max_length=60)] = ""
    colour: str = USUAL_COLOUR


class KeptClub:
    """The club of a data folder. Its methods may be called from any thread."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE
        self.club = self._read()

    def choose(self, name: str, colour: str) -> None:
        """Keep the club's name and colour.

        Raises:
            NotNow: there is no such colour. CannotKeep: the disk refuses it.
        """
        if colour not in COLOURS:
            raise NotNow(f"there is no colour {colour!r}: {instead(colour, COLOURS)}")
        club = Club(one_line(name), colour)
        try:
            write_whole(self._path, msgspec.json.encode(club))
        except OSError as why:
            raise CannotKeep(f"{self._path} cannot be written ({why.strerror})") from None
        self.club = club

    def shown(self) -> ClubShown:
        """Name, the colour's word, the colour on a screen, and the ink that is read on it."""
        paper = COLOURS[self.club.colour]
        return ClubShown(self.club.name, self.club.colour, paper, ink(paper))

    def _read(self) -> Club:
        try:
            found = msgspec.json.decode(self._path.read_bytes(), type=Club)
        except FileNotFoundError:
            return Club()
        except (OSError, msgspec.MsgspecError, UnicodeDecodeError) as why:
            log.warning("%s cannot be read: %s", self._path, why)
            return Club()
        return found if found.colour in COLOURS else Club(found.name)
