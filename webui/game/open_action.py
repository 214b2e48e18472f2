"""The action that is open, read back from the journal: the only thing that is ever replayed,
and only when the program has not itself seen it being played.

Law: reads, never writes. An answer is fed back exactly as it was recorded, with the question
it answered; the engine compares the questions.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from typing import Any, TypeAlias

import msgspec

from rules.kernel.dice import CountedDie, counted, successes
from rules.kernel.engine import (
    Done,
    ReplayError,
    advance,
    is_same_question,
    rulings_so_far,
)  # fmt: skip
from rules.kernel.plain import from_plain, prompt_from_plain
from rules.kernel.prompts import BadAnswer, Look, Prompt, Roll
from rules.kernel.protocol import Action, IllegalAction, Outcome, Plain, Refusal, RuleSet
from vision.table.reading import HandReading, Unmeasurable
from vision.table.snapshot import Snapshot
from webui.game.events.kinds import Again, Answered, Declared
from webui.game.events.kinds import Done as Closed
from webui.game.events.parts import AnsweredAgain, ThrownBefore, plain_of
from webui.game.journal.journal import Event, History, Journal
from webui.game.position import Opened
from webui.game.seen.live import LiveTable
from webui.game.seen.unrest import has_moved

log = logging.getLogger(__name__)

BY_PROGRAM = "by the program"
"""How dice and cards were had that nobody has typed."""
MOST_IN = 10_000
"""No table is longer, inches."""
BY_FAULT = "the program has made a mistake, which is in the log"


def snapshot_of(journal: History, event: int) -> Snapshot:
    """The table that was frozen into an event.

    Raises:
        KeyError: none was, or it cannot be read any more.
    """
    kept = journal.kept(event, "snapshot")
    if kept is None:
        raise KeyError(event)
    try:
        table = msgspec.json.decode(kept, type=Snapshot)
    except (ValueError, RecursionError):
        log.warning("the table of step %s cannot be read", event)
        raise KeyError(event) from None
    if not all(0 < side <= MOST_IN for side in table.size_in):
        raise KeyError(event)
    return table


def read_opened(
    journal: Journal, rules: RuleSet, since: SinceDeclared, state: Any
) -> Opened | None:
    """The open action with what it asks now; None when none is open. *since*: what opened it and
    was answered, as ``since_declared`` finds it."""
    begun, steps = since
    if begun is None:
        return None
    root, action = declaration(journal, begun)
    table = with_readings(snapshot_of(journal, root.id), readings_set(begun))
    answered = tuple((one.prompt, one.answer) for one in recorded(journal, begun, steps))
    try:
        rule = rules.resolve(action, state, table)
        asked = advance(rule, answered)
    except IllegalAction as why:
        return Opened(begun.id, action, table, answered, None, why.refusal)
    except (ReplayError, Unmeasurable) as trouble:
        return Opened(begun.id, action, table, answered, None, Refusal(str(trouble)))
    except Exception as why:
        # A fault of the rule set must not take the whole game away: the action can be.
        log.error("the open action cannot be replayed", exc_info=why)
        return Opened(begun.id, action, table, answered, None, Refusal(BY_FAULT))
    so_far = rulings_so_far(rule)
    return Opened(begun.id, action, table, answered, still_asked(asked), so_far=so_far)


def still_asked(asked: Prompt | Done[Outcome]) -> Prompt | None:
    """The open question, None when all was answered."""
    return None if isinstance(asked, Done) else asked


def opening(event: Event) -> bool:
    """Does an action begin with it, for the first time or again?"""
    return isinstance(event.content, Declared | Again)


def declaration(journal: Journal, begun: Event) -> tuple[Event, Action]:
    """The step that declared the action which *begun* opened, for the first time or again.

    Raises:
        KeyError: there is no such declaration.
    """
    content = begun.content
    root = journal.event(content.declared) if isinstance(content, Again) else begun
    declared = root.content
    if not isinstance(declared, Declared):
        raise KeyError(root.id)
    return root, from_plain(declared.action.plain, Action)


def readings_set(begun: Event) -> tuple[HandReading, ...]:
    """The lengths that an umpire set when the action was begun again."""
    content = begun.content
    told = content.readings if isinstance(content, Again) else []
    return from_plain(plain_of(told), tuple[HandReading, ...])


SinceDeclared: TypeAlias = tuple[Event | None, tuple[Event, ...]]
"""What opened the action that is open, None when none is; its answers."""
NONE_OPEN: SinceDeclared = (None, ())


def since_declared(line: Sequence[Event]) -> SinceDeclared:
    """What opened the action that is open at the end of *line*, and its answers."""
    return reduce(and_then, line, NONE_OPEN)


def and_then(since: SinceDeclared, event: Event) -> SinceDeclared:
    """As ``since_declared``, after one more event."""
    content = event.content
    if isinstance(content, Declared | Again):
        return event, ()
    if isinstance(content, Closed):
        return NONE_OPEN
    begun, answers = since
    return (begun, (*answers, event)) if isinstance(content, Answered) else since


@dataclass(frozen=True, slots=True)
class Recorded:
    """One question and what was said; ``event``: the step it was said in. ``was``: what was said
    before an umpire overruled it, None for never. ``hits``: so many the dice count as, however they
    fell, None where they count as they fell. ``before``: throws for it that do not count."""

    prompt: Prompt
    answer: Any
    event: int
    how: str
    was: Any = None
    hits: int | None = None
    before: tuple[ThrownBefore, ...] = ()

    @property
    def fell(self) -> Any:
        """The answer, dice as they fell."""
        if self.hits is None:
            return self.answer
        return tuple(die.shows if isinstance(die, CountedDie) else die for die in self.answer)


def counting(one: Recorded, hits: int) -> Recorded:
    """The same throw, counting as so many hits.

    Raises:
        BadAnswer: it is no throw for a number, or has fewer dice.
    """
    need = one.prompt.need if isinstance(one.prompt, Roll) else None
    if need is None or not 0 <= hits <= len(one.fell):
        raise BadAnswer(f"{one.prompt.what}: there are no {hits} hits to count")
    as_it_fell = hits == successes(one.fell, need)
    answer = one.fell if as_it_fell else counted(one.fell, need, hits)
    return replace(one, answer=answer, hits=None if as_it_fell else hits)


def recorded(journal: Journal, begun: Event, steps: Sequence[Event]) -> Iterator[Recorded]:
    """Every answer of the action that *begun* opened: those it was begun again with, and those
    among the *steps* after it. A table that it was begun again with has the lengths that were
    set; a later one was kept with those that still held."""
    content, readings = begun.content, readings_set(begun)
    for again in (part.value for part in content.answers) if isinstance(content, Again) else ():
        one = _recorded(journal, again, again.event, again.was)
        one = one if again.hits is None else counting(one, again.hits)
        look = isinstance(one.prompt, Look)
        yield replace(one, answer=with_readings(one.answer, readings)) if look else one
    for event in steps:
        if isinstance(event.content, Answered):
            yield _recorded(journal, event.content, event.id)


def _recorded(
    journal: Journal, one: Answered | AnsweredAgain, event: int, was: Sequence[Any] | None = None
) -> Recorded:
    prompt = prompt_from_plain(one.prompt.plain)
    if isinstance(prompt, Look):
        return Recorded(prompt, snapshot_of(journal, event), event, one.how)
    was_said = _tuple(was)
    return Recorded(prompt, _tuple(one.answer), event, one.how, was_said, before=tuple(one.before))


def _tuple(answer: Sequence[Any] | None) -> Any:
    return None if answer is None else tuple(answer)


def with_readings(table: Snapshot, readings: Sequence[HandReading]) -> Snapshot:
    """The table with lengths that decide whatever is seen of them."""
    return replace(table, readings=(*table.readings, *readings)) if readings else table


def as_set(journal: Journal, line: Sequence[Event], seen: Snapshot) -> Snapshot:
    """A new look at the table with the lengths that were set for the open action, as far as their
    units still stand as they stood then: who has moved is measured anew."""
    begun, _ = since_declared(line)
    if begun is None or not isinstance(begun.content, Again):
        return seen
    again = begun.content
    looks = [one.value.event for one in again.answers if one.value.prompt.value.ask == "look"]
    then = snapshot_of(journal, looks[-1] if looks else again.declared)
    hold = [
        one
        for one in readings_set(begun)
        if not any(has_moved(then, seen, unit) for unit in (one.frm, one.to))
    ]
    return with_readings(seen, hold)


def thrown_before(journal: Journal, prompt: Prompt, after: int) -> Plain | None:
    """What the program threw when it was asked the same at the same head, None if never."""
    for event in journal.everything():
        content = event.content if event.parent == after else None
        if not isinstance(content, Answered) or content.how != BY_PROGRAM:
            continue
        if is_same_question(prompt, prompt_from_plain(content.prompt.plain)):
            return content.answer
    return None


def is_tie_of_program(prompt: Prompt | None, line: Sequence[Event]) -> bool:
    """Has it come out level so far, and did the program throw for each side the last time?"""
    if not isinstance(prompt, Roll) or not prompt.undecided:
        return False
    _, steps = since_declared(line)
    told = [one.content for one in steps if isinstance(one.content, Answered)]
    last = {one.prompt.value.by: one.how for one in told if one.prompt.value.ask == "roll"}
    return all(how == BY_PROGRAM for how in last.values())


def kept_of(live: LiveTable, table: Snapshot) -> dict[str, bytes]:
    """What is kept with an event that froze *table*: itself, and the picture it was seen in."""
    kept = {"snapshot": msgspec.json.encode(table)}
    view = live.top_view()
    if view is not None:
        kept["picture"] = view.jpeg
        kept["view"] = msgspec.json.encode(
            {"px_per_in": view.px_per_in, "margin_in": view.margin_in}
        )
    return kept
