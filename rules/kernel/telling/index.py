"""The index of a book: the ids of its rules with a title each, and the ids a sentence cites."""

from __future__ import annotations

import re
from importlib.resources import files

_ID = re.compile(r"[A-Z]+-[A-Z]+-(?:R\d+-D)?\d+")


def titles_of(package: str) -> dict[str, str]:
    """Every id of the book in that package with its title, in the order of ``index.txt``."""
    text = files(package).joinpath("index.txt").read_text(encoding="utf-8")
    return dict(line.split("\t") for line in text.splitlines())


def ids_in(says: str) -> tuple[str, ...]:
    """The ids that a sentence cites in full, in order: ``NMM-SHOOT-05``, ``SKM-ACTSHOT-R0-D1``."""
    return tuple(_ID.findall(says))
