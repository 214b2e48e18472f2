"""What was taken back and can be put again.

Law: pure; reads the moves of the head, never writes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from webui.game.journal.journal import Event, Shift


def taken_back(head: int, shifts: Sequence[Shift]) -> Shift | None:
    """The undo whose steps a redo would put again, None when there is nothing to put again.

    A step that was written since ends it: the head then is a step that no undo led to.
    """
    at, put_again = head, 0
    for shift in reversed(shifts):
        if shift.dest != at:
            return None
        if shift.content.redo:
            put_again += 1
        elif put_again == 0:
            return shift
        else:
            put_again -= 1
        at = shift.frm
    return None


def newest_shift(head: int, shifts: Sequence[Shift]) -> Shift | None:
    """The move of the head that led to where it stands, None when a step did."""
    return shifts[-1] if shifts and shifts[-1].dest == head else None


def between(frm: int, dest: int, events: Iterable[Event]) -> list[Event]:
    """The steps that lie between two heads of which one is an ancestor of the other, oldest
    first."""
    known = {event.id: event for event in events}
    found: list[Event] = []
    at = known.get(max(frm, dest))
    while at is not None and at.id != min(frm, dest):
        found.append(at)
        at = known.get(at.parent or 0)
    return found[::-1]
