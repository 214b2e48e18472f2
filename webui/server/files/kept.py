"""Addresses of the page's files that a browser need ask for only once.

A page is made of some seventy files.  Below ``/static/v-…/`` they may be kept for good: the
letters are a digest of all of them, so a changed file stands at another address.  Scripts go on
importing from ``/static/``; an import map, which is part of each page, sends them to the address
of today.  A browser that knows no import maps gets the same files from there, and asks each time.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from flask import Flask, Response, g
from markupsafe import Markup

ENDPOINT = "kept files"
FOR_GOOD = "public, max-age=31536000, immutable"
"""A year is what caches take for good."""

Sign = tuple[str, int, int]
"""A file's name below the folder, its time in nanoseconds, and its bytes."""


def mark_of(folder: Path) -> str:
    """Sixteen letters that stand for the files of *folder* as they are at this moment: they are
    looked over each time, and read when one has another date or length."""
    return _digest(folder, tuple(sorted(_signs(str(folder), ""))))


def _signs(folder: str, below: str) -> Iterator[Sign]:
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir():
                yield from _signs(entry.path, f"{below}{entry.name}/")
            else:
                known = entry.stat()
                yield below + entry.name, known.st_mtime_ns, known.st_size


@lru_cache(maxsize=8)
def _digest(folder: Path, signs: tuple[Sign, ...]) -> str:
    found = hashlib.sha256()
    for name, _, _ in signs:
        content = hashlib.sha256((folder / name).read_bytes()).digest()
        found.update(name.encode() + b"\0" + content)
    return found.hexdigest()[:16]


def import_map(mark: str) -> str:
    """Where a page's scripts import from, as JSON of an import map."""
    return json.dumps({"imports": {"/static/": f"/static/v-{mark}/"}}, separators=(",", ":"))


def script_source() -> str:
    """What the policy of this answer must allow beside the page's own files: the import map that
    was written into it, by its digest; "" where none was."""
    mark = g.get("files_mark", "")
    if not mark:
        return ""
    digest = hashlib.sha256(import_map(mark).encode()).digest()
    return f" 'sha256-{base64.b64encode(digest).decode()}'"


def keep_files(app: Flask) -> None:
    """Gives *app* the addresses that may be kept, and its templates ``files``, what such an
    address begins with, and ``import_map``, the script that a page needs before all others."""
    assert app.static_folder is not None
    folder = Path(app.static_folder)

    @app.context_processor
    def addresses() -> dict[str, str]:
        g.files_mark = mark = mark_of(folder)
        mapped = Markup('<script type="importmap">{}</script>').format(Markup(import_map(mark)))
        return {"files": f"/static/v-{mark}", "import_map": mapped}

    @app.get("/static/v-<mark>/<path:filename>", endpoint=ENDPOINT)
    def kept(mark: str, filename: str) -> Response:
        response = app.send_static_file(filename)
        if mark == mark_of(folder):
            response.headers["Cache-Control"] = FOR_GOOD
        return response  # by the mark of another day: today's file, not to be kept by that name
