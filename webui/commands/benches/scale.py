"""``run.py bench scale``: how time and memory grow with tags, steps, watchers and units.

Every table ends with the power of the size with which each figure grew over its upper half,
beside the power with which the work grows. Times are of this computer, now.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from pathlib import Path

from flask import Flask

from rules.kernel.plain import to_plain
from rules.matchlocks import MATCHLOCKS
from rules.matchlocks.setting_up.preparation import read_state
from rules.quickplay import QUICKPLAY
from vision.bench.tag_counts import COUNTS, tag_counts
from vision.table.snapshot import Base, Pose, Snapshot
from webui.commands.benches.growth import Growth, Row, told
from webui.commands.benches.listeners import told_to
from webui.game.game import Game
from webui.game.journal.journal import Journal, Written
from webui.game.position import Who
from webui.game.seen.live import HandTable
from webui.server.app import create_app, desk_of

STEPS = (10, 100, 1_000, 10_000)
WATCHERS = (1, 20, 60, 200)
UNITS = (10, 20, 40, 60)
QUICK = 2
"""With --quick only so many sizes of each."""

_UMPIRE = Who("umpire")
_REPEATS = 5
_AT_ONCE = 100


def scale_command(argv: Sequence[str]) -> int:
    """The command line of ``bench scale``; 0 when it ran, 2 for a wrong option."""
    parser = argparse.ArgumentParser(prog="run.py bench scale", description=__doc__)
    parser.add_argument("--json", action="store_true", help="JSON instead of tables")
    parser.add_argument("--quick", action="store_true", help="the two smallest sizes of each")
    try:
        chosen = parser.parse_args(list(argv))
    except SystemExit as stop:
        return int(stop.code or 0)
    out = sys.stderr if chosen.json else sys.stdout
    found = []
    for kind in (of_tags, of_steps, of_watchers, of_units):
        growth = kind(QUICK if chosen.quick else None)
        print(told(growth) + "\n", file=out, flush=True)
        found.append({**asdict(growth), "powers": growth.powers()})
    if chosen.json:
        print(json.dumps(found, indent=1))
    return 0


def of_tags(sizes: int | None) -> Growth:
    """Tags on the table and in play."""
    rows = [
        Row(
            one.tags,
            {
                "found": one.found,
                "first ms": one.first_ms,
                "follow ms": one.follow_ms,
                "still ms": one.still_ms,
            },
        )
        for one in tag_counts(COUNTS[:sizes])
    ]
    return Growth("tags", tuple(rows), {"still ms": 0.0})


def of_steps(sizes: int | None) -> Growth:
    """Steps of one game: one more of them, opening it again, its page and its whole log."""
    rows = tuple(_steps(count) for count in STEPS[:sizes])
    return Growth("steps", rows, {"step ms": 0.0, "page ms": 0.0})


def _steps(count: int) -> Row:
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        app = create_app(folder, HandTable(QUICKPLAY.demo().table), rules=(QUICKPLAY,))
        desk = desk_of(app)
        try:
            game = desk.the_game()
            _fill(game.journal, count)
            step_ms = _least_ms(lambda: game.note("one more", "", _UMPIRE, after=game.journal.head))
            figures = {
                "step ms": step_ms,
                "page ms": _least_ms(lambda: _get(app, "/table.json")),
                "log ms": _least_ms(lambda: _get(app, "/log.json")),
                "log KB": len(_get(app, "/log.json")) / 1000,
            }
            kept = Path(game.journal.path)
        finally:
            desk.close()
        return Row(count, {**figures, **_opened_again(kept)})


def _fill(journal: Journal, count: int) -> None:
    """So many notes, a hundred to a transaction: they are the same steps as one by one."""
    body = {"text": "a step", "about": "", "who": to_plain(_UMPIRE), "at_s": 0.0}
    for start in range(0, count, _AT_ONCE):
        steps = [Written("note", body)] * min(_AT_ONCE, count - start)
        journal.append_all(steps, after=journal.head)


def _opened_again(kept: Path) -> dict[str, float]:
    """The game on a fresh journal: milliseconds, megabytes at most, and the file's megabytes."""

    def again() -> None:
        journal = Journal(kept)
        try:
            Game(journal, QUICKPLAY, HandTable(QUICKPLAY.demo().table)).present()
        finally:
            journal.close()

    open_ms = _least_ms(again)
    tracemalloc.start()
    again()
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return {"open ms": open_ms, "open MB": most / 1e6, "file MB": kept.stat().st_size / 1e6}


def of_watchers(sizes: int | None) -> Growth:
    """Open pages that hear of a step: the slowest of them, and the computer's time in all."""
    rows = tuple(_watchers(count) for count in WATCHERS[:sizes])
    return Growth("watchers", rows, {})


def _watchers(count: int) -> Row:
    with tempfile.TemporaryDirectory() as place:
        app = create_app(Path(place), HandTable(QUICKPLAY.demo().table), rules=(QUICKPLAY,))
        heard = told_to(app, count)
    return Row(count, {"slowest ms": heard.slowest_ms, "cpu ms": heard.cpu_ms})


def of_units(sizes: int | None) -> Growth:
    """Units a side of Matchlocks: every action of every unit, at every enemy."""
    rows = tuple(_units(count) for count in UNITS[:sizes])
    return Growth("units a side", rows, {"offers": 2.0, "offers ms": 2.0})


def _units(count: int) -> Row:
    table, state = _armies_of(count)
    offers = len(MATCHLOCKS.actions(state, table))
    # A fresh snapshot every time, as after every frame in which something moved.
    frames = iter([replace(table, taken_s=float(k)) for k in range(1, _REPEATS + 1)])
    spent_ms = _least_ms(lambda: MATCHLOCKS.actions(state, next(frames)))
    return Row(count, {"offers": float(offers), "offers ms": spent_ms})


def _armies_of(count: int) -> tuple[Snapshot, object]:
    """So many Musketeers a side, in rows of twelve, the front rows 16 in apart."""
    units, bases = {}, []
    for side, name, front_in, back_in, facing_deg in (
        ("Royalists", "R", 16.0, -3.0, 90.0),
        ("Parliament", "P", 32.0, 3.0, 270.0),
    ):
        for number in range(count):
            unit = f"{name}{number:02d}"
            units[unit] = {"side": side, "kind": "musketeers"}
            row, column = divmod(number, 12)
            pose = Pose(6.0 + 5.4 * column, front_in + back_in * row, facing_deg)
            bases.append(Base(unit, 4.7, 1.6, pose, unit=unit, side=side, figures=12))
    return Snapshot((72.0, 48.0), tuple(bases)), read_state({"units": units})


def _get(app: Flask, path: str) -> bytes:
    answer = app.test_client().get(path)
    if answer.status_code != 200:
        raise RuntimeError(f"{path} answered {answer.status_code}")
    return bytes(answer.data)


def _least_ms(what: Callable[[], object]) -> float:
    """The least of some runs, milliseconds of this process on all cores."""
    spent = []
    for _ in range(_REPEATS):
        start_s = time.process_time()
        what()
        spent.append(1000 * (time.process_time() - start_s))
    return min(spent)
