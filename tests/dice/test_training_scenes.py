"""What the networks are taught: sides that are seen are no upper faces, and faces at a slant."""

from __future__ import annotations

import numpy as np
import pytest

from vision.dice.training.drawn_scenes import NO_DIE, sides_seen
from vision.dice.training.rounded import Glint
from vision.dice.training.samples import SLANTED_DEG, flattened
from vision.dice.training.solids import Cube, View, style_of

FAR = 100.0


def looking_down(slant_deg: float) -> View:
    """From so far away that a die's side is 10 pixels; slanted about the x axis."""
    turn = np.deg2rad(180 + slant_deg)
    c, s = np.cos(turn), np.sin(turn)
    rotation = np.array([[1.0, 0, 0], [0, c, -s], [0, s, c]])
    return View(rotation, np.array([0, 0, FAR]), 10 * FAR, np.zeros(2))


def a_die() -> Cube:
    return Cube(np.array([0, 0, 0.5]), np.eye(3), 1.0, style_of(np.random.default_rng(1)))


def test_a_side_that_is_seen_is_taught_as_no_die() -> None:
    """At 45 degrees one side is as large as the top: each is 10 by 7.07 pixels."""
    [side] = sides_seen(looking_down(45), a_die())
    assert side.face == NO_DIE
    assert side.side_px == pytest.approx(np.sqrt(10 * 7.07), rel=0.03)


def test_a_die_seen_from_above_has_no_sides() -> None:
    """At 10 degrees a side has 0.18 of the area of the top."""
    assert sides_seen(looking_down(10), a_die()) == []


def test_a_lamp_in_a_pip_lies_towards_the_lamp() -> None:
    glint = Glint(half_moon=False, way=np.array([1.0, 0.0]), thick=0.3, much=0.8)
    assert glint.of(np.array([[0.5, 0.0], [-0.5, 0.0], [3.0, 0.0]])) == pytest.approx([0.8, 0, 0])


def test_a_face_drawn_together_keeps_its_area() -> None:
    """A square of 40 pixels, 1,600 in all, becomes narrower than it is long by a slant's cosine."""
    picture = np.zeros((160, 160, 3), np.uint8)
    picture[60:100, 60:100] = 255
    flat = flattened(picture, np.random.default_rng(2))[..., 0].astype(float) / 255
    assert flat.sum() == pytest.approx(1600, rel=0.02)
    narrow, long = np.sqrt(np.linalg.eigvalsh(np.cov(np.nonzero(flat > 0.5))))
    assert np.cos(np.deg2rad(SLANTED_DEG)) - 0.02 < narrow / long < np.cos(np.deg2rad(20)) + 0.02
