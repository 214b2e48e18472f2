"""A kept game, taken away: HTML report, plain text, or a zip of everything.

``export_command`` is ``python3 run.py export``; it reads the journal and nothing else.
"""

from __future__ import annotations

import argparse
import io
import sys
import zipfile
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from webui.game.journal.journal import CannotKeep, Damaged, History, Journal
from webui.game.told.report import json_lines, report
from webui.game.told.transcript import transcript
from webui.game.told.zip_entries import write_entry

KEPT_IN = Path(__file__).resolve().parents[3] / "games"
FORMS = ("report", "text", "jsonl", "zip")
SUFFIX_OF = {"report": ".html", "text": ".txt", "jsonl": ".jsonl", "zip": ".zip"}


def export_command(argv: Sequence[str]) -> int:
    """Write a game as a file; gives the exit code."""
    options = _options(argv)
    path = _game_file(options.game, options.data)
    if path is None:
        kept = ", ".join(_names(options.data)) or "none"
        print(
            f"There is no game {options.game!r} in {options.data}. Kept games: {kept}.",
            file=sys.stderr,
        )
        return 2
    out = options.out or Path(path.name.removesuffix(".drumhead") + SUFFIX_OF[options.form])
    try:
        with closing(Journal(path)) as journal:
            out.write_bytes(exported(journal, options.form))
    except (Damaged, CannotKeep, OSError) as why:
        print(f"The game could not be exported: {why}", file=sys.stderr)
        return 1
    print(f"{out} written")
    return 0


def exported(journal: History, form: str) -> bytes:
    """The game in one of ``FORMS``."""
    if form == "zip":
        return zipped(journal)
    made = {"report": report, "text": transcript, "jsonl": json_lines}[form](journal)
    return made.encode("utf-8")


def zipped(journal: History) -> bytes:
    """Report, transcript, JSON Lines, every snapshot and every picture."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        write_entry(archive, "report.html", report(journal))
        write_entry(archive, "transcript.txt", transcript(journal))
        write_entry(archive, "events.jsonl", json_lines(journal))
        for event in journal.everything():
            for what, suffix in (("snapshot", "json"), ("picture", "jpg"), ("dice", "jpg")):
                kept = journal.kept(event.id, what)
                if kept is not None:
                    write_entry(archive, f"{what}s/{event.id:05}.{suffix}", kept)
    return out.getvalue()


def _options(argv: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="run.py export", description="A kept game as a report or a zip."
    )
    parser.add_argument("game", nargs="?", default="", help="its name; the newest when left out")
    parser.add_argument("--form", choices=FORMS, default="report")
    parser.add_argument("--out", type=Path, help="the file to write")
    parser.add_argument("--data", type=Path, default=KEPT_IN, help="the data folder")
    return parser.parse_args(argv)


def _files(folder: Path) -> list[Path]:
    found = [path for part in ("games", "archive") for path in (folder / part).glob("*.drumhead")]
    return sorted(found, key=lambda path: path.stat().st_mtime)


def _names(folder: Path) -> list[str]:
    return [path.name.removesuffix(".drumhead") for path in _files(folder)]


def _game_file(name: str, folder: Path) -> Path | None:
    files = _files(folder)
    if not name:
        return files[-1] if files else None
    return next((path for path in files if path.name == f"{name}.drumhead"), None)
