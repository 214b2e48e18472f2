"""A slice of the faults in what is kept; python3 -m tests.faults.keeping tries thousands."""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.faults.keeping.bits import bits
from tests.faults.keeping.edits import edits, places
from tests.faults.keeping.evening import SETS
from tests.faults.keeping.levels import levels
from tests.faults.keeping.sealed import sealed_files, spoil
from webui.game.begin import begin
from webui.game.journal.journal import Journal


def test_edits_that_fit_nothing_are_refused_or_shown_and_taken_back(tmp_path: Path) -> None:
    tally = edits(tmp_path, 12)
    assert tally.wrong == []
    assert tally.tried == 12 * len(SETS) and tally.kinds["refused in words"] > 20


@pytest.mark.parametrize("rules", ["toy", pytest.param("skirmish", marks=pytest.mark.long)])
def test_absurd_files_are_told_and_stop_nothing(tmp_path: Path, rules: str) -> None:
    tally = sealed_files(tmp_path, 14, rules)
    assert tally.wrong == [] and tally.kinds["told"] > 3


def test_a_flipped_bit_in_any_kept_file_is_told_or_harmless(tmp_path: Path) -> None:
    tally = bits(tmp_path, 1)
    assert tally.wrong == [] and tally.tried > 15


def test_flipped_bits_in_the_log_are_told(tmp_path: Path) -> None:
    tally = bits(tmp_path, 6, seed=2, only="-wal")
    assert tally.wrong == [] and tally.kinds["told"] > 0


def test_a_disk_full_at_any_level_says_what_is_so(tmp_path: Path) -> None:
    tally = levels(tmp_path, 3)
    assert tally.wrong == []


def test_every_place_of_a_state_is_found() -> None:
    assert list(places({"a": [1, {"b": 2}]})) == ["a", "a/0", "a/1", "a/1/b"]


def test_what_is_spoilt_is_another_file(tmp_path: Path) -> None:
    path = tmp_path / "g.drumhead"
    toy = SETS["toy"]
    with closing(Journal(path)) as journal:
        begin(journal, toy, toy.demo().armies, title="t")
    spoil(path, random.Random(1))
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("SELECT count(*) FROM sqlite_master WHERE type='trigger'") is not None
