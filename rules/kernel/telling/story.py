"""An action as it unfolds: the state so far, the table, what was ruled and what changed.

Some books tell it as an ``Outcome`` that grows (``begin``, ``then``), others as a play of their
own that also holds the table; a play is any frozen Struct with these four fields, and takes
from here what it can do.
"""

from __future__ import annotations

from typing import Any, Protocol, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from rules.kernel.protocol import Effect, IllegalAction, Modifier, Outcome, Refusal, Ruling
from rules.kernel.telling.house_told import cited
from vision.table.reading import Reading
from vision.table.snapshot import Snapshot


class UnderWay(Protocol):
    """A play: state and table so far, and what has been ruled on the way."""

    @property
    def state(self) -> Any:
        """The game as it is now."""

    @property
    def table(self) -> Snapshot:
        """The table as it was last seen."""

    @property
    def rulings(self) -> tuple[Ruling, ...]:
        """What has been ruled."""

    @property
    def effects(self) -> tuple[Effect, ...]:
        """What has changed."""


Play = TypeVar("Play", bound=UnderWay)


def begin(state: Struct) -> Outcome:
    """Nothing has happened yet."""
    return Outcome(state)


def then(story: Outcome, state: Struct, *effects: Effect) -> Outcome:
    """The story with a new state and the changes that led to it."""
    return replace(story, state=state, effects=(*story.effects, *effects))


def with_state(play: Play, **changes: Any) -> Play:
    """The play with fields of the state changed."""
    return _with(play, state=replace(play.state, **changes))


def on_table(play: Play, table: Snapshot) -> Play:
    """The play on a newer table."""
    return _with(play, table=table)


def with_effect(play: Play, effect: Effect) -> Play:
    """The play with one more effect."""
    return _with(play, effects=(*play.effects, effect))


def ruled(
    play: Play,
    says: str,
    *rules: str,
    faces: tuple[int, ...] = (),
    modifiers: tuple[Modifier, ...] = (),
    total: str = "",
    readings: tuple[Reading, ...] = (),
    agreed: bool = False,
) -> Play:
    """The play with one more ruling, each id cited once, and the house rules read for it."""
    ids = tuple(dict.fromkeys(rules))
    ruling = Ruling(says, ids, modifiers, total, readings, faces, cited(play.state), agreed=agreed)
    return _with(play, rulings=(*play.rulings, ruling))


def outcome(play: UnderWay) -> Outcome:
    """The end of the action."""
    return Outcome(play.state, play.rulings, play.effects)


def refuse(says: str | Refusal, *rules: str) -> IllegalAction:
    """The refusal of an action: a sentence and the ids it rests on."""
    return IllegalAction(says, *rules)


def _with(play: Play, **fields: Any) -> Play:
    struct: Any = play
    changed: Play = replace(struct, **fields)
    return changed
