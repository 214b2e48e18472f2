"""A step of the game run again on its own table with another die, choice or reading.

Law: the rule itself decides what follows; here is only what it is told. The step begins in the
state it began in, so that what it changed is changed lawfully, whatever the book.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Any

from rules.kernel.engine import Done, advance, is_same_question, rulings_so_far
from rules.kernel.plain import from_plain, to_plain
from rules.kernel.prompts import Look, Prompt
from rules.kernel.protocol import Action, IllegalAction, Outcome, Plain, RuleSet
from vision.table.reading import HandReading, Reading
from vision.table.snapshot import Snapshot
from webui.game.events.kinds import Done as Closed
from webui.game.events.kinds import Edited
from webui.game.events.parts import plain_of
from webui.game.journal.journal import Event, Journal
from webui.game.open_action import (
    Recorded,
    counting,
    declaration,
    opening,
    readings_set,
    recorded,
    snapshot_of,
    with_readings,
)
from webui.game.position import NotNow, Opened


@dataclass(frozen=True, slots=True)
class Replayable:
    """A step that can be run again: the newest one, open or closed.

    ``root``: its declaration, of ``action``; ``closed``: its outcome, None while it is open;
    ``answered``: what was asked and said, in order; ``readings``: those that an umpire has set
    for it before.
    """

    root: Event
    action: Action
    closed: Event | None
    answered: tuple[Recorded, ...]
    readings: tuple[HandReading, ...]


@dataclass(frozen=True, slots=True)
class Changed:
    """What is said instead, by its number in the step: other ``answers``, and so many ``hits`` as
    which dice count that stay as they fell."""

    answers: Mapping[int, Plain]
    hits: Mapping[int, int]

    def of(self, number: int, one: Recorded) -> Recorded:
        """That answer as it is given now.

        Raises:
            NotNow: it is no answer that is typed. BadAnswer: its question cannot take it.
        """
        said = _with(one, self.answers[number]) if number in self.answers else one
        return counting(said, self.hits[number]) if number in self.hits else said


@dataclass(frozen=True, slots=True)
class Replayed:
    """A step as it was run again: what it asks or came to, and what it was told of that."""

    opened: Opened
    asked: Prompt | Done[Outcome]
    told: tuple[Recorded, ...]
    dropped: int


HAND = "a value was changed by hand since: take that back first"
LATER = "other steps stand on it: take them back first, or set the unit's values by hand"
NONE_YET = "no step has been taken that could be run again"


def replayable(journal: Journal, line: Sequence[Event]) -> Replayable:
    """The newest step of *line*.

    Raises:
        NotNow: there is none, or something stands on its result.
    """
    start = next((k for k in range(len(line) - 1, -1, -1) if opening(line[k])), None)
    if start is None:
        raise NotNow(NONE_YET)
    steps = line[start + 1 :]
    if any(isinstance(event.content, Edited) for event in steps):
        raise NotNow(HAND)
    begun = line[start]
    root, action = declaration(journal, begun)
    closed = next((event for event in steps if isinstance(event.content, Closed)), None)
    answered = tuple(recorded(journal, begun, steps))
    readings = _in_force(readings_set(begun), answered)
    return Replayable(root, action, closed, _without_refused(answered), readings)


def _without_refused(answered: Sequence[Recorded]) -> tuple[Recorded, ...]:
    """The answers but for looks after which the models were asked for again."""
    following = [one.prompt for one in answered[1:]]
    return tuple(one for one, asked in zip_longest(answered, following) if not _refused(one, asked))


def _refused(one: Recorded, asked: Prompt | None) -> bool:
    again = isinstance(asked, Look) and asked.fault is not None
    return again and asked is not None and is_same_question(asked, one.prompt)


def _in_force(
    readings: Sequence[HandReading], answered: Sequence[Recorded]
) -> tuple[HandReading, ...]:
    """*readings* without those by which models were refused that have moved since."""
    newest = next((one.answer for one in reversed(answered) if isinstance(one.prompt, Look)), None)
    refused = {
        _question(reading)
        for one in answered
        if isinstance(one.prompt, Look) and one.prompt.fault is not None
        for reading in one.prompt.fault.readings
    }
    held = () if newest is None else newest.readings
    return tuple(one for one in readings if one in held or _question(one) not in refused)


def _question(reading: HandReading | Reading) -> tuple[str, str, str]:
    return reading.what, reading.frm, reading.to


def run_again(
    journal: Journal,
    rules: RuleSet,
    step: Replayable,
    changed: Changed,
    readings: Sequence[HandReading],
) -> Replayed:
    """The step with other answers, by their number in it, and other readings.

    Every answer that is still asked for is given again; those that the rules no longer ask for
    are dropped, and the step is then open at its first new question.

    Raises:
        NotNow: nothing is different, or the rules refuse the action then. BadAnswer: a question
        cannot take its new answer.
    """
    answered = tuple(changed.of(k, one) for k, one in enumerate(step.answered))
    every = (*step.readings, *readings)
    if not readings and all(a.answer == b.answer for a, b in zip(answered, step.answered)):  # noqa: B905
        raise NotNow("that is what was said already: nothing is changed")
    table = with_readings(snapshot_of(journal, step.root.id), every)
    answered = tuple(
        replace(one, answer=with_readings(one.answer, every))
        if isinstance(one.prompt, Look)
        else one
        for one in answered
    )
    state = from_plain(journal.state(step.root.parent or 0), rules.state_type)
    try:
        return _played(rules, step.action, state, table, answered)
    except IllegalAction as why:
        raise NotNow(f"the rules then refuse the action: {why}. Take it back instead") from None


def _with(one: Recorded, raw: Plain) -> Recorded:
    if isinstance(one.prompt, Look):
        raise NotNow("where the models stood is not typed: set the reading instead")
    answer, fell = one.prompt.parse(raw), one.fell
    was = one.was if answer == fell else fell
    return replace(one, answer=answer, was=was, hits=None)


def _played(
    rules: RuleSet, action: Action, state: Any, table: Snapshot, answered: Sequence[Recorded]
) -> Replayed:
    told: list[Recorded] = []
    while True:
        rule = rules.resolve(action, state, table)
        given = tuple((one.prompt, one.answer) for one in told)
        asked = advance(rule, given)
        following = answered[len(told)] if len(told) < len(answered) else None
        if isinstance(asked, Done) or following is None:
            break
        if not is_same_question(asked, following.prompt):
            break
        told.append(following)
    prompt = None if isinstance(asked, Done) else asked
    opened = Opened(0, action, table, given, prompt, so_far=rulings_so_far(rule))
    return Replayed(opened, asked, tuple(told), len(answered) - len(told))


def plain_answers(told: Sequence[Recorded]) -> list[Plain]:
    """What the step was told, as the journal keeps it."""
    found = []
    for one in told:
        look = isinstance(one.prompt, Look)
        plain = {
            "event": one.event,
            "prompt": to_plain(one.prompt),
            "answer": None if look else to_plain(one.fell),
            "how": one.how,
        }
        if one.hits is not None:
            plain["hits"] = one.hits
        if one.was is not None:
            plain["was"] = to_plain(one.was)
        if one.before:
            plain["before"] = plain_of(one.before)
        found.append(plain)
    return found
