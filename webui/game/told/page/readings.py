"""What was measured, with what may be said of it."""

from __future__ import annotations

from msgspec import UNSET, Struct, UnsetType

from vision.table.reading import Point, Shape


class FootGap(Struct, frozen=True):
    """The ± of a gap of a foot mid-table, inches; None while the table is not found."""

    gap_in: float | None


class Measured(Struct, frozen=True, kw_only=True):
    """A reading with its text: value and 95 % half-width in ``unit``; ``evidence`` in inches."""

    what: str
    value: float
    plus_minus: float
    unit: str
    frm: str
    to: str
    evidence: tuple[Shape, ...]
    notes: tuple[str, ...]
    by_hand: bool
    causes: tuple[tuple[str, float], ...]
    text: str


class Compared(Struct, frozen=True):
    """A length against one range band."""

    title: str
    limit_in: float
    verdict: str


class Answered(Struct, frozen=True, kw_only=True):
    """What is asked, and of the answer what may be said: ``trouble`` alone where there is none."""

    what: str
    title: str
    trouble: str | UnsetType = UNSET
    verdict: str | UnsetType = UNSET
    value: float | UnsetType = UNSET
    plus_minus: float | UnsetType = UNSET
    unit: str | UnsetType = UNSET
    frm: str | UnsetType = UNSET
    to: str | UnsetType = UNSET
    evidence: tuple[Shape, ...] | UnsetType = UNSET
    notes: tuple[str, ...] | UnsetType = UNSET
    by_hand: bool | UnsetType = UNSET
    causes: tuple[tuple[str, float], ...] | UnsetType = UNSET
    text: str | UnsetType = UNSET


class Asked(Answered, frozen=True, kw_only=True):
    """One question between two units, and its answer.

    Of one whose length may not be seen only the verdict; else as ``Measured``, with the verdict
    ``against`` each range band.
    """

    how: str
    says: str | UnsetType = UNSET
    against: list[Compared] | UnsetType = UNSET


class Between(Struct, frozen=True, rename={"frm": "from"}):
    """Every reading from one unit to another; ``trouble``: why there are none, or no lengths."""

    frm: str
    to: str
    readings: list[Asked]
    trouble: str


class MoveMeasured(Answered, frozen=True, kw_only=True):
    """One reading of a move; ``says``: the answer in words, where it is no length."""

    says: str | UnsetType = UNSET


class StoodBase(Struct, frozen=True):
    """Where a base stood before it was moved, inches and degrees."""

    payload: str
    x_in: float
    y_in: float
    facing_deg: float
    frontage_in: float
    depth_in: float
    round: bool


class Moved(Struct, frozen=True):
    """A unit that stands elsewhere than before: ``crossed`` terrain, went ``through`` units."""

    unit: str
    readings: list[MoveMeasured]
    crossed: list[str]
    through: list[str]
    stood: list[StoodBase]


class ComesTo(Struct, frozen=True):
    """What the rules would make of the table as it stands: ``ruled``; ``good``, and what is
    asked next; ``asked`` where people settle what was too close; ``wrong``, and the models are
    asked for again; ``refused``; ``unseen`` while it cannot be measured."""

    kind: str
    says: list[str]
    rules: tuple[str, ...] | UnsetType = UNSET


class WhatMoved(Struct, frozen=True):
    """All that has moved; ``comes_to`` while models are asked to be moved."""

    moved: list[Moved]
    comes_to: ComesTo | UnsetType = UNSET


class Ground(Struct, frozen=True):
    """Ground that a move may cover (``may``, ``costs``, ``not``), inches."""

    unit: str
    title: str
    kind: str
    rule: str
    outline_in: tuple[Point, ...]
