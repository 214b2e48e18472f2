"""Ranks, files, spacing, support and groups."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.measure.tables import EAST, NORTH, SOUTH, WEST, base, disc, rank, table
from vision.measure.formation import (
    count_figures,
    end_file,
    rank_behind,
    spacing,
    stands_behind,
    support,
    touching_group,
    touching_pairs,
)
from vision.table.reading import Verdict
from vision.table.snapshot import Base

near = pytest.approx


def pike_and_shot() -> tuple[Base, ...]:
    """Two ranks of three: shot, pike, shot; the rear rank lacks its left base."""
    kinds = ("shot", "pike", "shot")
    front = tuple(
        replace(one, kind=kind, figures=4)
        for one, kind in zip(rank("A", 10, 10), kinds, strict=True)
    )
    rear = tuple(
        replace(one, payload="R" + one.payload, kind=kind, figures=2)
        for one, kind in zip(rank("A", 10, 9), kinds, strict=True)
    )
    return (*front, *rear[1:])


def test_figures_by_kind_and_rank() -> None:
    found = count_figures(table(pike_and_shot()), "A")
    assert (found.total, found.by_kind) == (16, (("shot", 10), ("pike", 6)))
    assert found.ranks == (("A1", "A2", "A3"), ("RA2", "RA3"))
    assert (found.rank_figures, found.files, found.unseen) == ((12, 4), 3, ())


def test_ranks_do_not_depend_on_where_the_unit_looks() -> None:
    """The same unit facing south-east by its own poses."""
    turned = rank("A", 20, 20, 300), base("r", 20 - 0.5, 20 + 0.866, 300, unit="A")
    assert count_figures(table(*turned), "A").ranks == (("A1", "A2", "A3"), ("r",))


def test_hidden_bases_are_named_and_not_counted() -> None:
    line = list(pike_and_shot())
    line[0] = replace(line[0], status="hidden")
    found = count_figures(table(tuple(line)), "A")
    assert (found.total, found.unseen) == (12, ("A1",))


def test_the_file_at_either_end() -> None:
    there = table(pike_and_shot())
    assert end_file(there, "A", "right") == ("A3", "RA3")
    assert end_file(there, "A", "left") == ("A1",)


def test_spacing_is_the_worst_gap_to_a_nearest_comrade() -> None:
    """Discs of 1 in at 0, 1.5 and 4: gaps 0.5 and 1.5; the last is 1.5 from its nearest."""
    there = table(*(disc(f"s{x}", 10 + x, 10, unit="S") for x in (0.0, 1.5, 4.0)))
    found = spacing(there, "S")
    assert (found.value, found.to) == (near(1.5), "s4.0")
    assert spacing(table(base("a", 5, 5)), "a").value == 0


def test_the_rank_behind_touches_it_within_half_a_base_of_its_middle() -> None:
    there = table(base("a", 10, 10), base("b", 10.8, 9), base("c", 11.2, 9), base("d", 10, 11))
    assert rank_behind(there, "a", "b").at_least() is Verdict.IN
    assert rank_behind(there, "a", "c").at_least() is Verdict.OUT
    assert rank_behind(there, "a", "d").at_least() is Verdict.OUT


def test_stands_one_behind_another() -> None:
    column = tuple(base(f"a{i}", 10, 10 - i, unit="A") for i in range(4))
    assert stands_behind(table(column), "a0") == ("a1", "a2", "a3")
    assert stands_behind(table(column), "a3") == ()


def test_support_touches_on_flank_or_rear_and_faces_the_same_way() -> None:
    """Of stands beside (0.3 in back, clear of the enemy), behind, askew and afar."""
    fighter = base("f", 10, 10)
    enemy = base("e", 10, 11, SOUTH)
    there = table(
        fighter,
        enemy,
        base("beside", 12, 9.7),
        base("behind", 10, 9, NORTH + 20),
        base("askew", 8, 10, NORTH + 40),
        base("afar", 15, 10),
    )
    friends = frozenset({"beside", "behind", "askew", "afar"})
    found = support(there, "f", friends, frozenset({"e"}), tolerance_in=0.2)
    assert [name for name, _ in found] == ["behind", "beside"]


def test_a_stand_in_contact_with_an_enemy_supports_nobody() -> None:
    there = table(base("f", 10, 10), base("s", 12, 10), base("e", 12, 11, SOUTH))
    assert support(there, "f", frozenset({"s"}), frozenset({"e"})) == ()


def test_groups_joined_by_contact() -> None:
    """a and b touch, b and c touch, d stands alone."""
    there = table(base("a", 10, 10), base("b", 12, 10), base("c", 12, 11), base("d", 20, 20, WEST))
    assert touching_group(there, frozenset("abcd")) == (("a", "b", "c"), ("d",))


def test_pairs_in_contact() -> None:
    there = table(base("a", 10, 10), base("b", 12, 10), base("c", 16, 10, EAST))
    found = touching_pairs(there, frozenset("abc"))
    assert [(first, second) for first, second, _ in found] == [("a", "b")]
    assert found[0][2].value == near(0.1)
