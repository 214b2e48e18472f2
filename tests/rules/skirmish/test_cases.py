"""Every worked example of an action, as a case in ``tests/cases/skirmish``."""

from __future__ import annotations

from pathlib import Path

from rules.skirmish import SKIRMISH
from tests.rules.worked import SAID, files, is_part, named, rolls, verify, wrong

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


@files("skirmish")
def test_every_case_comes_to_what_it_says(file: Path) -> None:
    """The case's own words (``says``) are the claim."""
    assert wrong(file, lambda case: verify(SKIRMISH, case, CHECKS, whole=True)) == []
