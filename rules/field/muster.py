"""Lists of units, figures or blocks, each with an id of its own."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol, TypeVar

from rules.kernel.protocol import IllegalAction


class Mustered(Protocol):
    """Whoever stands in a list under an id."""

    @property
    def id(self) -> str:
        """Its id."""


One = TypeVar("One", bound=Mustered)


def called(name: str, among: Iterable[One], says: str) -> One:
    """The one of that id.

    Raises:
        IllegalAction: there is none; *says* it, with ``{name}``.
    """
    for one in among:
        if one.id == name:
            return one
    raise IllegalAction(says.format(name=name))


def with_changed(everyone: tuple[One, ...], *changed: One) -> tuple[One, ...]:
    """The list with *changed* in the places of those of the same ids; strangers are left out."""
    new = {one.id: one for one in changed}
    return tuple([new.get(one.id, one) for one in everyone]) if new else everyone
