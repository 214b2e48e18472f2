"""Every field of every state of every book, set by hand to what does not fit it.

An edit is refused in words, or kept; what was kept is shown by every page, survives a start,
and is taken back.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from flask import Flask

from rules.kernel.protocol import Plain
from tests.faults.keeping.evening import SETS, broken_pages, page_on
from tests.faults.tally import Tally
from tests.webui.conftest import Visitor
from webui.server.app import desk_of

UNFIT: tuple[Any, ...] = (
    None, True, False, -1, 0, 1, 7, 999, 10**6, 10**18, 0.5, -3.25, 1e308, "", "Batalia", "x" * 300,
    "../..", "\u202e", [], {}, [1, 2], {"a": 1}, [[[[[[[[1]]]]]]]], "none", "true",
)  # fmt: skip
EVERY = 12
"""One start after so many kept edits."""


def places(state: Plain, path: str = "") -> Iterator[str]:
    """The path of every value in a state, whole objects and lists too."""
    inside: list[tuple[str, Plain]] = []
    if isinstance(state, dict):
        inside = list(state.items())
    elif isinstance(state, list):
        inside = [(str(index), value) for index, value in enumerate(state)]
    for key, value in inside:
        there = f"{path}/{key}" if path else key
        yield there
        yield from places(value, there)


def edits(folder: Path, count: int, seed: int = 0) -> Tally:
    """So many edits of each book; 0: every place with every value."""
    tally = Tally("edits of every field of every state")
    for name in SETS:
        room = folder / name
        room.mkdir(parents=True)
        _edits_of(room, name, count, random.Random(seed), tally)
    return tally


def _edits_of(folder: Path, name: str, count: int, chance: random.Random, tally: Tally) -> None:
    app = page_on(folder, name)
    game = desk_of(app).the_game()
    state = game.journal.state(game.journal.head)
    todo = [(place, value) for place in places(state) for value in UNFIT]
    chance.shuffle(todo)
    kept = 0
    for place, value in todo[: count or None]:
        tally.tried += 1
        wrong = _edit(app, place, value, tally)
        kept += 1
        if not wrong and kept % EVERY == 0:
            app, wrong = _start_again(app, folder, name)
        if wrong:
            tally.wrong.append(f"{name}: {place} = {value!r}: {wrong}"[:300])
    desk_of(app).close()


def _edit(app: Flask, place: str, value: Any, tally: Tally) -> str:
    here = Visitor(app)
    head = desk_of(app).the_game().journal.head
    answer = here.post("/act/edit", head=head, path=place[:80], value=value, reason="try")
    tally.kinds["refused in words" if answer.status_code < 500 else "crashed"] += (
        answer.status_code != 200
    )
    if answer.status_code == 200:
        tally.kinds["kept"] += 1
        wrong = broken_pages(app)
        back = here.post("/act/undo", head=answer.json["head"], why="back")
        if back.status_code != 200:
            wrong.append(f"undo answers {back.status_code}: {back.json}")
        return "; ".join(wrong)
    same = desk_of(app).the_game().journal.head == head
    if answer.status_code >= 500 or not same or len(answer.json["error"]) < 5:
        return f"refused with {answer.status_code}: {answer.json}"
    return ""


def _start_again(app: Flask, folder: Path, name: str) -> tuple[Flask, str]:
    """With the newest kept edit in force: redo it, start, look, and take it back."""
    desk = desk_of(app)
    opened = desk.game_name
    newest = desk.the_game().journal.everything()[-1]
    redone = ""
    if newest.kind == "edit":
        Visitor(app).at_head(
            "/act/edit", path=newest.body["path"], value=newest.body["value"], reason="again"
        )
    head = desk.the_game().journal.head
    desk.close()
    again = page_on(folder, name)
    desk = desk_of(again)
    if desk.game_name != opened or desk.the_game().journal.head != head or desk.notices:
        redone = f"after a start: {desk.game_name}, {desk.notices}"
    if desk.the_game().present().line[-1].kind == "edit":
        Visitor(again).at_head("/act/undo", why="back")
    return again, redone
