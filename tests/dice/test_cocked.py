"""Dice that lean are told from dice that a camera sees at a slant."""

from __future__ import annotations

import math

import pytest

from vision.dice.cocked import cocked

SIZE_PX = (1920, 1080)
PLACES = [(400.0, 300.0), (900.0, 320.0), (1500.0, 350.0), (500.0, 800.0), (1400.0, 850.0)]

Lean = tuple[tuple[float, float], tuple[float, float]]


def flat(tilt: tuple[float, float] = (0.0, 0.0), focal_widths: float = 1.0) -> list[Lean]:
    """Dice that lie on the floor: their normal turns with the line of sight to each."""
    focal_px = focal_widths * SIZE_PX[0]
    return [
        ((x, y), (tilt[0] + (x - 959.5) / focal_px, tilt[1] + (y - 539.5) / focal_px))
        for x, y in PLACES
    ]


def leaning(dice: list[Lean], number: int, degrees: float, way_deg: float = 90.0) -> list[Lean]:
    """The same with one die that leans."""
    place, (x, y) = dice[number]
    sine, way = math.sin(math.radians(degrees)), math.radians(way_deg)
    changed = (x + sine * math.cos(way), y + sine * math.sin(way))
    return [*dice[:number], (place, changed), *dice[number + 1 :]]


@pytest.mark.parametrize("focal_widths", [0.7, 1.0, 2.0])
@pytest.mark.parametrize("tilt", [(0.0, 0.0), (0.0, -0.5), (0.2, 0.1)])
def test_dice_on_the_floor_are_never_cocked(tilt: tuple[float, float], focal_widths: float) -> None:
    assert cocked(flat(tilt, focal_widths), SIZE_PX) == [False] * 5


@pytest.mark.parametrize("number", range(5))
@pytest.mark.parametrize("way_deg", [0, 120, 270])
def test_a_die_that_leans_is_the_only_one_cocked(number: int, way_deg: float) -> None:
    """Forty-five degrees, as a die that stands on edge against a wall."""
    dice = leaning(flat((0.0, -0.3)), number, 45.0, way_deg)
    assert cocked(dice, SIZE_PX) == [k == number for k in range(5)]


def test_no_dice_are_no_trouble() -> None:
    assert cocked([], SIZE_PX) == []
