"""The battle report: one HTML file that opens anywhere, pictures, drawings and replay inside.

Law: made from the journal alone, so that ``export`` needs neither camera nor rule set.
"""

from __future__ import annotations

import base64
import hashlib
import html
import re
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import msgspec

from rules.books import RULE_SETS
from rules.kernel.plain import to_plain
from rules.kernel.protocol import Plain
from rules.kernel.telling.names import titled
from vision.table.abilities import is_simulated
from webui.game.events.kinds import Begun
from webui.game.journal.journal import Event, History, Shift, beginning
from webui.game.kept.colours import side_colours
from webui.game.told import record
from webui.game.told.called import names_in
from webui.game.told.page.replay import ReplayPage
from webui.game.told.page.rulings import LogStep
from webui.game.told.replay.dice_by_side import SideDice, dice_by_side
from webui.game.told.replay.drawing import drawn, moment, pictures
from webui.game.told.replay.for_viewer import viewed
from webui.game.told.replay.frames import Frame, Losses, frames, losses, moments
from webui.game.told.words import REPORT as W

MOST_PICTURES = 60
"""A whole evening; beyond that the zip has every picture."""

VIEWER = Path(__file__).resolve().parents[2] / "static" / "replay" / "viewer.js"

STYLE = """
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;
color:#1c2421;background:#f7f4ec;overflow-wrap:break-word}
h1,h2,h3{font-family:Palatino,Georgia,serif;line-height:1.2}
article{background:#fffdf8;border:1px solid #d9d2c2;border-radius:12px;padding:1rem;
margin:1rem 0;break-inside:avoid}svg{width:100%;height:auto;border-radius:8px;background:#51603f}
table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.2rem .5rem .2rem 0;
border-bottom:1px solid #d9d2c2}th{font-weight:400;color:#56605b}code{color:#56605b}
.die{display:inline-block;border:2px solid #777;border-radius:7px;width:1.8em;line-height:1.7em;
text-align:center;margin-right:.2em;font-weight:700;background:#fff}.over{background:#fcefcf;
padding:.4rem .6rem;border-radius:8px}.undone{text-decoration:line-through;color:#888}
.soft{color:#56605b;font-size:.9rem;margin:.2rem 0}.disputing{border-left:3px solid #7d5200;
padding-left:.6rem}.line{border-bottom:1px solid #d9d2c2}.line>summary{padding:.5rem 0;
min-height:44px;box-sizing:border-box;cursor:pointer}.moments{display:grid;gap:1rem;
grid-template-columns:repeat(auto-fill,minmax(min(100%,17rem),1fr))}figure{margin:0}
#replay svg{max-height:70vh;background:#232a20}[data-controls]{display:flex;flex-wrap:wrap;
gap:.4rem;align-items:center;margin:.5rem 0}
[data-controls] button,[data-controls] select{min-height:44px;min-width:44px;font:inherit;
border-radius:8px;border:1px solid #777;background:#fff}
[data-controls] input{flex:1 1 10rem;min-height:44px}.hit{background:#d8f3e5}.miss{color:#555}
.scroll{overflow-x:auto}@media(max-width:30rem){.scroll table{font-size:.75rem}
.scroll td,.scroll th{padding-right:.2rem}}.wins{font-size:1.3rem}.losses th{width:45%}
.sim{background:#ffd27a;padding:.1em .6em;border-radius:6px;font-weight:700}
.back a{display:inline-block;line-height:44px}"""

AND_ITS_UNIT = re.compile(r"(?<=\d) (?=(?:in|cm)\b)")
"""Where no line may end."""

NO_GAME = Begun(rules="", armies=[], title="A battle")
"""What is told of a journal in which no game has begun."""


BOOKS = {book.name: book.title for book in RULE_SETS}
"""What each book is called; a battle of any other is told by the name it was kept under."""


def viewer() -> str:
    """The script of the replay, as the report carries it."""
    return VIEWER.read_text(encoding="utf-8")


def viewer_digest() -> str:
    """What a content security policy calls that script."""
    made = hashlib.sha256(viewer().encode("utf-8")).digest()
    return f"sha256-{base64.b64encode(made).decode('ascii')}"


def report(journal: History) -> str:
    """The report of a game as one HTML document without any outside address."""
    line = journal.line()
    begun = beginning(line) or NO_GAME
    names = names_in(begun)
    found = frames(journal, line, names)
    images = pictures(journal, [*moments(found), *found], MOST_PICTURES)
    shown = viewed(journal, found, line, names, urls=False)
    colours = side_colours([army.value for army in begun.armies])
    parts = [
        *_head(begun, colours, any(map(_simulated, found))),
        *_ending(line),
        "<svg width='0' height='0' aria-hidden='true'><defs>",
        *images.values(),
        "</defs></svg>",
        *_losses(losses(found), begun, names),
        *_moments(found, colours, images, names),
        _replay(shown),
        *_turns(found, colours, images),
        *_dice(dice_by_side(found), list(colours)),
        f"<h2>{W['log']}</h2><ol>",
        *(_step(step) for step in record.steps(journal, names)),
    ]
    told = AND_ITS_UNIT.sub("\u00a0", "\n".join(parts))
    return f"{told}\n</ol><script type='module'>{viewer()}</script></body></html>"


