"""An action as it unfolds: the state so far, what was ruled and what changed."""

from __future__ import annotations

from msgspec.structs import replace

from rules.blocks.state import State
from rules.protocol import Effect, Outcome, Ruling


def begin(state: State) -> Outcome:
    """Nothing has happened yet."""
    return Outcome(state)


def then(story: Outcome, state: State, *effects: Effect) -> Outcome:
    """The story with a new state and the changes that led to it."""
    return replace(story, state=state, effects=(*story.effects, *effects))


def ruled(story: Outcome, ruling: Ruling) -> Outcome:
    """The story with one more ruling."""
    return replace(story, rulings=(*story.rulings, ruling))


def is_over(story: Outcome) -> bool:
    """Has an army routed, so that nothing more is done (MAP-ELAN-06)?"""
    return bool(story.state.phase == "over")
