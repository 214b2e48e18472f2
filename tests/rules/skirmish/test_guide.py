"""The case of the guide is ruled as the guide says."""

from __future__ import annotations

import json
from pathlib import Path

from rules.cases.case import resolve_case
from rules.skirmish import SKIRMISH

GUIDE = Path(__file__).parents[3] / "docs" / "rules-skirmish.md"


def test_the_case_of_the_guide() -> None:
    """docs/rules-skirmish.md: one musket of two may shoot, at 21.6 cm in the open on 6 or more;
    the 6 hits, and a damage die of 5 kills."""
    text = GUIDE.read_text(encoding="utf-8").split("```json")[1].split("```")[0]
    out = resolve_case(json.loads(text), (SKIRMISH,))
    assert out["pending"] is None
    assert [figure["dead"] for figure in out["state"]["figures"] if figure["id"] == "W1"] == [True]
