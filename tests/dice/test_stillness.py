"""Movement is told from noise and from a lamp."""

from __future__ import annotations

import numpy as np
import pytest

from vision.dice.stillness import Stillness


def scene(x: int, rng: np.random.Generator, sigma: float = 3.0, light: float = 0.0) -> np.ndarray:
    """A white die of 16 pixels at x on grey felt, with the noise of a webcam."""
    picture = np.full((200, 300, 3), 90.0) + light
    picture[100:116, x : x + 16] += 130
    picture[106:110, x + 6 : x + 10] -= 180
    return np.clip(picture + rng.normal(0, sigma, picture.shape), 0, 255).astype(np.uint8)


def test_the_first_picture_tells_nothing() -> None:
    assert Stillness().moves(scene(100, np.random.default_rng(1)))


@pytest.mark.parametrize("sigma", [0.0, 3.0, 12.0])
def test_noise_is_no_movement(sigma: float) -> None:
    rng, still = np.random.default_rng(1), Stillness()
    still.moves(scene(100, rng, sigma))
    assert not any(still.moves(scene(100, rng, sigma)) for _ in range(20))


@pytest.mark.parametrize("pixels", [1, 4, 40])
def test_a_die_that_rolls_on_is_movement(pixels: int) -> None:
    rng, still = np.random.default_rng(1), Stillness()
    still.moves(scene(100, rng))
    assert still.moves(scene(100 + pixels, rng))


def test_a_change_of_exposure_is_no_movement() -> None:
    rng, still = np.random.default_rng(1), Stillness()
    still.moves(scene(100, rng))
    assert not still.moves(scene(100, rng, light=8.0))
