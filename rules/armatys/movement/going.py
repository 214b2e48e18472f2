"""What a move was: how far, which way, over and through what, past whom (Q-07, Q-15).

Measured from the snapshots before and after; where the unit has no bases on the table the
players say it with the action (``direction``, ``crosses``, ``within``, ``past``).
"""

from __future__ import annotations

import math

from msgspec import Struct

from rules.armatys.state import Battle, Unit
from rules.armatys.switches import FORWARD
from rules.armatys.units.troops import stands
from rules.kernel.protocol import IllegalAction, Plain
from vision.measure import (
    crosses_obstacle,
    interpenetrates,
    move_distance,
    off_table,
    path_region,
    unit_shape,
)
from vision.measure.answers import Crossing
from vision.table.reading import HAIR, Reading, Verdict
from vision.table.snapshot import Snapshot

STRAIGHT_DEG = 10.0
"""PAS_FORWARD = straight: a way within this of straight ahead is straight."""
STILL_IN = 0.05
TOWN = ("town", "building")
"""Terrain kinds that are a town to the book."""
COVERED = ("wood", *TOWN)
"""Terrain kinds that are woods and towns to the book."""


class Unsure(Struct, frozen=True):
    """Ground or a line of which the ruler cannot tell whether the move went there."""

    kind: str
    tags: tuple[str, ...]
    name: str
    reading: Reading


class Going(Struct, frozen=True):
    """A move. ``ways``: lines crossed, as (kind, tags); ``ground``: areas moved in; ``unsure``:
    those that are too close to call."""

    distance: Reading
    forward: bool = True
    ways: tuple[tuple[str, tuple[str, ...]], ...] = ()
    ground: tuple[tuple[str, tuple[str, ...]], ...] = ()
    past: tuple[str, ...] = ()
    left_table: bool = False
    unsure: tuple[Unsure, ...] = ()

    @property
    def moved(self) -> bool:
        """Did it move at all?"""
        return self.distance.value > max(STILL_IN, self.distance.plus_minus)


def seen_before(table: Snapshot, unit_id: str) -> None:
    """Whoever is to be moved has to be seen where he starts; said before the models move.

    Raises:
        Unmeasurable: a base of it is hidden, or in somebody's hand.
    """
    if stands(table, unit_id):
        unit_shape(table, unit_id)


def going(
    play: Battle, before: Snapshot, after: Snapshot, one: Unit, said: dict[str, Plain]
) -> Going:
    """The move of a unit between two snapshots."""
    if stands(before, one.id) and not stands(after, one.id):
        return Going(Reading("move_distance", 0.0, 0.0, frm=one.id), left_table=True)
    if stands(before, one.id) and stands(after, one.id):
        return _seen(play, before, after, one)
    return _told(after, one, said)


def _seen(play: Battle, before: Snapshot, after: Snapshot, one: Unit) -> Going:
    friends = frozenset(two.id for two in play.state.present(one.side) if two.id != one.id)
    lines = crosses_obstacle(before, after, one.id)
    areas = path_region(before, after, one.id)
    met = interpenetrates(before, after, one.id, others=friends)
    distance = move_distance(before, after, one.id)
    if not distance.by_hand and distance.value <= max(STILL_IN, distance.plus_minus):
        return Going(distance)
    spread_in = distance.plus_minus
    return Going(
        distance,
        is_forward(play, before, after, one, spread_in),
        tuple((line.kind, line.tags) for line in lines if line.over and _is_clear(line)),
        tuple(
            (area.kind, area.tags) for area in areas if area.depth.value > HAIR and _is_clear(area)
        ),
        tuple(two.unit for two in met if two.depth.at_least() is Verdict.IN),
        off_table(after, one.id).at_least() is Verdict.IN,
        tuple(
            Unsure(piece.kind, piece.tags, piece.name, piece.depth)
            for piece in (*lines, *areas)
            if not _is_clear(piece)
        ),
    )


def _is_clear(piece: Crossing) -> bool:
    return piece.depth.at_least() is not Verdict.CLOSE


def is_forward(
    play: Battle, before: Snapshot, after: Snapshot, one: Unit, spread_in: float = 0.0
) -> bool:
    """PAS-MOV-02: has the move a forward part (PAS_FORWARD)?  One that may be no more than the
    ± of the move costs nobody anything."""
    old, new = unit_shape(before, one.id), unit_shape(after, one.id)
    dx, dy = new.fc[0] - old.fc[0], new.fc[1] - old.fc[1]
    ahead = dx * old.ahead[0] + dy * old.ahead[1]
    if play.on(FORWARD.any):
        return ahead > max(STILL_IN, spread_in)
    aside = abs(dx * old.ahead[1] - dy * old.ahead[0])
    return ahead > spread_in and math.degrees(math.atan2(aside, ahead)) <= STRAIGHT_DEG


def _told(after: Snapshot, one: Unit, said: dict[str, Plain]) -> Going:
    typed = after.typed("move_distance", one.id, "")
    if typed is None and said.get("inches") in (None, ""):
        raise IllegalAction(f"{one.does('is')} not on the table: say how far it moved (inches).")
    inches = typed.value if typed else number(said["inches"])
    return Going(
        Reading(
            "move_distance", inches, typed.plus_minus if typed else 0.0, frm=one.id, by_hand=True
        ),
        (said.get("direction") or "forward") in ("forward", "oblique"),
        tuple((kind, _tags(kind)) for kind in _words(said.get("crosses"))),
        tuple((kind, _tags(kind)) for kind in _words(said.get("within"))),
        _words(said.get("past")),
        bool(said.get("off")),
    )


def number(raw: Plain) -> float:
    """The inches that somebody says.

    Raises:
        IllegalAction: no number, or less than nothing.
    """
    try:
        inches = float(raw)
    except (TypeError, ValueError):
        raise IllegalAction(f"{raw!r} is no number of inches.") from None
    if not math.isfinite(inches) or inches < 0:
        raise IllegalAction("A move is 0 inches or more.")
    return inches


def _words(raw: Plain) -> tuple[str, ...]:
    return tuple(word.strip() for word in str(raw or "").split(",") if word.strip())


def _tags(kind: str) -> tuple[str, ...]:
    """A kind said by the players may carry tags: ``river:deep``."""
    return tuple(kind.split(":")[1:])
