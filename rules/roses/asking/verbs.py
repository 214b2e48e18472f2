"""What a case may declare: every action, and what each may say besides who and whom."""

from __future__ import annotations

from rules.kernel.protocol import Verbs
from rules.roses.actions import RULES
from rules.roses.tables import BATTLES, OBJECTIVES

_TOLD = {"battle": BATTLES, "objective": OBJECTIVES}
_SAID: Verbs = {
    "order": {"with": (), "through": ()},
    "shoot": {"shower": ("yes", "no")},
    "objective": _TOLD,
    "herald": _TOLD,
}

VERBS: Verbs = {do: _SAID.get(do, {}) for do in RULES}
