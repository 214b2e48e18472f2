"""A game as plain text: what people read, send as a bug report, and compare.

Law: made from the journal alone; no rule is run.
"""

from __future__ import annotations

import time
from collections.abc import Iterator

from rules.kernel.telling.names import titled
from webui.game.events.kinds import Done
from webui.game.events.parts import RulingTold
from webui.game.journal.journal import Event, History, beginning
from webui.game.told import corrections, record
from webui.game.told.called import names_in
from webui.game.told.headline import listed
from webui.game.told.sentences import plain_changes, sentence


def transcript(journal: History) -> str:
    """The whole game, a line a step, with every undone step marked."""
    line = journal.line()
    playing = {event.id for event in line}
    names = names_in(beginning(line))
    marks = corrections.marks(journal.everything(), line)
    lines = list(_head(journal))
    for each in record.in_order(journal):
        if isinstance(each, Event):
            mark = " " if each.id in playing else "-"
            lines += [f"{mark} {line}" for line in _lines(each, names, marks)]
        else:
            moved = "put again" if each.content.redo else "taken back"
            back = f"{moved}: step {each.frm} to step {each.dest}"
            lines.append(f"  {_at(each.content.at_s)} {back}")
    return "\n".join(lines) + "\n"


def _head(journal: History) -> Iterator[str]:
    begun = beginning(journal.line())
    if begun is None:
        return
    yield f"Drumhead transcript 1: {begun.title}"
    yield f"rules {begun.rules}, {begun.edition}"
    for name, value in sorted(begun.house.items()):
        yield f"house {name} = {value}"
    for army in (part.value for part in begun.armies):
        units = ", ".join(f"{unit.id} {unit.name}".strip() for unit in army.units)
        yield f"side {titled(army.side)}: {units}"
    yield ""


def _lines(event: Event, names: dict[str, str], marks: dict[int, str]) -> Iterator[str]:
    content = event.content
    who = content.who
    by = "" if who is None else who.name or who.side or who.role
    told = sentence(event, names)
    says = corrections.marked(told, marks.get(event.id, ""))
    yield f"{event.id:4} {_at(content.at_s)} {event.kind:8} {says}" + (
        f"  [{by}]" if by and not isinstance(content, Done) else ""
    )
    if isinstance(content, Done):
        for ruling in content.rulings:
            yield from _working(ruling.value, told, names)
        for one in plain_changes(content.consequences):
            yield f"{' ' * 23}> {listed([one], names)[0]['says']}"


def _working(ruling: RulingTold, told: str, names: dict[str, str]) -> Iterator[str]:
    """The lines of one ruling; what it says only where the step has not *told* it."""
    pad = " " * 23
    if ruling.says != told:
        yield f"{pad}{ruling.says}"
    for modifier in ruling.modifiers:
        yield f"{pad}{modifier.what}: {modifier.value}  ({modifier.rule})"
    for reading in ruling.readings:
        plus_minus = f" ± {reading.plus_minus:.2f}" if reading.plus_minus else ""
        value = f"{reading.value:.2f}{plus_minus} {reading.unit}"
        frm, dest = (names.get(end, end) for end in (reading.frm, reading.to))
        ends = f"{frm} to {dest}" if dest else frm
        yield f"{pad}{reading.what.replace('_', ' ')}, {ends}: {value}"
    if ruling.total:
        yield f"{pad}= {ruling.total}"


def _at(at_s: float) -> str:
    return time.strftime("%H:%M:%S", time.localtime(at_s))
