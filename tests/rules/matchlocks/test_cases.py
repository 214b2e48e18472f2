"""Each case comes to what the inventory of the book says it must."""

from __future__ import annotations

from pathlib import Path

from tests.rules.matchlocks.books import verify
from tests.rules.worked import files, wrong


@files("matchlocks")
def test_every_case_comes_to_what_it_says(file: Path) -> None:
    """The case's own words (``says``) are the claim."""
    assert wrong(file, verify) == []
