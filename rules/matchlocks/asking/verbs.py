"""What a case may declare: every action, and what each may say besides who and whom."""

from __future__ import annotations

from rules.kernel.protocol import Verbs
from rules.matchlocks.actions import ACTIONS
from rules.matchlocks.ordering.events import EVENTS

_SAID: Verbs = {
    "order": {"what": ()},
    "group order": {"units": (), "what": ()},
    "general rally": {"what": ()},
    "rally": {"what": (), "face": ()},
    "shoot": {"rank": ("front", "rear"), "with": ()},
    "attack": {"moves": (), "wheels": ()},
    "ammo die": {"reads": ()},
    "event": {"event": tuple(EVENTS)},
    "pass": {"close": ()},
    "morale test": {"why": (), "rule": (), "in_flank": ()},
    "assign": {"brigade": ()},
    "anything else": {"what": ()},
}

VERBS: Verbs = {do: _SAID.get(do, {}) for do in ACTIONS}
