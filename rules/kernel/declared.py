"""What an action says besides who does it and to whom; and rules that ask nobody anything."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from rules.kernel.prompts import Steps
from rules.kernel.protocol import Action, IllegalAction, Plain

Play = TypeVar("Play")


def word(action: Action, name: str) -> str:
    """The word said under that name, "" when there is none.

    Raises:
        IllegalAction: it is no word.
    """
    found: Plain = action.more.get(name, "")
    if not isinstance(found, str):
        raise IllegalAction(f"{action.do}: {name} must be a word")
    return found


def words(action: Action, name: str) -> tuple[str, ...]:
    """The list given under that name, as words.

    Raises:
        IllegalAction: it is no list.
    """
    found: Plain = action.more.get(name, [])
    if not isinstance(found, list | tuple):
        raise IllegalAction(f"{action.do}: {name} must be a list")
    return tuple(map(str, found))


def aim(action: Action, kind: str) -> str:
    """The id of what it is at, a *kind* of this book.

    Raises:
        IllegalAction: it names nothing.
    """
    if action.at is None:
        raise IllegalAction(f"{action.do}: name the {kind} it is at")
    return action.at


def asks_nothing(rule: Callable[[Play, Action], Play]) -> Callable[[Play, Action], Steps[Play]]:
    """A rule without dice, choices or moves, as steps like any other."""

    def steps(play: Play, action: Action) -> Steps[Play]:
        yield from ()
        return rule(play, action)

    return steps
