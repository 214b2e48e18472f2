"""Which of the places that look like dice are dice, and which of those are sure."""

from __future__ import annotations

import itertools
from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.dice import reader
from vision.dice.faces import Shown
from vision.dice.finder import Place
from vision.dice.networks import CLASSES, COCKED, HIDDEN, NONE
from vision.table.throw import Die

PICTURE = np.full((300, 300, 3), 90, np.uint8)
Seen = tuple[Place, Shown]


def die(
    x_px: float, side_px: float, kind: int = 3, chance: float = 0.99, no_die: float = 0.0
) -> Seen:
    """A place at x whose likeliest class has a chance, no die another, the rest is shared."""
    chances = np.full(CLASSES, (1 - chance - no_die) / (CLASSES - 1))
    chances[kind] += chance
    chances[NONE] += no_die
    shown = Shown(tuple(chances.tolist()), float(chances[:6].max()), (0.0, 0.0))
    return Place(x_px, 150.0, side_px, 0.9), shown


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch):
    """What is read where these places are seen."""

    def reading(*seen: Seen) -> list[Die]:
        monkeypatch.setattr(reader, "find_places", lambda *_: [])
        monkeypatch.setattr(reader, "show", lambda *_: list(seen))
        return list(reader.dice_reader().read(PICTURE))

    return reading


def test_a_clear_face_is_sure(read) -> None:
    assert [d.face for d in read(die(100, 40, kind=4))] == [5]


@pytest.mark.parametrize(("kind", "why"), [(COCKED, "cocked"), (HIDDEN, "covered")])
def test_a_die_that_cannot_be_read_says_why(read, kind: int, why: str) -> None:
    assert [(d.face, d.why) for d in read(die(100, 40, kind=kind))] == [(None, why)]


def test_an_unclear_face_is_asked(read) -> None:
    """Two chances in three, as many as a guess between two faces may have."""
    assert [d.why for d in read(die(100, 40, chance=0.5))] == ["odd"]


@pytest.mark.parametrize("x_px", [-25.0, 325.0])
def test_an_upper_face_outside_the_picture_is_not_told(read, x_px: float) -> None:
    """The reader may correct a place that far; the picture is 300 pixels wide."""
    assert read(die(x_px, 40)) == []


def test_pips_of_a_die_are_no_dice(read) -> None:
    """A quarter as large, inside of it."""
    assert len(read(die(100, 40), die(110, 10, kind=0))) == 1


def test_the_same_die_seen_less_well_is_not_told_twice(read) -> None:
    assert len(read(die(100, 40), die(124, 38, chance=0.4))) == 1


def test_a_side_of_a_die_that_is_read_is_no_die(read) -> None:
    """Its middle is one side away; for the reader it may be none."""
    assert len(read(die(100, 40), die(142, 40, chance=0.4, no_die=0.4))) == 1


def test_a_die_that_touches_another_one_is_asked(read) -> None:
    """It is as far away as a side is, and is a die without a doubt."""
    assert [d.face for d in read(die(100, 40), die(142, 40, chance=0.5))] == [4, None]


def test_a_small_die_beside_a_large_one_is_read(read) -> None:
    """12 and 20 mm side by side: their middles are 0.8 of the larger side apart, 32 of 40 px."""
    assert [d.face for d in read(die(100, 40), die(133, 24, kind=1))] == [4, 2]


def test_two_faces_on_one_another_are_both_asked(read) -> None:
    """Of two faces so near at most one lies up."""
    dice = read(die(100, 40, kind=2), die(122, 40, kind=4))
    assert [(d.face, d.why) for d in dice] == [(None, "stacked")] * 2


def test_what_is_much_larger_than_the_dice_round_it_is_asked(read) -> None:
    dice = read(die(40, 20), die(80, 20), die(120, 20), die(220, 40))
    assert [d.face for d in dice] == [4, 4, 4, None]


@pytest.mark.parametrize(
    ("score", "no_die", "face"), [(0.3, 0.05, None), (0.3, 0.0, 4), (0.9, 0.05, 4)]
)
def test_what_was_hardly_found_and_may_be_none_is_asked(
    read, score: float, no_die: float, face: int | None
) -> None:
    """A patch of grass with four dark spots: either doubt alone is not enough."""
    place, shown = die(100, 40, chance=0.97 - no_die, no_die=no_die)
    assert [d.face for d in read((replace(place, score=score), shown))] == [face]


def test_of_two_that_are_parts_of_each_other_one_is_told(read) -> None:
    """A side of a die that leans is read, and lies within its upper face, which is not."""
    assert len(read(die(100, 46, chance=0.4), die(82, 26, kind=5))) == 1


def test_a_small_die_that_touches_a_larger_one_is_read(read) -> None:
    """12 and 20 mm, the larger one seen a quarter too large, so 0.5 of its side away."""
    dice = read(die(100, 39, kind=4), die(121, 25, kind=3))
    assert [(d.face, d.why) for d in dice] == [(5, ""), (4, "")]


@pytest.mark.parametrize(("lean_x", "faces"), [(0.0, [3, 6]), (0.7, [3])])
def test_a_small_die_beside_one_seen_too_large_is_no_side_of_it(
    read, lean_x: float, faces: list[int]
) -> None:
    """12 and 16 mm that touch, 25 and 33 px, the larger one seen a quarter too large, so 0.67 of
    its side away. A side of a die lies there, too, but it points elsewhere than the top."""
    place, shown = die(128, 25, kind=5)
    small = place, replace(shown, lean=(lean_x, 0.0))
    assert [d.face for d in read(die(100, 42, kind=2), small)] == faces


def lying(outline: str, body: tuple[int, int, int] = (60, 200, 90)) -> np.ndarray:
    """A thing with the pips of a five on felt, its upper face 60 pixels wide in the middle."""
    rng = np.random.default_rng(4)
    picture = np.full((300, 300, 3), (70, 70, 75), np.uint8)
    if outline == "disc":
        cv2.circle(picture, (150, 150), 31, body, -1, cv2.LINE_AA)
    else:  # with corners as round as on dice that roll well
        for dx, dy in itertools.product((-18, 18), repeat=2):
            cv2.circle(picture, (150 + dx, 150 + dy), 12, body, -1, cv2.LINE_AA)
        cv2.rectangle(picture, (120, 132), (180, 168), body, -1)
        cv2.rectangle(picture, (132, 120), (168, 180), body, -1)
    for x, y in ((150, 150), (138, 138), (162, 138), (138, 162), (162, 162)):
        cv2.circle(picture, (x, y), 5, (20, 20, 20), -1, cv2.LINE_AA)
    noisy = picture + rng.normal(0, 3, picture.shape)
    return np.clip(cv2.GaussianBlur(noisy, (0, 0), 0.8), 0, 255).astype(np.uint8)


@pytest.mark.parametrize(("outline", "face"), [("disc", None), ("die", 5)])
def test_a_round_token_with_pips_is_asked(monkeypatch, outline: str, face: int | None) -> None:
    """What the networks take for a five: a token is round, a die is not."""
    place, shown = die(150.0, 60.0, kind=4)
    monkeypatch.setattr(reader, "find_places", lambda *_: [])
    monkeypatch.setattr(reader, "show", lambda *_: [(place, shown)])
    assert [d.face for d in reader.dice_reader().read(lying(outline))] == [face]


def test_a_round_token_with_pips_is_no_sure_die_to_the_networks_either() -> None:
    assert [d for d in reader.dice_reader().read(lying("disc")) if d.sure] == []