def _head(begun: Begun, colours: Mapping[str, str], simulated: bool) -> Iterator[str]:
    title = html.escape(begun.title)
    yield "<!doctype html><html lang='en'><head><meta charset='utf-8'>"
    yield "<meta name='viewport' content='width=device-width, initial-scale=1'>"
    yield f"<title>{title}</title><style>{STYLE}{_marks(colours)}</style></head><body>"
    if simulated:
        yield f"<p><span class='sim'>{W['simulated']}</span></p>"
    yield (
        f"<h1>{title}</h1><p>{_day(begun)} · {html.escape(BOOKS.get(begun.rules, begun.rules))}, "
        f"{html.escape(begun.edition)}</p>"
    )
    for k, army in enumerate(part.value for part in begun.armies):
        units = ", ".join(html.escape(unit.name or unit.id) for unit in army.units)
        side = html.escape(titled(army.side))
        yield f"<p><strong class='side-{k}'>{side}</strong>: {units}</p>"


def _marks(colours: Mapping[str, str]) -> str:
    """A mark in its colour beside what is a side's: as letters some colours cannot be read."""
    return "".join(
        f".side-{k}{{border-left:.5em solid {colour};padding-left:.4em}}"
        for k, colour in enumerate(colours.values())
    )


def _ending(line: Sequence[Event]) -> Iterator[str]:
    says = record.ending(line)
    if says:
        yield f"<p class='over wins'><strong>{html.escape(says)}</strong></p>"


def _losses(lost: Mapping[str, Losses], begun: Begun, names: Mapping[str, str]) -> Iterator[str]:
    yield f"<h2>{W['losses']}</h2>"
    for k, army in enumerate(part.value for part in begun.armies):
        mine = [unit.id for unit in army.units if unit.id in lost]
        rows = "".join(
            _row(names.get(unit, unit), _lost(lost[unit], names.get(unit, unit))) for unit in mine
        )
        side = html.escape(titled(army.side))
        yield f"<h3 class='side-{k}'>{side}</h3>"
        yield (
            f"<table class='losses'>{rows}</table>"
            if rows
            else f"<p class='soft'>{W['nobody']}</p>"
        )


def _lost(one: Losses, name: str) -> str:
    """What it lost, and why it is out, the name being said beside it."""
    lost = one.start - one.now
    told = f"{lost} {W['lost']}, {one.now} {W['of']} {one.start} {W['left']}" if lost else ""
    return "; ".join(part for part in (told, one.out.removeprefix(f"{name} ")) if part)


def _moments(
    found: Sequence[Frame],
    colours: Mapping[str, str],
    images: Mapping[int, str],
    names: Mapping[str, str],
) -> Iterator[str]:
    chosen = moments(found)
    if not chosen:
        return
    yield f"<h2>{W['moments']}</h2><div class='moments'>"
    for frame in chosen:
        says = html.escape(frame.says)
        k = found.index(frame)
        before = found[k - 1].table if k else None
        picture = moment(frame, before, colours, names, frame.seen in images)
        yield (
            f"<figure>{picture}<figcaption><a href='#step-{frame.event}'>{says}</a>"
            f"<span class='soft'> {html.escape(frame.turn)}</span></figcaption></figure>"
        )
    yield "</div>"


def _replay(shown: ReplayPage) -> str:
    """The viewer's place and what it shows; no less-than sign may end the script early."""
    held = msgspec.json.encode(to_plain(shown)).decode("utf-8").replace("<", "\\u003c")
    return (
        f"<h2>{W['replay']}</h2><section id='replay'>"
        f"<svg role='img' aria-label='{W['table']}' viewBox='0 0 3 2'></svg>"
        f"<div data-controls></div><div data-says aria-live='polite'></div></section>"
        f"<script type='application/json' id='replay-data'>{held}</script>"
    )


def _turns(
    found: Sequence[Frame], colours: Mapping[str, str], images: Mapping[int, str]
) -> Iterator[str]:
    """Turns as headings, one line an action, its working folded."""
    turn = None
    for frame in found:
        if frame.turn != turn:
            turn = frame.turn
            yield f"<h2>{html.escape(turn or W['opening'])}</h2>"
        yield _line(frame, drawn(frame, colours, frame.seen in images) if _draws(frame) else "")


def _draws(frame: Frame) -> bool:
    return any(one["readings"] for one in frame.card.get("rulings", []))


