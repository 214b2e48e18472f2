"""Dice that lean are told from dice that a camera sees at a slant."""

from __future__ import annotations

import math

import numpy as np
import pytest

from vision.dice.cocked import LEANING, cocked

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


ABOVE = (np.array([0.0, 0.0]), 1.0)
"""A tray's floor seen from straight above, with a focal length of the picture's width."""


@pytest.mark.parametrize("number", range(5))
def test_the_tray_alone_tells_that_a_die_leans(number: int) -> None:
    """Twenty-five degrees, a sine of 0.42; no other die says which way the floor lies."""
    [die] = leaning(flat(), number, 25.0, 45.0)[number : number + 1]
    assert cocked([die], SIZE_PX, floor=ABOVE) == [True]
    assert cocked([flat()[number]], SIZE_PX, floor=ABOVE) == [False]


def test_dice_that_agree_outvote_a_tray_that_was_marked_badly() -> None:
    dice = flat((0.0, -0.4))
    assert cocked(dice, SIZE_PX, floor=ABOVE) == [False] * 5


def test_of_two_dice_that_disagree_both_are_asked() -> None:
    """One leans by 25 degrees, and nobody knows which."""
    dice = leaning(flat(), 0, 25.0)[:2]
    assert cocked(dice, SIZE_PX) == [True, True]
    assert cocked(flat()[:2], SIZE_PX) == [False, False]


def test_two_dice_that_are_seen_at_the_same_slant_lie_flat() -> None:
    assert cocked(flat((0.0, -0.5))[:2], SIZE_PX) == [False, False]


def test_the_bound_is_in_the_tray_what_it_is_among_dice() -> None:
    """A little less than the bound, on a die in the middle of the picture."""
    middle = ((SIZE_PX[0] - 1) / 2, (SIZE_PX[1] - 1) / 2)
    assert cocked([(middle, (0.95 * LEANING, 0.0))], SIZE_PX, floor=ABOVE) == [False]
    assert cocked([(middle, (1.2 * LEANING, 0.0))], SIZE_PX, floor=ABOVE) == [True]


def test_beside_a_wall_one_die_is_asked_that_would_lie_flat_for_some_lenses_only() -> None:
    """At the picture's edge, 0.48 widths from its middle, a die that is seen at a sine of 0.48 lies
    flat under a lens of one width; under one of three it leans by a sine of 0.32."""
    edge = ((0.02 * SIZE_PX[0], (SIZE_PX[1] - 1) / 2), (-0.48, 0.0))
    assert cocked([edge], SIZE_PX, floor=ABOVE) == [True]


def test_enough_dice_tell_which_lens_it_is() -> None:
    """The same edge, with dice all over the picture that lie flat under that lens."""
    edge = ((0.02 * SIZE_PX[0], (SIZE_PX[1] - 1) / 2), (-0.48, 0.0))
    assert cocked([*flat(), edge], SIZE_PX, floor=ABOVE) == [False] * 6


def test_where_half_of_the_dice_lie_on_no_common_floor_all_are_asked() -> None:
    """Each leans by 30 degrees another way, in a sine of 0.5."""
    dice = flat()
    for number in range(5):
        dice = leaning(dice, number, 30.0, 72.0 * number)
    assert cocked(dice, SIZE_PX) == [True] * 5


WIDE = [(400.0, 30.0), (1650.0, 120.0), (1100.0, 400.0), (1520.0, 230.0), (1250.0, 920.0)]
"""Dice in the corners of a tray that fills the picture."""


def through_a_telephoto(focal_widths: float) -> list[Lean]:
    focal_px = focal_widths * SIZE_PX[0]
    return [((x, y), ((x - 959.5) / focal_px, (y - 539.5) / focal_px)) for x, y in WIDE]


@pytest.mark.parametrize("focal_widths", [2.0, 3.0, 5.0])
def test_a_lens_far_from_the_usual_is_found_where_the_tray_tells_none(focal_widths: float) -> None:
    """Straight above, a tray's corners say nothing of the focal length; the usual one is 0.2 to
    0.35 off at these dice, more than counts, and none of them drew the fit to another."""
    assert cocked(through_a_telephoto(focal_widths), SIZE_PX, floor=ABOVE) == [False] * 5


@pytest.mark.parametrize("degrees", [10.0, 25.0])
@pytest.mark.parametrize("number", range(5))
def test_through_such_a_lens_a_die_that_leans_is_the_only_one_cocked(
    number: int, degrees: float
) -> None:
    """Ten degrees, a sine of 0.17, are within the bound of usual lenses."""
    flat_dice = [*through_a_telephoto(5.0), ((960.0, 540.0), (0.0, 0.0))]
    dice = leaning(flat_dice, number, degrees, 200.0)
    assert cocked(dice, SIZE_PX, floor=ABOVE) == [k == number for k in range(6)]


@pytest.mark.parametrize("number", range(5))
@pytest.mark.parametrize("side", [-90.0, 90.0])
def test_a_die_that_leans_across_the_way_its_floor_is_seen_is_asked_sooner(
    number: int, side: float
) -> None:
    """Fifteen degrees, a sine of 0.26, as on the edge of a coin: within the bound, which is so wide
    for dice that are read to lean less than their floor is seen to; across it nothing does that."""
    dice = flat((0.0, -0.6))
    x, y = dice[number][1]
    across = leaning(dice, number, 15.0, math.degrees(math.atan2(y, x)) + side)
    assert cocked(across, SIZE_PX, floor=(np.array([0.0, -0.6]), 1.0)) == [
        k == number for k in range(5)
    ]


@pytest.mark.parametrize("number", range(5))
def test_a_die_that_is_read_to_lean_less_than_its_floor_is_seen_lies_flat(number: int) -> None:
    """A tenth of its lean was read: its floor is seen at 0.32 at most, less than 0.3 beyond."""
    dice = flat()
    place, (x, y) = dice[number]
    read = [*dice[:number], (place, (0.1 * x, 0.1 * y)), *dice[number + 1 :]]
    assert cocked(read, SIZE_PX, floor=ABOVE) == [False] * 5


FULLY_READ = [(200.0, 200.0), (1700.0, 880.0), (1650.0, 200.0)]
READ_FLATTER = [(300.0, 300.0), (1600.0, 760.0), (1580.0, 300.0), (350.0, 760.0), (500.0, 200.0)]


def with_some_read_flatter() -> list[Lean]:
    """Flat dice through the usual lens; most are read to lean a third of what they are seen to, as
    marbled ones are, and agree on a telephoto, by which the others would lean by a sine of 0.3."""
    return [
        ((x, y), (much * (x - 959.5) / SIZE_PX[0], much * (y - 539.5) / SIZE_PX[0]))
        for places, much in ((FULLY_READ, 1.0), (READ_FLATTER, 0.33))
        for x, y in places
    ]


def test_where_nobody_can_say_which_lens_it_is_what_is_flat_by_either_lies_flat() -> None:
    assert cocked(with_some_read_flatter(), SIZE_PX, floor=ABOVE) == [False] * 8


@pytest.mark.parametrize("number", range(8))
def test_where_nobody_can_say_which_lens_it_is_what_leans_by_both_is_asked(number: int) -> None:
    """Twenty-five degrees, a sine of 0.42, across the way that either floor is seen."""
    dice = with_some_read_flatter()
    x, y = dice[number][1]
    across = leaning(dice, number, 25.0, math.degrees(math.atan2(y, x)) + 90.0)
    assert cocked(across, SIZE_PX, floor=ABOVE)[number]
