"""What a coded picture's length tells of a scene: that it is the one of before, or nothing."""

from __future__ import annotations

import random

import cv2
import numpy as np
import pytest

from tests.cameras.bad_server import HEAD, part, sends, serving
from vision.cameras.lengths import Lengths
from vision.cameras.stream import HttpCamera

NOISE = random.Random(1)
USUAL = [1_900_000 + round(NOISE.gauss(0, 130)) for _ in range(30)]


def known(lengths: list[int]) -> Lengths:
    told = Lengths()
    for length in lengths:
        told.note(length)
    return told


def test_a_length_within_the_noise_is_usual() -> None:
    assert known(USUAL).is_usual(1_900_130)


def test_a_length_that_noise_does_not_reach_is_not() -> None:
    # Ten standard deviations; three and a half are let pass, and thirty tell one within a third.
    told = known(USUAL)
    assert not told.is_usual(1_901_300)
    assert not told.is_usual(1_898_700)


def test_a_small_change_that_stays_is_noticed_in_the_third_picture() -> None:
    # Two and a half standard deviations: each may be noise, the three together are four of theirs.
    assert not known([*USUAL, 1_900_325, 1_900_325]).is_usual(1_900_325)


def test_few_lengths_tell_nothing() -> None:
    assert not known(USUAL[:11]).is_usual(USUAL[11])


def test_lengths_that_scatter_widely_tell_nothing() -> None:
    """As of a camera that keeps to a bit rate: a hundredth of the length."""
    wide = [1_900_000 + round(NOISE.gauss(0, 19_000)) for _ in range(30)]
    assert not known(wide).is_usual(1_900_000)


def test_what_was_known_before_a_change_is_forgotten() -> None:
    told = known(USUAL)
    told.forget()
    assert not told.is_usual(1_900_000)


def scene(seed: int, hand: bool = False) -> bytes:
    """Paper with a grating and the noise of a sensor; a hand is a smooth oval over it."""
    across = np.linspace(0, 240 * np.pi, 1280)
    light = np.tile(120 + 60 * np.sign(np.sin(across)), (960, 1)).astype(np.float32)
    if hand:
        cv2.ellipse(light, (640, 800), (200, 160), 0, 0, 360, 150.0, -1)
    noisy = light + np.random.default_rng(seed).normal(0, 2, light.shape)
    return cv2.imencode(".jpg", noisy.clip(0, 255).astype(np.uint8))[1].tobytes()


@pytest.mark.parametrize("calm", [True, False])
def test_a_calm_stream_gives_the_last_picture_for_one_of_the_usual_length(calm: bool) -> None:
    with serving(*(sends(HEAD, part(scene(seed))) for seed in range(20))) as url:
        camera = HttpCamera(url, steady=lambda: 0.0)
        camera.calm(calm)
        pictures = []
        for _ in range(20):
            pictures.append(camera.read().picture)
            camera.close()
    same = sum(one is other for one, other in zip(pictures, pictures[1:], strict=False))
    # Twelve are looked at, and of the rest those few that noise made odd.
    assert same >= 5 if calm else same == 0


def test_a_hand_in_a_calm_stream_is_seen_in_its_first_picture() -> None:
    scripts = [sends(HEAD, part(scene(seed))) for seed in range(16)]
    with serving(*scripts, sends(HEAD, part(scene(99, hand=True)))) as url:
        camera = HttpCamera(url, steady=lambda: 0.0)
        camera.calm(True)
        for _ in range(16):
            last = camera.read().picture
            camera.close()
        seen = camera.read().picture
        camera.close()
    assert seen is not last
    assert float(seen[800, 640]) == pytest.approx(150, abs=12)


@pytest.mark.parametrize("moved", [False, True])
def test_a_calm_stream_is_glanced_at_before_half_a_second(moved: bool) -> None:
    """By its length the last picture is no other: it has what the smaller file lacks behind it."""
    now = [0.0]
    scenes = [scene(seed) for seed in range(14)]
    last = scene(99, hand=True) if moved else scene(99)
    last += b"\0" * (round(np.mean([*map(len, scenes)])) - len(last))
    with serving(*(sends(HEAD, part(one)) for one in [*scenes, last])) as url:
        camera = HttpCamera(url, steady=lambda: now[0])
        camera.calm(True)
        for _ in range(14):
            before = camera.read().picture
            camera.close()
        now[0] = 0.5
        after = camera.read().picture
        camera.close()
    assert (after is before) is not moved


def test_even_a_calm_stream_is_looked_at_now_and_then() -> None:
    now = [0.0]
    with serving(*(sends(HEAD, part(scene(seed))) for seed in range(15))) as url:
        camera = HttpCamera(url, steady=lambda: now[0])
        camera.calm(True)
        for _ in range(14):
            last = camera.read().picture
            camera.close()
        now[0] = 1.6
        anew = camera.read().picture
        camera.close()
    assert anew is not last
