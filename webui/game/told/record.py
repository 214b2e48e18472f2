"""The log of a game as people read it: rulings with their working, steps in plain words.

Law: reads the journal, never writes it and never runs a rule.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import msgspec

from rules.kernel.plain import to_plain
from rules.kernel.protocol import Plain, Ruling
from rules.kernel.telling.names import titled
from webui.game.correcting.redo import between
from webui.game.events.kinds import Again, Answered, Declared, Done
from webui.game.events.parts import AnsweredAgain, Party, plain_of
from webui.game.journal.journal import Event, History, Shift
from webui.game.told import corrections, words
from webui.game.told.headline import listed, to_do
from webui.game.told.page.people import Person
from webui.game.told.page.rulings import LogStep, RulingCard, RulingSoFar
from webui.game.told.sentences import (
    action_in_words,
    because,
    came_about,
    came_to,
    over,
    plain_changes,
    sentence,
    set_to,
    thrown_before,
)


def rulings(
    line: Sequence[Event], most: int | None = None, names: Mapping[str, str] | None = None
) -> list[dict[str, Plain]]:
    """The rulings along *line* (of at most the newest *most* actions), newest first, each with
    its action, dice and overrulings, and what the whole action changed for whom.

    *names*: unit id to what people call it.
    """
    called = names or {}
    declarations = {event.id: event.content for event in line}
    instead = corrections.instead(line, called)
    noted, disputes = corrections.noted(line), corrections.disputes(line)
    found: list[dict[str, Plain]] = []
    told_of = 0
    done: tuple[int, Done] | None = None
    answers: list[tuple[int, Answered]] = []
    for event in reversed(line):
        content = event.content
        if isinstance(content, Done):
            done, answers = (event.id, content), []
        elif isinstance(content, Answered):
            answers.append((event.id, content))
        elif isinstance(content, Declared | Again) and done is not None:
            declared = content.declared if isinstance(content, Again) else event.id
            root = declarations[declared]
            assert isinstance(root, Declared)
            told = _Told(*done, content, declared, root, answers[::-1])
            for ruling in _of_one(told, called)[::-1]:
                key = (told.event, ruling["index"])
                ruling["instead"] = instead.get(told.event)
                ruling["noted"] = noted.get(key, [])
                ruling["disputes"] = disputes.get(key, [])
                found.append(ruling)
            done, told_of = None, told_of + 1
        if told_of == most:
            return found
    return found


def actions(
    line: Sequence[Event], names: Mapping[str, str] | None = None
) -> list[dict[str, Plain]]:
    """The actions along *line*, oldest first: headline, consequences and all its rulings."""
    cards: dict[int, dict[str, Plain]] = {}
    for ruling in rulings(line, None, names)[::-1]:
        card = cards.setdefault(ruling["event"], {**ruling, "rulings": []})
        card["rulings"].append(ruling)
    return list(cards.values())


@dataclass(frozen=True, slots=True)
class _Told:
    """One outcome, of the step ``event``: ``begun`` opened it, ``root`` is its declaration, of
    the step ``declared``; ``answers`` came between, by their steps."""

    event: int
    done: Done
    begun: Declared | Again
    declared: int
    root: Declared
    answers: Sequence[tuple[int, Answered]]


def _of_one(told: _Told, names: Mapping[str, str]) -> list[dict[str, Plain]]:
    done, root, begun = told.done, told.root, told.begun
    changed = plain_changes(done.consequences)
    again = [part.value for part in begun.answers] if isinstance(begun, Again) else []
    shared = {
        "event": told.event,
        "declared": told.declared,
        "action": root.action.plain,
        "who": plain_of(root.who),
        "source": root.source,
        "at_s": done.at_s,
        "answers": [
            *(_answer(one, one.event, begun.who, was=one.was, hits=one.hits) for one in again),
            *(_answer(one, at, one.who, read=one.read) for at, one in told.answers),
        ],
        "headline": came_to(done, names),
        "consequences": listed(changed, names),
        "to_do": to_do(changed, names),
        "edition": done.edition,
        "again": corrections.again(begun, [one for _, one in told.answers], names),
    }
    return [
        {
            **with_titles(ruling.plain, names),
            **shared,
            "id": f"{told.event}-{index}",
            "index": index,
        }
        for index, ruling in enumerate(done.rulings)
    ]


def with_titles(ruling: dict[str, Plain], names: Mapping[str, str]) -> dict[str, Plain]:
    """A ruling as plain data, each of its readings with a title in words."""
    return {**ruling, "readings": [_reading(one, names) for one in ruling["readings"]]}


def _reading(one: dict[str, Plain], names: Mapping[str, str]) -> dict[str, Plain]:
    return {**one, "title": reading_title(one["what"], one["frm"], one["to"], names)}


def reading_title(what: str, frm: str, to: str, names: Mapping[str, str]) -> str:
    """What was measured, and between whom, in words."""
    title = words.READING_TITLES.get(what) or titled(what.replace("_", " "))
    ends = " → ".join(_end(end, names) for end in (frm, to) if end)
    return f"{title}, {ends}" if ends else title


def _end(end: str, names: Mapping[str, str]) -> str:
    """A unit by its name, a square ("5,3") as its board has it: E3."""
    square = re.fullmatch(r"(\d{1,2}),(\d{1,2})", end)
    if square is None:
        return names.get(end, end)
    return f"{chr(ord('A') + int(square[1]) - 1)}{square[2]}"


def _answer(
    one: Answered | AnsweredAgain,
    event: int,
    who: Party,
    *,
    was: Sequence[int | str] | None = None,
    hits: int | None = None,
    read: Sequence[int] = (),
) -> dict[str, Plain]:
    prompt = one.prompt.value
    return {
        "event": event,
        "ask": prompt.ask,
        "what": prompt.what,
        "by": prompt.by,
        "need": prompt.need,
        "sides": prompt.sides,
        "rerolls": prompt.rerolls,
        "too_close": prompt.reading is not None,
        "answer": one.answer,
        "was": was,
        "hits": hits,
        "how": one.how,
        "read": read,
        "before": thrown_before(one.before),
        "came": came_about(one.how, read),
        "who": plain_of(who),
    }


def in_order(journal: History) -> list[Event | Shift]:
    """Everything ever written, in the order written, whatever the clock said then.

    A move of the head comes after every step there was: the head stood at the newest of them,
    or had been moved back from it.
    """
    found: list[Event | Shift] = []
    events, at = list(journal.everything()), 0
    newest = 0
    for shift in journal.shifts():
        newest = max(newest, shift.frm)
        while at < len(events) and events[at].id <= newest:
            found.append(events[at])
            at += 1
        found.append(shift)
    return [*found, *events[at:]]


def steps(journal: History, names: Mapping[str, str] | None = None) -> list[LogStep]:
    """Every step ever taken, also the undone ones, and every undo, in the order written.

    *names*: unit id to what people call it.
    """
    playing, called = {event.id for event in journal.line()}, names or {}
    ever = list(journal.everything())
    marks = corrections.marks(ever, journal.line())
    return [_step(each, playing, ever, called, marks) for each in in_order(journal)]


def _step(
    each: Event | Shift,
    playing: set[int],
    ever: Sequence[Event],
    names: Mapping[str, str],
    marks: Mapping[int, str],
) -> LogStep:
    is_event = isinstance(each, Event)
    mark = marks.get(each.id, "") if is_event else ""
    told = sentence(each, names) if isinstance(each, Event) else _undone(each, ever, names)
    return LogStep(
        each.id,
        kind=each.kind if isinstance(each, Event) else "undo",
        says=corrections.marked(told, mark),
        who=person(each.content.who),
        at_s=each.content.at_s,
        undone=is_event and each.id not in playing,
    )


def person(who: Party | None) -> Person:
    """Who did it, as pages are told."""
    return Person() if who is None else Person(who.role, who.side, who.name)


def card_of(ruling: dict[str, Plain]) -> RulingCard:
    """One ruling of ``rulings``, which has what the journal kept of it, as pages are told."""
    return msgspec.convert(ruling, RulingCard)


def so_far(ruling: Ruling, names: Mapping[str, str]) -> RulingSoFar:
    """One ruling of an open action, as pages are told."""
    return msgspec.convert(with_titles(to_plain(ruling), names), RulingSoFar)


def _undone(shift: Shift, ever: Sequence[Event], names: Mapping[str, str]) -> str:
    told = "Brought back" if shift.content.redo else "Taken back"
    what = says_of(between(shift.frm, shift.dest, ever), names).removesuffix(".")
    return (f"{told}: {what}" if what else told) + because(shift.content.why)


def says_of(some: Iterable[Event], names: Mapping[str, str]) -> str:
    """Steps as one sentence: what they came to, or the first of them; of an overruling what it
    set, for the action stands without it."""
    in_turn = list(some)
    if in_turn and isinstance(in_turn[0].content, Again):
        return f"the overruling ({set_to(in_turn[0].content, names)})"
    done = next((one for one in reversed(in_turn) if isinstance(one.content, Done)), None)
    chosen = done or next(iter(in_turn), None)
    return "" if chosen is None else sentence(chosen, names)


def ending(line: Sequence[Event]) -> str:
    """How the game on *line* was won, "" while it is not over."""
    ended = (event.content for event in reversed(line) if isinstance(event.content, Done))
    last = next(ended, None)
    return "" if last is None or last.over is None else over(last.over.value)


def declared_sentence(action: Mapping[str, Plain], names: Mapping[str, str]) -> str:
    """An action of a card in words: ``Roaring Meg: shoot, at Barclay's Foot``."""
    return action_in_words(str(action["do"]), str(action["by"]), action.get("at"), names)
