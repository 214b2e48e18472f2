"""What was put right, beside the rulings it belongs to: overrulings, steps run again, disputes.

Law: reads events, never writes them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from rules.kernel.protocol import Plain
from webui.game.events.kinds import Again, Answered, Declared, Disputed, Done, Overruled
from webui.game.events.parts import plain_of
from webui.game.journal.journal import Event
from webui.game.told.sentences import came_to, disputed, set_to

LOOKED_AGAIN = "; the models were then looked at again"
STRUCK = "; overruled since"
PLAYED_AGAIN = "the step is played again"

Beside = dict[tuple[int, int], list[dict[str, Plain]]]
"""What stands beside a ruling, by its outcome's event and its number in it."""


def instead(line: Sequence[Event], names: Mapping[str, str]) -> dict[int, dict[str, Plain]]:
    """By the event of each outcome on *line* that was overruled and run again: what holds in its
    place now, however often that was overruled in turn, why, and who said so. ``event``: the
    outcome that holds, 0 while it is still played."""
    ends: dict[int, tuple[Again, Event | None]] = {}
    for at, event in enumerate(line):
        if isinstance(event.content, Again) and event.content.of:
            ends[event.content.of] = (event.content, _outcome(line[at + 1 :]))
    found: dict[int, dict[str, Plain]] = {}
    for of in sorted(ends, reverse=True):
        by, done = ends[of]
        if done is not None and done.id in found:
            found[of] = found[done.id]
        else:
            found[of] = _told(by, PLAYED_AGAIN if done is None else _came_to(done, names), done)
    return found


def noted(line: Sequence[Event]) -> Beside:
    """What was noted beside a ruling on *line*; nothing was run again, so that it still holds."""
    found: Beside = {}
    for event in line:
        content = event.content
        if isinstance(content, Overruled):
            key = (content.of, content.index)
            found.setdefault(key, []).append(_told(content, content.says))
    return found


def _told(by: Overruled | Again, says: str, done: Event | None = None) -> dict[str, Plain]:
    return {
        "says": says, "reason": by.reason, "who": plain_of(by.who), "at_s": by.at_s,
        "event": 0 if done is None else done.id,
    }  # fmt: skip


def _outcome(after: Sequence[Event]) -> Event | None:
    """What a step that was run again came to, None while it is played."""
    for event in after:
        if isinstance(event.content, Done):
            return event
        if isinstance(event.content, Declared | Again):
            return None
    return None


def _came_to(event: Event, names: Mapping[str, str]) -> str:
    assert isinstance(event.content, Done)
    return came_to(event.content, names)


def again(begun: Declared | Again, answers: Sequence[Answered], names: Mapping[str, str]) -> Plain:
    """What an umpire set so that the step was run again, None for any other step. *answers*:
    what was said after that."""
    if isinstance(begun, Declared):
        return None
    who = plain_of(begun.who)
    looked = begun.readings and any(one.prompt.value.ask == "look" for one in answers)
    told = set_to(begun, names) + (LOOKED_AGAIN if looked else "")
    return {"of": begun.of, "set": told, "reason": begun.reason, "who": who}


def disputes(line: Sequence[Event]) -> Beside:
    """Every dispute on *line*: about what, what was measured and said, who agreed."""
    found: Beside = {}
    for event in line:
        content = event.content
        if isinstance(content, Disputed):
            told = {
                "event": event.id,
                "says": disputed(content),
                "about": content.about,
                "tape": content.tape,
                "agreed": content.agreed,
                "who": plain_of(content.who),
                "at_s": content.at_s,
            }
            found.setdefault((content.of, content.index), []).append(told)
    return found


def marks(ever: Iterable[Event], line: Sequence[Event]) -> dict[int, str]:
    """What is told behind a step, by its number: why a look was refused, after which the models
    were asked for again; that an outcome of *line* does not hold any more."""
    struck = {content.of: STRUCK for content in _overrulings(line)}
    return struck | _refused_looks(ever)


def marked(told: str, mark: str) -> str:
    """A sentence with its mark behind it."""
    return f"{told.removesuffix('.')}{mark}" if mark else told


def _overrulings(line: Sequence[Event]) -> Iterator[Again]:
    """By which an outcome was put aside."""
    for event in line:
        if isinstance(event.content, Again) and event.content.of:
            yield event.content


def _refused_looks(ever: Iterable[Event]) -> dict[int, str]:
    by_step = {event.id: event for event in ever}
    found: dict[int, str] = {}
    for event in by_step.values():
        content = event.content
        fault = content.prompt.value.fault if isinstance(content, Answered) else None
        before = None if fault is None else _question_before(event, by_step)
        if fault is not None and before is not None:
            found[before] = f"; refused: {fault.says}"
    return found


def _question_before(event: Event, by_step: Mapping[int, Event]) -> int | None:
    """The step that answered the question before, None where the action was begun in between."""
    one = by_step.get(event.parent or 0)
    while one is not None and not isinstance(one.content, Answered | Declared | Again):
        one = by_step.get(one.parent or 0)
    return one.id if one is not None and isinstance(one.content, Answered) else None
