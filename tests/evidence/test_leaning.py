"""Bases that lean are seen by the shape of their tags, and the ± and a sentence say so."""

from __future__ import annotations

import math
from dataclasses import replace

import cv2
import numpy as np
import pytest

from calibration.camera import Calibration
from calibration.table_file import BaseInPlay
from calibration.tolerances import HONEST, Tolerances
from tests.calibration.pinhole import square
from tests.calibration.test_register import CAMERA, LENS
from vision.evidence.leaning import Leaning, judge_leaning, together
from vision.simulator.demo import demo_table
from vision.simulator.draws import draw
from vision.simulator.world import World
from vision.tags.tag import Tag
from vision.watch.still_scene import Measured, measure_pictures

SPOTS = [(x, y) for x in (6.0, 26.0, 46.0, 66.0) for y in (6.0, 24.0, 42.0)]


def bases(count: int = len(SPOTS)) -> list[BaseInPlay]:
    return [BaseInPlay(f"B{k}", 1.6, 1.6, 1.0, tag_height_in=0.12) for k in range(count)]


def exact() -> Calibration:
    """The camera of these drawings without an error."""
    turn = CAMERA.axes()
    rvec = cv2.Rodrigues(turn)[0].reshape(3)
    return Calibration(LENS, rvec, -turn @ np.array(CAMERA.eye), np.zeros((0, 15)), 0.0, "drawn")


def seen(lean_deg: float, seed: int, tolerances: Tolerances = HONEST) -> Leaning:
    """What is said of bases that each lean by so much (one sigma about each axis)."""
    rng = np.random.default_rng(seed)
    pairs = []
    for (x, y), base in zip(SPOTS, bases(), strict=True):
        slopes = np.tan(np.radians(rng.normal(0, lean_deg, 2)))
        corners = square(x, y, base.tag_height_in, base.tag_size_in, rng.uniform(0, 360))
        corners[:, 2] += (corners[:, :2] - (x, y)) @ slopes
        pixels = CAMERA.see(corners) + rng.normal(0, 0.06, (4, 2))
        quad = tuple(map(tuple, pixels.tolist()))
        pairs.append((Tag(base.payload, quad, 0.06, "drawn", 0.0, 1.0, quad, 0.06), base))
    return judge_leaning(pairs, exact(), tolerances)


def typical_deg(leaning: Leaning) -> float:
    """Root mean square of what it has for the bases at the corners, where it is seen best."""
    corners = [leaning.tilt_deg[f"B{k}"] for k in (0, 2, 9, 11)]
    return math.sqrt(sum(deg**2 for deg in corners) / 4)


def test_bases_that_stand_level_are_believed_to() -> None:
    """Noise of 0.06 px on 20 px of tag at half the height aside is half a degree."""
    assert np.mean([typical_deg(seen(0.0, seed)) for seed in range(5)]) < 0.5 * HONEST.tilt_deg


def test_bases_that_lean_are_believed_to_by_as_much() -> None:
    """Five tables: the root mean square of 40 draws is known to a ninth; three of that."""
    squares = [typical_deg(seen(4.0, seed)) ** 2 for seed in range(5)]
    assert math.sqrt(np.mean(squares)) == pytest.approx(4.0, rel=0.34)


def test_bases_that_lean_far_more_than_typed_are_told() -> None:
    assert all("the bases lean by about" in " ".join(seen(4.5, seed).told) for seed in range(5))


@pytest.mark.parametrize("lean_deg", [0.0, 1.3])
def test_bases_that_lean_as_expected_go_without_a_word(lean_deg: float) -> None:
    assert not any(seen(lean_deg, seed).told for seed in range(10))


def test_bases_that_cannot_lean_are_not_judged() -> None:
    assert seen(3.0, 1, replace(HONEST, tilt_deg=0.0)) == Leaning({})


def measured(world: World) -> Measured:
    """The demo's table, believed as honestly as a table that people made."""
    table, poses = demo_table()
    drawn = draw(table, poses, world, seed=3)
    honest = replace(table, tolerances=HONEST)
    return measure_pictures([drawn.picture], honest, drawn.lens)


def test_a_picture_of_leaning_bases_says_so() -> None:
    told = [fact for fact in measured(World(tilt=5.0)).facts if "bases lean" in fact]
    assert len(told) == 1


@pytest.mark.long
def test_a_picture_of_level_bases_does_not() -> None:
    assert not any("bases lean" in fact for fact in measured(World()).facts)


def test_a_base_that_two_cameras_see_may_lean_by_what_either_allows() -> None:
    """The one straight above it hardly sees how it leans; the one aside does."""
    above, aside = Leaning({"A": 1.3, "B": 1.3}, ("said",)), Leaning({"A": 4.0, "C": 0.5})
    assert together([above, aside]) == Leaning({"A": 4.0, "B": 1.3, "C": 0.5})
