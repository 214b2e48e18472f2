"""Units by the names people use; the rules speak of some by the ids of the army file.

Law: nothing but words. Only sentences are touched, never a key, and only ids that cannot be
taken for a word: those with a digit or a hyphen.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from typing import Any

from rules.kernel.protocol import Plain
from webui.game.events.kinds import Begun

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
            if name and name != unit and any(sign.isdigit() or sign == "-" for sign in unit)
        }
        # A name that holds its id, as of one of several with one name, stays what it is.
        whole = [name for unit, name in self._names.items() if unit in name]
        longest_first = sorted(map(re.escape, [*self._names, *whole]), key=len, reverse=True)
        # Not within a longer id or payload, such as PV1:R01 or R1/2.
        self._ids = re.compile(rf"(?<![\w:/.-])(?:{'|'.join(longest_first)})(?![\w/-])(?!:\S)")

    def text(self, said: str) -> str:
        """One sentence."""
        if not self._names:
            return said
        return self._ids.sub(lambda found: self._names.get(found.group(), found.group()), said)

    def __call__(self, plain: Plain) -> Any:
        """A plain value with every sentence in it so; the value itself stays as it is."""
        if isinstance(plain, dict):
            return {key: self._said(key, value) for key, value in plain.items()}
        if isinstance(plain, list | tuple):
            return [self(value) for value in plain]
        return plain

    def _said(self, key: str, value: Plain) -> Any:
        if key in SENTENCES and isinstance(value, str):
            return self.text(value)
        return self(value)


def names_in(begun: Begun | None) -> dict[str, str]:
    """Unit id to name, of the armies that a game began with; none before it began."""
    armies = [] if begun is None else [army.value for army in begun.armies]
    return told_apart({unit.id: unit.name for army in armies for unit in army.units})


def told_apart(names: Mapping[str, str]) -> dict[str, str]:
    """Unit id to name, with the id behind the name where several bear it; the id where nobody
    gave a name."""
    borne = Counter(names.values())
    return {
        unit: (name if borne[name] == 1 else f"{name} {unit}").strip() or unit
        for unit, name in names.items()
    }
