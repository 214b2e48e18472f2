"""An action as it unfolds, told as an ``Outcome`` that grows."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from rules.kernel.protocol import Effect, Outcome


def begin(state: Struct) -> Outcome:
    """Nothing has happened yet."""
    return Outcome(state)


def then(story: Outcome, state: Struct, *effects: Effect) -> Outcome:
    """The story with a new state and the changes that led to it."""
    return replace(story, state=state, effects=(*story.effects, *effects))
