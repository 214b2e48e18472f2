"""Each case comes to what the inventory of the book says it must."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.matchlocks.books import all_cases, verify

ALL = all_cases()


@pytest.mark.parametrize("case", [case for _, case in ALL], ids=[name for name, _ in ALL])
def test_case(case: dict[str, Any]) -> None:
    """The case's own words (``says``) are the claim."""
    verify(case)
