"""IN, OUT and TOO CLOSE TO CALL, and the digits that a ± supports."""

from __future__ import annotations

import pytest

from tests.measure.tables import NORTH, base, moved, rank, table
from vision.measure.arc import in_arc
from vision.measure.move import in_forward_arc
from vision.table.reading import Reading, Verdict

IN, OUT, CLOSE = Verdict.IN, Verdict.OUT, Verdict.CLOSE


@pytest.mark.parametrize(
    ("value", "plus_minus", "verdict"),
    [
        (8.9, 0.0, IN),
        (9.0, 0.0, IN),
        (9.000000000000002, 0.0, IN),
        (9.001, 0.0, OUT),
        (8.9, 0.2, CLOSE),
        (9.1, 0.2, CLOSE),
        (8.7, 0.2, IN),
        (9.3, 0.2, OUT),
    ],
)
def test_at_most_a_limit_of_nine(value: float, plus_minus: float, verdict: Verdict) -> None:
    assert Reading("gap", value, plus_minus).compare(9.0) is verdict


@pytest.mark.parametrize(
    ("value", "plus_minus", "verdict"),
    [(0.0, 0.0, IN), (-1e-15, 0.0, IN), (-0.01, 0.0, OUT), (0.05, 0.1, CLOSE), (0.2, 0.1, IN)],
)
def test_a_margin_is_yes_from_nothing_on(value: float, plus_minus: float, verdict: Verdict) -> None:
    assert Reading("in_arc", value, plus_minus).at_least() is verdict


def test_a_band_widens_what_is_too_close_to_call() -> None:
    assert Reading("gap", 8.9, 0.0).compare(9.0, band=0.25) is CLOSE


@pytest.mark.parametrize(
    ("value", "plus_minus", "shown"),
    [(5.9, 0.1, "5.9 ± 0.1 in"), (5.912, 0.04, "5.91 ± 0.04 in"), (6, 0, "6.00 in")],
)
def test_no_more_digits_than_the_plus_minus_supports(
    value: float, plus_minus: float, shown: str
) -> None:
    assert str(Reading("gap", value, plus_minus)) == shown


@pytest.mark.parametrize("turn", [0.0, 30.0, 45.0, 90.0, 137.0])
def test_exactly_forty_five_degrees_is_legal_whichever_way_the_unit_looks(turn: float) -> None:
    """An oblique move of 6 ahead and 6 aside; rounding must not make it illegal."""
    before, after = table(rank("A", 10, 10)), table(rank("A", 4, 16))
    turned = moved(before, turn, 20, 20), moved(after, turn, 20, 20)
    assert in_forward_arc(*turned, "A").at_least() is IN


def test_a_base_whose_corner_is_on_the_ray_is_in_the_arc() -> None:
    """FR of the rank is (13, 10.5); the upper left corner of a base at (16, 13.5)."""
    there = table(rank("A", 10, 10), base("b", 17, 13.0, NORTH))
    assert in_arc(there, "A", "b").inside == ("b",)
