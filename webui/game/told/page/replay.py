"""The battle stepped through, as the viewer draws it on the page and inside the exported report."""

from __future__ import annotations

from msgspec import UNSET, Struct, UnsetType

BaseDrawn = tuple[str, str, str, float, float, float, float, float, bool]
"""Payload, unit, side, x and y in inches, facing in degrees, frontage and depth, round."""

BoxDrawn = tuple[float, float, float, float]
"""West, south, width and depth, inches."""

NameDrawn = tuple[str, float, float, float]
"""The words, the middle of the line they stand on, how high its letters are; x, y, inches."""


class DiceThrown(Struct, frozen=True):
    """Dice of a step: what they were for, who threw, the face that was needed, what fell."""

    what: str
    by: str
    need: int | None
    faces: list[int]


class ShapeDrawn(Struct, frozen=True):
    """What a ruling measured: its points x and y, inches."""

    kind: str
    points: list[list[float]]


class PieceDrawn(Struct, frozen=True):
    """A piece of terrain: its points x and y, inches; ``line``: along them and not around."""

    points: list[list[float]]
    line: bool
    colour: str
    name: str


class StepDrawn(Struct, frozen=True, kw_only=True):
    """One step: ``says`` what came of it, ``did`` what it was, who acted on whom.

    ``bases``: None where none has moved since the step before. ``box``: the part of the table in
    which it happened, None for the whole. ``picture``: the event that keeps it, 0 for none;
    ``margin``: what it shows round the table, inches. ``lost``: by side, in words. ``instead``: by
    what an umpire has overruled it; ``again``: what was set so that it was run again. ``named``: of
    a moment that has a ``box``, the names on it.
    """

    event: int
    turn: str
    says: str
    did: str
    by: str
    at: str
    struck: list[str]
    instead: str
    noted: list[str]
    again: str
    dice: list[DiceThrown]
    box: BoxDrawn | None
    shapes: list[ShapeDrawn]
    picture: int
    margin: float
    url: str
    bases: list[BaseDrawn] | None
    lost: dict[str, str]
    named: list[NameDrawn] | UnsetType = UNSET


class ReplayPage(Struct, frozen=True, kw_only=True):
    """A battle step by step. ``moments``: the numbers of the ``frames`` that mattered most;
    ``words``: what the viewer says, by their keys."""

    title: str
    sides: list[str]
    colours: dict[str, str]
    names: dict[str, str]
    ending: str
    size_in: list[float]
    terrain: list[PieceDrawn]
    frames: list[StepDrawn]
    moments: list[int]
    words: dict[str, str]
