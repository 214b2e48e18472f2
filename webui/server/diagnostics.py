"""One zip to send when something goes wrong: versions, settings, camera facts, the log.

Law: no secret, no PIN, no join code; a picture only when it is asked for.
"""

from __future__ import annotations

import io
import json
import logging
import platform
import zipfile
from collections import deque
from importlib import metadata

from webui.game.journal.journal import History, beginning
from webui.game.told.transcript import transcript
from webui.game.told.zip_entries import write_entry
from webui.server.session import Desk

PACKAGES = (
    "numpy",
    "opencv-python",
    "scipy",
    "zxing-cpp",
    "pyzbar",
    "flask",
    "waitress",
    "msgspec",
)
LINES_KEPT = 2000


class LastLines(logging.Handler):
    """Keeps the newest lines of the log in memory."""

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.lines: deque[str] = deque(maxlen=LINES_KEPT)
        self.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))

    def emit(self, entry: logging.LogRecord) -> None:
        """Keep one line."""
        self.lines.append(self.format(entry))


def diagnostics(
    desk: Desk, log: LastLines, history: History | None, with_picture: bool = False
) -> bytes:
    """The zip. *history*: of the open game, as whoever asks may read it; *with_picture* adds
    the table as it is seen now."""
    view = desk.live.top_view() if with_picture else None
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        write_entry(archive, "facts.json", json.dumps(_facts(desk), indent=1, default=str))
        write_entry(archive, "log.txt", "\n".join(log.lines) + "\n")
        if history is not None:
            write_entry(archive, "transcript.txt", transcript(history))
        if view is not None:
            write_entry(archive, "table.jpg", view.jpeg)
    return out.getvalue()


def _facts(desk: Desk) -> dict[str, object]:
    table = desk.live.snapshot()
    return {
        "python": platform.python_version(),
        "system": platform.platform(),
        "packages": {name: _version(name) for name in PACKAGES},
        "source": desk.live.source,
        "camera": desk.live.facts(),
        "troubles": [*desk.live.troubles(), *desk.notices],
        "blind": desk.live.blind(),
        "bases": [{"payload": base.payload, "status": base.status} for base in table.bases],
        "flags": [flag.text for flag in table.flags],
        "rules": {name: rules.edition for name, rules in desk.rules.items()},
        "house": _house(desk),
        "games": [listed.name for listed in desk.shelf.games()],
    }


def _house(desk: Desk) -> object:
    """The switches of the open game."""
    begun = None if desk.game is None else beginning(desk.game.present().line)
    return {} if begun is None else begun.house


def _version(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return "missing"
