"""Who may take a step back.

Law: authority belongs to who did the step, and to whoever stands above them; anybody else
may only ask, and it is done when those with authority ask for the same. Pure.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from webui.game.events.kinds import Again, Edited, Overruled, TerrainSet
from webui.game.journal.journal import Event
from webui.game.position import Who, who_of
from webui.game.secrets.roles import ROLES

UMPIRES_ALONE = (Again, Edited, Overruled, TerrainSet)
"""Kinds of step that stay an umpire's, whichever screen the umpire sat at."""


def who_did(event: Event) -> Who:
    """Who did a step."""
    return who_of(event.content.who)


def may_take_back(who: Who, event: Event) -> bool:
    """May *who* take that step back without asking anybody?"""
    by = who_did(event)
    if by.role not in ROLES:  # the program's own
        return True
    if who.role == "player":
        return by.role in ("player", "spectator") and by.side in ("", who.side)
    if isinstance(event.content, UMPIRES_ALONE):
        return ROLES.index(who.role) >= ROLES.index(by.role)
    return who.role in ("table", "umpire")


def not_theirs(undone: Iterable[Event], people: Sequence[Who]) -> list[Who]:
    """Who did those of the steps that nobody of *people* may take back."""
    return [
        who_did(event) for event in undone if not any(may_take_back(each, event) for each in people)
    ]


def may_put_again(who: Who, undone_by: Who) -> bool:
    """May *who* put again what *undone_by* has taken back?"""
    if who.role != "player" or undone_by.role not in ROLES:
        return True
    return undone_by.side in ("", who.side)


def asked_to_agree(others: Sequence[Who]) -> str:
    """A sentence for whoever has asked for what is the *others*' to take back."""
    names = list(dict.fromkeys(called(each) for each in others))
    who, have = " and ".join(names), "has" if len(names) == 1 else "have"
    return f"the last step was {who}'s: {who} {have} been asked to agree"


def called(who: Who) -> str:
    """Somebody as a sentence names them."""
    return who.side or {"umpire": "the umpire", "table": "the table screen"}.get(who.role, who.name)
