"""Dice that people say count as other hits than they show."""

from __future__ import annotations

import pytest

from rules.kernel.dice import counted, successes, written
from rules.kernel.plain import to_plain


@pytest.mark.parametrize(
    ("faces", "hits", "counts_as"),
    [
        ((6, 6, 2), 1, (6, 3, 2)),
        ((6, 2, 1), 2, (6, 4, 1)),
        ((6, 6), 2, (6, 6)),
        ((4, 5), 0, (3, 3)),
    ],
)
def test_a_rule_counts_them_so_and_its_words_show_what_fell(
    faces: tuple[int, ...], hits: int, counts_as: tuple[int, ...]
) -> None:
    """4 or more is a hit: the first that hit count, then the first of the others."""
    told = counted(faces, 4, hits)
    assert told == counts_as and successes(told, 4) == hits
    assert written(told) == " ".join(map(str, faces)) and to_plain(told) == faces
