"""What is said, as a template and its typed arguments; sentences are made last.

Law: no code reads a sentence. Whoever needs a number or a name takes the argument.
"""

from __future__ import annotations

import re
from typing import TypeAlias

from msgspec import Struct


class UnitName(Struct, frozen=True, tag="unit", tag_field="is"):
    """A unit, leader or side, by its id; the page puts the name that people use."""

    id: str


class Number(Struct, frozen=True, tag="number", tag_field="is"):
    """A number, with its unit of measure where it has one ("in", "cm")."""

    value: float
    unit: str = ""


class Word(Struct, frozen=True, tag="word", tag_field="is"):
    """A term of the book, as the book writes it."""

    text: str


class Counted(Struct, frozen=True, tag="counted", tag_field="is"):
    """So many of something: "1 figure", "2 figures"."""

    value: int
    one: str
    many: str


Argument: TypeAlias = UnitName | Number | Word | Counted


_FORMS = re.compile(r"\[([^|\]]*)\|([^\]]*)\]")


class Said(Struct, frozen=True):
    """A template with ``{name}`` places, and what stands in each.

    ``[loses|lose]`` stands for the form that fits one subject or several.
    """

    template: str
    arguments: dict[str, Argument] = {}

    def plain(self, names: dict[str, str] | None = None, *, several: bool = False) -> str:
        """The sentence; *names* maps the ids of units to what people call them.

        *several*: its subject is in the plural.
        """
        called = names or {}
        template = _FORMS.sub(lambda form: form[2 if several else 1], self.template)
        return template.format(
            **{name: _text(argument, called) for name, argument in self.arguments.items()}
        )


def said(template: str, **arguments: str | int | float | Counted | UnitName) -> Said:
    """A template with plain numbers and words as its arguments."""
    return Said(template, {name: _argument(value) for name, value in arguments.items()})


def _argument(value: str | int | float | Counted | UnitName) -> Argument:
    if isinstance(value, Counted | UnitName):
        return value
    return Word(value) if isinstance(value, str) else Number(value)


def _text(argument: Argument, names: dict[str, str]) -> str:
    match argument:
        case UnitName(id=unit_id):
            return names.get(unit_id, unit_id)
        case Number(value=value, unit=unit):
            return f"{value:g} {unit}".rstrip()
        case Word(text=text):
            return text
        case Counted(value=value, one=one, many=many):
            return f"{value} {one if value == 1 else many}"
