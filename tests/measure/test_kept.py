"""What is worked out once about a frozen thing, and found by that very thing only."""

from __future__ import annotations

from dataclasses import replace

import pytest

from vision.measure.cache import Notebooks, once, remembered
from vision.table.snapshot import Snapshot

TABLE = Snapshot((36.0, 24.0))


def test_a_notebook_is_found_again_by_the_thing_itself_not_by_its_like() -> None:
    books = Notebooks(4)
    first, like = (1, 2), tuple([1, 2])
    books.about(first)["asked"] = "yes"
    assert books.about(first) == {"asked": "yes"} and books.about(like) == {}


def test_what_is_in_use_stays_and_what_is_not_goes() -> None:
    """With two on a shelf: one asked for every time outlives ten others, the first of which
    is forgotten."""
    books, used, others = Notebooks(2), [0], [[n] for n in range(10)]
    books.about(used)["kept"] = True
    for other in others:
        books.about(other)["kept"] = True
        assert books.about(used) == {"kept": True}
    assert books.about(others[0]) == {}


def test_a_function_of_one_thing_is_worked_out_once() -> None:
    calls = []

    @once
    def length(things: tuple[int, ...]) -> int:
        calls.append(things)
        return len(things)

    things = (1, 2, 3)
    assert [length(things), length(things)] == [3, 3] and len(calls) == 1


def test_a_query_is_answered_again_for_the_same_snapshot_and_equal_arguments() -> None:
    """A query that gives a snapshot is one of one snapshot: arguments are compared by value."""
    calls = []

    @remembered
    def without(table: Snapshot, names: tuple[str, ...]) -> Snapshot:
        calls.append(names)
        return replace(table, bases=())

    assert without(TABLE, ("A",)) is without(TABLE, tuple(["A"]))
    assert without(TABLE, ("B",)) is not without(TABLE, ("A",)) and len(calls) == 2
    assert without(replace(TABLE), ("A",)) is not without(TABLE, ("A",))


def test_a_move_is_asked_of_two_snapshots() -> None:
    after, calls = replace(TABLE, taken_s=1.0), []

    @remembered
    def moved(before: Snapshot, after: Snapshot, unit: str, *, by: float = 0.0) -> float:
        calls.append((unit, by))
        return after.taken_s - before.taken_s

    for _ in range(2):
        assert moved(TABLE, after, "A") == 1.0 and moved(TABLE, TABLE, "A") == 0.0
        assert moved(TABLE, after, "A", by=2.0) == 1.0
    assert calls == [("A", 0.0), ("A", 0.0), ("A", 2.0)]


def test_a_query_that_fails_is_asked_again() -> None:
    @remembered
    def never(table: Snapshot) -> None:
        raise ValueError("hidden")

    for _ in range(2):
        with pytest.raises(ValueError, match="hidden"):
            never(TABLE)
