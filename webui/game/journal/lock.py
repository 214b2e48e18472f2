"""One process at a time on one data folder, on every system.

The lock dies with the process that holds it, however that ended, so there is never a stale
lock file to delete by hand.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import IO


class FolderInUse(RuntimeError):
    """Another Drumhead works in this folder; the message says what to do."""


class FolderLock:
    """Holds ``folder/lock`` until ``release``.

    Raises:
        FolderInUse: another process holds it.
        OSError: the folder cannot be written.
    """

    def __init__(self, folder: Path) -> None:
        self._file: IO[bytes] | None = (folder / "lock").open("a+b")
        try:
            _take(self._file)
        except OSError:
            self._file.close()
            self._file = None
            raise FolderInUse(
                f"another Drumhead is using {folder}: stop it, or start this one with "
                "--data and another folder"
            ) from None

    def release(self) -> None:
        """Let another process have the folder. May be called twice."""
        if self._file is not None:
            self._file.close()
            self._file = None


if sys.platform == "win32":

    def _take(file: IO[bytes]) -> None:
        import msvcrt

        file.seek(0, os.SEEK_SET)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)

else:

    def _take(file: IO[bytes]) -> None:
        import fcntl

        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
