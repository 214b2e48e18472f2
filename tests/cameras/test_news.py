"""What makes a page look again, and what does not."""

from __future__ import annotations

import numpy as np
import pytest

from vision.table.snapshot import Base, Pose
from vision.watch.change_detector import News

Shown = tuple[tuple[Base, ...], tuple[str, ...]]
HERE = Base("R01", 2.4, 1.6, Pose(10.0, 10.0, 90.0), "seen")


def moved(x_in: float = 0.0, turn_deg: float = 0.0) -> Base:
    return Base("R01", 2.4, 1.6, Pose(10.0 + x_in, 10.0, (90.0 + turn_deg) % 360), "seen")


def is_news(before: Shown, after: Shown) -> bool:
    """Does the version grow between the two?"""
    news = News()
    first = news.version(*before)
    assert news.version(*before) == first, "the same twice is no news"
    return news.version(*after) > first


@pytest.mark.parametrize(
    ("after", "expected"),
    [
        (moved(0.019), False),
        (moved(0.021), True),
        (moved(turn_deg=0.24), False),
        (moved(turn_deg=-0.26), True),
        (Base("R01", 2.4, 1.6, HERE.pose, "hidden"), True),
        (Base("R01", 2.4, 1.6, None, "seen"), True),
        (Base("R02", 2.4, 1.6, HERE.pose, "seen"), True),
    ],
)
def test_a_base_that_looks_otherwise_is_news(after: Base, expected: bool) -> None:
    """From 0.02 in or a quarter of a degree on: less is jitter."""
    assert is_news(((HERE,), ()), ((after,), ())) is expected


def test_a_base_more_or_less_is_news() -> None:
    assert is_news(((HERE,), ()), ((), ()))
    assert is_news(((), ()), ((HERE,), ()))


def test_a_turn_past_north_is_a_small_one() -> None:
    east, hardly = (Base("R", 2, 2, Pose(1, 1, deg), "seen") for deg in (359.9, 0.05))
    assert not is_news(((east,), ()), ((hardly,), ()))


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("no picture from the camera for 5 s", "no picture from the camera for 6 s", False),
        ("marker 3 is 0.6 in from where it was", "marker 3 is 0.7 in from where it was", False),
        ("marker 3 was moved", "marker 4 was moved", True),
        ("5 of 8 table markers seen", "4 of 8 table markers seen", True),
        ("", "the picture is black", True),
    ],
)
def test_another_sentence_is_news_but_not_its_running_numbers(
    before: str, after: str, expected: bool
) -> None:
    assert is_news(((), (before,)), ((), (after,))) is expected


def test_a_hand_in_the_picture_is_news_and_noise_is_not() -> None:
    """A hand 160 px wide, 60 levels brighter; noise of 3 levels."""
    news, chance = News(), np.random.default_rng(1)
    still = np.full((480, 640, 3), 90, np.uint8)
    news.notice(still)
    before = news.version((), ())
    news.notice(np.asarray(still + chance.integers(-3, 4, still.shape), np.uint8))
    assert news.version((), ()) == before
    hand = still.copy()
    hand[100:260, 200:360] = 150
    news.notice(hand)
    assert news.version((), ()) > before
