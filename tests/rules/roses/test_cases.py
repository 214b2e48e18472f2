"""Every worked example of an action, as a case in ``tests/cases/roses``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rules.roses import ROSES
from tests.rules.worked import SAID, asked_again, files, is_part, named, rolls, verify, wrong


def _totals(out: dict[str, Any], want: list[str]) -> bool:
    """The totals of the command rolls: what each roll was asked against, in order."""
    asked = [prompt["what"] for prompt in rolls(out) if "or less" in prompt["what"]]
    return [what.split(": ")[-1].split(" or less")[0] for what in asked] == want


def _moved(out: dict[str, Any], want: list[float]) -> bool:
    """How far units went; poses are given to 0.0001 in, which is 0.0003 cm."""
    measured = [reading for ruling in out["rulings"] for reading in ruling["readings"]]
    gone = [reading["value"] for reading in measured if reading["what"] == "moved"]
    return gone == pytest.approx(want, abs=0.002)


CHECKS = {
    **SAID,
    "unit": lambda out, want: all(
        is_part(part, named(out, "units", name)) for name, part in want.items()
    ),
    "pending": lambda out, want: (
        want in asked_again(out["pending"]) + " ".join((out["pending"] or {}).get("rules", ()))
    ),
    "totals": _totals,
    "moved": _moved,
}


@files("roses")
def test_every_case_comes_to_what_it_says(file: Path) -> None:
    """The case's own words (``says``) are the claim."""
    assert wrong(file, lambda case: verify(ROSES, case, CHECKS, whole=True)) == []