def _line(frame: Frame, picture: str) -> str:
    says = html.escape(frame.says)
    head = says if frame.holds else f"<s>{says}</s>"
    simulated = f"<span class='sim'>{W['simulated']}</span> " if _simulated(frame) else ""
    changed = "".join(f"<li>{html.escape(one['says'])}</li>" for one in frame.consequences)
    rulings = "".join(map(_ruling, frame.card.get("rulings", [])))
    return (
        f"<details class='line' id='a{frame.event}'><summary>{head}</summary>"
        f"{''.join(_put_right(frame))}{picture}<p class='soft'>{simulated}"
        f"{html.escape(frame.did)} · <a href='#step-{frame.event}'>{W['replay']}</a></p>"
        f"<ul>{changed}</ul>{rulings}</details>"
        f"{'' if frame.holds else _over(frame)}"
    )


def _simulated(frame: Frame) -> bool:
    return is_simulated(str(frame.card.get("source")))


def _over(frame: Frame) -> str:
    says, reason = (html.escape(str(frame.card["instead"][key])) for key in ("says", "reason"))
    return f"<p class='over'><strong>{W['overruled']}: {says}</strong> {W['because']} {reason}</p>"


def _put_right(frame: Frame) -> Iterator[str]:
    """What an umpire had set for this action, what was noted, and what was disputed about it."""
    again = frame.card.get("again")
    if again:
        says, reason = html.escape(str(again["set"])), html.escape(str(again["reason"]))
        yield f"<p class='over'><strong>{W['again']}: {says}</strong> {W['because']} {reason}</p>"
    for note in frame.noted:
        yield f"<p class='over'>{W['noted']}: {html.escape(note)}</p>"
    for ruling in frame.card.get("rulings", []):
        for one in ruling["disputes"]:
            yield f"<p class='disputing'>{html.escape(str(one['says']))}</p>"


def _ruling(ruling: Mapping[str, Plain]) -> str:
    dice = "".join(f"<span class='die'>{face}</span>" for face in ruling["faces"])
    rules = html.escape("  ".join(ruling["rules"]))
    return (
        f"<section id='r{ruling['id']}'><h4>{html.escape(str(ruling['says']))}</h4><p>{dice}</p>"
        f"<table>{''.join(_rows(ruling))}</table><p><code>{rules}</code></p></section>"
    )


def _rows(ruling: Mapping[str, Plain]) -> Iterator[str]:
    for reading in ruling["readings"]:
        plus_minus = f" ± {reading['plus_minus']:.2f}" if reading["plus_minus"] else ""
        yield _row(
            f"{reading['what'].replace('_', ' ')} {reading['frm']} → {reading['to']}",
            f"{reading['value']:.2f}{plus_minus} {reading.get('unit', 'in')}",
        )
    for modifier in ruling["modifiers"]:
        yield _row(f"{modifier['what']} ({modifier['rule']})", modifier["value"])
    if ruling["total"]:
        yield _row("=", ruling["total"])


def _row(label: str, value: str) -> str:
    return f"<tr><th>{html.escape(label)}</th><td>{html.escape(str(value))}</td></tr>"


def _step(step: LogStep) -> str:
    cls = " class='undone'" if step.undone else ""
    return f"<li{cls}>{html.escape(step.says)}</li>"


def _day(begun: Begun) -> str:
    return time.strftime("%d %B %Y", time.localtime(begun.at_s))


def _dice(thrown: Mapping[str, SideDice], sides: Sequence[str]) -> Iterator[str]:
    """How the dice fell for either side: faces, mean, and successes beside what was to be
    expected."""
    yield f"<h2>{W['dice']}</h2><div class='scroll'><table><tr><th>{W['side']}</th>"
    yield "".join(f"<th>{face}</th>" for face in range(1, 7))
    yield f"<th>{W['thrown']}</th><th>{W['mean']}</th><th>{W['hits']} ({W['expected']})</th></tr>"
    for side in [*sides, *(side for side in thrown if side not in sides)]:
        one = thrown.get(side)
        if one is None:
            continue
        faces = "".join(f"<td>{count}</td>" for count in one.faces)
        yield (
            f"<tr><td>{html.escape(titled(side))}</td>{faces}<td>{one.thrown}</td>"
            f"<td>{one.mean:.2f}</td><td>{one.hits} ({one.expected:.1f})</td></tr>"
        )
    yield "</table></div>"


def json_lines(journal: History) -> str:
    """Every event and every move of the head, a line of JSON each, in the order written."""
    playing = {event.id for event in journal.line()}
    lines = (_entry(each, playing) for each in record.in_order(journal))
    return "".join(msgspec.json.encode(line).decode("utf-8") + "\n" for line in lines)


def _entry(each: Event | Shift, playing: set[int]) -> dict[str, Plain]:
    if isinstance(each, Shift):
        return {"kind": "undo", "from": each.frm, "to": each.dest, **each.body}
    undone = each.id not in playing
    head = {"id": each.id, "parent": each.parent, "kind": each.kind, "undone": undone}
    return {**head, **each.body}
