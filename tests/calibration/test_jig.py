"""A base pushed into the jig: its label's place and turn are learned, and used ever after."""

from __future__ import annotations

from dataclasses import replace

import pytest

from calibration.table_file import BaseInPlay
from vision.setup.jig import Jig, NotInTheJig, learn
from vision.table.snapshot import Pose

TYPED = BaseInPlay("R01", 2.4, 1.6, 1.0, tag_offset_in=(-0.4, 0.0))
CORNER = Jig(10.0, 12.0)
"""Facing north, the middle of TYPED stands at (11.2, 11.2)."""


def seen(x_in: float, y_in: float, facing_deg: float) -> Pose:
    own = (1e-6, 0.0, 0.0, 1e-6, 0.0, 1e-4)
    return Pose(x_in, y_in, facing_deg, own=own, own_causes=(("pixels", 1.0),))


def test_a_base_that_is_as_typed_stays_so() -> None:
    found = learn(TYPED, [seen(11.2, 11.2, 90.0)], CORNER).base
    assert found.tag_offset_in == pytest.approx((-0.4, 0.0), abs=1e-4)
    assert found.tag_turned_deg == 0.0


def test_a_label_glued_to_the_right_and_forward_is_found_there() -> None:
    """It makes the base seem east and north of where it stands, by as much."""
    found = learn(TYPED, [seen(11.23, 11.22, 90.0)], CORNER).base
    assert found.tag_offset_in == pytest.approx((-0.37, 0.02), abs=1e-4)


def test_a_label_that_is_turned_makes_the_base_seem_so() -> None:
    """Turned by 2° about its own middle, which lies 0.4 in left of the base's: the base seems to
    swing about it, by 0.4 in x sin 2° = 0.014 in to the north."""
    found = learn(TYPED, [seen(11.2, 11.214, 92.0)], CORNER).base
    assert found.tag_turned_deg == pytest.approx(2.0)
    assert found.tag_offset_in == pytest.approx((-0.4, 0.0), abs=1e-3)


def test_the_jig_says_what_it_gained() -> None:
    """From 0.35 mm and 0.8° to 0.1 mm and 0.15°, one sigma: 0.027 in and 1.6° to 0.008 and 0.3."""
    found = learn(TYPED, [seen(11.2, 11.2, 90.0)], CORNER)
    assert (found.before_in, found.before_deg) == pytest.approx((0.0270, 1.568), abs=0.01)
    assert (found.after_in, found.after_deg) == pytest.approx((0.0080, 0.29), abs=0.01)


def test_a_corner_that_faces_elsewhere_tells_the_same() -> None:
    """Facing east, right is south: the same base in a corner turned by a quarter."""
    east = replace(CORNER, facing_deg=0.0)
    found = learn(TYPED, [seen(10.0 - 0.8 + 0.02, 12.0 - 1.2 - 0.03, 0.0)], east).base
    assert found.tag_offset_in == pytest.approx((-0.37, 0.02), abs=1e-4)


def test_a_base_that_is_not_pushed_home_is_refused() -> None:
    with pytest.raises(NotInTheJig, match="R01 seems 1.0 in and 0° from"):
        learn(TYPED, [seen(12.2, 11.2, 90.0)], CORNER)
