"""Numbers and verbs as people say them."""

from __future__ import annotations

import pytest

from rules.kernel.telling.words import does


@pytest.mark.parametrize(
    ("verb", "of_many"), [("wins", "win"), ("has", "have"), ("goes", "go"), ("passes", "pass")]
)
def test_a_side_whose_name_ends_in_s_is_many_people(verb: str, of_many: str) -> None:
    assert does("Royalists", verb) == f"Royalists {of_many}"
    assert does("Parliament", verb) == f"Parliament {verb}"
