"""Tables cut into squares: which square a base is in, ways and lines over squares.

A square is (column, row), both from 1: columns from west to east, rows from south to north.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Literal

from vision.measure.ask import by_hand, remembered
from vision.measure.footprint import Footprint, place, placed_unit
from vision.measure.reading import Point, Reading, Shape
from vision.measure.table import Snapshot
from vision.measure.uncertain import plus_minus

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


@remembered
def occupants(snapshot: Snapshot, grid: Grid, square: Square) -> tuple[str, ...]:
    """Payloads of the bases seen with their centre in a square."""
    seen = [base for base in snapshot.bases if base.status == "seen" and base.pose]
    where = ((base.payload, place(base).pose) for base in seen)
    return tuple(name for name, pose in where if grid.at(pose.x_in, pose.y_in)[0] == square)


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


def squares_in_sight(
    a: Square, b: Square, blocks: Callable[[Square], bool]
) -> tuple[bool, tuple[Square, ...]]:
    """Is the line between two squares' centres free, and which squares stop it?

    Where it runs through a corner it is stopped only when both squares off the line stop it.
    """
    between, corners = crossed(a, b)
    stops = [square for square in between if blocks(square)]
    for pair in corners:
        if all(blocks(square) for square in pair):
            stops += pair
    return not stops, tuple(stops)


def relative_level(
    levels: Mapping[Square, int], frm: Square, to: Square
) -> Literal["higher", "same", "lower"]:
    """How high a square lies as seen from another; squares without a level lie on 1."""
    here, there = levels.get(frm, 1), levels.get(to, 1)
    return "same" if here == there else "higher" if there > here else "lower"


def nearest_of(square: Square, others: Sequence[Square]) -> int | None:
    """King moves to the nearest of other squares; None when there is none."""
    return min((king_distance(square, o) for o in others if o != square), default=None)


def stream_crossed(streams: Sides, frm: Square, to: Square) -> bool:
    """Does a step go over a stream that lies on a side between squares?

    A diagonal step crosses the corner, and so the stream when it lies on either side of the
    entered square that meets at that corner.
    """
    beside = ((frm[0], to[1]), (to[0], frm[1]))
    sides = [(frm, to)] if frm[0] == to[0] or frm[1] == to[1] else [(to, one) for one in beside]
    return any((a, b) in streams or (b, a) in streams for a, b in sides)


def heading(frm: Square, to: Square, home: Literal["south", "north"]) -> str:
    """``"toward"``, ``"away"`` or ``"level"``: a step as seen from the owner's long edge."""
    north = to[1] - frm[1]
    if north == 0:
        return "level"
    return "toward" if (north < 0) == (home == "south") else "away"


def in_zone(square: Square, columns: range, rows: range) -> bool:
    """Is a square in the block of those columns and rows?"""
    return square[0] in columns and square[1] in rows


@remembered
def board_at(
    snapshot: Snapshot, across: int, deep: int, kind: str = "board"
) -> tuple[tuple[int, str, Reading], ...]:
    """Which board (a base of that *kind*) lies in which position, with how clearly.

    Positions are numbered from 1 along the north edge, west to east, then row by row south.
    """
    grid = whole_table(snapshot, across, deep)
    found = []
    for base in snapshot.bases:
        if base.kind == kind and base.status == "seen":
            placing = square_of(snapshot, grid, base.payload)
            column, row = placing.square
            if placing.on_board:
                position = (deep - row) * across + column
                found.append((position, base.payload, placing.reading))
    return tuple(sorted(found, key=lambda one: one[:2]))


def beside(position: int, across: int, deep: int) -> tuple[int, ...]:
    """The positions that share a side with a position of boards."""
    column, row = (position - 1) % across, (position - 1) // across
    steps = ((0, -1), (-1, 0), (1, 0), (0, 1))
    near = ((column + x, row + y) for x, y in steps)
    return tuple(1 + c + r * across for c, r in near if 0 <= c < across and 0 <= r < deep)
