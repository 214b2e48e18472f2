"""What an action changed, and for whom: the difference of two states through one ledger.

Law: pure. A book declares once what it keeps count of; nothing that a rule changes can then
go untold, because nobody has to remember to tell it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, Protocol, TypeAlias

from msgspec import Struct

from rules.kernel.telling.said import Counted, Said, UnitName, said

Value: TypeAlias = Any
"""None, a truth, a number or a word."""

Entry: TypeAlias = Any
"""A Struct of the book's own state: a unit, a leader, a side, or the state itself."""

Get: TypeAlias = Callable[[Any, Entry], Any]
"""A value of an entry; takes the state and the entry."""


class Weight(IntEnum):
    """How much a change matters to the people at the table; the gravest is told first."""

    OUT = 0
    LOSSES = 1
    MORALE = 2
    STANDING = 3
    RECORD = 4


class Consequence(Struct, frozen=True):
    """One change for one unit, leader or side.

    ``who``: its id; ``kind``: unit, leader, side or game. ``what``: the line of the ledger.
    ``says`` is a predicate ("loses 2: 6 of 8 left"); whoever shows it puts the name before it.
    ``to_do``: what people then do with the models ("take 2 figures off"), None for nothing.
    ``several``: its name is spoken of in the plural; None where the name itself has to show it.
    """

    who: str
    side: str
    kind: str
    what: str
    before: Value
    after: Value
    says: Said
    weight: Weight
    to_do: Said | None = None
    several: bool | None = None


class Line(Protocol):
    """One thing that a ledger keeps count of."""

    @property
    def name(self) -> str:
        """What it is called."""

    @property
    def weight(self) -> Weight:
        """How much a change of it matters."""

    @property
    def fields(self) -> tuple[str, ...]:
        """The fields of the entry that it speaks for."""

    def value(self, state: Any, entry: Entry) -> Value:
        """What it stands at."""

    def tell(self, before: Value, after: Value, state: Any, entry: Entry) -> Said | None:
        """The change as a predicate, None when it is not worth a word."""

    def asks(self, before: Value, after: Value) -> Said | None:
        """What people then do with the models."""


@dataclass(frozen=True)
class Count:
    """A number. ``down`` and ``up`` may name {n}, {before}, {after} and {start}; "" is silent.

    ``start``: what it began with, for {start}. ``noun``: what is counted, in the singular and the
    plural, for {amount} ("2 counters") and {left}. ``models``: each is a model on the table,
    which people take off when it is lost.
    """

    name: str
    get: Get
    fields: tuple[str, ...]
    down: str
    up: str
    weight: Weight = Weight.LOSSES
    start: Get | None = None
    noun: tuple[str, str] = ("", "")
    models: bool = False

    def value(self, state: Any, entry: Entry) -> Value:
        """What it stands at."""
        return self.get(state, entry)

    def tell(self, before: Value, after: Value, state: Any, entry: Entry) -> Said | None:
        """By how much it went down or up."""
        template = self.down if after < before else self.up
        if not template:
            return None
        start = after if self.start is None else self.start(state, entry)
        amount = Counted(int(abs(after - before)), *self.noun)
        left = Counted(int(after), *self.noun)
        return said(
            template, n=amount.value, amount=amount, left=left, before=before, after=after,
            start=start,
        )  # fmt: skip

    def asks(self, before: Value, after: Value) -> Said | None:
        """Models to take off, when some were lost and some are left."""
        if not self.models or not 0 < after < before:
            return None
        return said("take {models} off", models=Counted(int(before - after), *self.noun))


@dataclass(frozen=True)
class Mark:
    """Something that is so or is not. ``on`` and ``off``: what is said when it changes.
    ``do``: what people do with the models when it comes to be so."""

    name: str
    get: Get
    fields: tuple[str, ...]
    on: str
    off: str = ""
    weight: Weight = Weight.MORALE
    do: str = ""

    def value(self, state: Any, entry: Entry) -> Value:
        """Is it so?"""
        return bool(self.get(state, entry))

    def tell(self, before: Value, after: Value, state: Any, entry: Entry) -> Said | None:
        """That it is so now, or no longer."""
        template = self.on if after else self.off
        return said(template) if template else None

    def asks(self, before: Value, after: Value) -> Said | None:
        """What to do when it comes to be so."""
        return said(self.do) if self.do and after else None


@dataclass(frozen=True)
class Term:
    """One of the book's own terms. ``says``: what is said of each; ``other`` for the rest, where
    {after} is the term itself; "" is silent. ``names``: the term is the id of a unit, told by
    its name. ``do``: what people do with the models then."""

    name: str
    get: Get
    fields: tuple[str, ...]
    says: dict[Any, str] = field(default_factory=dict)
    other: str = ""
    weight: Weight = Weight.STANDING
    do: str = ""
    names: bool = False

    def value(self, state: Any, entry: Entry) -> Value:
        """The term it stands at."""
        return self.get(state, entry)

    def tell(self, before: Value, after: Value, state: Any, entry: Entry) -> Said | None:
        """What it is now."""
        template = self.says.get(after, self.other)
        if not template:
            return None
        if self.names:
            return said(template, before=UnitName(str(before)), after=UnitName(str(after)))
        return said(template, before=_word(before), after=_word(after))

    def asks(self, before: Value, after: Value) -> Said | None:
        """What to do when a term stands there."""
        return said(self.do) if self.do and after else None


def _word(value: Value) -> str | int | float:
    return value if isinstance(value, str | int | float) else str(value)


