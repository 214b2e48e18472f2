"""A data folder with a played game in it, the page on it, and what the page says."""

from __future__ import annotations

import random
import shutil
from contextlib import nullcontext, suppress
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

from flask import Flask

from rules.books import RULE_SETS
from rules.kernel.protocol import RuleSet
from tests.faults.kills import REFUSED
from tests.faults.storage import played
from tests.webui import toy
from tests.webui.conftest import Visitor
from webui.game.journal.journal import Journal
from webui.game.kept.armies import Armies
from webui.game.kept.layouts import Layouts
from webui.game.position import Who
from webui.game.seen.live import HandTable
from webui.server.app import create_app, desk_of
from webui.server.setting_up.wizard_progress import ProgressBook

SETS: dict[str, RuleSet] = {rules.name: rules for rules in (toy.TOY, *RULE_SETS)}
PAGES = (
    "/table.json",
    "/rulings.json",
    "/log.json",
    "/setup.json",
    "/army.json",
    "/terrain.json",
    "/report.html",
    "/transcript.txt",
    "/export.zip",
)
PIN = "4711"
UMPIRE = Who("umpire")


class Kept(NamedTuple):
    """What must be there again, or its loss be told."""

    name: str
    head: int
    steps: int
    code: str
    step: str


def page_on(folder: Path, rules: str) -> Flask:
    """The page on *folder*; the table is laid by hand."""
    book = SETS[rules]
    app = create_app(folder, HandTable(book.demo().table), rules=list(SETS.values()), first=rules)
    app.testing = False
    return app


def broken_pages(app: Flask) -> list[str]:
    """Every page that is answered with a crash."""
    here = Visitor(app)
    found = ((page, here.get(page).status_code) for page in PAGES)
    return [f"{page} answers {status}" for page, status in found if status >= 500]


class Evening:
    """A folder as a kill leaves it, with a log that holds the whole evening or none of it."""

    def __init__(self, folder: Path, rules: str, seed: int, *, folded: bool = True) -> None:
        self.rules = rules
        self.folder = folder / "killed"
        self.copies = 0
        played_in = folder / "played"
        with nullcontext() if folded else patch.object(Journal, "fold", _leave):
            app = create_app(
                played_in,
                HandTable(SETS[rules].demo().table),
                rules=list(SETS.values()),
                first=rules,
                pin=PIN,
            )
            self.kept = self._play(app, played_in, random.Random(seed))
        desk_of(app).close()

    def _play(self, app: Flask, played_in: Path, chance: random.Random) -> Kept:
        desk = desk_of(app)
        game = desk.the_game()
        code = desk.access.code("Red")
        Armies(played_in).save(game.rules.demo().armies[0])
        Layouts(played_in).save("hills", game.table().terrain)
        ProgressBook(played_in).change(lambda now: now.at("lens"))
        bases = game.table().bases
        desk.put(bases[0].payload, (20.0, 10.0, 90.0), UMPIRE)
        with suppress(*REFUSED):
            played(game, chance, 10)
        game.journal.back_up(desk.shelf.backup_path(desk.game_name))
        for number in range(6):
            game.note(f"step {number}", "", UMPIRE, after=game.journal.head)
        game.undo(UMPIRE, after=game.journal.head)
        shutil.copytree(played_in, self.folder, ignore=shutil.ignore_patterns("lock", "*-shm"))
        steps = len(game.journal.everything())
        return Kept(desk.game_name, game.journal.head, steps, code, "lens")

    def copy(self) -> Path:
        """A new copy of the folder; the one before the last is deleted."""
        self.copies += 1
        shutil.rmtree(self.folder.with_name(f"copy-{self.copies - 2}"), ignore_errors=True)
        made = self.folder.with_name(f"copy-{self.copies}")
        shutil.copytree(self.folder, made)
        return made

    def files(self) -> list[Path]:
        """Every kept file, relative to the folder."""
        whole = (path for path in self.folder.rglob("*") if path.is_file() and path.stat().st_size)
        return sorted(path.relative_to(self.folder) for path in whole)


def _leave(journal: Journal) -> None:
    """The log stays as it is."""
