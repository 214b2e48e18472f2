"""A game as plain text: what people read, send as a bug report, and compare.

Law: made from the journal alone; no rule is run.
"""

from __future__ import annotations

import time
from collections.abc import Iterator

from webui.game.journal.journal import Event, History
from webui.game.told import record
from webui.game.told.called import names_in
from webui.game.told.headline import listed
from webui.game.told.sentences import sentence


def transcript(journal: History) -> str:
    """The whole game, a line a step, with every undone step marked."""
    line = journal.line()
    playing = {event.id for event in line}
    names = names_in(line[0].body.get("armies")) if line else {}
    lines = list(_head(journal))
    for each in record.in_order(journal):
        if isinstance(each, Event):
            mark = " " if each.id in playing else "-"
            lines += [f"{mark} {line}" for line in _lines(each, names)]
        else:
            moved = "put again" if each.body.get("redo") else "taken back"
            back = f"{moved}: step {each.frm} to step {each.dest}"
            lines.append(f"  {_at(each.body)} {back}")
    return "\n".join(lines) + "\n"


def _head(journal: History) -> Iterator[str]:
    line = journal.line()
    if not line:
        return
    body = line[0].body
    yield f"Drumhead transcript 1: {body.get('title', '')}"
    yield f"rules {body.get('rules', '')}, {body.get('edition', '')}"
    for name, value in sorted(body.get("house", {}).items()):
        yield f"house {name} = {value}"
    for army in body.get("armies", []):
        units = ", ".join(f"{u['id']} {u.get('name', '')}".strip() for u in army["units"])
        yield f"side {army['side']}: {units}"
    yield ""


def _lines(event: Event, names: dict[str, str]) -> Iterator[str]:
    who = event.body.get("who", {})
    by = who.get("name") or who.get("side") or who.get("role", "")
    yield f"{event.id:4} {_at(event.body)} {event.kind:8} {sentence(event)}" + (
        f"  [{by}]" if by and event.kind != "done" else ""
    )
    if event.kind == "done":
        for ruling in event.body["rulings"]:
            yield from _working(ruling)
        for one in event.body.get("consequences", []):
            yield f"{' ' * 23}> {listed([one], names)[0]['says']}"


def _working(ruling: dict[str, object]) -> Iterator[str]:
    pad = " " * 23
    for modifier in _list(ruling, "modifiers"):
        yield f"{pad}{modifier['what']}: {modifier['value']}  ({modifier['rule']})"
    for reading in _list(ruling, "readings"):
        plus_minus = f" ± {reading['plus_minus']:.2f}" if reading["plus_minus"] else ""
        value = f"{reading['value']:.2f}{plus_minus} {reading.get('unit', 'in')}"
        yield f"{pad}{reading['what']} {reading['frm']} to {reading['to']}: {value}"
    if ruling.get("total"):
        yield f"{pad}= {ruling['total']}"


def _list(ruling: dict[str, object], name: str) -> list[dict[str, object]]:
    found = ruling.get(name)
    return found if isinstance(found, list) else []


def _at(body: dict[str, object]) -> str:
    at_s = body.get("at_s", 0.0)
    return time.strftime("%H:%M:%S", time.localtime(float(str(at_s))))
