"""Whether this table is shown to the club's network, as Set-up keeps it for the next start.

Law: only the standard library, so that ``serve`` can read it on a bare machine. Without a file,
and with a spoilt one, the table is shown on this computer alone.
"""

from __future__ import annotations

import json
import logging
from pathlib import Path

log = logging.getLogger(__name__)

FILE = "network.json"
ONLY_HERE, EVERYWHERE = "127.0.0.1", "0.0.0.0"
"""What ``--host`` is without the option: closed, and open."""

_MOST_BYTES = 1000


class NetworkSetting:
    """The setting of a data folder."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE

    def is_open(self) -> bool:
        """Whether the network is let in from the next start on."""
        try:
            with self._path.open("rb") as file:
                found = json.loads(file.read(_MOST_BYTES))
        except FileNotFoundError:
            return False
        except (OSError, ValueError, RecursionError) as why:
            log.warning("%s cannot be read, so the network stays out: %s", self._path, why)
            return False
        return isinstance(found, dict) and found.get("open") is True

    def choose(self, is_open: bool) -> None:
        """Keep it.

        Raises:
            CannotKeep: the disk refuses it.
        """
        from webui.game.journal.journal import CannotKeep
        from webui.game.journal.whole_file import write_whole

        try:
            write_whole(self._path, json.dumps({"open": is_open}).encode("ascii"))
        except OSError as why:
            raise CannotKeep(f"{self._path} cannot be written ({why.strerror})") from None

    def host(self) -> str:
        """What the page listens on where ``--host`` was not given."""
        return EVERYWHERE if self.is_open() else ONLY_HERE
