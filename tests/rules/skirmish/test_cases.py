"""Every worked example of an action, as a case in ``tests/cases/skirmish``."""

from __future__ import annotations

from typing import Any

import pytest

from rules.skirmish import SKIRMISH
from tests.rules.worked import SAID, is_part, named, params, rolls, verify

CHECKS = {
    **SAID,
    "group": lambda out, want: all(
        is_part(part, named(out, "groups", name)) for name, part in want.items()
    ),
    "figures": lambda out, want: len(out["state"]["figures"]) == want,
    "figure": lambda out, want: all(
        is_part(part, named(out, "figures", name)) for name, part in want.items()
    ),
    "sides": lambda out, want: [prompt["sides"] for prompt in rolls(out)] == want,
    "totals": lambda out, want: all(
        total in [ruling["total"] for ruling in out["rulings"]] for total in want
    ),
}


@pytest.mark.parametrize("case", params("skirmish"))
def test_case(case: dict[str, Any]) -> None:
    """The case's own words (``says``) are the claim."""
    verify(SKIRMISH, case, CHECKS, whole=True)
