"""Every worked example of an action, as a case in ``tests/cases/blocks``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from rules.blocks import BLOCKS
from rules.cases.case import resolve_case
from tests.rules.worked import SAID, files, named, rolls, says, verify, wrong

DOCS = Path(__file__).parents[3] / "docs"


def _elan(out: dict[str, Any], side: str) -> int:
    forces = {force["side"]: force["elan"] for force in out["state"]["forces"]}
    return int(forces.get(side, 10))


def _on_the_way(out: dict[str, Any]) -> str:
    """What was asked, and ruled before the question that is open."""
    asked = [prompt["what"] for prompt in out["prompts"]]
    return "\n".join([*asked, *(ruling["says"] for ruling in out["so_far"])])


CHECKS = {
    **SAID,
    "elan": lambda out, want: {side: _elan(out, side) for side in want} == want,
    "at": lambda out, want: (
        {name: ",".join(map(str, named(out, "blocks", name)["square"])) for name in want} == want
    ),
    "gone": lambda out, want: (
        [block["id"] for block in out["state"]["blocks"] if block["gone"]] == want
    ),
    "deployed": lambda out, want: all(named(out, "blocks", name)["square"] for name in want),
    "phase": lambda out, want: out["state"]["phase"] == want,
    "winner": lambda out, want: out["state"]["winner"] == want,
    "active": lambda out, want: out["state"]["active"] == want,
    "attacker": lambda out, want: out["state"]["attacker"] == want,
    "says": lambda out, want: all(words in says(out) + _on_the_way(out) for words in want),
    "rolled": lambda out, want: (
        [[prompt["count"], prompt["need"]] for prompt in rolls(out)] == want
    ),
    "interactions": lambda out, want: (
        {force["side"]: force["interactions"] for force in out["state"]["forces"]} == want
    ),
}


@files("blocks")
def test_every_case_comes_to_what_it_says(file: Path) -> None:
    """The case's own words (``says``) are the claim."""
    assert wrong(file, lambda case: verify(BLOCKS, case, CHECKS)) == []


def test_the_case_of_the_guide_is_ruled_on() -> None:
    """docs/rules-blocks.md: 2 aggressive foot charge a horse: 4 + 2 + 1 against 0, 2+ against 6."""
    guide = DOCS / "rules-blocks.md"
    text = guide.read_text(encoding="utf-8").split("```json")[1].split("```")[0]
    out = resolve_case(json.loads(text), (BLOCKS,))
    assert out["pending"] is None and "Red 7, Blue 0" in says(out)
    assert CHECKS["gone"](out, ["B1"])
