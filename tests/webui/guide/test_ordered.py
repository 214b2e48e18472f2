"""The place that an ordered move leaves: by hand from the order's own words."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.field.ordered_moves import Ordered, ground
from rules.kernel.prompts import Spot
from tests.webui import toy
from vision.table.snapshot import Base, Pose, Snapshot

NORTH = (0.0, 1.0)


def spots(order: Ordered, table: Snapshot | None = None) -> list[Spot]:
    shown = ground(order, table or toy.table())
    return [one.ends for one in shown if one.ends is not None]


def test_a_fall_back_ends_so_far_behind() -> None:
    """Bell's foot stands at (30, 18) and looks south; 6 in back is (30, 24)."""
    order = Ordered("B1", "Bell's foot", 6, "TOY", way=NORTH, facings_deg=(270.0,))
    assert spots(order) == [Spot("B01", 30, 24, 270)]


def test_a_rout_turns_about_where_it_stands() -> None:
    order = Ordered("B1", "Bell's foot", 6, "TOY", way=NORTH, facings_deg=(90.0,))
    assert spots(order) == [Spot("B01", 30, 24, 90)]


def test_two_bases_wheel_about_their_middle() -> None:
    """At (28, 10) and (32, 10), looking north; to look west the left one comes to the south:
    the middle (30, 10), turned by 90° to the left, (30, 8) and (30, 12); then 4 in west."""
    bases = (
        Base("L", 4, 1.5, Pose(28, 10, 90), unit="U"),
        Base("R", 4, 1.5, Pose(32, 10, 90), unit="U"),
    )
    order = Ordered("U", "U", 4, "TOY", way=(-1.0, 0.0), facings_deg=(180.0,))
    found = spots(order, Snapshot((72.0, 48.0), bases))
    assert found == [Spot("L", 26, 8, 180), Spot("R", 26, 12, 180)]


@pytest.mark.parametrize(
    "order",
    [
        Ordered("B1", "b", 6, "TOY"),  # any way
        Ordered("B1", "b", 6, "TOY", way=NORTH, least_in=2),  # from 2 in up to 6
        Ordered("B1", "b", 6, "TOY", way=NORTH, into="R1"),  # as far as contact
        Ordered("B1", "b", 40, "TOY", way=NORTH),  # beyond the table's edge
    ],
)
def test_where_there_is_a_choice_nobody_is_led(order: Ordered) -> None:
    assert spots(order) == []


def test_from_a_base_that_is_not_seen_nobody_is_led() -> None:
    hidden = tuple(replace(base, status="hidden") for base in toy.table().bases)
    order = Ordered("B1", "b", 6, "TOY", way=NORTH)
    assert spots(order, replace(toy.table(), bases=hidden)) == []
