"""The index of a book: the ids of its rules with a title each."""

from __future__ import annotations

from importlib.resources import files


def titles_of(package: str) -> dict[str, str]:
    """Every id of the book in that package with its title, in the order of ``index.txt``."""
    text = files(package).joinpath("index.txt").read_text(encoding="utf-8")
    return dict(line.split("\t") for line in text.splitlines())
