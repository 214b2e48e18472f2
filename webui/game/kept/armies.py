"""The armies kept in the data folder, one army.toml each."""

from __future__ import annotations

import re
from pathlib import Path

from rules.kernel.protocol import Army
from webui.game.journal.journal import CannotKeep
from webui.game.journal.whole_file import write_whole
from webui.game.kept.army_file import ArmyFileError, army_toml, file_name, load_army
from webui.game.position import NotNow
from webui.game.told.page.beside import ArmyListed

NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,40}\.toml")
MOST = 300


class Armies:
    """Army files in ``folder/armies``."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder / "armies"
        self._folder.mkdir(parents=True, exist_ok=True)

    def listed(self) -> list[ArmyListed]:
        """Every army file: name, side, rules, or what is wrong with it."""
        return [self._listed(path) for path in sorted(self._folder.glob("*.toml"))[:MOST]]

    def _listed(self, path: Path) -> ArmyListed:
        try:
            army = load_army(path)
        except ArmyFileError as why:
            return ArmyListed(path.name, str(why))
        name = army.name or army.side
        return ArmyListed(path.name, "", name, army.side, army.rules, len(army.units))

    def load(self, name: str) -> Army:
        """The army of that file name.

        Raises:
            NotNow: there is no such file, or it is no army.
        """
        if not NAME.fullmatch(name) or not (self._folder / name).exists():
            raise NotNow(f"there is no army file {name!r}")
        try:
            return load_army(self._folder / name)
        except ArmyFileError as why:
            raise NotNow(str(why)) from None

    def save(self, army: Army) -> str:
        """Keep an army under a name made from its own; the file's name.

        Raises:
            CannotKeep: the disk refuses it, or there are too many.
        """
        name = file_name(army)
        path = self._folder / name
        if not path.exists() and len(list(self._folder.glob("*.toml"))) >= MOST:
            raise CannotKeep(f"{MOST} armies are kept already: delete some in {self._folder}")
        try:
            write_whole(path, army_toml(army).encode("utf-8"))
        except OSError as why:
            raise CannotKeep(f"{name} cannot be written ({why.strerror})") from None
        return name
