"""Runs a rule as far as its recorded answers reach.

Law: no generator outlives a call. A rule is rebuilt and fed its answers every time, so a
restart in the middle of an action is not a special case.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import GeneratorType
from typing import Any, Generic, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from rules.kernel.prompts import Look, Prompt, Roll, Steps
from rules.kernel.protocol import Ruling

T = TypeVar("T")


class ReplayError(RuntimeError):
    """The log and the rule disagree about what was asked.

    The rules changed under an open action; the page offers to take the action back to its
    declaration. Nothing is reinterpreted.
    """


class Done(Struct, Generic[T], frozen=True):
    """The rule has ended with ``outcome``."""

    outcome: T


def advance(rule: Steps[T], answered: Sequence[tuple[Prompt, Any]]) -> Prompt | Done[T]:
    """What *rule* asks after *answered*, or Done with its outcome.

    *answered* holds (prompt as asked, answer as parsed by that prompt).

    Raises:
        ReplayError: a recorded prompt differs from the one asked now, or answers are left
            over when the rule has ended.
    """
    asked = _send(rule, None)
    for recorded, answer in answered:
        if isinstance(asked, Done):
            raise ReplayError(f"the log answers {recorded.what!r}, but the rule has ended")
        if not is_same_question(asked, recorded):
            raise ReplayError(f"the log answers {recorded.what!r}, the rule asks {asked.what!r}")
        asked = _send(rule, answer)
    return asked


def rulings_so_far(rule: Steps[Any]) -> tuple[Ruling, ...]:
    """What a rule that waits for an answer has ruled already, in its order.

    A rule passes its story on from call to call, and each call waits in the next one: of all
    stories that they hold, a play or an outcome with its ``rulings``, the longest is the newest.
    Empty when the rule has ended.
    """
    newest: tuple[Ruling, ...] = getattr(_newest_story(rule), "rulings", ())
    return newest


def state_so_far(rule: Steps[Any]) -> Any:
    """The state to which a rule that waits for an answer has come, None before its first ruling
    and when it has ended."""
    return getattr(_newest_story(rule), "state", None)


def _newest_story(rule: Steps[Any]) -> Any:
    """The play or outcome with the most rulings; of several the one of the innermost call, there
    the variable that was bound last. None where nothing is ruled yet."""
    newest, most = None, 1
    waiting: Any = rule
    while isinstance(waiting, GeneratorType):
        held = waiting.gi_frame.f_locals.values() if waiting.gi_frame is not None else ()
        for one in held:
            told = len(getattr(one, "rulings", ())) if isinstance(one, Struct) else 0
            if told >= most:
                newest, most = one, told
        waiting = waiting.gi_yieldfrom
    return newest


def is_same_question(asked: Prompt, recorded: Prompt) -> bool:
    """Are they equal but for words, and for what helps to answer it?"""
    if isinstance(asked, Look) and isinstance(recorded, Look):
        return _bare(asked) == _bare(recorded)
    if isinstance(asked, Roll) and isinstance(recorded, Roll):
        return replace(asked, undecided=0) == replace(recorded, undecided=0)
    return asked == recorded


def _bare(look: Look) -> Look:
    return replace(look, what="", reach=(), fault=None, sent=None)


def _send(rule: Steps[T], answer: Any) -> Prompt | Done[T]:
    try:
        return rule.send(answer)
    except StopIteration as stop:
        return Done(stop.value)
