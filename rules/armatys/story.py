"""An action as it unfolds: the state so far, what was ruled and what changed."""

from __future__ import annotations

from msgspec.structs import replace

from rules.kernel.protocol import IllegalAction, Modifier, Outcome, Ruling
from rules.kernel.telling.story import begin, then
from vision.table.reading import Reading

__all__ = ("begin", "refuse", "say", "then")


def say(
    story: Outcome,
    says: str,
    *rules: str,
    modifiers: tuple[Modifier, ...] = (),
    faces: tuple[int, ...] = (),
    readings: tuple[Reading, ...] = (),
    total: str = "",
    house: tuple[str, ...] = (),
) -> Outcome:
    """The story with one more ruling."""
    ruling = Ruling(says, rules, modifiers, total, readings, faces, house)
    return replace(story, rulings=(*story.rulings, ruling))


def refuse(fault: str) -> None:
    """Refuse the action when there is a fault.

    Raises:
        IllegalAction: the fault as a sentence.
    """
    if fault:
        raise IllegalAction(fault[:1].upper() + fault[1:].rstrip(".") + ".")
