"""Players without a plan, for every book: they play legal battles to their end.

Law: pure. Every throw, card and choice comes from the source of chance that is handed in
(``random.Random(seed).randrange``), so that a seed is a battle; the models are moved in the
snapshots that a robot answers with.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, TypeAlias, TypeVar

from msgspec import Struct

from rules.kernel.prompts import Choose, Draw, Look, Prompt, Roll
from rules.kernel.protocol import Action, IllegalAction, Offer, Outcome, RuleSet, Victory
from vision.table.reading import Unmeasurable
from vision.table.snapshot import Base, Snapshot

T = TypeVar("T")
Source: TypeAlias = Callable[[int], int]
"""Gives a whole number from 0 up to, but not with, the one it is asked with."""

MOST_REFUSED = 200
"""So many refusals one after another are a dead end."""

MOST_ACTIONS = 5000
"""So many actions without an end are a battle that does not end."""


class DeadEnd(RuntimeError):
    """A battle that cannot go on: nothing legal is left, or nothing legal is accepted."""


class Scene(Struct, frozen=True):
    """What a robot looks at. ``spent``: who was refused since the last accepted action."""

    state: Any
    table: Snapshot
    source: Source
    spent: tuple[str, ...] = ()


class Played(Struct, frozen=True):
    """One action as it was played, with the state and the table before and after it."""

    action: Action
    before: Any
    start: Snapshot
    answered: tuple[tuple[Prompt, Any], ...]
    outcome: Outcome
    table: Snapshot


class Robot(Struct, frozen=True):
    """How one book is played without a plan.

    ``pick``: an action that is legal. ``tables``: where the models may be put for a Look, the
    likeliest first; a rule that asks again gets the next. ``lift``: the table without those
    who are out of the battle. ``faults``: what is impossible in what has become of an action,
    a sentence each. ``strict``: whatever is offered as legal has to be accepted.
    """

    pick: Callable[[Scene], Action]
    tables: Callable[[Scene, Action, Look], Iterator[Snapshot]]
    lift: Callable[[Any, Snapshot], Snapshot]
    faults: Callable[[Played], tuple[str, ...]]
    strict: bool = False


class Ended(Struct, frozen=True):
    """A battle played out, and how many actions were accepted and refused on the way."""

    state: Any
    table: Snapshot
    victory: Victory
    actions: int
    refused: int


def play_out(
    rules: RuleSet,
    robot: Robot,
    state: Any,
    table: Snapshot,
    source: Source,
    watch: Callable[[Played], None] | None = None,
) -> Ended:
    """Play from any state to the end; *watch* sees every accepted action.

    Raises:
        DeadEnd: the battle cannot go on, or goes on for ever.
        IllegalAction: a strict robot's legal offer was refused.
    """
    now, actions, refused = Scene(state, table, source), 0, 0
    while (victory := rules.winner(now.state)) is None:
        action = robot.pick(now)
        try:
            played = play(rules, robot, now, action)
        except (IllegalAction, Unmeasurable):
            if robot.strict:
                raise
            refused += 1
            now = _struck(now, action)
            continue
        if watch is not None:
            watch(played)
        actions += 1
        if actions > MOST_ACTIONS:
            raise DeadEnd(f"after {actions} actions the battle has not ended")
        now = Scene(played.outcome.state, robot.lift(played.outcome.state, played.table), source)
    return Ended(now.state, now.table, victory, actions, refused)


def _struck(now: Scene, action: Action) -> Scene:
    if len(now.spent) >= MOST_REFUSED:
        raise DeadEnd(f"{MOST_REFUSED} legal offers were refused, the last: {action}")
    return Scene(now.state, now.table, now.source, (*now.spent, action.by))


def play(rules: RuleSet, robot: Robot, now: Scene, action: Action) -> Played:
    """One action to its end, every question answered by chance.

    Raises:
        IllegalAction, Unmeasurable: the rules refuse it.
        DeadEnd: no place for the models is accepted.
    """
    steps = rules.resolve(action, now.state, now.table)
    table, reply = now.table, None
    tries: Iterator[Snapshot] = iter(())
    answered: list[tuple[Prompt, Any]] = []
    while True:
        try:
            asked = steps.send(reply)
        except StopIteration as stop:
            outcome: Outcome = stop.value
            return Played(action, now.state, now.table, tuple(answered), outcome, table)
        if isinstance(asked, Look):
            if asked.fault is None:
                tries = robot.tables(Scene(now.state, table, now.source), action, asked)
            found = next(tries, None)
            if found is None:
                raise DeadEnd(f"no place is accepted: {asked.told}")
            table = rounded(table, found)
        reply = asked.parse(table if isinstance(asked, Look) else any_answer(asked, now.source))
        answered.append((asked, reply))
        if table.agreed:
            table = replace(table, flags=())


def any_answer(asked: Roll | Choose | Draw, source: Source) -> Any:
    """A legal answer of chance. "done" among other things is mostly put off."""
    if isinstance(asked, Roll):
        return [source(asked.sides) + 1 for _ in range(asked.count)]
    if isinstance(asked, Draw):
        return mixed(asked.cards, source)[: asked.count]
    keys = [option.key for option in asked.options]
    if "done" in keys and len(keys) > max(1, asked.at_least) and source(5):
        keys.remove("done")
    most = min(asked.at_most, len(keys))
    return mixed(keys, source)[: asked.at_least + source(most - asked.at_least + 1)]


def rounded(before: Snapshot, after: Snapshot) -> Snapshot:
    """The table with moved bases set to a thousandth of an inch and a tenth of a degree."""
    there = {base.payload: base for base in before.bases}
    return replace(after, bases=tuple(_set(there.get(b.payload), b) for b in after.bases))


def _set(old: Base | None, new: Base) -> Base:
    if new is old or new.pose is None:
        return new
    pose = new.pose
    x_in, y_in, facing_deg = round(pose.x_in, 3), round(pose.y_in, 3), round(pose.facing_deg, 1)
    return replace(new, pose=replace(pose, x_in=x_in, y_in=y_in, facing_deg=facing_deg))


def one_of(things: Sequence[T], source: Source) -> T:
    """One of several things, by lot."""
    return things[source(len(things))]


def mixed(things: Iterable[T], source: Source) -> list[T]:
    """The same things in an order of chance."""
    left, out = list(things), []
    while left:
        out.append(left.pop(source(len(left))))
    return out


def share(source: Source, low: float, high: float) -> float:
    """A number from *low* to *high*, in a thousand steps."""
    return low + (high - low) * source(1001) / 1000


def filled(offer: Offer, source: Source) -> Action:
    """The offer's action with one of the possible values for everything it needs."""
    more = {name: one_of(values, source) for name, values in offer.needs.items()}
    action = offer.action
    return Action(action.do, action.by, action.at, {**action.more, **more})


def preferred(offers: Sequence[Offer], doing: tuple[str, ...], source: Source) -> Sequence[Offer]:
    """Seven times in ten those that do one of these things, if there are any."""
    keen = [offer for offer in offers if offer.action.do in doing]
    return keen if keen and source(10) < 7 else offers


def without(table: Snapshot, away: Callable[[Base], bool]) -> Snapshot:
    """The table less the bases that are *away*; the very same table if there are none."""
    if not any(map(away, table.bases)):
        return table
    return replace(table, bases=tuple(base for base in table.bases if not away(base)))


def twice(table: Snapshot) -> tuple[str, ...]:
    """Payloads that lie on the table more than once, told as faults."""
    seen: set[str] = set()
    double: list[str] = []
    for base in table.bases:
        if base.payload in seen:
            double.append(f"{base.payload} is in two places")
        seen.add(base.payload)
    return tuple(double)
