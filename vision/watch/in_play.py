"""Which bases are in play: those of the table file, and those of the armies on the table.

An army says which tags stand for a unit and how its bases are cut, not how large the tags were
printed. So a base that the table file does not name is taken to have the largest tag that suits
it, as ``run.py print tags --table`` and the page print it; the wizard can say that the printed ones
are larger or smaller.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from calibration.table_file import BaseInPlay, TableFile
from vision.simulator.demo import dressed
from vision.table.snapshot import Base


def with_bases(
    table: TableFile, bases: Sequence[Base], tags_scale: float = 1.0
) -> tuple[TableFile, frozenset[str]]:
    """The table with *bases* in play besides its own, and the payloads that are new to it.

    *tags_scale*: the printed tags of *bases* over what they are taken to be.
    """
    known = {base.payload for base in table.bases}
    fresh = tuple(dressed(base) for base in bases if base.payload not in known)
    brought = with_tags_of(TableFile(table.size_in, bases=fresh), tags_scale).bases
    names = frozenset(base.payload for base in brought)
    return replace(table, bases=(*table.bases, *brought)), names


def with_tags_of(table: TableFile, scale: float) -> TableFile:
    """The table with every tag *scale* times as large."""
    bases = tuple(replace(base, tag_size_in=base.tag_size_in * scale) for base in table.bases)
    return replace(table, bases=bases)


def with_base(table: TableFile, base: BaseInPlay) -> TableFile:
    """The table with that base in place of the one of its payload, or besides the others."""
    if all(each.payload != base.payload for each in table.bases):
        return replace(table, bases=(*table.bases, base))
    same = (base if each.payload == base.payload else each for each in table.bases)
    return replace(table, bases=tuple(same))


def without_bases(table: TableFile, payloads: frozenset[str]) -> TableFile:
    """The table without the bases of another game."""
    return replace(table, bases=tuple(b for b in table.bases if b.payload not in payloads))
