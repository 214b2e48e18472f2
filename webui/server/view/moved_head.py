"""What was taken back or put again, as every screen is told; and what waits for an answer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rules.kernel.plain import to_plain
from rules.kernel.protocol import Plain
from webui.game.correcting.redo import between, newest_shift, taken_back
from webui.game.events.kinds import Done
from webui.game.events.parts import plain_of
from webui.game.game import Game
from webui.game.journal.journal import Event
from webui.game.open_action import since_declared
from webui.game.position import NotNow, Wish, before_last_step
from webui.game.secrets.secrecy import Covered, Eyes
from webui.game.told.sentences import sentence


def moved_head(game: Game, eyes: Eyes, names: Mapping[str, str]) -> dict[str, Plain]:
    """``wish``: what the other side wishes to take back; ``declined``: that it was refused;
    ``taken_back``: what a redo would put again; ``head_moved``: the undo or redo that led to
    where the game stands now. *names*: unit id to what people call it."""
    journal = Covered(game.journal, game.rules.secret, eyes)
    head, shifts = game.journal.head, journal.shifts()
    newest, back = newest_shift(head, shifts), taken_back(head, shifts)
    known = journal.everything() if newest is not None or back is not None else ()
    declined = game.declined
    return {
        "wish": _wish(game.wish, journal.line(), names),
        "declined": None if declined is None or declined.head != head else to_plain(declined),
        "taken_back": None if back is None else says_of(between(back.frm, back.dest, known), names),
        "head_moved": None
        if newest is None
        else {
            "id": newest.id,
            "redo": newest.content.redo,
            "why": newest.content.why,
            "who": {} if newest.content.who is None else plain_of(newest.content.who),
            "says": says_of(between(newest.frm, newest.dest, known), names),
        },
    }


def _wish(wish: Wish | None, line: Sequence[Event], names: Mapping[str, str]) -> Plain:
    if wish is None:
        return None
    begun, _ = since_declared(line)
    try:
        dest = (begun.parent or 0) if wish.whole and begun is not None else before_last_step(line)
    except NotNow:
        dest = 0
    return {**to_plain(wish), "says": says_of([event for event in line if event.id > dest], names)}


def says_of(steps: Iterable[Event], names: Mapping[str, str]) -> str:
    """Steps as one sentence: what they came to, or the first of them."""
    listed = list(steps)
    done = next((event for event in reversed(listed) if isinstance(event.content, Done)), None)
    chosen = done or next(iter(listed), None)
    return "" if chosen is None else sentence(chosen, names)
