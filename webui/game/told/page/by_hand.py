"""What an umpire may put right by hand."""

from __future__ import annotations

from msgspec import Struct

from rules.kernel.prompts import Option


class ValueSet(Struct, frozen=True):
    """The one edit of the state after which a line of the ledger stands at ``shows``."""

    path: str
    value: bool | int | str
    shows: bool | int | str


class CountStepper(Struct, frozen=True, tag="count", tag_field="kind"):
    """A number that goes one down or up; None where it cannot."""

    what: str
    value: int
    less: ValueSet | None
    more: ValueSet | None


class MarkStepper(Struct, frozen=True, tag="mark", tag_field="kind"):
    """What is so or is not, and the one way to change that."""

    what: str
    value: bool
    options: list[ValueSet]


class TermStepper(Struct, frozen=True, tag="term", tag_field="kind"):
    """One of the book's own terms, and the others that it may be set to."""

    what: str
    value: str
    options: list[ValueSet]


Stepper = CountStepper | MarkStepper | TermStepper


class RawValue(Struct, frozen=True):
    """A value of the state as it is kept; ``path``: where, as ``units/R1/hits``."""

    path: str
    name: str
    value: bool | int | float | str


class UnitValues(Struct, frozen=True):
    """All that can be set of one unit at the step ``head``."""

    head: int
    fields: list[RawValue]
    steppers: list[Stepper]


class SaidRoll(Struct, frozen=True, tag="roll", tag_field="ask"):
    """Dice that were thrown; ``number``: of the question in its step.

    ``hits``: so many count as by an overruling, however they fell.
    """

    number: int
    what: str
    by: str
    need: int | None
    sides: int
    count: int
    answer: tuple[int, ...]
    hits: int | None


class SaidChoice(Struct, frozen=True, tag="choose", tag_field="ask"):
    """A choice that was made, by the keys of its options."""

    number: int
    what: str
    by: str
    options: tuple[Option, ...]
    at_least: int
    at_most: int
    answer: tuple[str, ...]
    hits: None = None


class SaidDraw(Struct, frozen=True, tag="draw", tag_field="ask"):
    """Cards that were drawn, in that order."""

    number: int
    what: str
    by: str
    count: int
    answer: tuple[str, ...]
    hits: None = None


class SaidLook(Struct, frozen=True, tag="look", tag_field="ask"):
    """Models that were moved: where they stood is not typed."""

    number: int
    what: str
    by: str
    answer: None = None
    hits: None = None


class StepReading(Struct, frozen=True):
    """What a step measured, as a tape may set it anew; ``title``: what, between whom, in words."""

    what: str
    value: float
    plus_minus: float
    frm: str
    to: str
    unit: str
    title: str


class StepShown(Struct, frozen=True):
    """A step as it can be run again; ``of``: its outcome, 0 while it is open."""

    of: int
    says: str
    headline: str
    asked: list[SaidRoll | SaidChoice | SaidDraw | SaidLook]
    readings: list[StepReading]


class StepPage(Struct, frozen=True):
    """The newest step; ``why``: for what reason it cannot be run again."""

    head: int
    step: StepShown | None
    why: str
