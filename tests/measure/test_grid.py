"""Squares: which one a base is in, ways and lines over them."""

from __future__ import annotations

import pytest

from tests.measure.tables import base, table
from vision.measure.grid import (
    Grid,
    beside,
    board_at,
    crossed,
    heading,
    in_zone,
    king_distance,
    nearest_of,
    occupants,
    relative_level,
    square_of,
    squares_in_sight,
    step_distance,
    stream_crossed,
    whole_table,
)
from vision.measure.reading import HandReading

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


def test_who_is_in_a_square() -> None:
    there = table(base("a", 10, 6), base("b", 11, 5), base("c", 13, 6), size_in=(48, 36))
    assert occupants(there, GRID, (3, 2)) == ("a", "b")


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


def test_a_corner_is_stopped_only_by_both_squares() -> None:
    one, both = {(2, 1)}, {(2, 1), (1, 2)}
    assert squares_in_sight((1, 1), (2, 2), one.__contains__) == (True, ())
    clear, stops = squares_in_sight((1, 1), (2, 2), both.__contains__)
    assert (clear, set(stops)) == (False, both)


def test_a_square_in_the_way_stops_the_line_but_the_ends_do_not() -> None:
    assert squares_in_sight((1, 1), (4, 1), {(3, 1)}.__contains__) == (False, ((3, 1),))
    assert squares_in_sight((1, 1), (4, 1), {(1, 1), (4, 1)}.__contains__)[0]


def test_levels_as_seen_from_a_square() -> None:
    levels = {(1, 1): 2, (2, 1): 3}
    assert relative_level(levels, (1, 1), (2, 1)) == "higher"
    assert relative_level(levels, (1, 1), (3, 1)) == "lower"
    assert relative_level(levels, (5, 1), (3, 1)) == "same"


def test_nearest_of_other_squares() -> None:
    assert nearest_of((1, 1), ((1, 1), (4, 2), (2, 3))) == 2
    assert nearest_of((1, 1), ((1, 1),)) is None


def test_a_stream_on_a_side_is_crossed_either_way() -> None:
    streams = frozenset({((1, 1), (1, 2))})
    assert stream_crossed(streams, (1, 1), (1, 2)) and stream_crossed(streams, (1, 2), (1, 1))
    assert not stream_crossed(streams, (1, 1), (2, 1))


def test_a_diagonal_step_crosses_a_stream_at_the_entered_corner() -> None:
    """Into (2, 2) from (1, 1): the sides of (2, 2) to (1, 2) and to (2, 1) count."""
    assert stream_crossed(frozenset({((1, 2), (2, 2))}), (1, 1), (2, 2))
    assert stream_crossed(frozenset({((2, 1), (2, 2))}), (1, 1), (2, 2))
    assert not stream_crossed(frozenset({((1, 1), (1, 2))}), (1, 1), (2, 2))


def test_toward_and_away_from_the_owners_edge() -> None:
    assert heading((3, 4), (4, 3), "south") == "toward"
    assert heading((3, 4), (4, 3), "north") == "away"
    assert heading((3, 4), (4, 4), "south") == "level"


def test_deployment_zones() -> None:
    """Rows 1 to 3, columns 2 to 11."""
    zone = (range(2, 12), range(1, 4))
    assert in_zone((2, 3), *zone) and in_zone((11, 1), *zone)
    assert not in_zone((1, 3), *zone) and not in_zone((5, 4), *zone)


def test_boards_by_position() -> None:
    """Positions 1 2 3 / 4 5 6 / 7 8 9 from the north-west; boards of 16 by 12 in."""
    there = table(
        base("B1", 8, 30, kind="board"),
        base("B2", 24, 18, kind="board"),
        base("x", 40, 6),
        size_in=(48, 36),
    )
    assert [found[:2] for found in board_at(there, 3, 3)] == [(1, "B1"), (5, "B2")]


def test_boards_side_by_side() -> None:
    assert set(beside(5, 3, 3)) == {2, 4, 6, 8}
    assert set(beside(1, 3, 3)) == {2, 4}
