"""army.toml: one side, as a person types it or the army page saves it.

The format is documented in docs/files.md. A bad file is a sentence that names the place.
"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Annotated

import msgspec
import tomli_w
from msgspec import Meta

from rules.books import RULE_SETS
from rules.kernel.army_check import check_army
from rules.kernel.protocol import Army, ArmyUnit, BadState, Plain
from vision.table.by_hand import instead, nearest, read_by_hand
from vision.table.text import SAVE_IT, NotText, text_of
from webui.game.kept.colours import COLOURS
from webui.game.kept.one_line import is_one_line
from webui.game.kept.toml_text import toml_of

VERSION = 1
MAX_FILE_BYTES = 200_000

Word = Annotated[str, Meta(min_length=1, max_length=40)]
Title = Annotated[str, Meta(max_length=80)]
Payload = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[ -~]+$")]


class ArmyFileError(ValueError):
    """The file is no army; the message names the file, the place and the cure."""


class _Unit(msgspec.Struct, forbid_unknown_fields=True):
    id: Word
    kind: Word
    name: Title = ""
    brigade: Title = ""
    bases: Annotated[tuple[Payload, ...], Meta(max_length=60)] = ()
    choices: dict[Word, Title] = {}


class _ArmyToml(msgspec.Struct, forbid_unknown_fields=True):
    version: Annotated[int, Meta(ge=0, le=1_000_000)]
    side: Word
    rules: Word
    name: Title = ""
    brigades: dict[Title, Title] = {}
    house: dict[Word, Title] = {}
    colour: Title = ""
    points_limit: Annotated[int, Meta(ge=0, le=1_000_000)] = 0
    units: Annotated[tuple[_Unit, ...], Meta(max_length=200)] = ()


def load_army(path: Path) -> Army:
    """Read army.toml.

    Raises:
        ArmyFileError: missing, too large, not TOML, or with the place of the first wrong value.
    """
    try:
        size = path.stat().st_size
        raw = path.read_bytes() if size <= MAX_FILE_BYTES else b""
    except OSError as why:
        raise ArmyFileError(f"{path} cannot be read: {why.strerror}") from None
    if size > MAX_FILE_BYTES:
        raise ArmyFileError(f"{path} has {size} bytes; at most {MAX_FILE_BYTES} are read")
    try:
        return army_of(text_of(raw), str(path))
    except NotText as why:
        raise ArmyFileError(f"{path}: {why}") from None


def army_of(text: str, where: str) -> Army:
    """The army that *text* describes; *where* is named in complaints.

    Raises:
        ArmyFileError: it describes none.
    """
    if "\ufffd" in text or "\0" in text:
        raise ArmyFileError(f"{where}: it is not UTF-8: {SAVE_IT}")
    try:
        found = read_by_hand(toml_of(text.removeprefix("\ufeff")), _ArmyToml, "army")
    except (ValueError, RecursionError) as why:
        raise ArmyFileError(f"{where} is not an army file: {why}") from None
    if found.version != VERSION:
        raise ArmyFileError(
            f"{where}: version is {found.version}; this program reads version {VERSION}"
        )
    army = Army(
        found.side,
        found.rules,
        tuple(ArmyUnit(**msgspec.structs.asdict(unit)) for unit in found.units),
        found.name,
        found.brigades,
        found.house,
        _colour(found.colour, where),
        found.points_limit,
    )
    _refuse_twins(army, where)
    _refuse_unknown(army, where)
    _refuse_unseen(msgspec.to_builtins(army), where)
    return army


def _colour(said: str, where: str) -> str:
    if said and said not in COLOURS:
        raise ArmyFileError(f"{where}: there is no colour {said!r}: {instead(said, COLOURS)}")
    return said


def army_toml(army: Army) -> str:
    """The army as the text of a file; ``army_of`` reads it back equal."""
    plain = {"version": VERSION, **msgspec.to_builtins(army)}
    return tomli_w.dumps(plain)


def file_name(army: Army) -> str:
    """A harmless file name made from the army's own."""
    words = re.sub(r"[^a-z0-9]+", "-", (army.name or army.side).lower()).strip("-")
    return f"{words[:40] or 'army'}.toml"


def _refuse_unknown(army: Army, where: str) -> None:
    """Every name is one of its book, and so is the book."""
    books = {book.name: book for book in RULE_SETS}
    try:
        if army.rules in books:
            check_army(books[army.rules], army)
        elif near := nearest(army.rules, books):
            raise BadState(f"there is no rule set {army.rules!r}: did you mean {near!r}?")
    except BadState as why:
        raise ArmyFileError(f"{where}: {why}") from None


def _refuse_unseen(plain: Plain, where: str) -> None:
    if isinstance(plain, dict):
        plain = [*plain, *plain.values()]
    if isinstance(plain, list | tuple):
        for each in plain:
            _refuse_unseen(each, where)
    elif isinstance(plain, str) and not is_one_line(plain):
        raise ArmyFileError(f"{where}: {plain!r} holds signs that cannot be printed")


def _refuse_twins(army: Army, where: str) -> None:
    ids = [unit.id for unit in army.units]
    payloads = [payload for unit in army.units for payload in unit.bases]
    for what, names in (("unit id", ids), ("tag", payloads)):
        twins = sorted(name for name, times in Counter(names).items() if times > 1)
        if twins:
            raise ArmyFileError(f"{where}: {what} {twins[0]} stands there twice")
