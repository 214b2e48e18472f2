"""Squares: which one a base is in, ways and lines over them."""

from __future__ import annotations

import pytest

from tests.measure.tables import base, table
from vision.measure.grid import (
    Grid,
    crossed,
    king_distance,
    square_of,
    step_distance,
    whole_table,
)
from vision.table.reading import HandReading

near = pytest.approx
GRID = Grid(12, 9, (4.0, 4.0))


def test_the_square_under_the_middle_of_a_block() -> None:
    """(10, 6) on squares of 4 in: column 3 (8 to 12), row 2 (4 to 8), 2 from every line."""
    found = square_of(table(base("a", 10, 6), size_in=(48, 36)), GRID, "a")
    assert (found.square, found.on_board, found.unclear) == ((3, 2), True, False)
    assert found.reading.value == near(2)


@pytest.mark.parametrize(("x_in", "unclear"), [(8.19, True), (8.21, False)])
def test_within_five_millimetres_of_a_line_is_unclear(x_in: float, unclear: bool) -> None:
    """5 mm are 0.197 in."""
    found = square_of(table(base("a", x_in, 6), size_in=(48, 36)), GRID, "a")
    assert found.unclear is unclear


def test_off_the_board() -> None:
    """Column 13 of 12."""
    found = square_of(table(base("a", 49, 14), size_in=(60, 36)), GRID, "a")
    assert (found.square, found.on_board) == ((13, 4), False)


def test_a_square_may_be_typed() -> None:
    typed = (HandReading("square_column", "a", "", 5), HandReading("square_row", "a", "", 7))
    assert square_of(table(readings=typed), GRID, "a").square == (5, 7)


def test_squares_cover_the_whole_table_and_know_their_middle() -> None:
    grid = whole_table(table(size_in=(48, 36)), 12, 9)
    assert (grid.size_in, grid.centre_in((3, 2))) == ((4, 4), (10, 6))


def test_distances_over_squares() -> None:
    """3 across and 2 up: three king moves, five steps."""
    assert (king_distance((1, 1), (4, 3)), step_distance((1, 1), (4, 3))) == (3, 5)


def test_a_straight_line_crosses_the_squares_between() -> None:
    assert crossed((1, 1), (4, 1)) == (((2, 1), (3, 1)), ())


def test_a_diagonal_runs_through_corners() -> None:
    """From (1, 1) to (3, 3): the square (2, 2) and two corners."""
    between, corners = crossed((1, 1), (3, 3))
    assert between == ((2, 2),)
    assert [set(pair) for pair in corners] == [{(1, 2), (2, 1)}, {(2, 3), (3, 2)}]


def test_a_knights_move_crosses_two_squares() -> None:
    """From (1, 1) to (2, 3): the line leaves column 1 half-way up row 2."""
    assert crossed((1, 1), (2, 3)) == (((1, 2), (2, 2)), ())
