"""What players call a unit, a leader or a side, and how its name and a verb agree.

Law: pure; a name and a verb in, words out. Nobody looks for either in a finished sentence.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Protocol

from msgspec import Struct

IRREGULAR = {"is": "are", "was": "were", "has": "have", "goes": "go", "does": "do"}
HISSING = ("sses", "shes", "ches", "xes")


def titled(side: str) -> str:
    """A side's name as a sentence has it: ``king`` is King."""
    return side[:1].upper() + side[1:]


@lru_cache(maxsize=1024)
def is_plural(name: str) -> bool:
    """Is a unit or side of that name spoken of in the plural: "Commanded Musketeers (P3)"?"""
    called = name.split(" (")[0].split()
    last = called[-1] if called else ""
    possessive = ("ss", "us", "is", "’s", "'s")
    return last.endswith("men") or (last.endswith("s") and not last.endswith(possessive))


def verb_form(verb: str, several: bool) -> str:
    """A verb, given as for one subject ("holds"), for one or for *several* ("hold")."""
    if not several:
        return verb
    if verb in IRREGULAR:
        return IRREGULAR[verb]
    if verb.endswith("ies"):
        return f"{verb.removesuffix('ies')}y"
    return verb.removesuffix("es" if verb.endswith(HISSING) else "s")


def does(name: str, verb: str) -> str:
    """Someone of that name and what it does: "King musketeers hold", "Rigg's foot holds"."""
    return f"{name} {verb_form(verb, is_plural(name))}"


def side_does(side: str, verb: str) -> str:
    """A side, by its id, and what it does: "Royalists win", "King wins"."""
    return does(titled(side), verb)


class Named(Protocol):
    """What a ``Labelled`` unit of a book has: an id, perhaps a name, and what is made of them."""

    @property
    def id(self) -> str:
        """Its id in the army file."""

    @property
    def name(self) -> str:
        """What its army calls it, "" for nothing of its own."""

    @property
    def label(self) -> str:
        """What players call it."""

    @property
    def alone(self) -> bool:
        """Is it one man or one gun?"""

    @property
    def several(self) -> bool:
        """Is it spoken of in the plural?"""


class Labelled(Struct, frozen=True):
    """A unit that people call by its name, or by its id where it has none."""

    @property
    def label(self: Named) -> str:
        """What players call it."""
        return self.name or self.id

    @property
    def alone(self: Named) -> bool:
        """Is it one man or one gun, whatever its name ends in?"""
        return False

    @property
    def several(self: Named) -> bool:
        """Is it spoken of in the plural?"""
        return not self.alone and is_plural(self.label)

    def does(self: Named, verb: str, what: str = "") -> str:
        """Its name and a verb, given as for one, and what follows: "King musketeers hold"."""
        says = f"{self.label} {verb_form(verb, self.several)}"
        return f"{says} {what}" if what else says

    def form(self: Named, verb: str) -> str:
        """A further verb of the same sentence, given as for one: "halt and *shoot*"."""
        return verb_form(verb, self.several)

    @property
    def it(self: Named) -> str:
        """The unit once more, as the subject: "it" or "they"."""
        return "they" if self.several else "it"

    @property
    def its(self: Named) -> str:
        """What belongs to it: "its" or "their"."""
        return "their" if self.several else "its"


class Person(Labelled, frozen=True):
    """A leader: always one, whatever his name ends in."""

    @property
    def alone(self: Named) -> bool:
        """He is."""
        return True

    @property
    def it(self: Named) -> str:
        """He once more, as the subject."""
        return "he"

    @property
    def its(self: Named) -> str:
        """What belongs to him."""
        return "his"
