"""Terrain layouts kept to be used again, one JSON file each in the data folder."""

from __future__ import annotations

import json
import logging
import re
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from rules.kernel.plain import from_plain, to_plain
from rules.kernel.protocol import BadState
from vision.table.snapshot import Terrain
from vision.table.text import text_of
from webui.game.events.parts import PieceTold
from webui.game.journal.journal import CannotKeep
from webui.game.journal.whole_file import write_whole
from webui.game.told.page.beside import LayoutListed

log = logging.getLogger(__name__)

MOST = 200
VERSION = 1


class _Layout(msgspec.Struct):
    terrain: Annotated[tuple[PieceTold, ...], Meta(max_length=1000)]
    version: Annotated[int, Meta(ge=0, le=1_000_000)] = VERSION
    name: Annotated[str, Meta(max_length=400)] = ""


class Layouts:
    """Layout files in ``folder/layouts``."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder / "layouts"
        self._folder.mkdir(parents=True, exist_ok=True)

    def listed(self) -> list[LayoutListed]:
        """Every layout that can be read: its name and its terrain."""
        found = (_read(path) for path in sorted(self._folder.glob("*.json"))[:MOST])
        return [layout for layout in found if layout is not None]

    def save(self, name: str, terrain: tuple[Terrain, ...]) -> None:
        """Keep a layout; one of the same name is replaced.

        Raises:
            CannotKeep: the disk refuses it, or there are too many.
        """
        words = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:40] or "layout"
        path = self._folder / f"{words}.json"
        if not path.exists() and len(list(self._folder.glob("*.json"))) >= MOST:
            raise CannotKeep(f"{MOST} layouts are kept already: delete some in {self._folder}")
        plain = {"version": VERSION, "name": name, "terrain": to_plain(terrain)}
        try:
            write_whole(path, json.dumps(plain, ensure_ascii=False).encode("utf-8"))
        except OSError as why:
            raise CannotKeep(f"{path.name} cannot be written ({why.strerror})") from None


def _read(path: Path) -> LayoutListed | None:
    """The layout in a file; None when it is none (somebody else's file is left alone)."""
    try:
        plain = msgspec.json.decode(text_of(path.read_bytes()))  # takes no NaN, unlike json
        found = msgspec.convert(plain, _Layout)
        terrain = from_plain(plain["terrain"], tuple[Terrain, ...])
    except (OSError, ValueError, RecursionError, BadState) as why:
        log.warning("the layout %s cannot be read: %s", path.name, why)
        return None
    return LayoutListed((found.name or path.stem)[:80], terrain)
