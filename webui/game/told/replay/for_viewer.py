"""The battle as plain data for the replay viewer, on the page and inside the exported report."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.kernel.protocol import Plain
from rules.kernel.telling.ledger import Weight
from rules.kernel.telling.words import many
from vision.table.snapshot import Snapshot
from vision.table.terrain_kinds import kind_of
from webui.game.journal.journal import Event, History, beginning
from webui.game.kept.colours import side_colours
from webui.game.told import record, words
from webui.game.told.replay.drawing import close_up, margin_of, shapes
from webui.game.told.replay.frames import (
    Frame,
    frames,
    is_of_strength,
    moments,
    plain_base,
    struck,
)
from webui.game.told.replay.naming import placed, taken_off
from webui.game.told.sentences import because

MOST_SHAPES = 12


def replay(journal: History, names: Mapping[str, str], *, urls: bool) -> dict[str, Plain]:
    """Everything the viewer draws. *urls*: pictures are fetched from the running program; else
    they are in the same document."""
    line = journal.line()
    return viewed(journal, frames(journal, line, names), line, names, urls=urls)


def viewed(
    journal: History,
    found: Sequence[Frame],
    line: Sequence[Event],
    names: Mapping[str, str],
    *,
    urls: bool,
) -> dict[str, Plain]:
    """As ``replay``, of frames that are there already."""
    begun = beginning(line)
    table = next((frame.table for frame in found if frame.table is not None), None)
    lost: dict[str, float] = {}
    gone: dict[str, int] = {}
    told, bases, before = [], None, None
    for frame in found:
        _count(frame, lost, gone)
        plain = _frame(journal, frame, before, urls)
        placed = [] if frame.table is None else [
            plain_base(base) for base in frame.table.bases if base.pose is not None
        ]  # fmt: skip
        # What has not moved is not told again: an evening of frames stays small.
        plain["bases"] = None if placed == bases else placed
        bases, plain["lost"] = placed, _told(lost, gone)
        before = frame.table
        told.append(plain)
    return {
        "title": "" if begun is None else begun.title,
        "sides": [] if begun is None else [army.value.side for army in begun.armies],
        "colours": {} if begun is None else side_colours([army.value for army in begun.armies]),
        "names": dict(names),
        "ending": record.ending(line),
        "size_in": [48, 36] if table is None else list(table.size_in),
        "terrain": [] if table is None else [_piece(piece) for piece in table.terrain],
        "frames": told,
        "moments": _moments(found, told, names),
        "words": words.REPLAY,
    }


def _moments(
    found: Sequence[Frame], told: Sequence[dict[str, Plain]], names: Mapping[str, str]
) -> list[int]:
    """Which steps they are; each is told where the names stand on its close-up."""
    chosen = [found.index(frame) for frame in moments(found)]
    for k in chosen:
        frame, part = found[k], told[k]["box"]
        if part is not None:
            gone = taken_off(frame, found[k - 1].table if k else None)
            told[k]["named"] = placed(frame, gone, names, part)
    return chosen


def _piece(piece: Plain) -> dict[str, Plain]:
    points = [[round(x, 2), round(y, 2)] for x, y in piece.outline_in]
    colour = kind_of(piece.kind).colour
    return {"points": points, "line": piece.is_line, "colour": colour, "name": piece.name}


def _count(frame: Frame, lost: dict[str, float], gone: dict[str, int]) -> None:
    """What each side has lost of its strength, and how many of its units are out."""
    for one in frame.consequences if frame.holds else ():
        side = str(one["side"])
        if is_of_strength(one):
            lost[side] = lost.get(side, 0) + float(one["before"]) - float(one["after"])
        elif one["kind"] == "unit" and one["weight"] == Weight.OUT:
            gone[side] = gone.get(side, 0) + bool(one["after"]) - bool(one["before"])


def _told(lost: Mapping[str, float], gone: Mapping[str, int]) -> dict[str, str]:
    """By side, in words: of its strength, and of its units. A block is whole or gone."""
    told = {side: [f"{number:g}"] for side, number in lost.items() if number}
    for side, number in gone.items():
        if number:
            told.setdefault(side, []).append(many(number, "unit"))
    return {side: f" {words.REPLAY['and']} ".join(parts) for side, parts in told.items()}


def _again(frame: Frame) -> str:
    """What was set so that the step was run again, and why; "" for any other."""
    again = frame.card.get("again")
    return f"{again['set']}{because(again['reason'])}" if again else ""


def _url(frame: Frame) -> str:
    return f"/rulings/{frame.event}-0/picture.jpg?step={frame.seen}"


def _frame(journal: History, frame: Frame, before: Snapshot | None, urls: bool) -> dict[str, Plain]:
    action = frame.card.get("action", {})
    dice = [
        {"what": one["what"], "by": one["by"], "need": one["need"], "faces": one["answer"]}
        for one in frame.card.get("answers", [])
        if one["ask"] == "roll"
    ]
    margin = margin_of(journal, frame.seen) if frame.seen else None
    return {
        "event": frame.event, "turn": frame.turn, "says": frame.says, "did": frame.did,
        "by": action.get("by", ""), "at": action.get("at") or "", "struck": struck(frame),
        "instead": frame.instead,
        "noted": list(frame.noted), "again": _again(frame), "dice": dice,
        "box": close_up(frame, before),
        "shapes": [
            {"kind": s["kind"], "points": [[round(x, 2), round(y, 2)] for x, y in s["points_in"]]}
            for s in list(shapes(frame))[:MOST_SHAPES]
        ],
        "picture": frame.seen if margin is not None else 0, "margin": margin or 0,
        "url": _url(frame) if urls and margin is not None else "",
    }  # fmt: skip
