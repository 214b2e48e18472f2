"""An offer made from the very check that would refuse the action, so that the two never differ."""

from __future__ import annotations

from collections.abc import Callable

from rules.kernel.protocol import Action, IllegalAction, Offer, Refusal
from vision.table.reading import Reading, Unmeasurable, Verdict


def refused(
    action: Action, title: str, why: Refusal, readings: tuple[Reading, ...] | None = None
) -> Offer:
    """The action greyed, with the reason; *readings*: those to show, its own when None."""
    shown = why.readings if readings is None else readings
    return Offer(action, title, False, why.says, why.rules, shown, house=why.house)


def offer(
    action: Action,
    title: str,
    check: Callable[[], None],
    reading: Callable[[], Reading] | None = None,
    limit: float | None = None,
) -> Offer:
    """The action as legal if *check* raises nothing, else greyed with the reason.

    *reading* is shown with it; within its ± of *limit* the offer says that it will be asked.
    """
    try:
        check()
    except IllegalAction as why:
        return refused(action, title, why.refusal)
    except Unmeasurable as unseen:
        return refused(action, title, Refusal(str(unseen)))
    if reading is None:
        return Offer(action, title)
    found = reading()
    close = limit is not None and found.compare(limit) is Verdict.CLOSE
    why_asked = f"{found} against {limit:g} {found.unit} is too close to call" if close else ""
    return Offer(action, title, True, why_asked, readings=(found,))
