"""What was taken back or put again, as every screen is told; and what waits for an answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rules.kernel.protocol import Action
from rules.kernel.telling.names import titled
from vision.table.reading import Unmeasurable
from webui.game.correcting.redo import between, newest_shift, taken_back
from webui.game.events.kinds import Moved
from webui.game.game import Game
from webui.game.journal.journal import Event, Shift
from webui.game.open_action import since_declared
from webui.game.position import Declined, NotNow, Who, Wish, before_last_step
from webui.game.secrets.secrecy import Covered, Eyes
from webui.game.told.page.people import Person
from webui.game.told.page.table import HeadMoved, MovedByHand, Refused, WishShown
from webui.game.told.record import person, says_of
from webui.game.told.sentences import action_in_words, sentence


@dataclass(frozen=True, slots=True)
class MovedHead:
    """What waits to be taken back, what was refused, what redo and undo would do, and how the
    head came where it stands."""

    wish: WishShown | None
    declined: Refused | None
    taken_back: str | None
    head_moved: HeadMoved | None
    undoes: str | None
    moved_by_hand: MovedByHand | None


def moved_head(game: Game, eyes: Eyes, names: Mapping[str, str]) -> MovedHead:
    """``wish``: what the other side wishes to take back; ``declined``: that it was refused;
    ``taken_back``: what a redo would put again; ``head_moved``: the undo or redo that led to
    where the game stands now; ``undoes``: what an undo would take back; ``moved_by_hand``: that
    the last step was that. *names*: unit id to what people call it."""
    journal = Covered(game.journal, game.rules.secret, eyes)
    head, shifts = game.journal.head, journal.shifts()
    line = journal.line()
    newest, back = newest_shift(head, shifts), taken_back(head, shifts)
    known = _everything(game, journal, eyes) if newest is not None or back is not None else ()
    declined = game.declined
    wish = game.wish if game.wish is not None and game.wish.head == head else None
    return MovedHead(
        wish=None if wish is None else _wish(game, wish, line, names),
        declined=None if declined is None or declined.head != head else _refused(declined),
        taken_back=None if back is None else says_of(between(back.frm, back.dest, known), names),
        head_moved=None if newest is None else _moved(newest, known, names),
        undoes=_undoes(line, names),
        moved_by_hand=_by_hand(line[-1], names) if line else None,
    )


def _undoes(line: Sequence[Event], names: Mapping[str, str]) -> str | None:
    """What an undo would take back, None where there is nothing."""
    try:
        dest = before_last_step(line)
    except NotNow:
        return None
    return says_of([event for event in line[-2:] if event.id > dest], names)


def _by_hand(event: Event, names: Mapping[str, str]) -> MovedByHand | None:
    """That the newest step is a model moved by hand, None for any other."""
    if not isinstance(event.content, Moved):
        return None
    return MovedByHand(event.id, person(event.content.who), sentence(event, names))


def _moved(shift: Shift, known: Sequence[Event], names: Mapping[str, str]) -> HeadMoved:
    said = shift.content
    says = says_of(between(shift.frm, shift.dest, known), names)
    return HeadMoved(shift.id, said.redo, said.why, person(said.who), says)


def _refused(declined: Declined) -> Refused:
    return Refused(
        declined.head, _of(declined.by), _of(declined.asked), declined.action is not None
    )


def _of(who: Who) -> Person:
    return Person(who.role, who.side, who.name)


def _everything(game: Game, journal: Covered, eyes: Eyes) -> tuple[Event, ...]:
    """An undo to a step where the head stood before leads to more than there was then."""
    shifts = journal.shifts()
    key = ("everything", eyes, shifts[-1].id if shifts else 0)
    return game.once.told(game.journal.head, key, journal.everything)


def _wish(game: Game, wish: Wish, line: Sequence[Event], names: Mapping[str, str]) -> WishShown:
    if wish.action is not None:
        action = wish.action
        told = action_in_words(action.do, action.by, action.at, names)
        why = why_refused(game, action)
        says = f"{told}. {titled(why)}" if why else told
        return WishShown(wish.head, _of(wish.by), False, says, refused=True)
    begun, _ = since_declared(line)
    try:
        dest = (begun.parent or 0) if wish.whole and begun is not None else before_last_step(line)
    except NotNow:
        dest = 0
    says = says_of([event for event in line if event.id > dest], names)
    return WishShown(wish.head, _of(wish.by), wish.whole, says)


def why_refused(game: Game, action: Action) -> str:
    """Why the rules refuse it now, "" where they do not or nothing can be measured."""
    try:
        offers = game.offers()
    except Unmeasurable:
        return ""
    same = (action.do, action.by, action.at)
    found = [one for one in offers if (one.action.do, one.action.by, one.action.at) == same]
    return next((one.why for one in found if not one.legal), "")
