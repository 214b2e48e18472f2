"""A rule played with answers given beforehand."""

from __future__ import annotations

from typing import Any, TypeVar

from rules.kernel.engine import advance
from rules.kernel.prompts import Steps

T = TypeVar("T")


def run(rule: Steps[T], *answers: Any) -> T:
    """The outcome of a rule whose prompts are answered so, each parsed by its prompt.

    Raises:
        AssertionError: the answers run out, or are left over.
    """
    left, reply = list(answers), None
    while True:
        try:
            prompt = rule.send(reply)
        except StopIteration as stop:
            assert not left, f"left over: {left}"
            outcome: T = stop.value
            return outcome
        assert left, f"unanswered: {prompt}"
        reply = prompt.parse(left.pop(0))


def asked(rule: Steps[Any]) -> Any:
    """The first thing a rule asks, or Done."""
    return advance(rule, [])
