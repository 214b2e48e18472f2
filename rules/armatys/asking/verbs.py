"""What a case may declare: every action, and what each may say besides who and whom."""

from __future__ import annotations

from rules.armatys.asking.by_hand import ARMS
from rules.armatys.play import ASKING, PLAIN
from rules.kernel.protocol import Verbs

_GOING: dict[str, tuple[str, ...]] = {
    "inches": (),
    "direction": ("forward", "oblique", "backward", "sideways"),
    "crosses": (),
    "within": (),
    "past": (),
    "off": ("yes", "no"),
}
_YES_NO = ("yes", "no")
_SAID: Verbs = {
    "move": {**_GOING, "ranks": ("1", "2", "3", "4", "5", "6"), "mount": _YES_NO, "with": ()},
    "retire": _GOING,
    "pursue": {**_GOING, "barred": _YES_NO},
    "rest": {"take": ("counter", "reload")},
    "agree": {"winner": ()},
    "detach": {"id": (), "bases": (), **{arm: () for arm in ARMS}},
    "defend": {"what": ("", "wall", "hedge", "town", "wood")},
    "umpire": {"terrain": (), "effect": ("half", "no", "none"), "says": ()},
}

VERBS: Verbs = {do: _SAID.get(do, {}) for do in ("move", *ASKING, *PLAIN)}
