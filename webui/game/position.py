"""Where a game stands, as values; and what the events of its line add up to.

Law: pure.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import msgspec

from rules.kernel.plain import from_plain
from rules.kernel.prompts import Look, Newcomer, Prompt
from rules.kernel.protocol import Action, Army, ArmyUnit, Card, Refusal, Ruling, Victory
from vision.table.reading import HandReading
from vision.table.snapshot import Snapshot, Terrain
from webui.game.events.kinds import Done, Placed, TerrainSet, Typed
from webui.game.events.parts import Party, plain_of
from webui.game.journal.journal import Event, beginning
from webui.game.seen.model_removal import fallen
from webui.game.seen.scene import ByHand, scene


class NotNow(ValueError):
    """It cannot be done at this moment; the message says what has to come first."""


class Blind(NotNow):
    """The table cannot be seen, so nothing may be measured; the message says why."""


class NeedsConsent(NotNow):
    """The step was the other side's: it was asked and has to agree first."""


@dataclass(frozen=True, slots=True)
class Who:
    """Who did something: ``role`` as in access.py, ``side`` "" for both or none."""

    role: str
    side: str = ""
    name: str = ""


def who_of(party: Party | None) -> Who:
    """Who did a step, as the journal has it; of no role where it does not say."""
    return Who("") if party is None else Who(party.role, party.side, party.name)


@dataclass(frozen=True, slots=True)
class Opened:
    """The declared action that is not finished. ``prompt`` None: it cannot go on, see ``fault``.
    ``so_far``: what it has ruled on the way to its question."""

    event: int
    action: Action
    table: Snapshot
    answered: tuple[tuple[Prompt, Any], ...]
    prompt: Prompt | None
    fault: Refusal | None = None
    so_far: tuple[Ruling, ...] = ()

    @property
    def newest(self) -> Snapshot:
        """The table as it was last looked at since the declaration."""
        looks = [answer for _, answer in self.answered if isinstance(answer, Snapshot)]
        return looks[-1] if looks else self.table

    @property
    def before_move(self) -> Snapshot:
        """The table from which the models that are asked for now have moved: a look after which
        they were asked for again has ended no move."""
        following = (*(prompt for prompt, _ in self.answered[1:]), self.prompt)
        kept = [
            answer
            for (_, answer), then in zip(self.answered, following, strict=False)
            if isinstance(answer, Snapshot) and not (isinstance(then, Look) and then.fault)
        ]
        return kept[-1] if kept else self.table


@dataclass(frozen=True, slots=True)
class Present:
    """Where the game stands at ``head``. ``hand``: what people have set by hand. ``cards``: of
    every unit, in the armies' order."""

    head: int
    line: tuple[Event, ...]
    state: Any
    armies: tuple[Army, Army]
    opened: Opened | None
    over: Victory | None
    hand: ByHand
    joined: tuple[Newcomer, ...] = ()
    cards: tuple[Card, ...] = ()

    @property
    def fallen(self) -> frozenset[str]:
        """The tags of all bases whose models leave the table."""
        return fallen(self.forces, {card.unit: card for card in self.cards})

    @property
    def forces(self) -> tuple[Army, ...]:
        """The armies with the units that have joined since the battle began."""
        return tuple(_with(army, self.joined) for army in self.armies)

    @property
    def arriving(self) -> tuple[Newcomer, ...]:
        """Units that have joined, and those that the open question brings."""
        asked = None if self.opened is None else self.opened.prompt
        return (*self.joined, *(asked.brings if isinstance(asked, Look) else ()))

    @property
    def title(self) -> str:
        """What the players called it."""
        begun = beginning(self.line)
        return "" if begun is None else begun.title


def _with(army: Army, joined: Sequence[Newcomer]) -> Army:
    more = (ArmyUnit(n.id, n.kind, n.name, "", (n.id,)) for n in joined if n.side == army.side)
    return msgspec.structs.replace(army, units=(*army.units, *more))


@dataclass(frozen=True, slots=True)
class Wish:
    """The last step, or the ``whole`` open action, that *by* would like to take back; or the
    ``action`` that the rules refuse and *by* would like to do all the same."""

    head: int
    by: Who
    whole: bool = False
    action: Action | None = None


@dataclass(frozen=True, slots=True)
class Declined:
    """At *head*, *by* did not agree to what *asked* had wished to take back, or to do though the
    rules refuse it (``action``)."""

    head: int
    by: Who
    asked: Who
    action: Action | None = None


NOTHING_BY_HAND = ByHand({})


def with_hand(hand: ByHand, event: Event) -> ByHand:
    """What hands have set and not given back, after one more event."""
    content = event.content
    if isinstance(content, Placed):
        poses = {name: pose for name, pose in hand.poses.items() if name != content.payload}
        given = {} if content.pose is None else {content.payload: content.pose}
        return replace(hand, poses={**poses, **given})
    if isinstance(content, Typed):
        reading = from_plain(plain_of(content.reading), HandReading)
        return replace(hand, readings=(*hand.readings, reading))
    if isinstance(content, TerrainSet):
        terrain = from_plain(plain_of(content.terrain), tuple[Terrain, ...])
        return replace(hand, terrain=terrain)
    return hand


def scene_of(seen: Snapshot, present: Present) -> Snapshot:
    """*seen* as the game knows it: owners, everything set by hand, without the lifted."""
    return scene(seen, present.forces, present.hand, present.arriving, present.fallen)


def before_last_step(line: Sequence[Event]) -> int:
    """The id of the step at which the game last waited for a person.

    An outcome goes with the answer that led to it.

    Raises:
        NotNow: there is nothing to undo.
    """
    steps = list(line)
    if steps and isinstance(steps[-1].content, Done):
        steps.pop()
    if len(steps) < 2 or steps[-1].parent is None:
        raise NotNow("there is nothing to undo")
    return int(steps[-1].parent)
