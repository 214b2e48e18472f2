"""A frame as SVG in inches, north up: the whole table, or close up on who acts and who suffers.

Law: words and markup only. Every kept picture is in the document once and drawn by its id.
"""

from __future__ import annotations

import base64
import html
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence

from rules.kernel.protocol import Plain
from vision.table.snapshot import Base, Snapshot, Terrain
from vision.table.terrain_kinds import kind_of
from webui.game.journal.journal import History
from webui.game.told.replay.frames import Frame
from webui.game.told.replay.naming import Name, Part, placed, taken_off

AROUND_IN = 3.0
LEAST_IN = 16.0
"""A close-up shows so much round the action, and never less than this across."""

NOBODYS = "#888888"


def pictures(journal: History, found: Iterable[Frame], most: int) -> dict[int, str]:
    """By the event that keeps it: each picture once, as an image for ``<use>``."""
    made: dict[int, str] = {}
    for frame in found:
        if frame.seen and frame.seen not in made and len(made) < most and frame.table:
            image = _image(journal, frame.seen, frame.table)
            if image:
                made[frame.seen] = image
    return made


def margin_of(journal: History, event: int) -> float | None:
    """How much the picture of that event shows round the table, inches; None without one."""
    view = journal.kept(event, "view")
    return None if view is None else float(json.loads(view)["margin_in"])


def _image(journal: History, event: int, table: Snapshot) -> str:
    jpeg, margin = journal.kept(event, "picture"), margin_of(journal, event)
    if jpeg is None or margin is None:
        return ""
    width, depth = table.size_in[0] + 2 * margin, table.size_in[1] + 2 * margin
    inside = base64.b64encode(jpeg).decode("ascii")
    return (
        f"<image id='p{event}' transform='translate({-margin} {table.size_in[1] + margin}) "
        f"scale(1 -1)' width='{width}' height='{depth}' preserveAspectRatio='none' "
        f"href='data:image/jpeg;base64,{inside}'/>"
    )


def drawn(
    frame: Frame, colours: Mapping[str, str], has_picture: bool, part: Part | None = None
) -> str:
    """The table of a frame with what was measured on it, "" where no table is kept.

    *colours*: of each side, ``#rrggbb``. *part*: what to show, None for the whole.
    """
    return _drawn(frame, colours, has_picture, part) if frame.table is not None else ""


def moment(
    frame: Frame,
    before: Snapshot | None,
    colours: Mapping[str, str],
    called: Mapping[str, str],
    has_picture: bool,
) -> str:
    """A frame close up, with the names of who acts and who suffers, also of those off it since.

    *before*: the table of the step before. *called*: unit id to what people call it.
    """
    part = close_up(frame, before)
    if frame.table is None or part is None:
        return drawn(frame, colours, has_picture)
    gone = taken_off(frame, before)
    depth = frame.table.size_in[1]
    names = "".join(_name(one, depth) for one in placed(frame, gone, called, part))
    return _drawn(frame, colours, has_picture, part, gone, names)


def _name(one: Name, depth_in: float) -> str:
    return (
        f"<text x='{one.x_in:.2f}' y='{depth_in - one.y_in:.2f}' font-size='{one.size_in:.2f}' "
        f"text-anchor='middle' fill='#fff' stroke='#000' stroke-width='{one.size_in / 6:.2f}' "
        f"paint-order='stroke' font-family='sans-serif' font-weight='700'>"
        f"{html.escape(one.says)}</text>"
    )


def _drawn(
    frame: Frame,
    colours: Mapping[str, str],
    has_picture: bool,
    part: Part | None,
    gone: Sequence[Base] = (),
    names: str = "",
) -> str:
    table = frame.table
    assert table is not None
    width, depth = table.size_in
    west, south, across, deep = part or (0.0, 0.0, width, depth)
    picture = f"<use href='#p{frame.seen}'/>" if has_picture else ""
    inside = "".join(
        [picture, *map(_ground, table.terrain if not picture else ())]
        + [f"<g opacity='.5'>{_base(base, colours)}</g>" for base in gone]
        + [_base(base, colours) for base in table.bases if base.pose is not None]
        + [_shape(shape) for shape in shapes(frame)]
    )
    return (
        f"<svg viewBox='{west:.2f} {depth - south - deep:.2f} {across:.2f} {deep:.2f}' "
        f"role='img' aria-label='{html.escape(frame.says, quote=True)}'>"
        f"<g transform='translate(0 {depth}) scale(1 -1)'>{inside}</g>{names}</svg>"
    )


def plan(table: Snapshot, colours: Mapping[str, str]) -> str:
    """The table from above as an SVG file of its own, "" where nothing stands on it.

    *colours*: of each side, ``#rrggbb``.
    """
    standing = [base for base in table.bases if base.pose is not None]
    if not standing:
        return ""
    width, depth = table.size_in
    inside = "".join([*map(_ground, table.terrain), *(_base(base, colours) for base in standing)])
    return (
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width} {depth}'>"
        f"<rect width='{width}' height='{depth}' fill='#51603f'/>"
        f"<g transform='translate(0 {depth}) scale(1 -1)'>{inside}</g></svg>"
    )


def shapes(frame: Frame) -> Iterator[Mapping[str, Plain]]:
    """What the rulings of the frame measured: the newest that has a drawing."""
    for ruling in reversed(frame.card.get("rulings", [])):
        found = [s for reading in ruling["readings"] for s in reading.get("evidence", [])]
        if found:
            yield from found
            return


def close_up(frame: Frame, before: Snapshot | None = None) -> Part | None:
    """The part of the table in which the frame happened, None for the whole of it.

    *before*: the table of the step before, on which those stood who are off it now.
    """
    if frame.table is None:
        return None
    action = frame.card.get("action", {})
    units = {action.get("by"), action.get("at"), *(one["who"] for one in frame.consequences)}
    stand = [base for base in frame.table.bases if base.pose is not None]
    left = {base.unit_id for base in stand}
    off = [base for base in before.bases if base.unit_id not in left] if before else []
    at = [
        (base.pose.x_in, base.pose.y_in)
        for base in (*stand, *off)
        if base.pose is not None and base.unit_id in units
    ]
    if not at:
        return None
    (west, east), (south, north) = [(min(c), max(c)) for c in zip(*at, strict=True)]
    across = max(LEAST_IN, east - west + 2 * AROUND_IN, 1.5 * (north - south + 2 * AROUND_IN))
    deep = across / 1.5
    return ((west + east - across) / 2, (south + north - deep) / 2, across, deep)


def _ground(piece: Terrain) -> str:
    points = " ".join(f"{x:.2f},{y:.2f}" for x, y in piece.outline_in)
    colour = kind_of(piece.kind).colour
    if piece.is_line:
        return f"<polyline points='{points}' fill='none' stroke='{colour}' stroke-width='.4'/>"
    return f"<polygon points='{points}' fill='{colour}66' stroke='{colour}' stroke-width='.12'/>"


def _base(base: Base, colours: Mapping[str, str]) -> str:
    pose = base.pose
    assert pose is not None
    turn = f"translate({pose.x_in:.3f} {pose.y_in:.3f}) rotate({pose.facing_deg - 90:.2f})"
    width, depth = base.frontage_in, base.depth_in
    fill = colours.get(base.side, NOBODYS)
    return (
        f"<g transform='{turn}'><title>{html.escape(base.payload)}</title><rect x='{-width / 2}' "
        f"y='{-depth / 2}' width='{width}' height='{depth}' fill='{fill}' fill-opacity='.6' "
        f"stroke='#fff' stroke-width='.12'/>"
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
