"""Every worked example of Quick Play, as a case in ``tests/cases/quickplay``."""

from __future__ import annotations

from typing import Any

import pytest

from rules.quickplay import QUICKPLAY
from tests.rules.worked import SAID, Out, params, rolls, verify


def _of(field: str) -> Any:
    """A check of one field of some units."""

    def holds(out: Out, want: dict[str, Any]) -> bool:
        units = out["state"]["units"]
        return {name: units[name][field] for name in want} == want

    return holds


CHECKS = {
    **SAID,
    "strength": _of("strength"),
    "shaken": _of("shaken"),
    "gone": _of("gone"),
    "acted": _of("acted"),
    "rolled": lambda out, want: [[one["count"], one["need"]] for one in rolls(out)] == want,
    "side": lambda out, want: out["state"]["side"] == want,
    "turn": lambda out, want: out["state"]["turn"] == want,
    "phase": lambda out, want: out["state"]["phase"] == want,
    "winner": lambda out, want: out["state"]["winner"] == want,
}


@pytest.mark.parametrize("case", params("quickplay"))
def test_case(case: dict[str, Any]) -> None:
    verify(QUICKPLAY, case, CHECKS)
