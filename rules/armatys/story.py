"""An action as it unfolds: the state so far, what was ruled and what changed."""

from __future__ import annotations

from msgspec.structs import replace

from rules.kernel.protocol import Modifier, Outcome, Ruling
from rules.kernel.telling.house_told import cited
from rules.kernel.telling.story import begin, then
from vision.table.reading import Reading

__all__ = ("begin", "say", "then")


def say(
    story: Outcome,
    says: str,
    *rules: str,
    modifiers: tuple[Modifier, ...] = (),
    faces: tuple[int, ...] = (),
    readings: tuple[Reading, ...] = (),
    total: str = "",
) -> Outcome:
    """The story with one more ruling, which cites the house rules read for it."""
    ruling = Ruling(says, rules, modifiers, total, readings, faces, cited(story.state))
    return replace(story, rulings=(*story.rulings, ruling))
