"""What was put right, beside the rulings it belongs to: overrulings, steps run again, disputes.

Law: reads events, never writes them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rules.kernel.protocol import Plain
from webui.game.events.kinds import Again, Answered, Declared, Disputed, Done, Overruled
from webui.game.events.parts import Part, RulingTold, plain_of
from webui.game.journal.journal import Event
from webui.game.told.sentences import came_to, disputed, set_to

LOOKED_AGAIN = "; the models were then looked at again"

Beside = dict[tuple[int, int], list[dict[str, Plain]]]
"""What stands beside a ruling, by its outcome's event and its number in it."""


def overruled(line: Sequence[Event], names: Mapping[str, str]) -> Beside:
    """Every overruling on *line*: what holds instead, why, and who said so. ``run``: the step was
    run again and the state holds it; else it was only noted."""
    found: Beside = {}
    rulings: dict[int, Sequence[Part[RulingTold]]] = {}
    for at, event in enumerate(line):
        content = event.content
        if isinstance(content, Done):
            rulings[event.id] = content.rulings
            continue
        if isinstance(content, Overruled):
            says, key = content.says, (content.of, content.index)
        elif isinstance(content, Again) and content.of:
            says = _instead(line[at + 1 :], names)
            key = _main(content.of, rulings.get(content.of, ()))
        else:
            continue
        who = plain_of(content.who)
        run = isinstance(content, Again)
        told = {
            "says": says, "reason": content.reason, "who": who, "at_s": content.at_s, "run": run,
        }  # fmt: skip
        found.setdefault(key, []).append(told)
    return found


def _main(of: int, rulings: Sequence[Part[RulingTold]]) -> tuple[int, int]:
    """The ruling that tells the whole step: the last that is no remark."""
    told = [k for k, one in enumerate(rulings) if not one.value.aside]
    return of, told[-1] if told else 0


def _instead(after: Sequence[Event], names: Mapping[str, str]) -> str:
    """What a step that was run again came to."""
    for event in after:
        content = event.content
        if isinstance(content, Done):
            return came_to(content, names)
        if isinstance(content, Declared | Again):
            break
    return "the step is played again"


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


def refused_looks(ever: Iterable[Event]) -> dict[int, str]:
    """What is told behind a look after which the models were asked for again, by its step: that
    it was refused, and why."""
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
