"""A ready battle from rows, and the kinds that a book knows."""

from __future__ import annotations

import pytest

from rules.field.ready import Host, Order, Post, army_of, drawn_up, tags_of
from rules.kernel.army_check import kind_of, unknown_kinds
from rules.kernel.protocol import BadState, BaseShape

WINGS = (BaseShape("shot", 2.0, 1.0, 8), BaseShape("pike", 3.0, 1.0, 8))
FOOT = Post("F1", "foot", "Rigg's Foot", 20.0, 10.0, "Left", {"quality": "raw"})
HOST = Host("red", (FOOT,), brigades={"Left": ""})
SIDE_BY_SIDE = Order(lambda post: WINGS)


def _middles(order: Order, facing_deg: float, host: Host = HOST) -> list[tuple[float, float]]:
    poses = [base.settled_pose() for base in drawn_up(host, order, facing_deg)]
    return [(pose.x_in, pose.y_in) for pose in poses]


def test_bases_stand_side_by_side_about_the_middle() -> None:
    """5 in wide from 17.5 to 22.5: middles at 18.5 and 21.0."""
    assert _middles(SIDE_BY_SIDE, 90.0) == [(18.5, 10.0), (21.0, 10.0)]


def test_who_looks_the_other_way_has_his_first_base_on_his_own_left() -> None:
    assert _middles(SIDE_BY_SIDE, 270.0) == [(21.5, 10.0), (19.0, 10.0)]


def test_what_is_left_free_between_bases_widens_the_unit() -> None:
    """6 in with the gap, from 17 to 23: middles at 18 and 21.5."""
    order = Order(lambda post: WINGS, lambda shape: 1.0)
    assert _middles(order, 90.0) == [(18.0, 10.0), (21.5, 10.0)]


def test_those_beyond_the_files_stand_behind_the_first() -> None:
    """Two files of 2 in: middles at 19 and 21; half an inch free behind 1 in: 1.5 in back."""
    four = Order(lambda post: (WINGS[0],) * 3, behind_in=0.5)
    host = Host("red", (Post("F1", "foot", "Rigg's Foot", 20.0, 10.0, files=2),))
    assert _middles(four, 90.0, host) == [(19.0, 10.0), (21.0, 10.0), (19.0, 8.5)]
    assert _middles(four, 270.0, host) == [(21.0, 10.0), (19.0, 10.0), (21.0, 11.5)]


def test_an_army_names_the_bases_that_are_drawn_up() -> None:
    army = army_of("book", HOST, SIDE_BY_SIDE)
    bases = drawn_up(HOST, SIDE_BY_SIDE, 90.0)
    assert army.units[0].bases == tuple(base.payload for base in bases) == ("F1/1", "F1/2")


def test_bases_may_be_numbered_behind_a_tag_of_their_own() -> None:
    assert tags_of(Post("F1", "foot", "", 0.0, 0.0, tag="KA"), 2) == ("KA1", "KA2")


def test_a_kind_that_is_none_is_refused_with_the_nearest() -> None:
    with pytest.raises(BadState, match="F1: there is no kind 'fot' .* did you mean 'foot'"):
        kind_of("F1", "fot", {"foot": 1, "horse": 2})


def test_units_of_unknown_kinds_are_faults_of_their_army() -> None:
    army = army_of("book", HOST, SIDE_BY_SIDE)
    assert [one.about for one in unknown_kinds(army, {"horse": 1}, "B-1")] == ["F1"]
