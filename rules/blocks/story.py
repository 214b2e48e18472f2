"""An action as it unfolds: the state so far, what was ruled and what changed."""

from __future__ import annotations

from msgspec.structs import replace

from rules.kernel.protocol import Outcome, Ruling
from rules.kernel.telling.house_told import cited
from rules.kernel.telling.story import begin, then

__all__ = ("begin", "is_over", "ruled", "then")


def ruled(story: Outcome, ruling: Ruling) -> Outcome:
    """The story with one more ruling, which cites the house rules read for it."""
    told = replace(ruling, house=cited(story.state))
    return replace(story, rulings=(*story.rulings, told))


def is_over(story: Outcome) -> bool:
    """Has an army routed, so that nothing more is done (MAP-ELAN-06)?"""
    return bool(story.state.phase == "over")
