"""What a case may declare: every action, and what each may say besides who and whom."""

from __future__ import annotations

from rules.kernel.protocol import Verbs
from rules.skirmish.actions import RULES
from rules.skirmish.ordering.command import BUSY

_SAID: Verbs = {
    "command": {"musician": (), "busy": BUSY},
    "roll together": {"with": ()},
    "shoot": {"man": ()},
    "reveal": {"marker": ()},
    "goal": {"hold": ()},
}

VERBS: Verbs = {do: _SAID.get(do, {}) for do in RULES}
