"""How far a base is from a piece of scenery, by hand arithmetic."""

from __future__ import annotations

import pytest

from vision.measure.shapes.footprint import outline
from vision.measure.shapes.polygon import outline_gap
from vision.table.reading import Point
from vision.table.snapshot import Base

SQUARE = outline(Base("A", 2.0, 2.0), 10.0, 10.0, 90.0)
ROUND = outline(Base("A", 2.0, 2.0, round=True), 10.0, 10.0, 90.0)
FAR_LINE = ((0.0, 12.5), (20.0, 12.5))
NEAR_LINE = ((0.0, 10.5), (20.0, 10.5))
ROUND_ABOUT = ((0.0, 0.0), (20.0, 0.0), (20.0, 20.0), (0.0, 20.0))
POKING_IN = ((10.5, 10.5), (15.0, 14.0), (15.0, 18.0))
BESIDE = ((13.0, 9.0), (15.0, 9.0), (15.0, 11.0), (13.0, 11.0))
AT_THE_CORNER = ((12.0, 12.0), (15.0, 12.0), (15.0, 15.0))


@pytest.mark.parametrize(
    ("corners", "closed", "square", "round_one"),
    [
        (FAR_LINE, False, 1.5, 1.5),
        (NEAR_LINE, False, 0.0, 0.0),
        (ROUND_ABOUT, True, 0.0, 0.0),
        (POKING_IN, True, 0.0, 0.0),
        (BESIDE, True, 2.0, 2.0),
        # From the corner (11, 11); from the middle, less the radius.
        (AT_THE_CORNER, True, 2**0.5, 8**0.5 - 1),
    ],
)
def test_the_gap_to_an_outline_is_to_its_nearest_point_and_never_below_nought(
    corners: tuple[Point, ...], closed: bool, square: float, round_one: float
) -> None:
    assert outline_gap(SQUARE, corners, closed) == pytest.approx(square, abs=1e-9)
    assert outline_gap(ROUND, corners, closed) == pytest.approx(round_one, abs=1e-9)
