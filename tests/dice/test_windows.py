"""The upper face of a die seen at a slant is sought within it, and an unclear one is left open."""

from __future__ import annotations

from typing import cast

import numpy as np
import pytest

from vision.dice.finder import Place
from vision.dice.networks import CLASSES, Network
from vision.dice.windows import face_within

WINDOWS, TURNS = 15, 4
PICTURE = np.random.default_rng(1).integers(0, 256, (80, 80, 3), dtype=np.uint8)


class Told:
    """A network that gives told chances of the faces in the first windows, little in the others."""

    def __init__(self, *windows: dict[int, float]) -> None:
        self._windows = windows

    def answer(self, pictures: np.ndarray) -> np.ndarray:
        assert len(pictures) == WINDOWS * TURNS
        chances = np.full((WINDOWS, CLASSES), 0.001)
        for row, window in zip(chances, self._windows, strict=False):
            for face, chance in window.items():
                row[face - 1] = chance
        chances[:, CLASSES - 1] = 1 - chances[:, : CLASSES - 1].sum(axis=1)
        return np.repeat(np.log(chances), TURNS, axis=0).astype(np.float32)


def found(*windows: dict[int, float], score: float = 0.6) -> int | None:
    return face_within(cast(Network, Told(*windows)), PICTURE, Place(40.0, 40.0, 30.0, score))


@pytest.mark.parametrize("face", [1, 2, 3, 4, 5, 6])
def test_a_face_that_two_windows_show_is_found(face: int) -> None:
    assert found({face: 0.96}, {face: 0.92}) == face


def test_a_face_that_one_window_shows_is_left_open() -> None:
    assert found({3: 0.99}, {3: 0.85}) is None


def test_a_face_that_no_window_is_sure_of_is_left_open() -> None:
    assert found({3: 0.94}, {3: 0.94}) is None


@pytest.mark.parametrize(("side", "read"), [(0.4, 5), (0.6, None)])
def test_a_side_as_clear_as_the_top_leaves_it_open(side: float, read: int | None) -> None:
    assert found({5: 0.98}, {5: 0.98}, {6: side}) == read


def test_a_place_that_the_finder_doubts_is_not_searched() -> None:
    assert found({5: 0.98}, {5: 0.98}, score=0.39) is None
