"""How high the ground is under a place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar

from vision.measure.shapes.polygon import is_inside
from vision.table.reading import Point


class Scenery(Protocol):
    """What is asked of a piece of terrain, drawn or read from a file."""

    @property
    def kind(self) -> str: ...
    @property
    def outline_in(self) -> tuple[Point, ...]: ...
    @property
    def height_in(self) -> float: ...
    @property
    def is_line(self) -> bool: ...


Piece = TypeVar("Piece", bound=Scenery)


def hills_of(terrain: Sequence[Piece]) -> list[Piece]:
    """The pieces that a base can stand on top of."""
    return [t for t in terrain if t.kind == "hill" and not t.is_line and t.height_in > 0]


def ground_at(x_in: float, y_in: float, terrain: Sequence[Scenery]) -> float:
    """Height of the ground there, inches: of the highest hill whose outline holds the point."""
    return max(
        (h.height_in for h in hills_of(terrain) if is_inside(h.outline_in, (x_in, y_in))),
        default=0.0,
    )
