"""The reader's looks at a place: how views turn directions, and how a place is corrected."""

from __future__ import annotations

import math
from typing import cast

import numpy as np
import pytest

from vision.dice import faces
from vision.dice.faces import MOST_SHIFT, ROUNDS, VIEWS, Look, corrected, show
from vision.dice.finder import Place
from vision.dice.networks import CLASSES, CROP_PX, LEAN, NONE, SHIFT, Network, View, crop_of

EVERY_VIEW = [View(quarters, mirrored) for quarters in range(4) for mirrored in (False, True)]
PICTURE = np.random.default_rng(1).integers(0, 256, (90, 120, 3), dtype=np.uint8)


class Told:
    """A network that answers a told class, lean and shift, seen from each view as it must be."""

    def __init__(self, kind: int, lean: tuple[float, float], shift: tuple[float, float]) -> None:
        self.kind, self.lean, self.shift = kind, lean, shift
        self.looks = 0

    def answer(self, pictures: np.ndarray) -> np.ndarray:
        self.looks += len(pictures)
        out = np.zeros((len(pictures), SHIFT + 3), np.float32)
        out[:, self.kind] = 20.0
        for k, row in enumerate(out):
            row[LEAN : LEAN + 2] = VIEWS[k % len(VIEWS)].seen(*self.lean)
            row[SHIFT : SHIFT + 2] = VIEWS[k % len(VIEWS)].seen(*self.shift)
        return out


def shown(network: Told, *places: Place) -> list:
    return show(cast(Network, network), PICTURE, places)


@pytest.mark.parametrize("view", EVERY_VIEW)
def test_a_direction_turns_with_the_crop(view: View) -> None:
    """A white pixel right of and above the middle of a crop stays at the end of its direction."""
    crop = np.zeros((9, 9, 1), np.float32)
    crop[4 - 1, 4 + 3] = 1.0
    x, y = view.seen(3.0, -1.0)
    assert view.of(crop)[4 + round(y), 4 + round(x), 0] == 1.0


@pytest.mark.parametrize("view", EVERY_VIEW)
def test_a_direction_is_turned_back(view: View) -> None:
    assert view.unseen(*view.seen(0.3, -0.7)) == pytest.approx((0.3, -0.7))


def told(sizes: tuple[float, ...], right: float, below: float) -> np.ndarray:
    """Answers for a die whose middle lies so many of its sides away, cut out in these sizes."""
    out = np.zeros((len(sizes), SHIFT + 3), np.float32)
    for row, size in zip(out, sizes, strict=True):
        row[SHIFT:] = right / size, below / size, -math.log(size)
    return out


def test_a_place_moves_by_the_shift_in_sides() -> None:
    """A tenth of a side of 20 pixels to the right is 2 pixels, a twentieth up is 1."""
    sizes = (0.8, 1.25)
    looks = [Look(size, VIEWS[0]) for size in sizes]
    place = corrected(Place(60.0, 45.0, 20.0, 0.9), told(sizes, 0.1, -0.05), looks)
    assert (place.x_px, place.y_px, place.side_px) == pytest.approx((62.0, 44.0, 20.0))


def test_a_place_never_moves_far() -> None:
    place = corrected(Place(60.0, 45.0, 20.0, 0.9), told((1.0,), 3.0, 4.0), [Look(1.0, VIEWS[0])])
    assert math.dist((place.x_px, place.y_px), (60.0, 45.0)) == pytest.approx(20 * MOST_SHIFT)


def test_the_lean_is_told_in_the_axes_of_the_picture() -> None:
    [(_, what)] = shown(Told(4, (0.25, -0.1), (0.0, 0.0)), Place(60.0, 45.0, 20.0, 0.9))
    assert what.lean == pytest.approx((0.25, -0.1), abs=1e-5)


def test_two_places_on_one_face_are_one_die() -> None:
    """They lie a fifth of a side apart."""
    left, right = Place(50.0, 45.0, 20.0, 0.9), Place(54.0, 45.0, 20.0, 0.8)
    assert len(shown(Told(0, (0.0, 0.0), (0.0, 0.0)), left, right)) == 1


