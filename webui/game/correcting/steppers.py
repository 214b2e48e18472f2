"""What an umpire may set on a unit one step up or down, from the book's own ledger.

Law: pure. A line of the ledger is offered only where one value of the state moves it and no other
line that has a field of its own, which is tried: so it holds for every book, also one that derives
what it tells.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import msgspec

from rules.kernel.plain import from_plain
from rules.kernel.protocol import BadState, Plain
from rules.kernel.telling.ledger import Account, Count, Ledger, Line, Mark, Term
from webui.game.edit import edited, things
from webui.game.told.page.by_hand import (
    CountStepper,
    MarkStepper,
    Stepper,
    TermStepper,
    ValueSet,
)

MOST_LEAVES = 60


@dataclass(frozen=True, slots=True)
class _Place:
    """An entry of the state: where it stands in it, and as plain data."""

    account: Account
    state: Any
    key: str
    path: str
    plain: Plain


def steppers(ledger: Ledger, state: Any, who: str) -> list[Stepper]:
    """What can be set of the unit, leader or side *who*."""
    plain = _as_kept(state)
    return [
        found
        for account in ledger
        for entry in account.entries(state)
        if who and account.key(entry) == who
        for place in _places(account, state, plain, entry)
        for line in account.lines
        for found in _settable(place, line, line.value(state, entry))
    ]


def _as_kept(value: Any) -> Plain:
    """As the journal keeps it, every tuple a list."""
    return msgspec.json.decode(msgspec.json.encode(value))


def _places(account: Account, state: Any, plain: Plain, entry: Any) -> Iterator[_Place]:
    wanted, key = _as_kept(entry), account.key(entry)
    path = next((path for path, thing in things(plain, "") if thing == wanted), None)
    if path is not None:
        yield _Place(account, state, key, path, wanted)


def _settable(place: _Place, line: Line, value: Any) -> Iterator[Stepper]:
    match line:
        case Count():
            steps = {by: _moved(place, line, value + by) for by in (-1, 1)}
            if any(steps.values()):
                yield CountStepper(line.name, value, steps[-1], steps[1])
        case Mark():
            to = _moved(place, line, not value)
            if to is not None:
                yield MarkStepper(line.name, value, [to])
        case Term() if not line.names:
            terms = [term for term, says in line.says.items() if says and term != value]
            options = [to for to in (_moved(place, line, term) for term in terms) if to]
            if options:
                yield TermStepper(line.name, value, options)


def _moved(place: _Place, line: Line, value: Any) -> ValueSet | None:
    """The one edit of the state after which *line* stands at *value*, None without one."""
    for path, leaf in _leaves(place.plain, line.fields):
        for new in _candidates(leaf, value):
            if _stands_at(place, line, path, new) == value:
                return ValueSet(f"{place.path}/{path}", new, value)
    return None


def _leaves(plain: Plain, fields: tuple[str, ...]) -> Iterator[tuple[str, Plain]]:
    found = [leaf for field in fields if field in plain for leaf in _within(field, plain[field])]
    yield from found[:MOST_LEAVES]


def _within(path: str, plain: Plain) -> Iterator[tuple[str, Plain]]:
    if isinstance(plain, dict):
        for key, value in plain.items():
            yield from _within(f"{path}/{key}", value)
    elif isinstance(plain, list):
        for index, value in enumerate(plain):
            yield from _within(f"{path}/{index}", value)
    else:
        yield path, plain


def _candidates(leaf: Plain, value: Any) -> tuple[bool | int | str, ...]:
    """New values of a leaf that could bring its line to *value*."""
    if isinstance(leaf, bool):
        return (not leaf,)
    if isinstance(leaf, int):
        return tuple(n for n in (leaf - 1, leaf + 1) if n >= 0)
    return (value,) if isinstance(leaf, str) and isinstance(value, str) else ()


def _stands_at(place: _Place, line: Line, path: str, new: Plain) -> Any:
    """What the line would stand at, and None where the entry could not be so or another line of
    its account would change as well."""
    try:
        _, plain = edited(place.plain, path, new)
        entry = from_plain(plain, place.account.of_type)
    except BadState:
        return None
    before = from_plain(place.plain, place.account.of_type)
    for other in place.account.lines:
        # A line without a field of its own is made from the others, and goes with them.
        if other is line or not other.fields:
            continue
        if other.value(place.state, entry) != other.value(place.state, before):
            return None
    return line.value(place.state, entry)
