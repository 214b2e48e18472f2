"""A ready battle from rows, and the kinds that a book knows."""

from __future__ import annotations

import pytest

from rules.field.ready import Post, army_of, drawn_up
from rules.kernel.army_check import kind_of, unknown_kinds
from rules.kernel.protocol import BadState, BaseShape

WINGS = (BaseShape("shot", 2.0, 1.0, 8), BaseShape("pike", 3.0, 1.0, 8))
FOOT = Post("F1", "foot", "Rigg's Foot", 20.0, 10.0, "Left", {"quality": "raw"})


def _wings(post: Post) -> tuple[BaseShape, ...]:
    return WINGS


def test_bases_stand_side_by_side_about_the_middle() -> None:
    """5 in wide from 17.5 to 22.5: middles at 18.5 and 21.0."""
    bases = tuple(drawn_up("red", (FOOT,), _wings, 90.0))
    assert [base.pose and base.pose.x_in for base in bases] == [18.5, 21.0]


def test_who_looks_the_other_way_has_his_first_base_on_his_own_left() -> None:
    bases = tuple(drawn_up("blue", (FOOT,), _wings, 270.0))
    assert [base.pose and base.pose.x_in for base in bases] == [21.5, 19.0]


def test_what_is_left_free_between_bases_widens_the_unit() -> None:
    """6 in with the gap, from 17 to 23: middles at 18 and 21.5."""
    bases = tuple(drawn_up("red", (FOOT,), _wings, 90.0, gap_in=lambda shape: 1.0))
    assert [base.pose and base.pose.x_in for base in bases] == [18.0, 21.5]


def test_an_army_names_the_bases_that_are_drawn_up() -> None:
    army = army_of("book", "red", (FOOT,), _wings, brigades={"Left": ""})
    bases = drawn_up("red", (FOOT,), _wings, 90.0)
    assert army.units[0].bases == tuple(base.payload for base in bases) == ("F1/1", "F1/2")


def test_a_kind_that_is_none_is_refused_with_the_nearest() -> None:
    with pytest.raises(BadState, match="F1: there is no kind 'fot' .* did you mean 'foot'"):
        kind_of("F1", "fot", {"foot": 1, "horse": 2})


def test_units_of_unknown_kinds_are_faults_of_their_army() -> None:
    army = army_of("book", "red", (FOOT,), _wings)
    assert [one.about for one in unknown_kinds(army, {"horse": 1}, "B-1")] == ["F1"]
