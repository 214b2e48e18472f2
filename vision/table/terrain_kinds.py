"""The kinds of terrain, once for everybody: page, replay, simulated table and the books.

Law: pure. A kind that is not here is terrain that nothing rules on, and people are told so.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from vision.table.by_hand import BadState, nearest


@dataclass(frozen=True, slots=True)
class TerrainKind:
    """One kind. ``is_line``: it is drawn as a line, not an area. ``height_in``: usual height.

    ``colour``: on the page and in a replay, as CSS writes it. ``painted``: on the simulated
    table, blue, green, red; ``wide_in``: how wide a line of it is painted there, ``is_flat``: it
    has no height there. ``drawn``: the page offers to draw it; the others are words of a book.
    """

    name: str
    is_line: bool = False
    height_in: float = 0.0
    colour: str = "#ffffff"
    painted: tuple[int, int, int] = (92, 128, 112)
    wide_in: float = 0.4
    is_flat: bool = False
    drawn: bool = True


REGISTRY = (
    TerrainKind("hill", False, 1.0, "#c89b5a", (86, 142, 122)),
    TerrainKind("wood", False, 3.0, "#1f6b2e", (48, 92, 62), is_flat=True),
    TerrainKind("building", False, 3.0, "#8a5a4a", (72, 86, 160)),
    TerrainKind("hedge", True, 0.5, "#8fdc7f", (38, 84, 48), 0.45),
    TerrainKind("wall", True, 0.5, "#dddddd", (128, 132, 136), 0.35),
    TerrainKind("fieldwork", True, 0.5, "#d9a96b", (70, 108, 140)),
    TerrainKind("stream", True, 0.0, "#3b7dbb", (156, 108, 60), 1.2, is_flat=True),
    TerrainKind("river", False, 0.0, "#3b7dbb", (150, 96, 52), 2.4, is_flat=True),
    TerrainKind("road", True, 0.0, "#dcc9a3", (122, 160, 180), 1.6, is_flat=True),
    TerrainKind("rough", False, 0.0, "#6d7d3c", (84, 128, 132), is_flat=True),
    TerrainKind("marsh", False, 0.0, "#6d7d3c", (96, 118, 84), is_flat=True),
    TerrainKind("field", False, 0.0, "#d9c56b", (92, 158, 182), is_flat=True),
    TerrainKind("impassable", False, 0.0, "#000000", (96, 96, 100)),
    *(
        TerrainKind(word, drawn=False)
        for word in (
            "fence", "town", "bridge", "ford", "dense", "defended", "fortified", "difficult",
            "barn",
        )
    ),
)  # fmt: skip
BY_NAME = {kind.name: kind for kind in REGISTRY}
KINDS = tuple(BY_NAME)
OTHER = TerrainKind("")
"""How a word that is no kind is drawn."""

# "woods", "hegde": a letter or two off; a word of its own ("pond", "pavilion") is left alone.
_MISSPELT = 0.8


def kind_of(name: str) -> TerrainKind:
    """The kind of that name; a word that is none looks like nothing in particular."""
    return BY_NAME.get(name, OTHER)


def check_terrain_kind(kind: str, place: str) -> None:
    """The kind is known, or no misspelling of one that is.

    Raises:
        BadState: naming the kind that was meant.
    """
    near = nearest(kind, KINDS, _MISSPELT)
    if kind not in KINDS and near:
        raise BadState(f"{place}: there is no terrain {kind!r}: did you mean {near!r}?")


def unruled(kinds: Iterable[str]) -> tuple[str, ...]:
    """A sentence for each kind that no book rules on: whoever drew it expects it to matter."""
    return tuple(
        f"No book knows the terrain {kind}: it is open ground to the rules."
        for kind in dict.fromkeys(kinds)
        if kind not in BY_NAME
    )
