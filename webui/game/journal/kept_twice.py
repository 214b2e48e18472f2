"""The program's own small files: sealed, and kept twice, so that one bad bit loses nothing.

The second file lies beside the first as ``NAME.copy``. Without the first one nothing is kept:
whoever deletes it wants to begin anew.
"""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path
from typing import Generic, TypeVar

import msgspec

from webui.game.journal.checksums import digest
from webui.game.journal.whole_file import write_whole

T = TypeVar("T", bound=msgspec.Struct)

MAX_FILE_BYTES = 1_000_000
_SEALED = re.compile(rb'\{"check":"([0-9a-f]{32})",(.*)\}', re.DOTALL)


class KeptTwice(Generic[T]):
    """A file that holds one *kind* of Struct as JSON. ``fault``: what could not be read, as a
    sentence, "" when all could."""

    def __init__(self, path: Path, kind: type[T], mode: int = 0o644) -> None:
        self.path = path
        self.fault = ""
        self._kind = kind
        self._mode = mode
        self._copy = path.with_name(path.name + ".copy")

    def read(self) -> T | None:
        """What is kept, from the second file where the first is spoilt; None when nothing is."""
        if not self.path.exists():
            return None
        found = self._parsed(self.path)
        if found is not None:
            return found
        with suppress(OSError):
            self.path.replace(self.path.with_name(self.path.name + ".damaged"))
        found = self._parsed(self._copy)
        kept = f"it is kept as {self.path.name}.damaged"
        if found is None:
            self.fault = f"{self.path.name} cannot be read any more: {kept}"
            return None
        self.fault = f"{self.path.name} could not be read and its copy was taken: {kept}"
        with suppress(OSError):
            self.write(found)
        return found

    def write(self, value: T) -> None:
        """Keep it.

        Raises:
            OSError: the disk refuses it. What was kept before is kept still.
        """
        plain = msgspec.json.encode(value)
        content = b'{"check":"%s",%s' % (digest(plain).hex().encode("ascii"), plain[1:])
        write_whole(self.path, content, self._mode)
        try:
            write_whole(self._copy, content, self._mode)
        except OSError:
            # An older copy would bring back what has been changed.
            with suppress(OSError):
                self._copy.unlink(missing_ok=True)

    def _parsed(self, path: Path) -> T | None:
        try:
            if path.stat().st_size > MAX_FILE_BYTES:
                return None
            raw = path.read_bytes()
            sealed = _SEALED.fullmatch(raw)
            if sealed is not None:
                raw = b"{" + sealed[2] + b"}"
                if digest(raw).hex().encode("ascii") != sealed[1]:
                    return None
            return msgspec.json.decode(raw, type=self._kind)
        except (OSError, ValueError, RecursionError):
            return None
