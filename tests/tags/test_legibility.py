"""Pixels a module, by hand arithmetic, and advice in plain words."""

from __future__ import annotations

import numpy as np
import pytest

from tests.tags.draw import PX_PER_IN, overhead
from vision.tags.legibility import legibility, where


def test_straight_above_a_module_covers_focal_length_over_height_times_its_size():
    """900 px / 45 in are 20 px an inch on the table; a 1.05 in symbol has 1.0 px a module."""
    found = legibility(overhead(), (30.0, 20.0), 1.05, height_in=0.0)
    assert found.px_per_module == pytest.approx(PX_PER_IN * 1.05 / 21, rel=1e-3)


def test_a_tag_on_a_tower_is_nearer_and_larger():
    """At 5 in up the lens is 40 in away: 22.5 px an inch."""
    found = legibility(overhead(), (30.0, 20.0), 1.05, height_in=5.0)
    assert np.median(found.px_per_module) == pytest.approx(22.5 * 1.05 / 21, rel=1e-3)


def test_the_map_covers_the_table_north_first():
    found = legibility(overhead(), (30.0, 20.0), 1.0, step_in=5.0)
    assert found.px_per_module.shape == (4, 6)


def test_large_tags_are_certain_everywhere():
    found = legibility(overhead(), (30.0, 20.0), 1.6)
    assert found.certain_share == 1.0
    assert found.advice == ("41 mm tags are read with certainty on the whole table.",)


def test_small_tags_come_with_a_cure():
    """0.6 in: 0.57 px a module."""
    found = legibility(overhead(), (30.0, 20.0), 0.6)
    assert found.certain_share == 0.0
    assert "15 mm tags are hardly read in most of the table" in found.advice[0]
    assert "mm tags, or lower the camera by" in found.advice[0]


def test_what_the_camera_does_not_see_is_said_first():
    """640 x 480 at 20 px an inch show 32 x 24 in round (16, 12): not the east of 48 in."""
    found = legibility(overhead(), (48.0, 24.0), 1.6)
    assert found.advice[0].startswith("The camera does not see the east")
    assert found.advice[1].endswith("wherever the camera looks.")


@pytest.mark.parametrize(
    ("marked", "words"),
    [
        ([(0, 0)], "the north-west"),
        ([(0, 0), (0, 3)], "the north"),
        ([(3, 0), (0, 0)], "the west"),
        ([(0, 3), (3, 0)], "the north-east and the south-west"),
        ([(0, 0), (0, 3), (3, 0), (3, 3)], "the corners of the table"),
    ],
)
def test_parts_of_the_table_have_names(marked, words):
    cells = np.zeros((4, 4), dtype=bool)
    for cell in marked:
        cells[cell] = True
    assert where(cells) == words
