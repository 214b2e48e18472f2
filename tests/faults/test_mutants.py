"""Broken and hostile files: read, or refused in words; never a crash, never a NaN."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.faults.mutants import bombs, finite, mutants, mutated, readers, try_one
from tests.faults.tally import Tally
from vision.cameras.decode import BadPicture, decode_picture


@pytest.mark.parametrize("count", [260, pytest.param(780, marks=pytest.mark.long)])
def test_mutated_files_are_read_or_refused_in_words(tmp_path: Path, count: int) -> None:
    """python3 -m tests.faults tries thousands."""
    tally = mutants(tmp_path, count)
    assert tally.wrong == []
    assert tally.kinds["read"] > count / 8 and tally.kinds["refused in words"] > count / 4


def test_every_kind_of_file_is_good_before_it_is_mutated(tmp_path: Path) -> None:
    for reader in readers(tmp_path):
        tally = Tally(reader.kind)
        try_one(reader, tmp_path, reader.good, tally)
        assert (tally.kinds["read"], tally.wrong) == (1, []), reader.kind
        assert mutated(reader, random.Random(1)) != reader.good


@pytest.mark.parametrize("bomb", list(bombs()))
def test_a_bomb_is_refused_before_it_is_unpacked(bomb: str) -> None:
    with pytest.raises(BadPicture):
        decode_picture(bombs()[bomb])


def test_a_number_that_is_none_is_found_wherever_it_hides() -> None:
    assert finite({"a": [1, (2.5, "x")]})
    assert not finite({"a": [1, (float("nan"), "x")]})
