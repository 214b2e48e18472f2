"""The battle report: one HTML file that opens anywhere, pictures and drawings inside.

Law: made from the journal alone, so that ``export`` needs neither camera nor rule set.
"""

from __future__ import annotations

import base64
import html
import json
import time
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from rules.kernel.protocol import Plain
from vision.table.snapshot import Base, Snapshot
from webui.game.journal.journal import Event, History, Shift
from webui.game.open_action import snapshot_of
from webui.game.told import record
from webui.game.told.called import Called, names_in

MOST_PICTURES = 60
"""A whole evening; beyond that the zip has every picture."""

STYLE = """
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;
color:#1c2421;background:#f7f4ec}h1,h2,h3{font-family:Palatino,Georgia,serif;line-height:1.2}
article{background:#fffdf8;border:1px solid #d9d2c2;border-radius:12px;padding:1rem;
margin:1rem 0;break-inside:avoid}svg{width:100%;height:auto;border-radius:8px;background:#51603f}
table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.2rem .5rem .2rem 0;
border-bottom:1px solid #d9d2c2}th{font-weight:400;color:#56605b}code{color:#56605b}
.die{display:inline-block;border:2px solid #777;border-radius:7px;width:1.8em;line-height:1.7em;
text-align:center;margin-right:.2em;font-weight:700;background:#fff}.over{background:#fcefcf;
padding:.4rem .6rem;border-radius:8px}.undone{text-decoration:line-through;color:#888}
.sim{background:#ffd27a;padding:.1em .6em;border-radius:6px;font-weight:700}
"""


def report(journal: History) -> str:
    """The report of a game as one HTML document without any outside address."""
    line = journal.line()
    begun = line[0].body if line else {}
    title = html.escape(str(begun.get("title", "A battle")))
    names = names_in(begun.get("armies"))
    called = Called(names)
    actions = called(record.actions(line, names))
    parts = [
        "<!doctype html><html lang='en'><head><meta charset='utf-8'>",
        "<meta name='viewport' content='width=device-width, initial-scale=1'>",
        f"<title>{title}</title><style>{STYLE}</style></head><body>",
        f"<h1>{title}</h1><p>{_day(begun)} · {html.escape(str(begun.get('rules', '')))}, "
        f"{html.escape(str(begun.get('edition', '')))}</p>",
        *_sides(begun),
        *_ending(line),
        *(_action(journal, one, i < MOST_PICTURES) for i, one in enumerate(actions)),
        "<h2>The whole log</h2><ol>",
        *(_step(step) for step in called(record.steps(journal))),
        "</ol></body></html>",
    ]
    return "\n".join(parts)


def _sides(begun: Mapping[str, Plain]) -> Iterator[str]:
    for army in begun.get("armies", []):
        units = ", ".join(html.escape(str(u.get("name") or u["id"])) for u in army["units"])
        yield f"<p><strong>{html.escape(str(army['side']))}</strong>: {units}</p>"


def _ending(line: Sequence[Event]) -> Iterator[str]:
    says = record.ending(line)
    if says:
        yield f"<p class='over'><strong>{html.escape(says)}</strong></p>"


def _action(journal: History, action: Mapping[str, Plain], drawn: bool) -> str:
    """What happened to whom, the dice, and the working folded; a turn that begins is a heading."""
    over = "".join(
        f"<p class='over'><strong>Overruled: {html.escape(o['says'])}</strong> because "
        f"{html.escape(o['reason'])}</p>"
        for ruling in action["rulings"]
        for o in ruling["overruled"]
    )
    simulated = "<span class='sim'>SIMULATED</span> " if action["source"] == "simulated" else ""
    measured = [one for one in action["rulings"] if one["readings"]]
    picture = _drawing(journal, measured[-1]) if drawn and measured else ""
    changed = "".join(f"<li>{html.escape(one['says'])}</li>" for one in action["consequences"])
    return (
        f"<article><h3>{html.escape(action['headline'])}</h3>{over}{picture}"
        f"<details><summary>{simulated}{html.escape(record.declared_sentence(action['action']))}"
        f"</summary><ul>{changed}</ul>{''.join(map(_ruling, action['rulings']))}</details>"
        f"</article>{_turn(action)}"
    )


def _turn(action: Mapping[str, Plain]) -> str:
    """The heading of the turn or bound that this action began, "" for any other action."""
    begun = [one["says"] for one in action["consequences"] if one["what"] in ("turn", "bound")]
    return f"<h2>{html.escape(begun[0].removesuffix(' begins'))}</h2>" if begun else ""


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


def _step(step: Mapping[str, Plain]) -> str:
    cls = " class='undone'" if step["undone"] else ""
    return f"<li{cls}>{html.escape(str(step['says']))}</li>"


def _day(begun: Mapping[str, Plain]) -> str:
    return time.strftime("%d %B %Y", time.localtime(float(begun.get("at_s", 0.0))))


def _drawing(journal: History, ruling: Mapping[str, Plain]) -> str:
    """The table at that moment with the evidence on it, as SVG in inches, north up."""
    try:
        table = snapshot_of(journal, ruling["declared"])
    except KeyError:
        return ""
    width, depth = table.size_in
    picture = _picture(journal, ruling["declared"], table)
    shapes = [s for reading in ruling["readings"] for s in reading.get("evidence", [])]
    bases = "".join(_base(base) for base in table.bases if base.pose is not None)
    return (
        f"<svg viewBox='0 0 {width} {depth}'><g transform='translate(0 {depth}) scale(1 -1)'>"
        f"{picture}{bases}{''.join(_shape(shape) for shape in shapes)}</g></svg>"
    )


def _picture(journal: History, event: int, table: Snapshot) -> str:
    jpeg, view = journal.kept(event, "picture"), journal.kept(event, "view")
    if jpeg is None or view is None:
        return ""
    margin = float(json.loads(view)["margin_in"])
    width, depth = table.size_in[0] + 2 * margin, table.size_in[1] + 2 * margin
    inside = base64.b64encode(jpeg).decode("ascii")
    return (
        f"<image transform='translate({-margin} {table.size_in[1] + margin}) scale(1 -1)' "
        f"width='{width}' height='{depth}' preserveAspectRatio='none' "
        f"href='data:image/jpeg;base64,{inside}'/>"
    )


def _base(base: Base) -> str:
    pose = base.pose
    assert pose is not None
    turn = f"translate({pose.x_in:.3f} {pose.y_in:.3f}) rotate({pose.facing_deg - 90:.2f})"
    width, depth = base.frontage_in, base.depth_in
    name = html.escape(base.payload)
    return (
        f"<g transform='{turn}'><title>{name}</title><rect x='{-width / 2}' y='{-depth / 2}' "
        f"width='{width}' height='{depth}' fill='#ffffff55' stroke='#fff' stroke-width='.12'/>"
        f"<path d='M{-width / 2} {depth / 2}H{width / 2}' stroke='#fff' stroke-width='.3'/></g>"
    )


def _shape(shape: Mapping[str, Plain]) -> str:
    points = " ".join(f"{x:.3f},{y:.3f}" for x, y in shape["points_in"])
    if shape["kind"] == "point":
        x, y = shape["points_in"][0]
        return f"<circle cx='{x:.3f}' cy='{y:.3f}' r='.35' fill='#ffe94d'/>"
    if shape["kind"] == "segment":
        return f"<polyline points='{points}' fill='none' stroke='#ffe94d' stroke-width='.25'/>"
    return f"<polygon points='{points}' fill='#ffe94d22' stroke='#ffe94d' stroke-width='.08'/>"


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
