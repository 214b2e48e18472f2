"""Kinds of terrain that a book or the ruler knows; any other word is terrain that nothing rules on.

Law: pure.
"""

from __future__ import annotations

from vision.table.by_hand import BadState, nearest

KINDS = (
    "hill", "wood", "building", "hedge", "wall", "fieldwork", "stream", "river", "road", "rough",
    "marsh", "field", "impassable", "fence", "town", "bridge", "ford", "dense", "defended",
    "fortified", "difficult", "barn",
)  # fmt: skip

# "woods", "hegde": a letter or two off; a word of its own ("pond", "pavilion") is left alone.
_MISSPELT = 0.8


def check_terrain_kind(kind: str, place: str) -> None:
    """The kind is known, or no misspelling of one that is.

    Raises:
        BadState: naming the kind that was meant.
    """
    near = nearest(kind, KINDS, _MISSPELT)
    if kind not in KINDS and near:
        raise BadState(f"{place}: there is no terrain {kind!r}: did you mean {near!r}?")
