"""How the players of a game want dice to be read: not at all, offered, or accepted by itself.

Law: pure. Each side says so for itself; the table screen and the umpire say it for both.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, get_args

from webui.game.events.kinds import DiceSet
from webui.game.journal.journal import Event

Setting = Literal["off", "offer", "itself"]
SETTINGS: tuple[Setting, ...] = get_args(Setting)
USUAL: Setting = "offer"


def wishes(line: Iterable[Event], sides: Sequence[str]) -> dict[str, Setting]:
    """What each side has said last; ``offer`` before it has said anything."""
    found: dict[str, Setting] = dict.fromkeys(sides, USUAL)
    for event in line:
        content = event.content
        if isinstance(content, DiceSet):
            own = content.who.side
            for side in [own] if own in sides else sides:
                found[side] = content.setting
    return found


def setting_of(line: Iterable[Event], sides: Sequence[str]) -> Setting:
    """What holds: off when a side wants that, by itself only when each side has agreed."""
    said = set(wishes(line, sides).values())
    if "off" in said:
        return "off"
    return "itself" if said == {"itself"} else "offer"
