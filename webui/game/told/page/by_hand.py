"""What an umpire may put right by hand."""

from __future__ import annotations

from msgspec import Struct


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
