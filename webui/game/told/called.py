"""Units and bases by the names people use; the rules speak of some by the ids of the army file.

Law: nothing but words. Only sentences are touched, never a key, and only ids that cannot be
taken for a word: those with a digit or a hyphen, and the sides.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import is_dataclass, replace
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from rules.kernel.protocol import Plain
from rules.kernel.telling.names import titled
from webui.game.events.kinds import Begun

Shown = TypeVar("Shown")

SENTENCES = frozenset(
    {"says", "what", "title", "label", "note", "text", "why", "reason", "fault", "headline"}
)
"""Keys of plain values that hold sentences."""


class Called:
    """Puts names for ids. *names*: unit id to name, as ``table_view.names`` gives them."""

    def __init__(self, names: Mapping[str, str]) -> None:
        self._names = {
            unit: name
            for unit, name in names.items()
            if name and name != unit and _is_no_word(unit, name)
        }
        # A name that holds its id, as of one of several with one name, stays what it is.
        whole = [name for unit, name in self._names.items() if unit in name]
        longest_first = sorted(map(re.escape, [*self._names, *whole]), key=len, reverse=True)
        # Not within a longer id or payload, such as PV1:R01 or R1/2.
        self._ids = re.compile(rf"(?<![\w:/.-])(?:{'|'.join(longest_first)})(?![\w/-])(?!:\S)")

    def text(self, said: str) -> str:
        """One sentence."""
        if self._names:
            said = self._ids.sub(lambda found: self._names.get(found[0], found[0]), said)
        return said

    def __call__(self, plain: Shown) -> Shown:
        """A value of page data with every sentence in it so; the value itself stays as it is."""
        said: Shown = self._called(plain)
        return said

    def _called(self, plain: Any) -> Any:
        if isinstance(plain, dict):
            return {key: self._said(key, value) for key, value in plain.items()}
        if isinstance(plain, list | tuple):
            return self._of_many(plain)
        if isinstance(plain, Struct) or is_dataclass(plain):
            return self._of_fields(plain)
        return plain

    def _of_many(self, many: list[Any] | tuple[Any, ...]) -> list[Any] | tuple[Any, ...]:
        said = [self._called(value) for value in many]
        return many if all(new is old for new, old in zip(said, many, strict=True)) else said

    def _of_fields(self, whole: Any) -> Any:
        """A value with fields, of the same type; itself where nothing is renamed."""
        kind = type(whole)
        names = kind.__struct_fields__ if isinstance(whole, Struct) else kind.__dataclass_fields__
        old = {name: getattr(whole, name) for name in names}
        said = {name: self._said(name, value) for name, value in old.items()}
        changed = {name: value for name, value in said.items() if value is not old[name]}
        return _replaced(whole, changed) if changed else whole

    def _said(self, key: str, value: Plain) -> Any:
        if key in SENTENCES and isinstance(value, str):
            return self.text(value)
        return self._called(value)


def _replaced(whole: Any, changed: dict[str, Any]) -> Any:
    if isinstance(whole, Struct):
        return msgspec.structs.replace(whole, **changed)
    return replace(whole, **changed)


def _is_no_word(unit: str, name: str) -> bool:
    """An id that no sentence has as a word of its own, or a side, which is titled by its name."""
    return name == titled(unit) or any(sign.isdigit() or sign == "-" for sign in unit)


def names_in(begun: Begun | None) -> dict[str, str]:
    """Unit id to name, of the armies that a game began with, what each of its bases is called, and
    the sides; none before it began."""
    armies = [] if begun is None else [army.value for army in begun.armies]
    units = [unit for army in armies for unit in army.units]
    apart = told_apart({unit.id: unit.name for unit in units})
    sides = {army.side: titled(army.side) for army in armies}
    return {**sides, **with_bases(apart, {unit.id: unit.bases for unit in units})}


def told_apart(names: Mapping[str, str]) -> dict[str, str]:
    """Unit id to name, with the id behind the name where several bear it; the id where nobody
    gave a name."""
    borne = Counter(names.values())
    return {
        unit: (name if borne[name] == 1 else f"{name} {unit}").strip() or unit
        for unit, name in names.items()
    }


def with_bases(names: Mapping[str, str], bases: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """With every base of a unit: "King's musketeers (2)" for the second of several."""
    models = {
        base: f"{names.get(unit, unit)} ({number})" if len(own) > 1 else names.get(unit, unit)
        for unit, own in bases.items()
        for number, base in enumerate(own, start=1)
    }
    return {**models, **names}