@dataclass(frozen=True)
class Account:
    """Entries of one type and the lines kept of each.

    ``entries``: those of a state. ``side``: whose an entry is. ``silent``: fields that are no
    news to anybody, each for a reason that stands beside it. ``joins``: what is said of an
    entry that was not there before.
    """

    kind: str
    of_type: type[Any]
    entries: Callable[[Any], Iterable[Entry]]
    lines: tuple[Line, ...]
    silent: frozenset[str]
    key: Callable[[Entry], str] = lambda entry: str(entry.id)
    side: Callable[[Any, Entry], str] = lambda state, entry: str(entry.side)
    joins: str = "[joins|join] the battle"


Ledger: TypeAlias = tuple[Account, ...]


def held(name: str) -> Get:
    """The field of that name."""
    return lambda state, entry: getattr(entry, name)


def mark(name: str, on: str, off: str = "", weight: Weight = Weight.MORALE, also: str = "") -> Mark:
    """A field that is so or is not; *also*: other fields that it speaks for, by blanks."""
    return Mark(name, held(name), (name, *also.split()), on, off, weight)


def losses(name: str, start: str) -> Count:
    """A field that is what a unit has left of the field *start*."""
    says = "[loses|lose] {n}: {after} of {start} left"
    return Count(name, held(name), (name,), says, "", start=held(start))


def out(name: str, says: dict[Any, str], other: str = "", also: str = "") -> Term:
    """A field that tells how a unit left the table, as ``Term`` says it; *also* as ``mark``."""
    do = "take it off the table"
    return Term(name, held(name), (name, *also.split()), says, other, Weight.OUT, do)


def units_by_id(of_type: type[Any], *lines: Line, silent: str) -> Account:
    """What is kept count of in the units of a state that has them by id; *silent*: fields that
    are no news, by blanks."""
    units: Callable[[Any], Iterable[Entry]] = lambda state: state.units.values()  # noqa: E731
    return Account("unit", of_type, units, lines, frozenset(silent.split()))


def whole_game(of_type: type[Any], *lines: Line, silent: str) -> Account:
    """What is kept count of in a whole game; *silent*: fields that are no news, by blanks."""
    return Account(
        "game", of_type, lambda state: (state,), lines, frozenset(silent.split()),
        key=lambda state: "", side=lambda state, entry: "",
    )  # fmt: skip


def turns(*also: str) -> Count:
    """The turn of a whole game; *also*: fields that it speaks for."""
    return Count("turn", held("turn"), ("turn", *also), "", "turn {after} begins", Weight.RECORD)


def consequences(ledger: Ledger, before: Any, after: Any) -> tuple[Consequence, ...]:
    """What is different in *after*, the gravest first, in the order of the ledger.

    Entries that are gone altogether are not told: a book that drops them keeps a line for it.
    """
    found = [one for account in ledger for one in _of_account(account, before, after)]
    return tuple(sorted(found, key=lambda one: one.weight))


def _of_account(account: Account, before: Any, after: Any) -> Iterator[Consequence]:
    old = {account.key(entry): entry for entry in account.entries(before)}
    for entry in account.entries(after):
        who = account.key(entry)
        if who not in old:
            if account.joins:
                yield _consequence(account, after, entry, "joined", None, None, Weight.MORALE)
        elif old[who] is not entry or account.kind == "game":
            yield from _changes(account, before, after, old[who], entry)


def _changes(
    account: Account, before: Any, after: Any, old: Entry, new: Entry
) -> Iterator[Consequence]:
    found = [(line, line.value(before, old), line.value(after, new)) for line in account.lines]
    leaves = any(line.weight is Weight.OUT and now and was != now for line, was, now in found)
    for line, was, now in found:
        # Where somebody stood who has left, and what he may yet do, is no news.
        if was == now or (leaves and line.weight >= Weight.STANDING):
            continue
        says = line.tell(was, now, after, new)
        if says is not None:
            yield Consequence(
                account.key(new), account.side(after, new), account.kind, line.name,
                was, now, says, line.weight, line.asks(was, now), getattr(new, "several", None),
            )  # fmt: skip


def _consequence(
    account: Account, state: Any, entry: Entry, what: str, was: Value, now: Value, weight: Weight
) -> Consequence:
    return Consequence(
        account.key(entry), account.side(state, entry), account.kind, what, was, now,
        said(account.joins), weight, several=getattr(entry, "several", None),
    )  # fmt: skip


class Strength(Struct, frozen=True):
    """What a unit began with and has left: figures, men or stands."""

    now: int
    start: int


def strengths(ledger: Ledger, state: Any) -> dict[str, Strength]:
    """By unit, from the first line of its account that knows what the unit began with."""
    found: dict[str, Strength] = {}
    for account in ledger:
        line = _strength_line(account)
        if account.kind != "unit" or line is None or line.start is None:
            continue
        for entry in account.entries(state):
            now, start = line.value(state, entry), line.start(state, entry)
            found[account.key(entry)] = Strength(int(now), int(start))
    return found


def _strength_line(account: Account) -> Count | None:
    counts = (line for line in account.lines if isinstance(line, Count))
    return next((line for line in counts if line.start is not None), None)


def untold(account: Account) -> set[str]:
    """Fields of the account's entries that no line speaks for and that are not silent."""
    spoken = {name for line in account.lines for name in line.fields}
    return set(account.of_type.__struct_fields__) - spoken - account.silent
