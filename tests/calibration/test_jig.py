"""A base pushed into the jig: its label's place and turn are learned, and used ever after."""

from __future__ import annotations

from dataclasses import replace

import pytest

from calibration.table_file import BaseInPlay
from vision.setup.jig.learned import Jig, NotInTheJig, learn, told
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


def test_a_base_of_unsure_thickness_leaves_its_label_unsure() -> None:
    """Beside the 0.0039 in of the rails and 0.001 of the pixels: thickness moves it by 0.003 east
    and 0.004 north, 12.5e-6 of variance along each axis on the average: 0.0054 in, ±0.0106."""
    pose = replace(seen(11.2, 11.2, 90.0), batched=(0.003, 0.004, 0.0))
    assert learn(TYPED, [pose], CORNER).after_in == pytest.approx(0.0106, abs=2e-4)


def test_a_corner_that_is_unsure_leaves_the_label_unsure() -> None:
    """0.0039, 0.001 and 0.004 in make 0.0057: ±0.0112; 0.15, 0.01 and 0.2° make 0.25: ±0.49."""
    found = learn(TYPED, [seen(11.2, 11.2, 90.0)], replace(CORNER, off_in=0.004, off_deg=0.2))
    assert (found.after_in, found.after_deg) == pytest.approx((0.0112, 0.49), abs=0.005)


def test_what_was_learned_is_told_in_millimetres() -> None:
    """0.03 in are 0.76 mm to the right, 0.02 in 0.51 mm forward."""
    found = told(TYPED, learn(TYPED, [seen(11.23, 11.22, 90.0)], CORNER))
    assert (found.right_mm, found.forward_mm) == pytest.approx((0.76, 0.51), abs=0.01)
    assert "0.8 mm right and 0.5 mm forward" in found.says
