"""Charts of a reference sheet, made from a book's own tables: rows of plain values in, text out."""

from __future__ import annotations

from collections.abc import Iterable

from rules.kernel.protocol import Section


def chart(title: str, header: str, rows: Iterable[Iterable[object]], *lines: str) -> Section:
    """A section with the heads of its columns, `` / `` between them, and *lines* above it."""
    told = tuple(tuple(map(cell, row)) for row in rows)
    return Section(title, lines, tuple(header.split(" / ")), told)


def cell(value: object) -> str:
    """One value as a chart has it: yes or no, a length without needless digits, ``-`` for None."""
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:g}" if isinstance(value, float) else str(value)


def least(need: int) -> str:
    """The least face that does it: ``4+``, and ``6``, above which there is none."""
    return f"{need}+" if need < 6 else "6"


def signed(value: int) -> str:
    """A number that is added or taken off: ``+1``, ``-2``."""
    return f"{value:+d}"
