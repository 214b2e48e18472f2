"""Tables cut into squares: which square a base is in, ways and lines over squares.

A square is (column, row), both from 1: columns from west to east, rows from south to north.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from vision.measure.overrides import by_hand, remembered
from vision.measure.shapes.footprint import Footprint, placed_unit
from vision.measure.uncertain import plus_minus
from vision.table.reading import Point, Reading, Shape
from vision.table.snapshot import Snapshot

Square = tuple[int, int]
Sides = frozenset[tuple[Square, Square]]
"""Sides of squares, each named by the two squares that share it, in either order."""

UNCLEAR_IN = 5 / 25.4
"""A base whose centre is within 5 mm of a line between squares is unclear."""


@dataclass(frozen=True, slots=True)
class Grid:
    """A grid of ``columns`` by ``rows`` over the table from ``corner_in`` (its south-west).

    ``size_in`` is one square's width and depth.
    """

    columns: int
    rows: int
    size_in: Point
    corner_in: Point = (0.0, 0.0)

    def holds(self, square: Square) -> bool:
        """Is the square on the grid?"""
        return 1 <= square[0] <= self.columns and 1 <= square[1] <= self.rows

    def centre_in(self, square: Square) -> Point:
        """The middle of a square on the table, inches."""
        return (
            self.corner_in[0] + (square[0] - 0.5) * self.size_in[0],
            self.corner_in[1] + (square[1] - 0.5) * self.size_in[1],
        )

    def at(self, x_in: float, y_in: float) -> tuple[Square, float]:
        """The square that holds a point, and the way to the nearest line, inches."""
        u = (x_in - self.corner_in[0]) / self.size_in[0]
        v = (y_in - self.corner_in[1]) / self.size_in[1]
        column, row = math.floor(u), math.floor(v)
        room = min(
            min(u - column, column + 1 - u) * self.size_in[0],
            min(v - row, row + 1 - v) * self.size_in[1],
        )
        return (column + 1, row + 1), room


@dataclass(frozen=True, slots=True)
class Placing:
    """The square that holds a base's centre. ``on_board``: is it one of the grid's?

    ``reading``: inches to the nearest line between squares; too close to call
    (``unclear``) within 5 mm of it or within its ±.
    """

    square: Square
    on_board: bool
    reading: Reading

    @property
    def unclear(self) -> bool:
        """May the base belong to the next square as well?"""
        return self.reading.value < self.reading.plus_minus


def whole_table(snapshot: Snapshot, columns: int, rows: int) -> Grid:
    """The table cut into equal squares."""
    wide, deep = snapshot.size_in
    return Grid(columns, rows, (wide / columns, deep / rows))


@remembered
def square_of(snapshot: Snapshot, grid: Grid, block: str) -> Placing:
    """The square that holds the middle of a block.

    Typed in: ``square_column`` and ``square_row`` from the block to ``""``.
    """
    column = by_hand(snapshot, "square_column", block, "")
    row = by_hand(snapshot, "square_row", block, "")
    if column and row:
        square = (round(column.value), round(row.value))
        return Placing(square, grid.holds(square), column)
    placed = placed_unit(snapshot, block)

    def room(feet: Sequence[Footprint]) -> float:
        x, y = _middle(feet)
        here, far = grid.at(x, y)
        return far if here == square else -far

    feet = [one.outline for one in placed]
    middle = _middle(feet)
    square, value = grid.at(*middle)
    spread = max(plus_minus(room, placed), UNCLEAR_IN)
    evidence = (Shape("point", (middle,), "from"),)
    reading = Reading("square_of", value, spread, "in", block, f"{square[0]},{square[1]}", evidence)
    return Placing(square, grid.holds(square), reading)


def _middle(feet: Sequence[Footprint]) -> Point:
    return sum(f.x_in for f in feet) / len(feet), sum(f.y_in for f in feet) / len(feet)


def king_distance(a: Square, b: Square) -> int:
    """Squares between two squares when diagonal steps count one."""
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))


def step_distance(a: Square, b: Square) -> int:
    """Squares between two squares when only steps over a side count."""
    return abs(a[0] - b[0]) + abs(a[1] - b[1])


@lru_cache(maxsize=16384)
def crossed(a: Square, b: Square) -> tuple[tuple[Square, ...], tuple[tuple[Square, Square], ...]]:
    """What the line between two squares' centres goes through, without the two themselves.

    First the squares whose inside it crosses, in order; then, for each corner it runs
    exactly through, the two squares at that corner off the line. Exact, by fractions.
    """
    dc, dr = b[0] - a[0], b[1] - a[1]
    marks = {Fraction(0), Fraction(1)}
    for way in (abs(dc), abs(dr)):
        marks |= {Fraction(2 * k - 1, 2 * way) for k in range(1, way + 1)}
    stops = sorted(marks)
    inside = [_at(a, dc, dr, (low + high) / 2) for low, high in zip(stops, stops[1:], strict=False)]
    corners = [
        ((last[0], new[1]), (new[0], last[1]))
        for last, new in zip(inside, inside[1:], strict=False)
        if last[0] != new[0] and last[1] != new[1]
    ]
    return tuple(one for one in inside if one not in (a, b)), tuple(corners)


def _at(start: Square, dc: int, dr: int, part: Fraction) -> Square:
    half = Fraction(1, 2)
    return math.floor(start[0] + dc * part + half), math.floor(start[1] + dr * part + half)
