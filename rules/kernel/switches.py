"""House rules: the switches of a book, and what each of them stands at in a game.

Law: a rule reads a switch only through here, and a ruling names those that it has read and
that are not at their default.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol, TypeVar

from msgspec import Struct
from msgspec.structs import force_setattr

from rules.kernel.protocol import BadState, Switch
from vision.table.by_hand import instead, nearest


class Agreed(Protocol):
    """Whatever is played under house rules: a game, or the army that brings them."""

    @property
    def house(self) -> dict[str, str]:
        """The values by switch; one that is not named is at its default."""


class Typed(Switch, frozen=True):
    """A house rule with a type; without a name it takes that of the attribute that holds it."""

    def __set_name__(self, owner: type, name: str) -> None:
        """Take the attribute's name where none was given."""
        if not self.name:
            force_setattr(self, "name", name)

    def value(self, house: Mapping[str, str]) -> str:
        """What it stands at, as a file has it."""
        return house.get(self.name, self.values[0])

    def told(self, house: Mapping[str, str]) -> str:
        """``name=value`` where it is not at its default, else ""."""
        stands = self.value(house)
        return "" if stands == self.values[0] else f"{self.name}={stands}"


class Flag(Typed, frozen=True):
    """A house rule that is on or off (yes, no; true, false); the first value is the default."""

    def of(self, house: Mapping[str, str]) -> bool:
        """Is it on?"""
        return house.get(self.name, self.values[0]) in ("yes", "true", "on")


class Number(Typed, frozen=True):
    """A house rule that is a whole number."""

    def of(self, house: Mapping[str, str]) -> int:
        """What it stands at."""
        return int(self.value(house))


class Amount(Typed, frozen=True):
    """A house rule that is a number, whole or not."""

    def of(self, house: Mapping[str, str]) -> float:
        """What it stands at."""
        return float(self.value(house))


class Member(Struct, frozen=True):
    """One value of a ``Choice``; asked whether it is played by, or compared with ``is``."""

    switch: Choice
    said: str
    is_default: bool

    def of(self, house: Mapping[str, str]) -> bool:
        """Is it the one that is played by?"""
        if not house:
            return self.is_default
        stands = house.get(self.switch.name)
        return self.is_default if stands is None else stands == self.said


class Choice(Typed, frozen=True, dict=True):
    """A house rule of several values, each an attribute of it: ``ROUNDING.each_step``."""

    def __post_init__(self) -> None:
        first = self.values[0]
        members = {value: Member(self, value, value == first) for value in self.values}
        self.__dict__.update(members)

    def __getattr__(self, value: str) -> Member:
        raise AttributeError(f"house rule {self.name}: {instead(value, self.values)}")

    def at(self, value: str) -> Member:
        """That value, which need not be a name as attributes are: ``MOST.at("8_stands")``."""
        found: Member = getattr(self, value)
        return found

    def of(self, house: Mapping[str, str]) -> Member:
        """The one that is played by."""
        found: Member = self.__dict__[self.value(house)]
        return found


Kind = TypeVar("Kind", bound=Typed)


def maker(kind: Callable[..., Kind]) -> Callable[..., Kind]:
    """How a book writes house rules of a kind in a line: the name, the values with `` / ``
    between, what it decides, and the ids that it touches with blanks between."""

    def make(name: str, values: str, says: str, ids: str = "") -> Kind:
        return kind(name, tuple(values.split(" / ")), says, tuple(ids.split()))

    return make


def nameless(kind: Callable[..., Kind], begin: str) -> Callable[..., Kind]:
    """As ``maker``, for the attributes of a class, which give the names; every id *begins* so."""

    def make(values: str, says: str, ids: str) -> Kind:
        return kind("", tuple(values.split(" / ")), says, tuple(begin + one for one in ids.split()))

    return make


def written(names: Mapping[str, object]) -> tuple[Switch, ...]:
    """Every house rule among the names of a module or class, in the order in which they stand
    there, which is the order of the page: ``SWITCHES = written(globals())``."""
    return tuple(one for one in names.values() if isinstance(one, Switch))


@dataclass(frozen=True)
class HouseRules:
    """All the switches of one book, and how they are read."""

    switches: tuple[Switch, ...]

    @cached_property
    def defaults(self) -> dict[str, str]:
        """The first value of every switch."""
        return {switch.name: switch.values[0] for switch in self.switches}

    @cached_property
    def _values(self) -> dict[str, tuple[str, ...]]:
        return {switch.name: switch.values for switch in self.switches}

    def of(self, game: Agreed, name: str) -> str:
        """What a switch stands at in a game."""
        return self.value(game.house, name)

    def value(self, house: dict[str, str], name: str) -> str:
        """What a switch stands at where these values were chosen."""
        return house[name] if name in house else self.defaults[name]

    def is_on(self, game: Agreed, name: str) -> bool:
        """Is a yes-or-no house rule on?"""
        return self.of(game, name) == "true"

    def named(self, game: Agreed, *names: str) -> tuple[str, ...]:
        """``name=value`` of those of *names* that are not at their default."""
        if not game.house:
            return ()
        return tuple(
            f"{name}={self.of(game, name)}"
            for name in names
            if self.of(game, name) != self.defaults[name]
        )

    def fault_in(self, house: dict[str, str]) -> str:
        """What is wrong with these values, as a sentence; "" when nothing is."""
        for name, value in house.items():
            if name not in self._values:
                return f"there is no house rule {name!r}: {instead(name, self._values)}"
            if value not in self._values[name]:
                listed = ", ".join(self._values[name])
                meant = nearest(value, self._values[name])
                ending = f": did you mean {meant!r}?" if meant else ""
                return f"house rule {name} takes {listed}, not {value!r}{ending}"
        return ""

    def checked(self, house: dict[str, str]) -> dict[str, str]:
        """These values, each known to the book.

        Raises:
            BadState: naming the switch, and what it takes.
        """
        if why := self.fault_in(house):
            raise BadState(why)
        return dict(house)

    def with_those_of(self, house: dict[str, str], armies: Iterable[Agreed]) -> dict[str, str]:
        """*house*, and what the armies bring besides; what an army says that is no switch is
        left out, the first to speak is heard.

        Raises:
            BadState: a value that a switch does not take, or a switch in *house* that is none.
        """
        agreed = self.checked(house)
        for army in armies:
            known = {name: value for name, value in army.house.items() if name in self._values}
            agreed = {**self.checked(known), **agreed}
        return agreed
