"""The battle as the replay viewer draws it, on the page and inside the exported report."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice

from msgspec.structs import replace

from rules.kernel.protocol import Plain
from rules.kernel.telling.ledger import Weight
from rules.kernel.telling.words import many
from vision.table.snapshot import Snapshot, Terrain
from vision.table.terrain_kinds import kind_of
from webui.game.journal.journal import Event, History, beginning
from webui.game.kept.colours import side_colours
from webui.game.told import record, words
from webui.game.told.page.replay import (
    BaseDrawn,
    DiceThrown,
    PieceDrawn,
    ReplayPage,
    ShapeDrawn,
    StepDrawn,
)
from webui.game.told.replay.drawing import close_up, margin_of, shapes
from webui.game.told.replay.frames import (
    Frame,
    base_drawn,
    frames,
    is_of_strength,
    moments,
    struck,
)
from webui.game.told.replay.naming import placed, taken_off
from webui.game.told.sentences import because

MOST_SHAPES = 12


def replay(journal: History, names: Mapping[str, str], *, urls: bool) -> ReplayPage:
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
) -> ReplayPage:
    """As ``replay``, of frames that are there already."""
    begun = beginning(line)
    table = next((frame.table for frame in found if frame.table is not None), None)
    lost = _Lost()
    told: list[StepDrawn] = []
    bases: list[BaseDrawn] | None = None
    before: Snapshot | None = None
    for frame in found:
        lost.count(frame)
        standing = _standing(frame)
        # What has not moved is not told again: an evening of frames stays small.
        moved = None if standing == bases else standing
        told.append(_step(journal, frame, before, moved, lost.told(), urls=urls))
        bases, before = standing, frame.table
    at = [found.index(frame) for frame in moments(found)]
    return ReplayPage(
        title="" if begun is None else begun.title,
        sides=[] if begun is None else [army.value.side for army in begun.armies],
        colours={} if begun is None else side_colours([army.value for army in begun.armies]),
        names=dict(names),
        ending=record.ending(line),
        size_in=[48, 36] if table is None else list(table.size_in),
        terrain=[] if table is None else [_piece(piece) for piece in table.terrain],
        frames=_named(found, told, at, names),
        moments=at,
        words=words.REPLAY,
    )


def _named(
    found: Sequence[Frame],
    told: Sequence[StepDrawn],
    at: Sequence[int],
    names: Mapping[str, str],
) -> list[StepDrawn]:
    """The moments are told where the names stand on their close-ups."""
    steps = list(told)
    for k in at:
        frame, part = found[k], told[k].box
        if part is not None:
            gone = taken_off(frame, found[k - 1].table if k else None)
            steps[k] = replace(told[k], named=placed(frame, gone, names, part))
    return steps


def _standing(frame: Frame) -> list[BaseDrawn]:
    table = frame.table
    if table is None:
        return []
    return [base_drawn(base) for base in table.bases if base.pose is not None]


def _piece(piece: Terrain) -> PieceDrawn:
    points = [[round(x, 2), round(y, 2)] for x, y in piece.outline_in]
    return PieceDrawn(points, piece.is_line, kind_of(piece.kind).colour, piece.name)


@dataclass(slots=True)
class _Lost:
    """What each side has lost of its strength, and how many of its units are out."""

    strength: dict[str, float] = field(default_factory=dict)
    gone: dict[str, int] = field(default_factory=dict)

    def count(self, frame: Frame) -> None:
        """One more step."""
        for one in frame.consequences if frame.holds else ():
            side = str(one["side"])
            if is_of_strength(one):
                lost = float(one["before"]) - float(one["after"])
                self.strength[side] = self.strength.get(side, 0) + lost
            elif one["kind"] == "unit" and one["weight"] == Weight.OUT:
                more = bool(one["after"]) - bool(one["before"])
                self.gone[side] = self.gone.get(side, 0) + more

    def told(self) -> dict[str, str]:
        """By side, in words: of its strength, and of its units. A block is whole or gone."""
        told = {side: [f"{number:g}"] for side, number in self.strength.items() if number}
        for side, number in self.gone.items():
            if number:
                told.setdefault(side, []).append(many(number, "unit"))
        return {side: f" {words.REPLAY['and']} ".join(parts) for side, parts in told.items()}


def _again(frame: Frame) -> str:
    """What was set so that the step was run again, and why; "" for any other."""
    again = frame.card.get("again")
    return f"{again['set']}{because(again['reason'])}" if again else ""


def _url(frame: Frame) -> str:
    return f"/rulings/{frame.event}-0/picture.jpg?step={frame.seen}"


def _dice(frame: Frame) -> list[DiceThrown]:
    return [
        DiceThrown(one["what"], one["by"], one["need"], one["answer"])
        for one in frame.card.get("answers", [])
        if one["ask"] == "roll"
    ]


def _shape(one: Mapping[str, Plain]) -> ShapeDrawn:
    return ShapeDrawn(one["kind"], [[round(x, 2), round(y, 2)] for x, y in one["points_in"]])


def _step(
    journal: History,
    frame: Frame,
    before: Snapshot | None,
    bases: list[BaseDrawn] | None,
    lost: dict[str, str],
    *,
    urls: bool,
) -> StepDrawn:
    action = frame.card.get("action", {})
    margin = margin_of(journal, frame.seen) if frame.seen else None
    there = margin is not None
    return StepDrawn(
        event=frame.event,
        turn=frame.turn,
        says=frame.says,
        did=frame.did,
        by=action.get("by", ""),
        at=action.get("at") or "",
        struck=struck(frame),
        instead=frame.instead,
        noted=list(frame.noted),
        again=_again(frame),
        dice=_dice(frame),
        box=close_up(frame, before),
        shapes=[_shape(one) for one in islice(shapes(frame), MOST_SHAPES)],
        picture=frame.seen if there else 0,
        margin=margin or 0,
        url=_url(frame) if urls and there else "",
        bases=bases,
        lost=lost,
    )
