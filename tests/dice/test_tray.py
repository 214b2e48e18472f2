"""A tray is four corners in order round it."""

from __future__ import annotations

import pytest

from vision.dice.tray import Tray, TrayError, tray_from_text

SQUARE = Tray(((100, 100), (300, 100), (300, 300), (100, 300)))


def test_inside_is_measured_from_the_nearest_side() -> None:
    assert SQUARE.inside_px(120, 200) == pytest.approx(20)


def test_outside_is_negative() -> None:
    assert SQUARE.inside_px(90, 200) == pytest.approx(-10)


def test_corners_may_run_either_way_round() -> None:
    first, second, third, fourth = SQUARE.corners_px
    other = Tray((first, fourth, third, second))
    assert other.inside_px(120, 200) == pytest.approx(20)


def test_corners_as_text() -> None:
    assert tray_from_text("100,100 300,100 300,300 100,300") == SQUARE


@pytest.mark.parametrize(
    "text",
    [
        "", "1,2 3,4", "a,b c,d e,f g,h", "100,100 300,300 300,100 100,300",
        "0,0 1,0 1,1 0,1", "nan,0 100,0 100,100 0,100", "1e9,0 100,0 100,100 0,100",
    ],
)  # fmt: skip
def test_what_is_no_tray_is_a_sentence(text: str) -> None:
    with pytest.raises(TrayError, match=" "):
        tray_from_text(text)
