"""What was ruled, and the log."""

from __future__ import annotations

from msgspec import UNSET, Struct, UnsetType

from rules.kernel.protocol import Action, Modifier, Plain
from vision.table.reading import Shape
from webui.game.told.page.people import Person


class Consequence(Struct, frozen=True):
    """What an action changed: for ``who`` (of ``kind`` unit, side or game), and how much it
    weighs in the headline."""

    who: str
    side: str
    kind: str
    what: str
    before: Plain
    after: Plain
    weight: int
    says: str


class Answer(Struct, frozen=True):
    """What was asked, by whom, and answered how; ``was``: before an umpire set it anew.
    ``hits``: so many the dice count as by an overruling, however they fell. ``read``:
    what a camera read of those dice; ``before``: the throws before that do not count,
    and ``came``: how dice were had that nobody has thrown, in words."""

    event: int
    ask: str
    what: str
    by: str
    need: int | None
    sides: int | None
    rerolls: bool
    too_close: bool
    answer: Plain
    was: list[int | str] | None
    hits: int | None
    how: str
    read: list[int]
    before: str
    came: str
    who: Person


class Overruling(Struct, frozen=True):
    """What holds instead of an action that was run again, or was noted beside a ruling; why, and
    who said so when (seconds since the epoch). ``event``: the action that holds, 0 for a note and
    while it is still played."""

    says: str
    reason: str
    who: Person
    at_s: float
    event: int


class Dispute(Struct, frozen=True):
    """What was doubted, measured, said and agreed."""

    event: int
    says: str
    about: str
    tape: Plain
    agreed: Plain
    who: Person
    at_s: float


class SetAgain(Struct, frozen=True):
    """What an umpire set so that a step was run again."""

    of: int
    set: Plain
    reason: str
    who: Person


class RulingReading(Struct, frozen=True, kw_only=True):
    """A reading that a ruling rests on, with ``title``, what was measured between whom.

    What an older version did not write is left out.
    """

    what: str
    value: float
    plus_minus: float
    unit: str
    frm: str
    to: str
    evidence: list[Shape] | UnsetType = UNSET
    notes: list[str] | UnsetType = UNSET
    by_hand: bool | UnsetType = UNSET
    causes: list[tuple[str, float]] | UnsetType = UNSET
    title: str


class RulingSoFar(Struct, frozen=True, kw_only=True):
    """What an open action has ruled on the way to its question."""

    says: str
    rules: list[str]
    modifiers: list[Modifier]
    total: str
    readings: list[RulingReading]
    faces: list[int]
    house: list[str]
    aside: bool
    agreed: bool


class RulingCard(Struct, frozen=True, kw_only=True):
    """One ruling with its working, and the whole action that it belongs to.

    ``instead``: what holds now that the action was overruled, None while it holds itself;
    ``noted``: what was written beside this ruling, which changes nothing. ``aside``: advice beside
    the story. ``agreed``: people let a move stand. Both are missing in what an older version wrote.
    """

    id: str
    event: int
    index: int
    declared: int
    action: Action
    who: Person
    source: str
    at_s: float
    says: str
    rules: list[str]
    modifiers: list[Modifier]
    total: str
    readings: list[RulingReading]
    faces: list[int]
    house: list[str]
    aside: bool | UnsetType = UNSET
    agreed: bool | UnsetType = UNSET
    answers: list[Answer]
    headline: str
    consequences: list[Consequence]
    to_do: list[str]
    edition: str
    again: SetAgain | None
    instead: Overruling | None
    noted: list[Overruling]
    disputes: list[Dispute]


class RulingList(Struct, frozen=True):
    """Rulings, newest first; of one ``unit`` where it is named. ``names``: of units, by id."""

    title: str
    unit: str
    disputed: bool
    names: dict[str, str]
    rulings: list[RulingCard]


class LogStep(Struct, frozen=True):
    """One step, or a move of the head (``undo``); ``undone``: it was taken back."""

    id: int
    kind: str
    says: str
    who: Person
    at_s: float
    undone: bool


class Log(Struct, frozen=True):
    """Every step ever taken, in the order written."""

    title: str
    steps: list[LogStep]
