"""What a case may declare: every action, and what each may say besides who and whom."""

from __future__ import annotations

from rules.blocks.field.boards import BOARDS, POSITIONS
from rules.blocks.ordering.orders import DOINGS
from rules.kernel.protocol import UNITS, Verbs

_BOARDS = tuple(BOARDS)
_ORDER: dict[str, tuple[str, ...]] = {"to": (), "as": (), UNITS: ()}

VERBS: Verbs = {
    **dict.fromkeys(DOINGS, _ORDER),
    "roll_off": {},
    "agree": {"winner": ()},
    "pass": {},
    "pick_boards": {f"board {place}": _BOARDS for place in POSITIONS},
    "lay_board": {"board": _BOARDS, "position": ()},
    "begin": {},
    "deploy": {"as": ("line up", "table", "squares"), UNITS: ()},
}