def test_what_is_no_die_at_the_first_look_is_dropped() -> None:
    network = Told(NONE, (0.0, 0.0), (0.0, 0.0))
    assert shown(network, Place(60.0, 45.0, 20.0, 0.9)) == []
    assert network.looks == len(ROUNDS[0])


class BySize:
    """A network that reads what is cut about *side_px* wide as *kind*, and doubts all else.

    What is cut twice as wide may be the next class, with a chance of 0.85.
    """

    def __init__(self, kind: int, side_px: float, *, contrary: bool = False) -> None:
        self.kind, self.side_px, self.contrary = kind, side_px, contrary

    def cut(self, _picture: np.ndarray, _x: float, _y: float, side: float, *, matt: bool) -> object:
        return np.full((CROP_PX, CROP_PX, 1), side)

    def answer(self, pictures: np.ndarray) -> np.ndarray:
        out = np.zeros((len(pictures), SHIFT + 3), np.float32)
        wider = np.log(pictures[:, 0, 0, 0] / self.side_px)
        out[np.abs(wider) < 0.15, self.kind] = 20.0
        if self.contrary:
            odds = 0.85 / 0.15 * (CLASSES - 1)
            out[np.abs(wider - math.log(2)) < 0.15, self.kind + 1] = math.log(odds)
        return out


@pytest.mark.parametrize("found_px", [40.0, 28.0, 57.0, 67.0])
def test_a_die_found_in_the_wrong_size_is_read_in_the_right_one(
    monkeypatch: pytest.MonkeyPatch, found_px: float
) -> None:
    """0.7 to 1.7 times its 40 pixels."""
    network = BySize(2, 40.0)
    monkeypatch.setattr(faces, "crop_of", network.cut)
    [(place, what)] = shown(cast(Told, network), Place(60.0, 45.0, found_px, 0.9))
    assert (what.face, what.is_likely) == (3, True)
    assert place.side_px == pytest.approx(40.0, rel=0.03)


def test_a_die_that_is_likely_another_in_another_size_stays_unread(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Found 1.4 times too large: a three without a doubt at 40 pixels, perhaps a four at 80."""
    network = BySize(2, 40.0, contrary=True)
    monkeypatch.setattr(faces, "crop_of", network.cut)
    [(_, what)] = shown(cast(Told, network), Place(60.0, 45.0, 57.0, 0.9))
    assert not what.is_likely


def test_dice_that_lie_like_pips_are_no_large_die() -> None:
    """Two of 20 pixels within what looks like one of 100."""
    places = [Place(40.0, 45.0, 20.0, 0.9), Place(80.0, 45.0, 20.0, 0.9)]
    seen = shown(Told(1, (0.0, 0.0), (0.0, 0.0)), *places, Place(60.0, 45.0, 100.0, 0.5))
    assert sorted(place.side_px for place, _ in seen) == pytest.approx([20.0, 20.0], rel=0.02)


def test_a_matt_look_has_pips_but_no_lines_of_light() -> None:
    """A pip 8 pixels wide stays, a line of 2 pixels goes: an eighth of the side is 5."""
    picture = np.full((80, 80, 3), 60, np.uint8)
    picture[36:44, 20:28] = 255
    plain = picture.copy()
    plain[56:58, 22:58] = 255
    matt = [crop_of(each, 39.5, 39.5, 40.0, matt=True) for each in (picture, plain)]
    assert np.abs(matt[0] - matt[1]).max() < 1e-6
    assert matt[0][40, 24, 0] > matt[0][40, 60, 0] + 1


def test_a_crop_is_two_sides_wide() -> None:
    """A square as wide as the side is half as wide as the crop."""
    picture = np.zeros((100, 100, 3), np.uint8)
    picture[30:70, 30:70] = 255
    picture[45:55, 45:55] = 0
    crop = crop_of(picture, 49.5, 49.5, 40.0)
    bright = crop[CROP_PX // 4 + 2, :, 0]
    assert np.sum(bright < bright[CROP_PX // 2] + 0.5) in (CROP_PX // 2, CROP_PX // 2 + 2)


def test_no_places_are_no_trouble() -> None:
    assert shown(Told(0, (0.0, 0.0), (0.0, 0.0))) == []


def test_the_classes_are_as_many_as_the_lean_begins_after() -> None:
    assert LEAN == CLASSES
