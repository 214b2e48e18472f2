"""State to plain JSON data and back, checked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import msgspec

from rules.kernel.dice import CountedDie
from rules.kernel.play import every_unit
from rules.kernel.prompts import Prompt
from rules.kernel.protocol import BadState, Plain
from rules.kernel.switches import Agreed, HouseRules
from vision.table.by_hand import check_words, read_by_hand

T = TypeVar("T")
G = TypeVar("G", bound=Agreed)


def to_plain(value: Any) -> Plain:
    """Any Struct, dataclass, tuple or dict of them as plain JSON data; a die as it shows."""
    return msgspec.to_builtins(value, enc_hook=_shown)


def _shown(value: Any) -> int | float:
    if isinstance(value, CountedDie):
        return value.shows
    if isinstance(value, float):
        # numpy's own is one, too.
        return float(value)
    raise NotImplementedError(f"{type(value).__name__} is no plain data")


def from_plain(plain: Plain, kind: type[T]) -> T:
    """The value of type *kind* that *plain* describes.

    Raises:
        BadState: a field is missing or has the wrong type; the message names the place.
    """
    found: T = _converted(plain, kind)
    return found


def prompt_from_plain(plain: Plain) -> Prompt:
    """The prompt that *plain* describes.

    Raises:
        BadState: it is none.
    """
    prompt: Prompt = _converted(plain, Prompt)
    return prompt


def _converted(plain: Plain, kind: Any) -> Any:
    try:
        return msgspec.convert(plain, kind)
    except msgspec.ValidationError as why:
        raise BadState(str(why)) from None


def listed(
    plain: dict[str, Plain], name: str, key: str = "id", alone: str = ""
) -> list[dict[str, Plain]]:
    """The entries *name* of a hand-written state: a list, or an object by *key*, in which one that
    is no object itself is the field *alone* of an entry.

    Raises:
        BadState: an entry is no object.
    """
    entries = plain.get(name, [])
    if isinstance(entries, dict):
        entries = [
            {key: word, **({alone: one} if alone and not isinstance(one, dict) else _object(one))}
            for word, one in entries.items()
        ]
    return from_plain(entries, list[dict[str, Plain]])


def by_id(
    plain: dict[str, Plain], name: str, usual: Callable[[str, dict[str, Plain]], dict[str, Plain]]
) -> dict[str, dict[str, Plain]]:
    """The entries *name* of a hand-written state by their ids, each with what is *usual* for it
    where it says nothing.

    Raises:
        BadState: an entry is no object.
    """
    named = {str(one.get("id", "")): one for one in listed(plain, name)}
    return {word: {**usual(word, one), **one} for word, one in named.items()}


def hand_written(plain: Plain, kind: type[G], house: HouseRules, **usual: Plain) -> G:
    """A hand-written game, with what is *usual* where it says nothing.

    Raises:
        BadState: a field is unknown or of the wrong type, or a house rule or a side is none.
    """
    read = read_by_hand({**usual, **plain}, kind, "state")
    house.checked(read.house)
    game: Any = read
    own = (getattr(one, "side", "") for one in every_unit(game))
    check_words((getattr(game, "side", ""), *own), game.sides, "state.sides")
    return read


def _object(one: Plain) -> dict[str, Plain]:
    return from_plain(one, dict[str, Plain])
