"""The case of the guide is ruled as the guide says."""

from __future__ import annotations

import json
from pathlib import Path

from rules.cases.case import resolve_case
from rules.roses import ROSES

GUIDE = Path(__file__).parents[3] / "docs" / "rules-roses.md"


def test_the_case_of_the_guide() -> None:
    """docs/rules-roses.md: a second shower of 4 dice, 3 hits in the open; a 3 leaves arrows (a 1
    or 2 would not); of three saves on 5 or more one is made, two hits stay."""
    text = GUIDE.read_text(encoding="utf-8").split("```json")[1].split("```")[0]
    out = resolve_case(json.loads(text), (ROSES,))
    units = {unit["id"]: unit for unit in out["state"]["units"]}
    assert (units["W"]["hits"], units["A"]["spent"], units["A"]["shower_uses"]) == (2, 0, 2)
