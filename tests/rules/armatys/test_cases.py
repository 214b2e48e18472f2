"""Every worked example of an action, as a case in ``tests/cases/armatys``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from rules.armatys import ARMATYS
from rules.cases.case import resolve_case
from tests.rules.worked import SAID, files, named, rolls, verify, wrong

DOCS = Path(__file__).parents[3] / "docs"


def _figures(out: dict[str, Any], name: str) -> int:
    return sum(arm["figures"] for arm in named(out, "units", name)["arms"])


def _cited(out: dict[str, Any]) -> set[str]:
    told = [ruling["rules"] for ruling in out["rulings"]]
    told += [[line["rule"] for line in ruling["modifiers"]] for ruling in out["rulings"]]
    return {rule for rules in told for rule in rules}


CHECKS = {
    **SAID,
    "fields": lambda out, want: (
        {
            name: {field: named(out, "units", name)[field] for field in fields}
            for name, fields in want.items()
        }
        == want
    ),
    "armour": lambda out, want: (
        {
            name: {arm["kind"]: arm["armour"] for arm in named(out, "units", name)["arms"]}
            for name in want
        }
        == want
    ),
    "figures": lambda out, want: {name: _figures(out, name) for name in want} == want,
    "general": lambda out, want: (
        {field: out["state"]["generals"][0][field] for field in want} == want
    ),
    "silent": lambda out, want: out["pending"] is None and SAID["silent"](out, want),
    "asked": lambda out, want: (
        len(out["prompts"]) == len(want)
        and all(words in prompt["what"] for words, prompt in zip(want, out["prompts"], strict=True))
    ),
    "needs": lambda out, want: [prompt["need"] for prompt in rolls(out)] == want,
    "cites": lambda out, want: set(want) <= _cited(out),
    "cites_no": lambda out, want: not set(want) & _cited(out),
    "over": lambda out, want: out["state"]["over"] == want,
    "winner": lambda out, want: out["state"]["winner"] == want,
}


@files("armatys")
def test_every_case_comes_to_what_it_says(file: Path) -> None:
    """The case's own words (``says``) are the claim."""
    assert wrong(file, lambda case: verify(ARMATYS, case, CHECKS)) == []


def test_the_case_of_the_guide_is_ruled_on() -> None:
    """docs/rules-armatys.md: one hit on a 1:1 unit; a 3 is a pikeman, and a 4 spares armour."""
    guide = DOCS / "rules-armatys.md"
    text = guide.read_text(encoding="utf-8").split("```json")[1].split("```")[0]
    out = resolve_case(json.loads(text), (ARMATYS,))
    assert out["pending"] is None and CHECKS["figures"](out, {"B": 24})
    assert named(out, "units", "B")["counters"] == 1
