"""The file in which a real camera's table is kept: the one that was named, or ``table.toml`` of
the data folder.

Law: a game lays bases and scenery of its own on the table; they are never written here. Every
change is made to what the file holds then, so that nothing a person typed meanwhile is lost.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import tomli_w

from calibration.table_file import FileError, TableFile, load_table, table_toml
from vision.table.quality import CannotSetUp

EMPTY = TableFile((72.0, 48.0))
"""Of 6 by 4 ft, where nothing is kept yet."""


class KeptTable:
    """One table file.

    Args:
        folder: the data folder.
        named: the file that the player named instead, None for none.
    """

    def __init__(self, folder: Path, named: Path | None = None) -> None:
        self.path = (named or folder / "table.toml").absolute()
        self._has_to_be_there = named is not None
        self._copied = False

    @property
    def before(self) -> Path:
        """Where the file is kept as it was before this start changed it."""
        return self.path.with_name(self.path.name + ".bak")

    @property
    def says(self) -> str:
        """Where it is kept, as a sentence."""
        was = f"; as it was before, in {self.before.name} beside it" if self._copied else ""
        return f"Kept in {self.path}{was}."

    @property
    def table(self) -> TableFile:
        """What is kept; an empty table where no file was named and none was kept yet.

        Raises:
            FileError: it is no table file, or the named one is not there.
        """
        if self._has_to_be_there or self.path.exists():
            return load_table(self.path)
        return EMPTY

    def keep(self, change: Callable[[TableFile], TableFile]) -> None:
        """Make that change to the file. Its comments are lost; they are still in ``before``.

        Raises:
            CannotSetUp: the file is no table file any more, or the disk refuses it.
        """
        try:
            changed = change(self.table)
        except FileError as why:
            raise CannotSetUp(str(why)) from None
        try:
            self._write(tomli_w.dumps(table_toml(changed)))
        except OSError as why:
            raise CannotSetUp(f"{self.path} cannot be written: {why.strerror}") from None

    def _write(self, text: str) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        if self.path.exists() and not self._copied:
            self.before.write_bytes(self.path.read_bytes())
            self._copied = True
        part = self.path.with_name(self.path.name + ".part")
        part.write_text(text, encoding="utf-8")
        part.replace(self.path)
