"""House rules that a club keeps: presets, one TOML file each in the data folder, to be shared.

The format is documented in docs/files.md. Somebody else's file is hostile until it is checked.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated

import msgspec
import tomli_w
from msgspec import Meta, Struct

from rules.kernel.protocol import BadState, RuleSet
from vision.table.by_hand import nearest, read_by_hand
from vision.table.text import NotText, text_of
from webui.game.journal.journal import CannotKeep
from webui.game.journal.whole_file import write_whole
from webui.game.kept.one_line import is_one_line
from webui.game.kept.toml_text import toml_of
from webui.game.position import NotNow

VERSION = 1
MOST = 100
MAX_FILE_BYTES = 100_000
NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,40}\.toml")

Word = Annotated[str, Meta(min_length=1, max_length=60)]


class Preset(Struct, frozen=True, forbid_unknown_fields=True):
    """House rules of one book under a name; what is not named is at its default."""

    version: Annotated[int, Meta(ge=1, le=1_000_000)]
    name: Word
    rules: Word
    house: Annotated[dict[Word, Word], Meta(max_length=1000)] = {}


def preset_of(text: str, books: Mapping[str, RuleSet]) -> Preset:
    """The preset that *text* describes, every name and value one of its book.

    Raises:
        BadState: it describes none; a sentence with the nearest right name.
    """
    try:
        found = read_by_hand(toml_of(text.removeprefix("\ufeff")), Preset, "preset")
    except (ValueError, RecursionError) as why:
        raise BadState(f"this is no file of house rules: {why}") from None
    if found.version != VERSION:
        raise BadState(f"version is {found.version}; this program reads version {VERSION}")
    if not is_one_line(found.name):
        raise BadState("its name holds signs that cannot be printed")
    if found.rules not in books:
        raise BadState(f"there is no rule set {found.rules!r}{_meant(found.rules, books)}")
    refuse_unknown(books[found.rules], found.house)
    return found


def refuse_unknown(rules: RuleSet, house: Mapping[str, str]) -> None:
    """Raises BadState: a house rule or a value that the book does not have."""
    switches = {switch.name: switch for switch in rules.switches}
    for name, value in house.items():
        if name not in switches:
            raise BadState(f"{rules.title} has no house rule {name!r}{_meant(name, switches)}")
        values = switches[name].values
        if value not in values:
            raise BadState(f"{name} is {' or '.join(values)}, not {value!r}{_meant(value, values)}")


def _meant(said: str, known: Mapping[str, object] | Sequence[str]) -> str:
    near = nearest(said, known)
    return f": did you mean {near!r}?" if near else ""


class Presets:
    """Preset files in ``folder/house``."""

    def __init__(self, folder: Path, books: Mapping[str, RuleSet]) -> None:
        self._folder = folder / "house"
        self._books = books

    def listed(self, rules: str) -> list[tuple[str, Preset]]:
        """File and preset of every one of that book that can be read, by name."""
        found = []
        for path in sorted(self._folder.glob("*.toml"))[:MOST]:
            try:
                preset = self._read(path)
            except (OSError, BadState, NotText):
                continue  # somebody else's file is left alone
            if preset.rules == rules:
                found.append((path.name, preset))
        return sorted(found, key=lambda each: each[1].name.lower())

    def text(self, file: str) -> str:
        """The preset of that file, as a file again.

        Raises:
            NotNow: there is none.
        """
        try:
            if NAME.fullmatch(file):
                return preset_toml(self._read(self._folder / file))
        except (OSError, BadState, NotText):
            pass
        raise NotNow("there are no such house rules here: read the page again")

    def save(self, preset: Preset) -> str:
        """Keep a preset; one of the same name is replaced. The file's name.

        Raises:
            BadState: not of its book. CannotKeep: the disk refuses it, or there are too many.
        """
        refuse_unknown(self._books[preset.rules], preset.house)
        words = re.sub(r"[^a-z0-9]+", "-", preset.name.lower()).strip("-")[:36] or "house"
        path = self._folder / f"{words}.toml"
        if not path.exists() and len(list(self._folder.glob("*.toml"))) >= MOST:
            raise CannotKeep(f"{MOST} presets are kept already: delete some in {self._folder}")
        try:
            self._folder.mkdir(exist_ok=True)
            write_whole(path, preset_toml(preset).encode("utf-8"))
        except OSError as why:
            raise CannotKeep(f"{path.name} cannot be written ({why.strerror})") from None
        return path.name

    def _read(self, path: Path) -> Preset:
        if path.stat().st_size > MAX_FILE_BYTES:
            raise BadState(f"{path.name} is too large")
        return preset_of(text_of(path.read_bytes()), self._books)


def preset_toml(preset: Preset) -> str:
    """The preset as the text of a file; ``preset_of`` reads it back equal."""
    return tomli_w.dumps(msgspec.to_builtins(preset))
