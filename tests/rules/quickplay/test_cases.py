"""Every worked example of Quick Play, as a case in ``tests/cases/quickplay``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rules.quickplay import QUICKPLAY
from tests.rules.worked import SAID, Out, files, rolls, verify, wrong


def _of(field: str) -> Any:
    """A check of one field of some units."""

    def holds(out: Out, want: dict[str, Any]) -> bool:
        units = out["state"]["units"]
        return {name: units[name][field] for name in want} == want

    return holds


def _worked(out: Out) -> list[str]:
    """The working of the first ruling that has a total, line by line."""
    first = next(one for one in out["rulings"] if one["total"])
    lines = [f"{one['what']} {one['value']}" for one in first["modifiers"]]
    return [*lines, f"= {first['total']}"]


CHECKS = {
    **SAID,
    "strength": _of("strength"),
    "shaken": _of("shaken"),
    "gone": _of("gone"),
    "acted": _of("acted"),
    "rolled": lambda out, want: [[one["count"], one["need"]] for one in rolls(out)] == want,
    "worked": lambda out, want: _worked(out) == want,
    "heads": lambda out, want: [one["says"] for one in out["rulings"] if one["heads"]] == want,
    "side": lambda out, want: out["state"]["side"] == want,
    "turn": lambda out, want: out["state"]["turn"] == want,
    "phase": lambda out, want: out["state"]["phase"] == want,
    "winner": lambda out, want: out["state"]["winner"] == want,
}


@files("quickplay")
def test_every_case_comes_to_what_it_says(file: Path) -> None:
    assert wrong(file, lambda case: verify(QUICKPLAY, case, CHECKS)) == []
